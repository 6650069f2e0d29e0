"""Refusals of changes that come after the start, by what is fixed. English is the source."""

from collections.abc import Mapping

from web.wording import N_

STARTED: Mapping[str, str] = {
    "initial-colour": N_("Round 1 is published: the colour of number 1 can no longer be changed."),
    "system": N_("A round is paired: the pairing system can no longer be changed to one that draws lots first."),
    "format": N_("A round is paired: the format and its options can no longer be changed."),
    "throw-away": N_("Round 1 is published: the tournament can be hidden or archived, and no longer be thrown away."),
    "strike": N_("Round 1 is published: the player can withdraw, and the entry can no longer be struck."),
    "numbers": N_("Round 1 is published: the numbers can no longer be drawn."),
    "starting-points": N_("A round is paired: bar, band and floor can no longer be changed."),
    "acceleration": N_(
        "A round is paired: neither the acceleration nor, under it, the number of rounds and the points can change."
    ),
}

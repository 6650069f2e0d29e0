"""Sentences that ask for the reason of a step that is not done without one."""

from collections.abc import Mapping

from web.wording import N_

REASONS_FOR_NO: Mapping[str, str] = {
    "accept-qualification": N_("Say why the entrants stay as they are: the reason stands in the journal."),
    "starting-points": N_("Say why the player begins with other points: the reason stands in the journal."),
    "adjust-points": N_("Say why points are given or taken away: the reason stands in the journal."),
    "boards-of-a-team": N_("Say why the players of the team change after round 1: the reason stands in the journal."),
    "change-system": N_(
        "Say why the pairing system changes in the middle of the event: the reason stands in the journal."
    ),
    "withdraw-round": N_("Say why the round is withdrawn: the reason stands in the journal."),
    "alter-boards": N_("Say why the boards are altered: the reason stands in the journal."),
    "pair-by-hand": N_("Say why the round is paired by hand: the reason stands in the journal."),
    "turn-down": N_("Say why the entry is turned down: the player can read it."),
    "decline-petition": N_("Say why the petition is declined: the players can read it."),
    "rule-match": N_("Say why this player goes on: the reason stands in the journal."),
    "expel": N_("Say why the player is expelled: the reason stands in the journal."),
    "close-early": N_("Say why the tournament ends early: the reason stands in the journal."),
    "reopen": N_("Say why the tournament is reopened: the reason stands in the journal."),
}

"""Whole sets of regulations under a name, to begin an announcement with; each field can still be changed."""

from collections.abc import Mapping
from dataclasses import replace

from domain.decisions.rules_in_force import IN_FORCE, SYSTEM_OF_TEAMS
from domain.ranking.tiebreaks import Ruleset
from domain.words.options import ByeRule, NumbersBy, OddField, SwissOptions
from domain.words.regulations import Entrants, Format, Regulations
from domain.words.teams import USUAL_MATCH_POINTS

PORTAL_SWISS = replace(
    IN_FORCE,
    order=("S003-SWISS",),
    ruleset=Ruleset.PORTAL.value,
    swiss=SwissOptions(OddField.REFUSED, ByeRule.LAST, colour_run=3, numbers=NumbersBy.RATING_OR_LOT),
)
"""The Swiss of document 003: an even field numbered by rating, no more than three games in a row with one colour.

Where nobody has a rating lots are drawn. The form proposes the rounds of a knock-out of that field. The bye is for
whoever allows an odd field all the same: the last of the lowest group who has had none.
"""

CLUB_EVENING = replace(IN_FORCE, rounds=5, shared_places=True)
"""Five short rounds; nobody waits for lots at midnight."""

JUNIORS = replace(IN_FORCE, rounds=7, order=("BH/C1", "BH", "SB", "DE", "WIN"))
"""No tie-break asks for the ratings that many juniors do not have."""

ROUND_ROBIN = replace(IN_FORCE, format=Format.ROUND_ROBIN, order=("C07-RR",))

KNOCKOUT = replace(IN_FORCE, format=Format.KNOCKOUT)

TEAM_SWISS = replace(
    IN_FORCE,
    entrants=Entrants.TEAMS,
    system=SYSTEM_OF_TEAMS,
    rounds=7,
    order=("C07-TEAM-SWISS",),
    scoring=USUAL_MATCH_POINTS,
    match_games=4,
)

DUTCH_1998 = Regulations()
"""The rules of 1998, with article F.10."""

NAMED_REGULATIONS: Mapping[str, Regulations] = {
    "fide": IN_FORCE,
    "club": CLUB_EVENING,
    "juniors": JUNIORS,
    "round-robin": ROUND_ROBIN,
    "knock-out": KNOCKOUT,
    "teams": TEAM_SWISS,
    "dutch-1998": DUTCH_1998,
    "portal-swiss": PORTAL_SWISS,
}

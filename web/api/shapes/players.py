"""Shapes of a player's page and of two players compared."""

from typing import Literal, TypedDict

from domain.ranking.tiebreaks.rule import Cut
from domain.ranking.tiebreaks.unplayed import Ruleset, StandIn
from domain.words.festivals import Carry
from domain.words.games import Code
from web.api.shapes.pages import RoundLineJson
from web.api.shapes.people_and_boards import Exact, PersonJson, Points


class NeighbourJson(TypedDict):
    """Above or below in the table; `decided_by` is the tie-break that tells them apart."""

    player: PersonJson
    place: int
    decided_by: str | None


class CameFromJson(TypedDict):
    """An earlier stage, and what was brought along."""

    tournament: str
    name: str
    player_there: int
    place: int
    carry: Carry
    points: Points


class ContributionJson(TypedDict):
    """One round in the working of a tie-break."""

    round: int
    code: Code
    points: Exact
    kind: StandIn
    opponent: int | None
    opponent_score: Exact
    counted: Exact
    amount: Exact
    article: str
    cut: Cut | None


class WorkingJson(TypedDict):
    """A tie-break with its working."""

    code: str
    article: str
    ruleset: Ruleset
    value: Exact
    contributions: list[ContributionJson]
    facts: dict[str, Exact]
    among: list[int]


class PlayerCardJson(TypedDict):
    """A player's rounds, tie-breaks with their working, and rating change."""

    player: PersonJson
    place: int | None
    tied_with: int
    points: Points
    after_round: int
    above: NeighbourJson | None
    below: NeighbourJson | None
    performance: int | None
    rating_change: Exact
    new_rating: int | None
    k: int | None
    came_from: list[CameFromJson]
    rounds: list[RoundLineJson]
    tiebreaks: list[WorkingJson]


class ComparisonStepJson(TypedDict):
    tiebreak: str
    article: str
    first: Exact
    second: Exact
    verdict: Literal["first", "second", "equal"]


class ComparisonJson(TypedDict):
    """Two players side by side."""

    first: PlayerCardJson
    second: PlayerCardJson
    steps: list[ComparisonStepJson]
    met: list[RoundLineJson]
    common_opponents: list[PersonJson]

"""Shapes of tables: standings, crosstables, prizes, players by board."""

from typing import Literal, NotRequired, TypedDict

from domain.words.games import Code, Result
from web.api.shapes.people_and_boards import (
    ColourLetter,
    Exact,
    PersonJson,
    Points,
)


class TiebreakColumnJson(TypedDict):
    code: str
    name: str
    article: str


class StandingsRowJson(TypedDict):
    """`undefined` are places of tie-breaks that cannot be computed."""

    place: int
    tied_with: int
    player: PersonJson
    points: Points
    tiebreaks: list[Exact]
    undefined: list[int]
    moved: int | None
    playing: bool


class StandingsJson(TypedDict):
    """The table after a round."""

    after_round: int
    rounds: int
    known: Literal["now", "then"]
    open_games: int
    tiebreaks: list[TiebreakColumnJson]
    rows: list[StandingsRowJson]


class CrossCellJson(TypedDict):
    code: Code
    points: Points
    opponent: int | None
    colour: ColourLetter | None


class MeetingGameJson(TypedDict):
    round: int
    board: int
    colour: ColourLetter
    code: Code
    result: Result | None
    counts: bool


class MeetingsJson(TypedDict):
    opponent: int
    games: list[MeetingGameJson]


class CrosstableRowJson(TypedDict):
    """`cells` round by round; where everybody meets everybody `meetings` instead."""

    player: PersonJson
    points: Points
    cells: NotRequired[list[CrossCellJson]]
    meetings: NotRequired[list[MeetingsJson]]


class TeamTotalJson(TypedDict):
    name: str
    points: Points


class CrosstableJson(TypedDict):
    """Everybody against everybody; `columns` and what follows only where everybody meets everybody.

    `in_play` is null where all games of it are decided.
    """

    rounds: int
    in_play: int | None
    by: Literal["place", "number"]
    round: NotRequired[int]
    games: NotRequired[int]
    open: NotRequired[int]
    columns: NotRequired[list[int]]
    teams: NotRequired[list[TeamTotalJson]]
    rows: list[CrosstableRowJson]


class AnnouncedPrizeJson(TypedDict):
    name: str
    cents: int
    category: str
    place: int


class AwardJson(TypedDict):
    player: PersonJson
    team: NotRequired[PersonJson]
    place: int
    category: str
    cents: int
    shared_by: int
    prizes: list[str]


class PrizesJson(TypedDict):
    """The prizes as the table stands, and their winners."""

    currency: str
    sharing: str
    final: bool
    fund_cents: int
    announced: list[AnnouncedPrizeJson]
    awards: list[AwardJson]


class BoardTableRowJson(TypedDict):
    """`place` is null for those who have played too few games."""

    place: int | None
    player: PersonJson
    team: PersonJson
    games: int
    points: Points
    percentage: Exact
    performance: int | None


class BoardTableJson(TypedDict):
    """The players of one board, or the reserves."""

    board: int | None
    reserves: bool
    rows: list[BoardTableRowJson]


class BoardTablesJson(TypedDict):
    """The players of teams by board; `in_play` is null where all games counted are decided."""

    after_round: int
    in_play: int | None
    rounds: int
    least_games: int
    tables: list[BoardTableJson]

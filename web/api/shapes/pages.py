"""Shapes of the pages of a tournament but its tables, and of the list of tournaments."""

from typing import Literal, NotRequired, TypedDict

from domain.cards.card import Float
from domain.round import RoundState
from domain.words.games import Code, Result
from domain.words.regulations import Format
from projections.moment.overview import Phase
from projections.round.boards import Mark
from web.api.shapes.people_and_boards import (
    BoardJson,
    ColourLetter,
    Exact,
    PersonJson,
    PersonWithPointsJson,
    Points,
    StartPositionJson,
)


class OverviewJson(TypedDict):
    """Name, dates, regulations, and how far it has come."""

    name: str
    city: str
    federation: str
    start: str
    end: str
    chief_arbiter: str
    deputies: list[str]
    time_control: str
    schedule: list[str]
    system: str
    format: Format
    rounds: int
    tiebreaks: list[str]
    ruleset: str
    phase: Phase
    players: int
    round: int
    round_official: bool
    games: int
    games_decided: int
    matches_level: int
    next_start: str


class CatalogueRowJson(OverviewJson):
    slug: str


class CatalogueJson(TypedDict):
    """A page of the list of tournaments; `unread` are still to be read by a server that has just started."""

    tournaments: list[CatalogueRowJson]
    page: int
    pages: int
    found: int
    unread: int


class PlayersJson(TypedDict):
    """Everybody registered, in the order of the pairing numbers."""

    players: list[PersonJson]


class UnpairedJson(PersonWithPointsJson):
    """Somebody without a board in this round; `bye` is a code of the report file."""

    bye: str


class MatchSideJson(TypedDict):
    """A team in a match: points before the round, score of the match."""

    team: PersonJson
    points: Points
    score: Points


class MatchBoardJson(TypedDict):
    """A board of a match; the result is that of the first team, whichever colour it has."""

    board: str
    first: PersonJson | None
    second: PersonJson | None
    first_has: Literal["white", "black"]
    result: Result | None
    mark: Mark


class MatchJson(TypedDict):
    """A match of two teams."""

    match: int
    first: MatchSideJson
    second: MatchSideJson
    open: int
    boards: list[MatchBoardJson]


class PairingsJson(TypedDict):
    """A round, board by board; of teams also match by match."""

    round: int
    rounds: int
    state: RoundState
    stage: RoundState
    start: str
    games: int
    open: int
    start_position: NotRequired[StartPositionJson]
    boards: list[BoardJson]
    unpaired: list[UnpairedJson]
    matches: NotRequired[list[MatchJson]]


class LatestResultJson(BoardJson):
    position: int
    round: int


class LatestJson(TypedDict):
    """The last results entered, the newest first."""

    results: list[LatestResultJson]


class MemberGameJson(TypedDict):
    round: int
    board: int
    colour: Literal["white", "black"]
    result: Code
    opponent: PersonJson | None


class MemberJson(TypedDict):
    player: PersonJson
    reserve: bool
    left: bool
    points: Points
    games: list[MemberGameJson]


class MatchOfTeamJson(TypedDict):
    round: int
    match: int


class PointsBesideJson(TypedDict):
    """Points that the arbiter gave a team, or took away, beside the boards."""

    round: int
    points: Points
    secondary: Points


class TeamJson(TypedDict):
    """A team with its players, and what each did on which board."""

    team: PersonJson
    captain: str
    matches: list[MatchOfTeamJson]
    players: list[MemberJson]
    beside: list[PointsBesideJson]


class MatchPageJson(MatchJson):
    """A match; `expected` are the lineups by the order of the boards, where none is given yet."""

    round: int
    expected: dict[str, list[PersonJson]]


class SeatOfPlayerJson(TypedDict):
    """The seat of somebody in a round."""

    player: PersonJson
    points: Points
    board: int | None
    board_of_match: NotRequired[int]
    team: NotRequired[PersonJson]
    colour: ColourLetter | None
    opponent: PersonJson | None
    result: Result | None
    bye: str | None


class FollowedPlayerJson(TypedDict):
    player: PersonJson
    points: Points
    round: int
    start: str
    game: SeatOfPlayerJson | None
    match: NotRequired[MatchJson]
    place: int | None


class FollowedJson(TypedDict):
    """The boards, results and places of these players now."""

    players: list[FollowedPlayerJson]


class FoundPlayerJson(TypedDict):
    player: PersonJson
    place: int | None
    points: Points
    board: str | None
    team: NotRequired[PersonJson]


class FoundJson(TypedDict):
    """People with these words in their names, in any alphabet."""

    found: int
    players: list[FoundPlayerJson]


class RoundLineJson(TypedDict):
    """A round of a player."""

    round: int
    code: Code
    points: Points
    total: Points
    board: int | None
    opponent: PersonJson | None
    colour: ColourLetter | None
    float: Float | None
    mark: Mark
    counts: bool
    rests: bool
    rating_change: Exact

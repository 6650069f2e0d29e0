"""Shapes of brackets and play-offs."""

from typing import NotRequired, TypedDict

from domain.formats.decided import WonBy
from domain.formats.playoff.plan import StepForm
from domain.formats.playoff.state import DecidedBy, StageState
from domain.formats.tables.bracket import BracketPart
from domain.words.games import Colour, Result
from domain.words.options import ArmageddonColours, FewestMoves, PairingForm
from projections.playoff.tree import CardKind, LineMark
from web.api.shapes.people_and_boards import PersonJson, Points


class BracketSideJson(TypedDict):
    """`free`: nobody will ever stand here."""

    player: PersonJson | None
    free: bool
    points: Points | None
    further_points: Points | None
    goes_on: bool
    out: bool


class BracketMatchJson(TypedDict):
    match: int
    round: int
    part: BracketPart
    board: int | None
    decided_by: WonBy
    sides: list[BracketSideJson]


class BracketColumnJson(TypedDict):
    part: BracketPart
    round: int
    matches: list[BracketMatchJson]


class BracketJson(TypedDict):
    """The bracket, column by column."""

    rounds: int
    double: bool
    winner: PersonJson | None
    columns: list[BracketColumnJson]


class PlayoffPlaceJson(TypedDict):
    place: int
    player: PersonJson
    by: DecidedBy


class PlayoffScoreJson(TypedDict):
    number: int
    player: PersonJson
    points: Points


class PlayoffGameJson(TypedDict):
    """A game of a play-off; `round` and `board` are null until it is seated."""

    white: PersonJson
    black: PersonJson
    round: int | None
    board: int | None
    result: Result | None
    points: list[Points]
    half_moves: int
    boards: NotRequired[list[Points]]
    arbiter: str
    ruling: str


class PlayoffStageJson(TypedDict):
    name: str
    form: StepForm
    article: str
    state: StageState
    seed: str
    not_before: str
    players: list[PlayoffScoreJson]
    games: list[PlayoffGameJson]
    next: dict[str, StepForm]
    level: list[PersonJson]
    winner: PersonJson | None
    chooses_colour: PersonJson | None


class TreePlayerJson(TypedDict):
    player: PersonJson
    points: Points | None
    mark: LineMark
    colour: Colour | None


class TreeGameJson(TypedDict):
    white: PersonJson
    black: PersonJson


class TreeCardJson(TypedDict):
    kind: CardKind
    step: str
    form: StepForm | None
    where: str
    state: StageState | None
    players: list[TreePlayerJson]
    playing: list[TreeGameJson]
    not_before: str
    ways: dict[str, StepForm]
    winners_of: list[str]
    places: list[PlayoffPlaceJson]


class PlayoffJson(TypedDict):
    """The stages of a play-off, what comes next, and its outcome."""

    source: str
    place: int
    places: int
    tied: list[PersonJson]
    late: bool
    pairing_form: PairingForm
    fewest_moves: FewestMoves
    armageddon_colours: ArmageddonColours
    increment_from_move: str
    dropped_share: str
    longer_control: str
    outcome: list[PlayoffPlaceJson]
    stages: list[PlayoffStageJson]
    tree: list[list[TreeCardJson]]

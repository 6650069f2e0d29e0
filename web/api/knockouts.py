"""Brackets and play-offs as JSON."""

from typing import NotRequired, TypedDict

from domain.formats.decided import WonBy
from domain.formats.playoff.plan import StepForm
from domain.formats.playoff.state import DecidedBy, StageState
from domain.words.brackets import BracketPart
from domain.words.games import Colour, Result
from domain.words.options import ArmageddonColours, FewestMoves, PairingForm
from projections.playoff.bracket import BracketCell, BracketColumn, BracketSide, BracketView
from projections.playoff.stages import PlayoffCell, PlayoffHead, PlayoffPlace, PlayoffView, StageView
from projections.playoff.tree import CardKind, LineMark, PlayoffTree, TreeCard, playoff_tree
from web.api.people import PersonJson, Points, person, person_or_none, points_json


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


class BracketHeadJson(TypedDict):
    rounds: int
    double: bool
    winner: PersonJson | None


class BracketJson(BracketHeadJson):
    """The bracket, column by column."""

    columns: list[BracketColumnJson]


def bracket_json(view: BracketView) -> BracketJson:
    return {**bracket_head(view.head), "columns": [_column(column) for column in view.columns]}


def bracket_head(head: BracketView) -> BracketHeadJson:
    return {"rounds": head.rounds, "double": head.double, "winner": person_or_none(head.winner)}


def _column(column: BracketColumn) -> BracketColumnJson:
    matches = [bracket_cell(cell) for cell in column.matches if not cell.empty]
    return {"part": column.part, "round": column.round, "matches": matches}


def bracket_cell(cell: BracketCell) -> BracketMatchJson:
    return {
        "match": cell.number,
        "round": cell.round,
        "part": cell.part,
        "board": cell.board or None,
        "decided_by": cell.by,
        "sides": [_side(side) for side in cell.sides],
    }


def _side(side: BracketSide) -> BracketSideJson:
    return {
        "player": person_or_none(side.person),
        "free": side.free,
        "points": None if side.points is None else points_json(side.points),
        "further_points": None if side.further is None else points_json(side.further),
        "goes_on": side.won,
        "out": side.out,
    }


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


class TreeJson(TypedDict):
    columns: list[list[TreeCardJson]]


class PlayoffHeadJson(TypedDict):
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


class PlayoffJson(PlayoffHeadJson):
    """The stages of a play-off, what comes next, and its outcome."""

    stages: list[PlayoffStageJson]
    tree: list[list[TreeCardJson]]


def playoff_json(view: PlayoffView) -> PlayoffJson:
    return {
        **playoff_head(view.head),
        "stages": [stage(one) for one in view.stages],
        "tree": tree(playoff_tree(view))["columns"],
    }


def tree(shown: PlayoffTree) -> TreeJson:
    return {"columns": [[_card(card) for card in column] for column in shown.columns]}


def _card(card: TreeCard) -> TreeCardJson:
    return {
        "kind": card.kind,
        "step": card.step,
        "form": card.form,
        "where": card.where,
        "state": card.state,
        "players": [
            {
                "player": person(line.person),
                "points": None if line.points is None else points_json(line.points),
                "mark": line.mark,
                "colour": line.colour,
            }
            for line in card.lines
        ],
        "playing": [{"white": person(white), "black": person(black)} for white, black in card.playing],
        "not_before": card.not_before,
        "ways": {str(way.level): way.form for way in card.ways},
        "winners_of": list(card.winners_of),
        "places": [_place(line) for line in card.places],
    }


def playoff_head(head: PlayoffHead) -> PlayoffHeadJson:
    return {
        "source": head.source,
        "place": head.place,
        "places": head.options.places,
        "tied": [person(one) for one in head.tied],
        "late": head.options.late,
        "pairing_form": head.options.pairing_form,
        "fewest_moves": head.options.fewest_moves,
        "armageddon_colours": head.options.armageddon_colours,
        "increment_from_move": head.options.increment_from_move,
        "dropped_share": head.options.dropped_share,
        "longer_control": head.longer_control,
        "outcome": [_place(line) for line in head.outcome],
    }


def stage(one: StageView) -> PlayoffStageJson:
    return {
        "name": one.name,
        "form": one.form,
        "article": one.article.number,
        "state": one.state,
        "seed": one.seed,
        "not_before": one.not_before,
        "players": [
            {"number": line.number, "player": person(line.person), "points": points_json(line.points)}
            for line in one.scores
        ],
        "games": [_game(cell) for cell in one.games],
        "next": {str(case.level): case.form for case in one.cases},
        "level": [person(who) for who in one.level],
        "winner": person_or_none(one.winner),
        "chooses_colour": person_or_none(one.chooser),
    }


class _Boards(TypedDict, total=False):
    boards: list[Points]


def _game(cell: PlayoffCell) -> PlayoffGameJson:
    boards: _Boards = {"boards": [points_json(points) for points in cell.boards]} if cell.boards else {}
    return {
        "white": person(cell.white),
        "black": person(cell.black),
        "round": cell.round or None,
        "board": cell.board or None,
        "result": cell.result,
        "points": [points_json(cell.white_points), points_json(cell.black_points)],
        "half_moves": cell.half_moves,
        **boards,
        "arbiter": cell.arbiter,
        "ruling": cell.ruling,
    }


def _place(line: PlayoffPlace) -> PlayoffPlaceJson:
    return {"place": line.place, "player": person(line.person), "by": line.by}

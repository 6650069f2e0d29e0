"""A play-off as everybody sees it: its stages with their games, what comes next in either case, and its outcome."""

from typing import NamedTuple

from domain.events import PlayoffDeclared
from domain.formats.playoff.plan import PLAN, NumberedBy, StepForm, as_held, beginning
from domain.formats.playoff.rules import position_of
from domain.formats.playoff.state import DecidedBy, NextStage, Position, Stage, StageGame, StageState
from domain.records import dataclass
from domain.tournament import Tournament
from domain.words.articles import Article
from domain.words.games import Result
from domain.words.options import PlayoffOptions
from domain.words.players import EntrantId
from projections.moment.people import People, Person
from projections.moment.snapshot import Snapshot


class PlayoffCell(NamedTuple):
    white: Person
    black: Person
    round: int
    """0 = not seated, or decided without a board."""
    board: int
    result: Result | None
    white_points: int
    """Half-points, a drawn Armageddon game counted for Black."""
    black_points: int
    half_moves: int
    """0 = not counted."""
    arbiter: str
    ruling: str
    open: bool
    boards: tuple[int, int] | None = None
    """Of a match of teams: half-points of both at its boards."""


class PlayoffScore(NamedTuple):
    number: int
    """By lot or by tie-break; 0 = not drawn yet."""
    person: Person
    points: int


class NextCase(NamedTuple):
    """If so many are level for the last place that a stage decides, they play this."""

    level: int
    form: StepForm


class StageView(NamedTuple):
    name: str
    form: StepForm
    article: Article
    numbers_by: NumberedBy
    state: StageState
    depth: int
    scores: tuple[PlayoffScore, ...]
    games: tuple[PlayoffCell, ...]
    cases: tuple[NextCase, ...]
    level: tuple[Person, ...]
    """Entrants who stay level in it and play on."""
    winner: Person | None
    placed: tuple[Person, ...]
    places: int
    seed: str
    not_before: str
    """ISO date and time; empty = no earliest start is known, or a game has ended since."""
    options: PlayoffOptions
    chooser: Person | None
    """Number 1 of the lot, who is to choose the colour."""


class PlayoffPlace(NamedTuple):
    place: int
    person: Person
    by: DecidedBy


@dataclass(frozen=True, slots=True)
class PlayoffHead:
    source: str
    """The address of the tournament whose place is played for."""
    place: int
    tied: tuple[Person, ...]
    first: StepForm
    options: PlayoffOptions
    longer_control: str
    outcome: tuple[PlayoffPlace, ...]


@dataclass(frozen=True, slots=True)
class PlayoffView:
    head: PlayoffHead
    stages: tuple[StageView, ...]
    next: NextStage


def playoff_view(snapshot: Snapshot) -> PlayoffView | None:
    declared = snapshot.tournament.playoff.declared
    if declared is None:
        return None
    return snapshot.now(("playoff",), lambda _: _playoff(snapshot.tournament, declared, snapshot.people))


def _playoff(t: Tournament, declared: PlayoffDeclared, people: People) -> PlayoffView:
    position = position_of(t)
    stages = tuple(_stage(t, stage, people) for stage in position.stages)
    return PlayoffView(_head(t, declared, position, people), stages, position.next)


def _head(t: Tournament, declared: PlayoffDeclared, position: Position, people: People) -> PlayoffHead:
    agreed, outcome = t.playoff.longer_control, position.outcome
    lines = zip(outcome.order, outcome.by, strict=True) if outcome else ()
    return PlayoffHead(
        source=declared.source,
        place=declared.place,
        tied=tuple(people[player] for player in declared.tied),
        first=PLAN[as_held(beginning(len(declared.tied)), t.regulations.playoff)].form,
        options=t.regulations.playoff,
        longer_control=agreed.time_control if agreed else "",
        outcome=tuple(PlayoffPlace(at, people[player], by) for at, (player, by) in enumerate(lines, declared.place)),
    )


def _stage(t: Tournament, stage: Stage, people: People) -> StageView:
    opened = t.playoff.opened.get(stage.name)
    armageddon = stage.step.form.armageddon
    numbers = {player: number for number, player in enumerate(stage.numbers, 1)}
    scores = stage.scores or tuple((player, 0) for player in stage.numbers or stage.players)
    begun = any(one.game is not None and not one.game.open for one in stage.games)
    ways = ((level, step) for level, step in sorted(stage.step.level.items()) if level <= len(stage.players))
    return StageView(
        name=stage.name,
        form=stage.step.form,
        article=stage.step.article,
        numbers_by=stage.step.numbers,
        state=stage.state,
        depth=sum(part in PLAN for part in stage.name.split("/")) - 1,
        scores=tuple(PlayoffScore(numbers.get(player, 0), people[player], points) for player, points in scores),
        games=tuple(_cell(t, game, people, armageddon) for game in stage.games),
        cases=tuple(NextCase(level, PLAN[as_held(step, t.regulations.playoff)].form) for level, step in ways),
        level=tuple(people[player] for player in stage.level),
        winner=people[stage.order[0]] if stage.order and stage.state is StageState.OVER else None,
        placed=tuple(people[id] for id in stage.order[: stage.places]) if stage.state is StageState.OVER else (),
        places=stage.places,
        seed=opened.seed if opened else "",
        not_before=opened.not_before if opened and not begun else "",
        options=t.regulations.playoff,
        chooser=people[stage.numbers[0]] if stage.state is StageState.NEEDS_COLOUR else None,
    )


def _cell(t: Tournament, one: StageGame, people: People, armageddon: bool) -> PlayoffCell:
    game, round = one.game, one.wave + 1 if one.wave is not None else 0
    board = game.board if game else 0
    ruling = t.playoff.rulings.get((round, board))
    return PlayoffCell(
        white=people[one.white],
        black=people[one.black],
        round=round,
        board=board,
        result=game.result if game else None,
        white_points=_points(one, one.white, armageddon),
        black_points=_points(one, one.black, armageddon),
        half_moves=(game.half_moves or 0) if game else 0,
        arbiter=t.playoff.arbiters.get((round, board), ""),
        ruling=ruling.ruling if ruling else "",
        open=game is not None and game.open,
        boards=_at_boards(one, armageddon),
    )


def _at_boards(one: StageGame, armageddon: bool) -> tuple[int, int] | None:
    game = one.game
    if game is None or not game.boards:
        return None
    return game.board_points(one.white, armageddon=armageddon), game.board_points(one.black, armageddon=armageddon)


def _points(one: StageGame, player: EntrantId, armageddon: bool) -> int:
    return one.game.points(player, armageddon=armageddon) if one.game else 0

"""A play-off as a small tree: its steps from left to right, and behind an open one what comes in either case."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from domain.formats.playoff.plan import GROUP_NAMES, PLAN, StepForm
from domain.formats.playoff.state import StageState
from domain.words.games import Colour
from projections.moment.people import Person
from projections.playoff.stages import NextCase, PlayoffHead, PlayoffPlace, PlayoffScore, PlayoffView, StageView

FINAL_PART = "final"
AROUND = frozenset({StepForm.KNOCKOUT, StepForm.GROUPS, StepForm.BEST_EIGHT})
"""Steps that are made of others: no card of their own once those are known."""


class CardKind(StrEnum):
    STEP = "step"
    WAYS = "ways"
    COMING = "coming"
    """Winners of pairings or groups who will meet."""
    OUTCOME = "outcome"


class LineMark(StrEnum):
    NONE = ""
    WON = "won"
    LEVEL = "level"
    OUT = "out"


class TreeLine(NamedTuple):
    person: Person
    points: int | None
    """Half-points; None before a game has a result, and where none are played."""
    mark: LineMark
    colour: Colour | None = None
    """In the game of two that is being played."""


class TreeCard(NamedTuple):
    kind: CardKind
    step: str
    """The name of the step; of a card that is no step, that of the one it belongs to."""
    form: StepForm | None = None
    where: str = ""
    """The group or pairing: `A`; `final`; empty = the play-off is one thing."""
    state: StageState | None = None
    lines: tuple[TreeLine, ...] = ()
    playing: tuple[tuple[Person, Person], ...] = ()
    not_before: str = ""
    ways: tuple[NextCase, ...] = ()
    decides: bool = True
    """The winner has the place; False = goes on to others."""
    winners_of: tuple[str, ...] = ()
    """Pairings or groups whose winners meet."""
    places: tuple[PlayoffPlace, ...] = ()

    @property
    def height(self) -> int:
        """Lines that it takes, with a title and the space to the next card."""
        return 2 + len(self.lines) + len(self.playing) + 2 * len(self.ways) + len(self.winners_of) + len(self.places)


TreeColumn = tuple[TreeCard, ...]


class PlayoffTree(NamedTuple):
    head: PlayoffHead
    columns: tuple[TreeColumn, ...]


def playoff_tree(view: PlayoffView) -> PlayoffTree:
    return PlayoffTree(view.head, tuple(_columns(view)))


def _columns(view: PlayoffView) -> Iterator[TreeColumn]:
    at = _columns_of(view.stages)
    with_card = (one for one in view.stages if one.form not in AROUND or one.state is StageState.NEEDS_LOTS)
    found = [(at[stage.name], _step(stage)) for stage in with_card]
    found += [
        (at[stage.name] + 1, TreeCard(CardKind.WAYS, stage.name, stage.form, ways=stage.cases, decides=_decides(stage)))
        for stage in view.stages
        if stage.form not in AROUND and stage.cases and stage.state not in (StageState.OVER, StageState.LEVEL)
    ]
    for stage in view.stages:
        found += _coming(stage, view.stages, found)
    if view.head.outcome:
        end = 1 + max(column for column, _ in found)
        places = view.head.outcome[: view.head.options.places]
        found.append((end, TreeCard(CardKind.OUTCOME, "", places=places)))
    last = max((column for column, _ in found), default=-1)
    for number in range(last + 1):
        yield tuple(card for column, card in found if column == number)


def _step(stage: StageView) -> TreeCard:
    playing = tuple((game.white, game.black) for game in stage.games if game.open)
    return TreeCard(
        CardKind.STEP,
        stage.name,
        stage.form,
        _where(stage.name),
        stage.state,
        tuple(_lines(stage)),
        playing if len(stage.scores) > 2 else (),
        stage.not_before if stage.state in (StageState.READY, StageState.PLAYING) else "",
        decides=_decides(stage),
    )


def _lines(stage: StageView) -> Iterator[TreeLine]:
    begun = any(game.result is not None and not game.open for game in stage.games)
    white = {game.white: game.black for game in stage.games if game.open}
    for line in stage.scores:
        colour = Colour.WHITE if line.person in white else Colour.BLACK if line.person in white.values() else None
        points = line.points if begun else None
        yield TreeLine(line.person, points, _mark(stage, line), colour if len(stage.scores) == 2 else None)


def _mark(stage: StageView, line: PlayoffScore) -> LineMark:
    """As the step itself left its players: those who were level in it stay so, whoever won afterwards."""
    if stage.state not in (StageState.OVER, StageState.LEVEL):
        return LineMark.NONE
    if stage.level:
        level = next(other.points for other in stage.scores if other.person in stage.level)
        ahead = LineMark.WON if line.points > level else LineMark.OUT
        return LineMark.LEVEL if line.person in stage.level else ahead
    return LineMark.WON if line.person in stage.placed else LineMark.OUT


def _columns_of(stages: Sequence[StageView]) -> dict[str, int]:
    """Each step by name: behind the one it came out of, and behind those whose winners meet in it."""
    at: dict[str, int] = {}
    form = {stage.name: stage.form for stage in stages}
    for stage in stages:
        column, prefix = 0, ""
        for part in stage.name.split("/"):
            before = prefix
            prefix = f"{prefix}/{part}" if prefix else part
            if part not in PLAN:
                column = max(column, _behind(at, before, part))
            elif prefix != stage.name and form[prefix] not in AROUND:
                column = at[prefix] + 1
        at[stage.name] = column
    return at


def _behind(at: dict[str, int], around: str, part: str) -> int:
    """The column after those whose winners meet in this part of a knock-out or of groups."""
    earlier = [
        column
        for name, column in at.items()
        if name.startswith(f"{around}/") and _is_before(name.removeprefix(f"{around}/").split("/")[0], part)
    ]
    return 1 + max(earlier, default=-1)


def _is_before(one: str, part: str) -> bool:
    if part == FINAL_PART:
        return one != FINAL_PART
    return one[0].isdigit() and part[0].isdigit() and _round(one) < _round(part)


def _round(pairing: str) -> int:
    return int(pairing[:-1])


def _where(name: str) -> str:
    part = next((part for part in reversed(name.split("/")) if part not in PLAN), "")
    return part if part == FINAL_PART else part[-1:]


def _decides(stage: StageView) -> bool:
    """Its winner has the place, and does not meet winners of others."""
    parts = [part for part in stage.name.split("/") if part not in PLAN]
    return all(part == FINAL_PART for part in parts)


def _coming(
    around: StageView, stages: Sequence[StageView], found: Sequence[tuple[int, TreeCard]]
) -> Iterator[tuple[int, TreeCard]]:
    """Meetings of winners that nobody has reached yet."""
    if around.state in (StageState.OVER, StageState.NEEDS_LOTS) or around.form not in (
        StepForm.KNOCKOUT,
        StepForm.GROUPS,
    ):
        return
    inside = [stage for stage in stages if stage.name.startswith(f"{around.name}/")]
    column = 1 + max((column for column, card in found if card.step.startswith(f"{around.name}/")), default=-1)
    if around.form is StepForm.GROUPS:
        groups = PLAN[around.name.rpartition("/")[2]].groups
        reached = any(_where(stage.name) == FINAL_PART for stage in inside)
        if not reached and len(groups) > around.places:
            form = PLAN[PLAN[around.name.rpartition("/")[2]].after].form
            known = {name: _winner(f"{around.name}/{name}", inside) for name in GROUP_NAMES[: len(groups)]}
            lines = tuple(TreeLine(who, None, LineMark.NONE) for who in known.values() if who)
            open_groups = tuple(name for name, who in known.items() if who is None)
            yield column, TreeCard(CardKind.COMING, around.name, form, FINAL_PART, lines=lines, winners_of=open_groups)
        return
    reached_round = max(_round(one.name.removeprefix(f"{around.name}/").split("/")[0]) for one in inside)
    left = len(around.scores) >> reached_round
    while left > around.places:
        for one in range(0, left, 2):
            winners = (GROUP_NAMES[one], GROUP_NAMES[one + 1])
            letter = GROUP_NAMES[one // 2] if left > 2 else ""
            yield column, TreeCard(CardKind.COMING, around.name, where=letter, winners_of=winners)
        left, column = left // 2, column + 1


def _winner(place: str, inside: Sequence[StageView]) -> Person | None:
    first = next((stage for stage in inside if stage.name.rpartition("/")[0] == place), None)
    return first.winner if first else None

"""Why a round is paired like this, as data: facts, the account, and the answers to "why not?"."""

from collections.abc import Iterator
from enum import StrEnum
from functools import partial

from domain.cards.card import Pair, PairingTask
from domain.pairing.lim.choosing import FloaterType, PairedAs, Turn
from domain.pairing.lim.competitors import ColourReason, Direction
from domain.pairing.lim.criteria import FORBIDDING
from domain.pairing.lim.engine import NAME, Drawing, GroupPaired, boards_made, bye_order, drawn
from domain.pairing.swiss.account import numbers_at, two_places
from domain.pairing.system import Account, Step
from domain.records import dataclass
from domain.words.articles import Article
from domain.words.players import PairingNumber

# Facts of the account of a pairing by Lim: data for `web/wording/pairing/lim.py`, no sentences.


article = partial(Article, NAME)


class GroupPart(StrEnum):
    """The part of the field that a group lies in."""

    ABOVE = "above"
    BELOW = "below"
    MEDIAN = "median"


@dataclass(frozen=True, slots=True)
class ScoreGroup:
    """One group (2.2); its steps follow."""

    number: int
    """In the order in which they are paired; the median is the last."""
    score: int
    part: GroupPart
    residents: tuple[int, ...]
    came_in: tuple[int, ...]
    """Floaters of the groups before it, in the order in which they are paired."""


@dataclass(frozen=True, slots=True)
class FloatsOut:
    """One who goes on to the next group (3.9)."""

    player: int
    type: FloaterType
    again: bool
    """Floated in the previous round too (3.10)."""


@dataclass(frozen=True, slots=True)
class Exchanged:
    """A player who did not take the first opponent of the order."""

    player: int
    opponent: int
    passed: tuple[int, ...]
    role: PairedAs
    for_colour: bool
    """One of them was free to be taken, but due the same colour."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A pair that was cracked for the median group (2.6)."""

    players: tuple[int, int]
    part: GroupPart


@dataclass(frozen=True, slots=True)
class BoardMade:
    """One board; its step's article is the one of the rule that gave the colours."""

    board: int
    white: int
    black: int
    group: int
    colours: ColourReason


@dataclass(frozen=True, slots=True)
class ByeGiven:
    player: int
    barred: tuple[int, ...]
    needed: tuple[int, ...]
    """Players before them without whom the rest could not be paired."""


class Reason(StrEnum):
    THEY_DO = "they-do"
    ABSENT = "absent"
    FORBIDDEN = "forbidden"
    """They have met, their colours cannot be given (2.1), or the arbiter keeps them apart."""
    OTHER_GROUPS = "other-groups"
    TAKEN = "taken"
    """Somebody whose turn came first took one of them."""
    NOT_COMPLETED = "not-completed"
    """With this pair the rest of the group could not be paired."""
    COLOUR = "colour"
    """One of them took somebody who is due the other colour (5.2)."""
    LATER = "later"
    """One of them took somebody who comes first in the order."""


@dataclass(frozen=True, slots=True)
class Unsuited:
    """Two whom a rule keeps from meeting."""

    players: tuple[int, int]


@dataclass(frozen=True, slots=True)
class WhyNot:
    """The rules that forbid the pair are the steps below it."""

    players: tuple[int, int]
    reason: Reason
    group: int = 0
    instead: tuple[int, int] | None = None
    """The player whose turn it was, and the opponent taken; None where no turn decided."""


# The account of a pairing by Lim: the steps of the procedure as they were taken.


def explain(task: PairingTask) -> Account:
    drawing = drawn(task)
    groups = [_group(drawing, number, one) for number, one in enumerate(drawing.groups, 1)]
    return Account((*groups[:-1], *_cracked(drawing), groups[-1]), tuple(_boards(drawing)), _bye(drawing))


def _group(drawing: Drawing, number: int, paired: GroupPaired) -> Step:
    group = paired.group
    downward = GroupPart.MEDIAN if number == len(drawing.groups) else GroupPart.ABOVE
    part = downward if group.direction is Direction.DOWNWARD else GroupPart.BELOW
    residents, came = (numbers_at(drawing.players, places) for places in (group.residents, paired.came_in))
    gone = (FloatsOut(drawing.players[one.place].number, one.type, one.again) for one in paired.floaters)
    steps = (*(Step(article("3.9"), facts) for facts in gone), *_exchanges(drawing, paired))
    return Step(article("2.2"), ScoreGroup(number, group.score, part, residents, came), steps)


def _exchanges(drawing: Drawing, paired: GroupPaired) -> Iterator[Step]:
    for turn in paired.turns:
        if passed := turn.order[: turn.order.index(turn.chosen)]:
            chooser, chosen, *before = numbers_at(drawing.players, (turn.chooser, turn.chosen, *passed))
            facts = Exchanged(chooser, chosen, tuple(before), turn.role, turn.for_colour)
            rule = "3.8" if turn.role is PairedAs.FLOATER else "5.2" if turn.for_colour else "4.2"
            yield Step(article(rule), facts)


def _cracked(drawing: Drawing) -> Iterator[Step]:
    for one in drawing.cracked:
        first, second = numbers_at(drawing.players, one.pair)
        yield Step(article("2.6"), TakenBack((first, second), GroupPart.ABOVE if one.above else GroupPart.BELOW))


def _boards(drawing: Drawing) -> Iterator[tuple[Pair, Step]]:
    for place, (rule, seats, group, _) in enumerate(boards_made(drawing), 1):
        yield seats, Step(article(rule.article), BoardMade(place, seats.white, seats.black, group, rule))


def _bye(drawing: Drawing) -> tuple[int, Step] | None:
    if drawing.bye is None:
        return None
    order = bye_order(drawing.task, drawing.players)
    before = [drawing.players[place] for place in order[: order.index(drawing.bye)]]
    barred = tuple(player.number for player in before if not player.bye_allowed)
    needed = tuple(player.number for player in before if player.bye_allowed)
    taker = drawing.players[drawing.bye].number
    rule = article("7.1" if drawing.task.round == 1 else "1.1")
    return taker, Step(rule, ByeGiven(taker, barred, needed))


# The reason two players do not meet in a round paired by Lim.


def why_not(task: PairingTask, a: PairingNumber, b: PairingNumber) -> Step:
    drawing = drawn(task)
    places = two_places(drawing.players, a, b)
    if places is None:
        return Step(None, WhyNot((a, b), Reason.ABSENT))
    if forbidden := _forbidden(drawing, task, places):
        return Step(None, WhyNot((a, b), Reason.FORBIDDEN), forbidden)
    pair = frozenset(places)
    for number, paired in enumerate(drawing.groups, 1):
        members = {member for turn in paired.turns for member in turn.pair}
        if pair <= members:
            turn = next(turn for turn in paired.turns if turn.pair & pair)
            instead = drawing.players[turn.chooser].number, drawing.players[turn.chosen].number
            return Step(None, WhyNot((a, b), _reason(turn, pair), number, instead))
    return Step(None, WhyNot((a, b), Reason.OTHER_GROUPS))


def _forbidden(drawing: Drawing, task: PairingTask, pair: tuple[int, int]) -> tuple[Step, ...]:
    one, other = (drawing.players[place] for place in pair)
    both = Unsuited((one.number, other.number))
    steps = [Step(article(row.number), both) for row in FORBIDDING if row.forbids(one, other)]
    ban = frozenset(both.players) in task.forbidden
    return (*steps, Step(None, both)) if ban else tuple(steps)


def _reason(turn: Turn, pair: frozenset[int]) -> Reason:
    if turn.pair == pair:
        return Reason.THEY_DO
    if turn.chooser not in pair:
        return Reason.TAKEN
    (other,) = pair - {turn.chooser}
    if other in turn.unavailable:
        return Reason.NOT_COMPLETED
    if turn.order.index(other) > turn.order.index(turn.chosen):
        return Reason.LATER
    return Reason.COLOUR

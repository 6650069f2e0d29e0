"""Why a round is paired like this, as data: facts, the account, and the answers to "why not?"."""

from collections.abc import Iterator
from enum import StrEnum
from functools import partial

from domain.cards.card import Pair, PairingTask
from domain.pairing.keizer.competitors import opponents, rounds_since
from domain.pairing.keizer.engine import NAME, Drawing, WhiteReason, drawn, wanted_between, white_and_black
from domain.pairing.swiss.account import numbers_at, two_places
from domain.pairing.system import Account, Step
from domain.records import dataclass
from domain.words.articles import Article
from domain.words.players import PairingNumber

# Facts of the account of a pairing by Keizer: data for `web/wording/pairing/keizer.py`, no sentences.

article = partial(Article, NAME)


@dataclass(frozen=True, slots=True)
class TableOrder:
    """Those who are there in the order in which they are paired, with their Keizer scores in hundredths."""

    players: tuple[tuple[PairingNumber, int], ...]


@dataclass(frozen=True, slots=True)
class Lowered:
    """So few rounds lie between two games of the same two, for with more not all can be paired."""

    wanted: int
    between: int


@dataclass(frozen=True, slots=True)
class BoardMade:
    board: int
    white: int
    black: int
    colours: WhiteReason
    places: tuple[int, int]
    """Places among those who are there, the higher first."""
    barred: tuple[int, ...]
    """Free and nearer to the higher of the two, but they may not meet."""
    needed: tuple[int, ...]
    """Free and nearer, but with that pair the others cannot all be paired."""


@dataclass(frozen=True, slots=True)
class ByeGiven:
    player: int
    missed: int
    """Byes and missed rounds until now."""
    spared: tuple[int, ...]
    """Lower in the table, with more byes and missed rounds."""
    needed: tuple[int, ...]
    """Before them in the order of the bye, but without them the others cannot all be paired."""


class Reason(StrEnum):
    THEY_DO = "they-do"
    ABSENT = "absent"
    BYE = "bye"
    FORBIDDEN = "forbidden"
    """The arbiter keeps them apart."""
    MET = "met"
    """Too few rounds lie between this one and their last game."""
    TAKEN = "taken"
    """Somebody above both had their turn before and took one of them."""
    NEARER = "nearer"
    """The higher one took somebody nearer."""
    NOT_COMPLETED = "not-completed"


@dataclass(frozen=True, slots=True)
class WhyNot:
    players: tuple[int, int]
    reason: Reason
    instead: tuple[int, int] | None = None
    """The player whose turn it was, and the opponent taken; None where no turn decided."""
    between: int = 0
    """Rounds that lie between this one and their last game."""


def explain(task: PairingTask) -> Account:
    made = drawn(task)
    order = TableOrder(tuple((one.number, one.score) for one in made.players))
    way = [Step(article("K2"), order)]
    if made.between < wanted_between(task):
        way.append(Step(article("K3"), Lowered(task.rounds_between, made.between)))
    return Account(tuple(way), tuple(_boards(task, made)), _bye(made))


def _boards(task: PairingTask, made: Drawing) -> Iterator[tuple[Pair, Step]]:
    legal, free = opponents(task, made.players, made.between), set(made.mates)
    for board, (a, b) in enumerate(made.pairs(), 1):
        nearer = [place for place in sorted(free) if a < place < b]
        barred, needed = ([place for place in nearer if legal[a] >> place & 1 is may] for may in (0, 1))
        pair, reason = white_and_black(made.players, a, b)
        facts = BoardMade(
            board,
            pair.white,
            pair.black,
            reason,
            (a + 1, b + 1),
            numbers_at(made.players, barred),
            numbers_at(made.players, needed),
        )
        free -= {a, b}
        yield pair, Step(article("K5"), facts)


def _bye(made: Drawing) -> tuple[int, Step] | None:
    if made.bye is None:
        return None
    taker = made.players[made.bye]
    spared = [place for place in range(made.bye + 1, len(made.players)) if made.players[place].missed > taker.missed]
    facts = ByeGiven(
        taker.number, taker.missed, numbers_at(made.players, spared), numbers_at(made.players, made.needed)
    )
    return taker.number, Step(article("K4"), facts)


# The reason two players do not meet in a round paired by Keizer.


def why_not(task: PairingTask, a: PairingNumber, b: PairingNumber) -> Step:
    made = drawn(task)
    places = two_places(made.players, a, b)
    if places is None:
        return Step(None, WhyNot((a, b), Reason.ABSENT))
    if made.bye in places:
        return Step(article("K4"), WhyNot((a, b), Reason.BYE))
    higher, lower = sorted(places)
    if made.mates[higher] == lower:
        return Step(None, WhyNot((a, b), Reason.THEY_DO))
    if frozenset((a, b)) in task.forbidden:
        return Step(None, WhyNot((a, b), Reason.FORBIDDEN))
    since = rounds_since(task, made.players[higher], made.players[lower])
    if since is not None and since < made.between:
        return Step(article("K3"), WhyNot((a, b), Reason.MET, between=since))
    return Step(article("K2"), _decided_by_a_turn(made, (a, b), higher, lower))


def _decided_by_a_turn(made: Drawing, players: tuple[int, int], higher: int, lower: int) -> WhyNot:
    mine, theirs = made.mates[higher], made.mates[lower]
    chooser = min(higher, mine, theirs)
    instead = made.players[chooser].number, made.players[made.mates[chooser]].number
    if chooser != higher:
        return WhyNot(players, Reason.TAKEN, instead)
    return WhyNot(players, Reason.NEARER if mine < lower else Reason.NOT_COMPLETED, instead)

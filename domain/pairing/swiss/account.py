"""Facts and steps of an account that several systems tell alike: data for `web/wording/pairing/`, no sentences."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from typing import Protocol

from domain.cards.card import Pair, PairingTask
from domain.pairing.graph.matching import Mates
from domain.pairing.swiss.colours import Preferring
from domain.pairing.swiss.criteria import ForbidsPair, One
from domain.pairing.system import Step
from domain.records import dataclass
from domain.words.articles import Article
from domain.words.games import Colour
from domain.words.players import PairingNumber


@dataclass(frozen=True, slots=True)
class VirtualPoints:
    """The virtual points of an accelerated event for the pairing of this round alone (C.04.7)."""

    half_points: int
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NotMet:
    times: int


@dataclass(frozen=True, slots=True)
class Unsatisfied:
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ByeGiven:
    """The bye of a system that gives it before anybody is paired."""

    player: int
    score: int
    games: int
    barred: tuple[int, ...]
    """Players before them in the order of the bye who cannot have it (C2)."""
    needed: tuple[int, ...]
    """Players before them without whom the others cannot all be paired."""


class Reason(StrEnum):
    """The reason two players do not meet."""

    THEY_DO = "they-do"
    ABSENT = "absent"
    BYE = "bye"
    """One of them has the bye, which is given first."""
    FORBIDDEN = "forbidden"
    """An absolute criterion, or the arbiter's ban."""
    OTHER_BRACKETS = "other-brackets"
    """They were never in one bracket together."""
    NOT_COMPLETED = "not-completed"
    """With this pair the others could not be paired (C4), whoever has the bye; in 1998: those of the bracket."""
    NOT_BELOW = "not-below"
    """With this pair not all others could be paired who are left after the brackets above (C4)."""
    WORSE = "worse"
    """The best pairing with this pair meets a criterion worse; in 1998: gives up more."""
    BELOW = "below"
    """It would come earlier, but the bracket below could not be completed with those it moves down (C.12, C.13)."""
    LATER = "later"
    """Just as good, but it comes later in the order of the system (1998: D.1, D.2; Dutch, Dubov: section 4)."""


@dataclass(frozen=True, slots=True)
class WhyNot:
    """The criterion that would be met worse, or those that forbid the pair, are the steps below it."""

    players: tuple[int, int]
    reason: Reason
    bracket: int = 0
    """The bracket where they could have met; 0 = none."""


class PairRole(StrEnum):
    """The origin of a pair inside its bracket, in the Dutch editions."""

    MOVED_DOWN = "moved-down"
    """The higher player had been moved down."""
    REMAINDER = "remainder"
    HOMOGENEOUS = "homogeneous"


@dataclass(frozen=True, slots=True)
class BoardMade:
    """One board of a Dutch edition; its step's article is the rule that gave the colours."""

    board: int
    white: int
    black: int
    bracket: int
    role: PairRole


# Steps of an account, and answers to "why not?", that several systems tell alike.


class Numbered(Protocol):
    @property
    def number(self) -> PairingNumber: ...


class OfferedBye(Numbered, Protocol):
    @property
    def score(self) -> int: ...

    @property
    def bye_allowed(self) -> bool: ...


class NumberedCriterion(Protocol):
    @property
    def number(self) -> str: ...


OfEdition = Callable[[str], Article]
"""The number of an article -> the article of the edition."""


def numbers_at(players: Sequence[Numbered], places: Iterable[int]) -> tuple[int, ...]:
    """Return the pairing numbers of some places."""
    return tuple(players[place].number for place in places)


def two_places(players: Sequence[Numbered], a: PairingNumber, b: PairingNumber) -> tuple[int, int] | None:
    """Return the places of two players who are asked about; None: they are not two, or one of them is not paired."""
    place = {player.number: at for at, player in enumerate(players)}
    return (place[a], place[b]) if a in place and b in place and a != b else None


def first_worse(
    criteria: Iterable[NumberedCriterion], wanted: Iterable[int], known: Iterable[int], article: OfEdition
) -> tuple[Step, ...]:
    """Return the first criterion that the wanted pairing meets worse than the known one, by their sums; empty: none."""
    for criterion, less, more in zip(criteria, wanted, known, strict=True):
        if less < more:
            return (Step(article(criterion.number), NotMet(more - less)),)
    return ()


def mates_of(settled: Iterable[Iterable[tuple[int, int]]]) -> Mates:
    """Return who meets whom in some brackets."""
    pairs = [pair for found in settled for pair in found]
    return dict([*pairs, *((other, one) for one, other in pairs)])


def bye_told(
    players: Sequence[OfferedBye], order: Sequence[int], taker: int, games: int, article: Article
) -> tuple[int, Step]:
    """The bye that went to the first in this order who could have it, with those who came before."""
    before = [players[place] for place in order[: order.index(taker)]]
    barred = tuple(player.number for player in before if not player.bye_allowed)
    needed = tuple(player.number for player in before if player.bye_allowed)
    facts = ByeGiven(players[taker].number, players[taker].score, games, barred, needed)
    return players[taker].number, Step(article, facts)


def virtual_points_told(task: PairingTask, article: Article | None = None) -> Iterator[Step]:
    """The highest virtual points first; nothing in a round without any."""
    given = {n: task.virtual_points(n, task.round) for n, card in task.cards.items() if card.present}
    for points in sorted({*given.values()} - {0}, reverse=True):
        yield Step(article, VirtualPoints(points, tuple(n for n, mine in sorted(given.items()) if mine == points)))


def without_their_colour(seats: Pair, one: Preferring, other: Preferring) -> PairingNumber:
    """The one of two who want the same colour who does not get it."""
    given = {seats.white: Colour.WHITE, seats.black: Colour.BLACK}
    return next(p.number for p in (one, other) if p.preference.colour is not given[p.number])


def forbidden_steps(
    task: PairingTask, one: One, other: One, forbidding: Iterable[ForbidsPair[One]], article: OfEdition
) -> tuple[Step, ...]:
    """The criteria that keep these two apart, then the arbiter's ban; empty = they may meet."""
    both = Unsatisfied((one.number, other.number))
    steps = [Step(article(row.number), both) for row in forbidding if row.forbids(one, other)]
    ban = frozenset(both.players) in task.forbidden
    return (*steps, Step(None, both)) if ban else tuple(steps)

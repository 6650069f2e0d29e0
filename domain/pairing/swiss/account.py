"""Facts of an account that several systems of 2026 tell alike: data for `web/wording/pairing/`, no sentences."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from domain.cards.card import Pair, PairingTask
from domain.pairing.account import Step
from domain.pairing.graph.bit_sets import bits
from domain.pairing.graph.completion import completed
from domain.pairing.graph.matching import Graph, Mates
from domain.pairing.graph.rivals import left_over
from domain.pairing.swiss.colours import Preference
from domain.pairing.swiss.criteria import ForbidsPair, HasMet, One
from domain.pairing.swiss.of_2026 import Places
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
    """A criterion that this bracket could not meet in full, and how often it is not met."""

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
    """Games played, of Double-Swiss matches."""
    barred: tuple[int, ...]
    """Players before them in the order of the bye who cannot have it (C2)."""
    needed: tuple[int, ...]
    """Players before them without whom the others cannot all be paired."""


@dataclass(frozen=True, slots=True)
class FloatUp:
    """The upfloaters of a bracket; below it those who come before one of them in the order and did not float up."""

    players: tuple[int, ...]
    more: int = 0
    """Others who come before, of whom nothing is said."""


@dataclass(frozen=True, slots=True)
class PassedOver:
    """Somebody whose floating up the article of the step forbids, or meets worse; no article: see below."""

    player: int
    stranded: tuple[int, ...] = ()
    """Players who could not all be paired then. Empty and no article: their sets come later in the order."""
    met: bool = False
    """Those are two who have met."""


class Reason(StrEnum):
    """The reason two players do not meet, in a system that gives the bye first."""

    THEY_DO = "they-do"
    ABSENT = "absent"
    BYE = "bye"
    """One of them has the bye, which is given first."""
    FORBIDDEN = "forbidden"
    """An absolute criterion, or the arbiter's ban."""
    OTHER_BRACKETS = "other-brackets"
    """One of them is in a bracket to which the other does not belong."""
    NOT_COMPLETED = "not-completed"
    """With this pair not everybody else could be paired, whoever has the bye."""
    NOT_BELOW = "not-below"
    """With this pair not all others could be paired who are left after the bye and the brackets above."""
    WORSE = "worse"
    """The best pairing with this pair meets a criterion worse."""
    LATER = "later"
    """Just as good, but it comes later in the order of the system."""


@dataclass(frozen=True, slots=True)
class WhyNot:
    """The criterion that would be met worse, or those that forbid the pair, are the steps below it."""

    players: tuple[int, int]
    reason: Reason
    bracket: int = 0
    """The bracket where they could have met; 0 = none."""


# Steps of an account that several systems of 2026 tell alike.


class Preferring(Protocol):
    @property
    def number(self) -> PairingNumber: ...

    @property
    def preference(self) -> Preference: ...


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
    task: PairingTask, one: One, other: One, forbidding: Iterable[ForbidsPair[One]], article: Callable[[str], Article]
) -> tuple[Step, ...]:
    """The criteria that keep these two apart, then the arbiter's ban; empty = they may meet."""
    both = Unsatisfied((one.number, other.number))
    steps = [Step(article(row.number), both) for row in forbidding if row.forbids(one, other)]
    ban = frozenset(both.players) in task.forbidden
    return (*steps, Step(None, both)) if ban else tuple(steps)


# Upfloaters beside those who come before them in the order of their system: what stood in the way of each.

MOST_TOLD = 3
"""Players of one bracket of whom it is said why they did not float up; the first in the order."""

Worse = Callable[[Graph, Mates], Article | None]
"""A graph in which somebody has to float up, and a complete pairing -> the criterion that is met worse then."""


@dataclass(frozen=True, slots=True)
class PossibleRise:
    """A top scoregroup and those below it, in the order in which they would float up."""

    players: Sequence[HasMet]
    """By place."""
    graph: Graph
    residents: int
    """As bits."""
    order: Places
    worse: Worse

    def told(self, article: Article, up: Places) -> Iterator[Step]:
        """The upfloaters, and below them the first of those whom they passed; nothing where nobody floats up."""
        if not up:
            return
        last = max(map(self.order.index, up))
        passed = [place for place in self.order[:last] if place not in up]
        steps = tuple(self._passed(place) for place in passed[:MOST_TOLD])
        yield Step(article, FloatUp(self._numbers(up), max(0, len(passed) - MOST_TOLD)), steps)

    def _passed(self, place: int) -> Step:
        graph = self._risen(place)
        mates = completed(graph, sum(1 << one for one in graph), {})
        number = self.players[place].number
        if mates is not None:
            return Step(self.worse(graph, mates), PassedOver(number))
        left = left_over(graph)
        met = len(left) == 2 and self.players[left[1]].number in self.players[left[0]].met
        return Step(None, PassedOver(number, self._numbers(left), met))

    def _risen(self, place: int) -> dict[int, int]:
        """The graph in which this one of those below has nobody but residents."""
        everybody = self.residents | sum(1 << one for one in self.order)
        alone = self.residents | 1 << place
        graph = {one: self.graph[one] & everybody for one in bits(everybody)}
        return {one: others if alone >> one & 1 else others & ~(1 << place) for one, others in graph.items()} | {
            place: graph[place] & self.residents
        }

    def _numbers(self, places: Sequence[int]) -> tuple[int, ...]:
        return tuple(self.players[place].number for place in places)

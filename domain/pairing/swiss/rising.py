"""Accounts of systems in which players float up: their facts, and who else might have. Data, no sentences."""

from collections.abc import Callable, Iterator, Sequence

from domain.pairing.graph.alternating import completed, left_over
from domain.pairing.graph.matching import Graph, Mates, bits
from domain.pairing.swiss.account import numbers_at
from domain.pairing.swiss.criteria import HasMet
from domain.pairing.swiss.edition import Places
from domain.pairing.system import Step
from domain.records import dataclass
from domain.words.articles import Article


@dataclass(frozen=True, slots=True)
class PairingBracket:
    """One bracket (1.3.2); its steps follow."""

    number: int
    """1 is the top."""
    score: int
    """Half-points of its residents, virtual ones included."""
    residents: tuple[int, ...]
    upfloaters: tuple[int, ...]
    """From lower scoregroups (Dubov 3.2.1, 3.2.2; Double-Swiss and teams 3.5)."""


@dataclass(frozen=True, slots=True)
class FloatUp:
    """The upfloaters of a bracket; below it those who come before one of them in the order and did not float up."""

    players: tuple[int, ...]
    more: int = 0
    """Further players who come before, about whom the account says nothing."""


@dataclass(frozen=True, slots=True)
class PassedOver:
    """Somebody whose floating up the article of the step forbids, or meets worse; no article: see below."""

    player: int
    stranded: tuple[int, ...] = ()
    """Players who could not all be paired then. Empty and no article: their sets come later in the order."""
    met: bool = False
    """The two have met."""


@dataclass(frozen=True, slots=True)
class BoardMade:
    """One board; its step's article is the rule that gave the colours."""

    board: int
    white: int
    black: int
    bracket: int
    upfloater: int | None
    """The one of the two who came from below."""


# Upfloaters beside those who come before them in the order of their system: what stood in the way of each.

MOST_TOLD = 3
"""The first players of one bracket, in the order, for whom the account says why they did not float up."""

Worse = Callable[[Graph, Mates], Article | None]
"""A graph in which somebody has to float up, and a complete pairing -> the criterion that is met worse then."""


@dataclass(frozen=True, slots=True)
class PossibleRise:
    """A top scoregroup and those below it, in the order in which they would float up."""

    players: Sequence[HasMet]
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
        yield Step(article, FloatUp(numbers_at(self.players, up), max(0, len(passed) - MOST_TOLD)), steps)

    def _passed(self, place: int) -> Step:
        graph = self._risen(place)
        mates = completed(graph, sum(1 << one for one in graph), {})
        number = self.players[place].number
        if mates is not None:
            return Step(self.worse(graph, mates), PassedOver(number))
        left = left_over(graph)
        met = len(left) == 2 and self.players[left[1]].number in self.players[left[0]].met
        return Step(None, PassedOver(number, numbers_at(self.players, left), met))

    def _risen(self, place: int) -> dict[int, int]:
        everybody = self.residents | sum(1 << one for one in self.order)
        alone = self.residents | 1 << place
        graph = {one: self.graph[one] & everybody for one in bits(everybody)}
        return {one: others if alone >> one & 1 else others & ~(1 << place) for one, others in graph.items()} | {
            place: graph[place] & self.residents
        }

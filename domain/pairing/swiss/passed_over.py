"""Upfloaters beside those who come before them in the order of their system: what stood in the way of each."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from domain.pairing.account import Step
from domain.pairing.graph.bit_sets import bits
from domain.pairing.graph.completion import completed
from domain.pairing.graph.matching import Graph, Mates
from domain.pairing.graph.rivals import left_over
from domain.pairing.swiss.absolute import HasMet
from domain.pairing.swiss.facts import FloatUp, PassedOver
from domain.pairing.swiss.places import Places
from domain.words.articles import Article

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

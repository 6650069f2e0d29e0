"""Steps of an account that several systems of 2026 tell alike."""

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from domain.cards.card import Pair, PairingTask
from domain.pairing.account import Step
from domain.pairing.swiss.absolute import ForbidsPair, One
from domain.pairing.swiss.colours import Preference
from domain.pairing.swiss.facts import Unsatisfied, VirtualPoints
from domain.words.articles import Article
from domain.words.games import Colour
from domain.words.players import PairingNumber


class Preferring(Protocol):
    """A player with a colour preference."""

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

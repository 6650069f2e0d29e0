"""How games end that nobody plays: drawn by lot, as the favourite wins, or as draws."""

from collections.abc import Callable, Iterator
from itertools import count, repeat

from domain.ranking.game_chances import GameChances
from domain.records import dataclass
from domain.words.games import Result

Lot = Callable[[GameChances], Result]
"""The end of a game by its outcome for White: `EndsByLot`, `ends_by_rating`, `ends_drawn`."""


@dataclass(frozen=True, slots=True)
class EndsByLot:
    """Games that end by lot, between players whose strengths are drawn by lot once a run; White's move counts."""

    chance: Callable[[], float]
    """Gives numbers from 0 up to but not including 1, as `random.Random().random`."""

    def __call__(self, chances: GameChances) -> Result:
        luck = self.chance()
        if luck < chances.won:
            return Result.WHITE_WINS
        return Result.DRAW if luck < chances.won + chances.drawn else Result.BLACK_WINS


def evenly(lot: Lot, times: int) -> Iterator[Lot]:
    """A lot for each of so many goes at the same games, one after the other.

    Each by itself is like any other, but together they share out what a game can come to: the numbers for its place in
    the order of draws lie one in each of `times` equal parts (a Latin hypercube; M. D. McKay, R. J. Beckman and W. J.
    Conover, "A Comparison of Three Methods for Selecting Values of Input Variables", Technometrics 21, 1979).
    """
    if not isinstance(lot, EndsByLot):
        yield from repeat(lot, times)
        return
    chance, parts = lot.chance, list[list[int]]()
    for time in range(times):
        yield EndsByLot(_shared_out(chance, parts, time, times).__next__)


def _shared_out(chance: Callable[[], float], parts: list[list[int]], time: int, times: int) -> Iterator[float]:
    for at in count():
        if at == len(parts):
            parts.append(sorted(range(times), key=lambda _: chance()))
        yield (parts[at][time] + chance()) / times


def ends_by_rating(chances: GameChances) -> Result:
    """The favourite wins; equals draw."""
    if chances.won == chances.lost:
        return Result.DRAW
    return Result.WHITE_WINS if chances.won > chances.lost else Result.BLACK_WINS


def ends_drawn(_chances: GameChances) -> Result:
    return Result.DRAW

"""The account of a pairing: a tree of steps. It has no sentences (`web/wording/pairing/` has) and knows no edition."""

from dataclasses import dataclass

from domain.cards.card import Pair
from domain.words.articles import Article


@dataclass(frozen=True, slots=True)
class Step:
    article: Article | None
    """The article that asks for it; None: nothing but a fact."""
    facts: object
    """A frozen dataclass of the edition that says the rest; every number in it is a pairing number."""
    children: tuple["Step", ...] = ()


@dataclass(frozen=True, slots=True)
class Account:
    way: tuple[Step, ...]
    boards: tuple[tuple[Pair, Step], ...]
    bye: tuple[int, Step] | None = None

    @property
    def pairs(self) -> frozenset[Pair]:
        return frozenset(pair for pair, _ in self.boards)

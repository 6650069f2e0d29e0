"""The account of a pairing: a tree of steps. It has no sentences (`web/wording/pairing/` has) and knows no edition."""

from dataclasses import dataclass

from domain.cards.card import Pair
from domain.words.articles import Article


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that was done or decided, and what it is made of."""

    article: Article | None
    """The article that asks for it; None: nothing but a fact."""
    facts: object
    """A frozen dataclass of the edition that says the rest; every number in it is a pairing number."""
    children: tuple["Step", ...] = ()


@dataclass(frozen=True, slots=True)
class Account:
    """The whole round."""

    way: tuple[Step, ...]
    """The steps of the pairing, in their order."""
    boards: tuple[tuple[Pair, Step], ...]
    """Each board in the order of the pairing, and why it is there."""
    bye: tuple[int, Step] | None = None
    """The entrant who is left over, and why."""

    @property
    def pairs(self) -> frozenset[Pair]:
        return frozenset(pair for pair, _ in self.boards)

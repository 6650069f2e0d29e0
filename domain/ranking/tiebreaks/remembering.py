"""Values worked out for every player, and those of them that a changed card can reach."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TypeVar, cast

T = TypeVar("T")

MemoKey = tuple[object, tuple[int, ...]]
"""The question, and the players it is asked among."""


class Reach(IntEnum):
    """The distance in games of the cards that a value is made of."""

    OWN = 0
    OPPONENTS = 1
    """And those of everybody the player was paired with."""
    THEIR_OPPONENTS = 2
    EVERYBODY = 3
    """A place among all."""


@dataclass(frozen=True, slots=True)
class _List:
    values: list[object]
    stale: frozenset[int] = frozenset()
    """Players whose cards have changed since."""


@dataclass(slots=True)
class Memory:
    """Lists with a value for each player, by a key. A list that was given away is never changed."""

    foes: Sequence[Sequence[int]]
    """The scheduled opponent by player and round; -1 = none."""
    _lists: dict[object, _List] = field(default_factory=dict)
    _before: dict[MemoKey, object] = field(default_factory=dict)
    """Answers about some players from before the cards changed that still hold."""
    _among: dict[MemoKey, object] = field(default_factory=dict)
    _within: dict[tuple[frozenset[int], Reach], list[int]] = field(default_factory=dict)

    def list_of(self, key: object, reach: Reach, work: Callable[[Sequence[int]], Iterable[T]]) -> list[T]:
        """`work(players)` for all players, worked out once.

        Values known from before some cards changed are worked out again for those only whom
        the change can reach.
        """
        known = self._lists.get(key)
        if known is None:
            values = list(work(range(len(self.foes))))
        elif known.stale:
            again = self._reached(known.stale, reach)
            values = cast("list[T]", known.values.copy())
            for i, value in zip(again, work(again), strict=True):
                values[i] = value
        else:
            return cast("list[T]", known.values)
        self._lists[key] = _List(cast("list[object]", values))
        return values

    def marks(self, reach: Reach) -> list[object]:
        """Something for each player that is something else as soon as a card in reach has changed."""
        return self.list_of(("marks", reach), reach, lambda players: [object() for _ in players])

    def among(self, key: object, group: Sequence[int], work: Callable[[], T]) -> T:
        """`work()` about nothing but the cards of this group, known until one of them changes.

        A group that nobody asks for between two changes is forgotten: such groups come and go.
        """
        at = key, tuple(group)
        if at not in self._among:
            self._among[at] = self._before[at] if at in self._before else work()
        return cast(T, self._among[at])

    def after(self, changed: Collection[int]) -> "Memory":
        """The memory that still holds when these players' cards have changed, but not whom they met."""
        lists = {key: _List(known.values, known.stale.union(changed)) for key, known in self._lists.items()}
        still = {at: known for at, known in self._among.items() if not any(i in changed for i in at[1])}
        return Memory(self.foes, lists, still)

    def _reached(self, players: frozenset[int], reach: Reach) -> Sequence[int]:
        if reach is Reach.EVERYBODY:
            return range(len(self.foes))
        if (players, reach) not in self._within:
            found = set(players)
            for _ in range(reach):
                found.update(*[self.foes[i] for i in found])
                found.discard(-1)
            self._within[players, reach] = sorted(found)
        return self._within[players, reach]

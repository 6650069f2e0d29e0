"""Lines made of columns, each made again only when its cells are other objects than the time before.

A value that has not changed is the same object nearly everywhere here, and to look for that costs next to nothing.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import compress
from operator import is_not
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class MadeLines(Generic[T]):
    """Lines, and the columns that they were made of."""

    lines: tuple[T, ...] = ()
    columns: tuple[Sequence[object], ...] = ()

    def renewed(self, make: Callable[..., T], *columns: Sequence[object], equals: bool = False) -> "MadeLines[T]":
        """The lines made of these columns, which run in step and which nobody changes after this call.

        `equals`: a line that comes out equal is given again, for those who keep what they made of it.
        """
        if len(columns) != len(self.columns) or len(columns[0]) != len(self.lines):
            return MadeLines(tuple(map(make, *columns)), columns)
        lines = list(self.lines)
        unlike = [map(is_not, now, before) for now, before in zip(columns, self.columns, strict=True)]
        for at in {at for column in unlike for at in compress(range(len(lines)), column)}:
            line = make(*[column[at] for column in columns])
            if not equals or line != lines[at]:
                lines[at] = line
        return MadeLines(tuple(lines), columns)

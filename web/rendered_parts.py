"""Cache of rendered HTML rows, shared by pages, feed and screens."""

from collections.abc import Collection, Hashable

MAX_RENDERED_PARTS = 120_000
"""The most parts that are kept: those of 200 lists of 600 players."""


class RenderedParts:
    """Print a part again only when its value changes; forget parts that nobody asks for any more.

    A page of six hundred rows after one result, and the feed that pushes what changed, print the same few rows
    once between them.
    """

    def __init__(self, most: int = MAX_RENDERED_PARTS) -> None:
        self._most = most
        self._recent: dict[Hashable, tuple[object, str]] = {}
        self._older: dict[Hashable, tuple[object, str]] = {}
        """Rows that were not asked for since `grow_older`."""

    def __len__(self) -> int:
        return len(self._recent) + len(self._older)

    def find(self, at: Hashable, value: object) -> str | None:
        """The part at this place, if it was printed from this value."""
        known = self._recent.get(at)
        if known is None:
            known = self._older.pop(at, None)
            if known is None:
                return None
            self._recent[at] = known
        return known[1] if known[0] is value or known[0] == value else None

    def keep(self, at: Hashable, value: object, printed: str) -> str:
        """Keep and return the part that now stands at this place."""
        self._recent[at] = value, printed
        if 2 * len(self._recent) > self._most:
            self.grow_older()
        return printed

    def forget(self, slugs: Collection[str]) -> None:
        """The rows of these tournaments: the place of each ends in its tournament."""
        for parts in (self._recent, self._older):
            for at in [at for at in parts if isinstance(at, tuple) and at[-1] in slugs]:
                del parts[at]

    def grow_older(self) -> None:
        """Forget what nobody has asked for since this was called last."""
        self._older, self._recent = self._recent, {}


RENDERED = RenderedParts()
"""Parts of the present alone: pages of the past are printed once, in other threads, and would fill the memory."""

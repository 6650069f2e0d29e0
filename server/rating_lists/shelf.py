"""The rating lists of a server: which are there, who is in them, and a new one in the place of an old one."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass

from domain.words.rating_lists import FIDE, ListName, RatingEntry
from server.rating_lists.reading import ComingList, Progress
from server.rating_lists.searching import OpenList, entries_numbered, search_open_list, with_whole_name


@dataclass(frozen=True, slots=True)
class AboutList:
    """A list on the shelf."""

    name: ListName
    players: int
    skipped: int
    imported: str
    """ISO date and time in UTC."""
    findable: int
    """Players that can be found by name: fewer than all while the list is being read."""

    @property
    def whole(self) -> bool:
        return self.findable >= self.players


class Shelf(ABC):
    """Lists appear and are replaced while it is in use.

    The first list of a publisher is open while it is being read: its strongest players can be found already.
    """

    @abstractmethod
    def publishers(self) -> list[str]:
        """Those whose lists are here and whole."""

    @abstractmethod
    def about(self, publisher: str = FIDE) -> AboutList | None:
        """The list as `open` gives it."""

    @abstractmethod
    def put(self, name: ListName, file: ComingList, progress: Progress) -> int:
        """The number of players of the new list. The old one stays where it fails. Raises BadRatingList."""

    @abstractmethod
    def open(self, publisher: str) -> AbstractContextManager[OpenList | None]:
        """A list as it stands now, the first one also while it is being read; None = it is not there."""

    @abstractmethod
    def close(self) -> None:
        """Nothing is read any more."""

    def lists(self) -> list[AboutList]:
        """FIDE's first, the others by their letters."""
        found = [one for one in map(self.about, self.publishers()) if one]
        return sorted(found, key=lambda one: (one.name.publisher != FIDE, one.name.publisher))

    def name(self, publisher: str = FIDE) -> str:
        """The list and its month; empty = it is not there."""
        found = self.about(publisher)
        return str(found.name) if found else ""

    def search(self, typed: str, federation: str = "", publisher: str = FIDE) -> list[RatingEntry]:
        """By number where digits are typed, else by name in any order and alphabet; the likeliest first."""
        with self.open(publisher) as listed:
            return search_open_list(listed, typed, federation) if listed else []

    def by_numbers(self, numbers: Iterable[int], publisher: str = FIDE) -> dict[int, RatingEntry]:
        """Number to entry, for those on the list."""
        with self.open(publisher) as listed:
            return entries_numbered(listed, numbers) if listed else {}

    def by_whole_name(self, name: str, publisher: str = FIDE) -> list[RatingEntry]:
        """Everybody with this name in any order and alphabet, and no other word in it."""
        with self.open(publisher) as listed:
            return with_whole_name(listed, name) if listed else []

"""The rating lists of a server: which are there, who is in them, and a new one in the place of an old one."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager

import msgspec

from domain.records import dataclass
from domain.words.rating_lists import FIDE, ListName, RatingEntry
from server.rating_lists.reading import ComingList, UnreadLine
from server.rating_lists.searching import LARGEST_NUMBER, OpenList, entries_numbered, search_open_list, with_whole_name
from server.rating_lists.sources import ListSources, SourcesChange
from server.workers.pool import Progress

MONTHS_KEPT = 2
"""Lists of earlier months that stay beside the newest of a publisher."""
SOME_NAMES = 5
KEPT_MARK = "@"
"""Between publisher and month of a list that is not the newest: `FIDE@2026-10`. No publisher has it."""


def kept_as(name: ListName) -> str:
    """The mark by which a list of an earlier month is opened."""
    return f"{name.publisher}{KEPT_MARK}{name.month}"


def written_unread(lines: Sequence[UnreadLine]) -> str:
    return msgspec.json.encode(lines).decode()


def unread_in(kept: str | None) -> tuple[UnreadLine, ...]:
    return msgspec.json.decode(kept, type=tuple[UnreadLine, ...]) if kept else ()


@dataclass(frozen=True, slots=True)
class AboutList:
    name: ListName
    players: int
    skipped: int
    imported: str
    """ISO date and time in UTC."""
    findable: int
    """Players that can be found by name: fewer than all while the list is being read."""
    unread: tuple[UnreadLine, ...] = ()
    """The first of the lines that were skipped; none of lists that older servers have read."""

    @property
    def whole(self) -> bool:
        return self.findable >= self.players


class Shelf(ABC):
    """Lists appear and are replaced while it is in use.

    The first list of a publisher is open while it is being read: its strongest players can be found already.
    """

    @abstractmethod
    def publishers(self) -> list[str]:
        """Names of lists that are here and whole."""

    @abstractmethod
    def months_kept(self, publisher: str) -> list[str]:
        """The months of the lists beside the newest one."""

    @abstractmethod
    def about(self, publisher: str = FIDE) -> AboutList | None:
        """The list as `open` gives it."""

    @abstractmethod
    def put(self, name: ListName, file: ComingList, progress: Progress) -> int:
        """The number of players of the new list. The old one stays where it fails. Raises BadRatingList."""

    @abstractmethod
    def open(self, publisher: str) -> AbstractContextManager[OpenList | None]:
        """A list as it stands now, the first one also while it is being read; None = it is not there.

        Where a publisher is asked for, the mark of a list of an earlier month is one, too.
        """

    @abstractmethod
    def sources(self) -> ListSources:
        """The addresses that lists are fetched from, and the order they count in."""

    @abstractmethod
    def change_sources(self, change: SourcesChange) -> None:
        """In one step: of two who change them at once, on whatever machine, the second changes what the first has left.

        Raises OSError where they cannot be kept.
        """

    @abstractmethod
    def close(self) -> None:
        """Nothing is read any more."""

    def valid_in(self, publisher: str, month: str) -> str:
        """The mark of the list that held in this month: the newest that is not newer, else the oldest that is here."""
        about = self.about(publisher)
        if about is None:
            return publisher
        marks = {kept: kept_as(ListName(publisher, kept)) for kept in self.months_kept(publisher)}
        marks[about.name.month] = publisher
        fitting = [kept for kept in marks if kept <= month]
        return marks[max(fitting) if fitting else min(marks)]

    def lists(self) -> list[AboutList]:
        """FIDE's first, the others by their letters."""
        found = [one for one in map(self.about, self.publishers()) if one]
        return sorted(found, key=lambda one: (one.name.publisher != FIDE, one.name.publisher))

    def openable(self) -> set[str]:
        """The publishers whose lists can be searched: also FIDE's first one while it is being read."""
        return {*self.publishers(), *([FIDE] if self.about(FIDE) else [])}

    def name(self, publisher: str = FIDE) -> str:
        found = self.about(publisher)
        return str(found.name) if found else ""

    def some_names(self, publisher: str = FIDE) -> list[str]:
        """A few players, by whose names somebody sees whether the letters are right."""
        with self.open(publisher) as listed:
            return [str(row[1]) for row in listed.numbered(0, LARGEST_NUMBER, SOME_NAMES)] if listed else []

    def search(self, typed: str, *near: str, publisher: str = FIDE) -> list[RatingEntry]:
        """As `search_open_list`; nobody where the list is not there."""
        with self.open(publisher) as listed:
            return search_open_list(listed, typed, near) if listed else []

    def by_numbers(self, numbers: Iterable[int], publisher: str = FIDE) -> dict[int, RatingEntry]:
        with self.open(publisher) as listed:
            return entries_numbered(listed, numbers) if listed else {}

    def by_whole_name(self, name: str, publisher: str = FIDE) -> list[RatingEntry]:
        """Everybody with this name in any order and alphabet, and no other word in it."""
        with self.open(publisher) as listed:
            return with_whole_name(listed, name) if listed else []

"""A rating list put on the shelf out of its file: minutes of work for a worker."""

from collections.abc import Mapping
from contextlib import closing
from dataclasses import field
from pathlib import Path

from domain.files.encodings import Encoding
from domain.files.lists.players import ChosenColumns
from domain.records import dataclass
from domain.words.rating_lists import FIDE, ListName
from server.rating_lists.national import NationalList
from server.rating_lists.reading import opened_list
from server.rating_lists.shelf import AboutList
from server.rating_lists.sqlite import shelf_of
from server.workers.pool import Progress


@dataclass(frozen=True, slots=True)
class ListToRead:
    path: Path
    data: Path
    database: str = ""
    """The database that the lists are in; empty = they are files in the data directory."""
    publisher: str = FIDE
    month: str = ""
    """Empty = that of the file's date."""
    columns: Mapping[str, str] = field(default_factory=dict)
    """Of a national list: field to the head of its column, for heads that say nothing to us."""
    chosen: ChosenColumns | None = None
    """All columns of a national list by their places; None = they are found."""
    encoding: Encoding | None = None
    """Of a national list; None = it is found."""

    @property
    def said(self) -> str:
        """As a sentence has it."""
        return f"{self.publisher} {self.month}".strip()


def import_list(wanted: ListToRead, progress: Progress) -> AboutList | None:
    """The list as it stands on the shelf then. Raises BadRatingList, BadRoster, OSError."""
    with closing(shelf_of(wanted.data, wanted.database)) as shelf:
        if wanted.publisher == FIDE:
            with opened_list(wanted.path, progress) as file:
                shelf.put(ListName(FIDE, wanted.month or file.month), file, progress)
        else:
            national = NationalList(wanted.path, wanted.columns, wanted.chosen, wanted.encoding)
            shelf.put(ListName(wanted.publisher, wanted.month or national.month), national, progress)
        return shelf.about(wanted.publisher)

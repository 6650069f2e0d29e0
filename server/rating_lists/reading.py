"""Files of FIDE's rating lists, read a player at a time: zip, text or XML of any size."""

import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Protocol

from domain.files.lists.fide import BadListLine, entry_of_tags, of_one_speed, speed_of_file, text_columns
from domain.records import dataclass
from domain.words.rating_lists import RatingEntry, Speed
from server.notice import Noticed, notice
from server.workers.pool import Progress

LARGEST_LIST_OCTETS = 4 * 1024**3
MOST_BAD_LINES = 1000
MOST_BAD_LINES_KEPT = 10
"""The first of them, which people are shown."""
LINES_TO_A_STEP = 4096
NO_DATE_YEAR = 1980
LONGEST_LINE_OCTETS = 4096
LONGEST_SHOWN_CHARS = 40

LEAST_SHARE_OF_LAST = 0.5
"""A list with fewer players than this share of the last one was cut off on its way."""


@dataclass(frozen=True, slots=True)
class UnreadLine:
    number: int
    field: str
    text: str


class ComingList(Protocol):
    """A rating list on its way in, in any form."""

    skipped: int
    unread: list[UnreadLine]
    """The first of those skipped."""

    def entries(self) -> Iterator[RatingEntry]: ...


class BadRatingList(Noticed):
    """The file is no rating list, or a damaged one."""


@dataclass(slots=True)
class ListFile:
    octets: IO[bytes]
    size: int
    month: str
    """`2026-11`, by the date of the file in the zip."""
    is_xml: bool
    progress: Progress
    speed: Speed | None = None
    """That of a list with one rating; None = it has all of them, or its name does not say."""
    skipped: int = 0
    unread: list[UnreadLine] = field(default_factory=list)

    def entries(self) -> Iterator[RatingEntry]:
        """Raises BadRatingList."""
        try:
            yield from self._of_xml() if self.is_xml else self._of_text()
        except (zipfile.BadZipFile, EOFError, OSError, NotImplementedError) as error:
            raise BadRatingList(notice("rating-list-damaged", why=str(error) or type(error).__name__)) from None

    def _of_text(self) -> Iterator[RatingEntry]:
        try:
            columns = text_columns(self.octets.readline(LONGEST_LINE_OCTETS), self.speed or Speed.STANDARD)
        except BadListLine as bad:
            raise BadRatingList(notice("rating-list-without-head", head=bad.text)) from None
        read = 0
        for number, line in enumerate(iter(lambda: self.octets.readline(LONGEST_LINE_OCTETS), b""), 2):
            read += len(line)
            if number % LINES_TO_A_STEP == 0:
                self.progress(read / self.size)
            if line.strip():
                try:
                    yield columns.entry(line.rstrip(b"\r\n"))
                except BadListLine as bad:
                    self._skip("line", number, bad)

    def _of_xml(self) -> Iterator[RatingEntry]:
        from xml.etree.ElementTree import ParseError, iterparse  # imported where it is needed: a server starts earlier

        counted = _Counted(self.octets)
        try:
            parsed = iterparse(counted, events=("start", "end"))
            _, root = next(parsed)
            if root.tag != "playerslist":
                raise BadRatingList(notice("rating-list-without-head", head="playerslist"))
            players = (element for event, element in parsed if event == "end" and element.tag == "player")
            for number, player in enumerate(players, 1):
                if number % LINES_TO_A_STEP == 0:
                    self.progress(counted.read_octets / self.size)
                try:
                    said = {field.tag: (field.text or "").strip() for field in player}
                    yield entry_of_tags(of_one_speed(said, self.speed) if self.speed else said)
                except BadListLine as bad:
                    self._skip("player", number, bad)
                root.clear()
        except (ParseError, StopIteration) as error:
            raise BadRatingList(notice("rating-list-damaged", why=str(error))) from None

    def _skip(self, kind: str, number: int, bad: BadListLine) -> None:
        """A handful of lines is damaged in every list. Raises BadRatingList where they are too many."""
        self.skipped += 1
        text = bad.text[:LONGEST_SHOWN_CHARS]
        if len(self.unread) < MOST_BAD_LINES_KEPT:
            self.unread.append(UnreadLine(number, bad.what, text))
        if self.skipped > MOST_BAD_LINES:
            raise BadRatingList(notice(f"rating-list-bad-{kind}", number=number, field=bad.what, text=repr(text)))


class _Counted:
    """A stream that counts what was read of it."""

    def __init__(self, octets: IO[bytes]) -> None:
        self._octets = octets
        self.read_octets = 0

    def read(self, size: int = -1) -> bytes:
        found = self._octets.read(size)
        self.read_octets += len(found)
        return found


@contextmanager
def opened_list(path: Path, progress: Progress) -> Iterator[ListFile]:
    """The list in a zip, or unpacked. Raises BadRatingList."""
    try:
        if not zipfile.is_zipfile(path):
            yield from _plain(path, progress)
            return
        with zipfile.ZipFile(path) as archive:
            inside = [one for one in archive.infolist() if one.filename.lower().endswith((".xml", ".txt"))]
            if not inside:
                raise BadRatingList(notice("rating-list-not-inside"))
            first = inside[0]
            if first.file_size > LARGEST_LIST_OCTETS:
                raise BadRatingList(notice("rating-list-too-large", gigabytes=LARGEST_LIST_OCTETS // 1024**3))
            year, month = first.date_time[:2]
            dated = f"{year:04}-{month:02}" if year > NO_DATE_YEAR else month_of_file(path)  # some zips have no date
            with archive.open(first) as octets:
                xml = first.filename.lower().endswith(".xml")
                yield ListFile(octets, max(first.file_size, 1), dated, xml, progress, speed_of_file(first.filename))
    except (zipfile.BadZipFile, OSError, RuntimeError, NotImplementedError) as error:
        raise BadRatingList(notice("rating-list-damaged", why=str(error) or type(error).__name__)) from None


def month_of_file(path: Path) -> str:
    return datetime.fromtimestamp(path.stat().st_mtime, UTC).strftime("%Y-%m")


def _plain(path: Path, progress: Progress) -> Iterator[ListFile]:
    about = path.stat()
    with path.open("rb") as octets:
        is_xml = octets.read(64).lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"<")
        octets.seek(0)
        yield ListFile(octets, max(about.st_size, 1), month_of_file(path), is_xml, progress, speed_of_file(path.name))

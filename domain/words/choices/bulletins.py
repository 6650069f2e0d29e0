"""What the organiser tells everybody: news with a day, and information that stays, with links and documents."""

from collections.abc import Iterator
from enum import StrEnum

from domain.records import dataclass

MOST_BULLETINS = 200
MAX_BULLETIN_TITLE_CHARS = 150
MAX_BULLETIN_CHARS = 10_000


class BulletinKind(StrEnum):
    """The values are stored in journals."""

    NEWS = "news"
    INFORMATION = "information"
    """Regulations, the way to the hall, hotels: it has no day, and stays."""


@dataclass(frozen=True, slots=True)
class BulletinText:
    language: str
    """The code of a language."""
    title: str
    body: str = ""
    """Markdown."""


@dataclass(frozen=True, slots=True)
class BulletinFile:
    """A document by its digest; the bytes lie in a stream of their own (`domain/pictures.py`)."""

    digest: str
    """SHA-256 of the bytes, in hex."""
    size: int
    """In bytes."""
    name: str


@dataclass(frozen=True, slots=True)
class Bulletin:
    kind: BulletinKind
    texts: tuple[BulletinText, ...]
    """In one language or several, the first one for readers of any other."""
    at: str
    """ISO, the local time at which it was written."""
    pinned: bool = False
    link: str = ""
    document: BulletinFile | None = None

    def text_in(self, language: str) -> BulletinText:
        return next((one for one in self.texts if one.language == language), self.texts[0])


@dataclass(frozen=True, slots=True)
class NumberedBulletin:
    number: int
    bulletin: Bulletin


@dataclass(frozen=True, slots=True)
class Bulletins:
    """Those that are shown. A number is given once: feeds and phones know a bulletin by it."""

    shown: tuple[NumberedBulletin, ...] = ()
    """By number."""
    last: int = 0
    """The newest number given."""

    def __bool__(self) -> bool:
        return bool(self.shown)

    def find(self, number: int) -> Bulletin | None:
        return next((one.bulletin for one in self.shown if one.number == number), None)

    @property
    def news(self) -> tuple[NumberedBulletin, ...]:
        """Those that are pinned first, then the newest."""
        return tuple(sorted(self._of(BulletinKind.NEWS), key=_newest_first, reverse=True))

    @property
    def information(self) -> tuple[NumberedBulletin, ...]:
        """Those that are pinned first, then in the order in which they came."""
        return tuple(sorted(self._of(BulletinKind.INFORMATION), key=lambda one: not one.bulletin.pinned))

    def document(self, digest: str) -> BulletinFile | None:
        files = (one.bulletin.document for one in self.shown)
        return next((file for file in files if file is not None and file.digest == digest), None)

    def written(self, number: int, bulletin: Bulletin) -> "Bulletins":
        others = (one for one in self.shown if one.number != number)
        shown = sorted((*others, NumberedBulletin(number, bulletin)), key=lambda one: one.number)
        return Bulletins(tuple(shown), max(self.last, number))

    def withdrawn(self, number: int) -> "Bulletins":
        return Bulletins(tuple(one for one in self.shown if one.number != number), self.last)

    def as_they_stand(self, now: "Bulletins") -> "Bulletins":
        """Of an earlier moment: what is withdrawn or said otherwise by now is not shown as it was then, either."""
        known = {one.number for one in self.shown}
        return Bulletins(tuple(one for one in now.shown if one.number in known), self.last)

    def _of(self, kind: BulletinKind) -> Iterator[NumberedBulletin]:
        return (one for one in self.shown if one.bulletin.kind is kind)


def _newest_first(one: NumberedBulletin) -> tuple[bool, str, int]:
    return one.bulletin.pinned, one.bulletin.at, one.number


NO_BULLETINS = Bulletins()

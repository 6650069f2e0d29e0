"""Refusals of a journal, and its troubles."""

from typing import ClassVar, Self

from domain.records import dataclass
from server.notice import ServerNotice, Why
from web.wording import Language


@dataclass(eq=False)
class StaleVersion(Exception):
    """Somebody else wrote meanwhile: the decision was made on an old state."""

    stream: str
    expected: int
    actual: int


@dataclass(eq=False)
class CommandIdReused(Exception):
    """The command's id belongs to another command."""

    stream: str
    command_id: str
    first: int
    last: int


class JournalTrouble(Exception):
    """Something is wrong with the store itself; `str()` is for the log."""

    code: ClassVar[str]
    """The code of its notice, whose facts are the fields."""

    @property
    def notice(self) -> ServerNotice:
        """For the person in charge."""
        return ServerNotice(self.code, vars(self))

    def in_words(self, words: Language) -> str:
        return self.notice.in_words(words)

    def __str__(self) -> str:
        return str(self.notice)


class JournalClosed(JournalTrouble):
    """The request came after the journal began to close."""

    code = "server-is-stopping-nothing-was"


@dataclass(eq=False)
class CannotOpen(JournalTrouble):
    code = "journal-cannot-be-opened"
    where: str
    why: Why


@dataclass(eq=False)
class JournalHeld(JournalTrouble):
    """Another process writes to it, and nobody else may."""

    code = "journal-is-served"
    where: str
    process: str
    holder: str
    """The address of its desk, or the command of the terminal."""

    @classmethod
    def of(cls, where: str, said: str) -> Self:
        """From what the other process says of itself: its number and its name."""
        process, _, holder = said.partition(" ")
        return cls(where, process, holder)

    @property
    def notice(self) -> ServerNotice:
        served = self.holder.startswith("http")
        return ServerNotice(self.code if served else "journal-is-being-written", vars(self))


@dataclass(eq=False)
class CannotWrite(JournalTrouble):
    """Nothing of the transaction was stored."""

    code = "nothing-was-stored"
    where: str
    why: Why


@dataclass(eq=False)
class CannotRead(JournalTrouble):
    code = "journal-cannot-be-read"
    where: str
    why: Why


@dataclass(eq=False)
class BrokenChain(JournalTrouble):
    """The entry at `version` is not what was written there."""

    code = "journal-is-damaged"
    stream: str
    version: int
    why: Why


@dataclass(eq=False)
class DamagedFile(JournalTrouble):
    """The rows are what was written, but the file that holds them is not: an index would lead past some of them."""

    code = "file-is-damaged-restore-it"
    where: str
    why: Why


@dataclass(eq=False)
class CannotErase(JournalTrouble):
    """A copy still has data that are erased in the journal and in the other copies."""

    code = "not-erased-from-copy"
    where: str
    why: Why


@dataclass(eq=False)
class UnknownEvent(JournalTrouble):
    """A newer Tablo wrote it. Skipping it would give wrong standings, so reading stops."""

    code = "entry-is-which-version-tablo"
    stream: str
    version: int
    name: str


@dataclass(eq=False)
class NotAJournal(JournalTrouble):
    """A file that should hold exported entries does not."""

    code = "line-of-file"
    where: str
    line: int
    why: Why


@dataclass(eq=False)
class JournalDiffers(JournalTrouble):
    """Two histories of one tournament."""

    code = "journal-has-another-already-with"
    stream: str

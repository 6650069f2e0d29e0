"""Refusals of a journal, and its troubles."""

from domain.records import dataclass
from server.notice import ServerNotice, Why, notice
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

    @property
    def notice(self) -> ServerNotice:
        """For the person in charge."""
        raise NotImplementedError

    def in_words(self, words: Language) -> str:
        return self.notice.in_words(words)

    def __str__(self) -> str:
        return str(self.notice)


class JournalClosed(JournalTrouble):
    """The request came after the journal began to close."""

    @property
    def notice(self) -> ServerNotice:
        return notice("server-is-stopping-nothing-was")


@dataclass(eq=False)
class CannotOpen(JournalTrouble):
    where: str
    why: Why

    @property
    def notice(self) -> ServerNotice:
        return notice("journal-cannot-be-opened", where=self.where, why=self.why)


@dataclass(eq=False)
class CannotWrite(JournalTrouble):
    """Nothing of the transaction was stored."""

    where: str
    why: Why

    @property
    def notice(self) -> ServerNotice:
        return notice("nothing-was-stored", where=self.where, why=self.why)


@dataclass(eq=False)
class CannotRead(JournalTrouble):
    where: str
    why: Why

    @property
    def notice(self) -> ServerNotice:
        return notice("journal-cannot-be-read", where=self.where, why=self.why)


@dataclass(eq=False)
class CannotEvict(JournalTrouble):
    """An owner hangs, and its tournament cannot be taken from it."""

    address: str
    why: Why

    @property
    def notice(self) -> ServerNotice:
        return notice("owner-does-not-answer", address=self.address, why=self.why)


@dataclass(eq=False)
class BrokenChain(JournalTrouble):
    """The entry at `version` is not what was written there."""

    stream: str
    version: int
    why: Why

    @property
    def notice(self) -> ServerNotice:
        return notice("journal-is-damaged", stream=self.stream, version=self.version, why=self.why)


@dataclass(eq=False)
class DamagedFile(JournalTrouble):
    """The rows are what was written, but the file that holds them is not: an index would lead past some of them."""

    where: str
    why: Why

    @property
    def notice(self) -> ServerNotice:
        return notice("file-is-damaged-restore-it", where=self.where, why=self.why)


@dataclass(eq=False)
class CannotErase(JournalTrouble):
    """A copy still has data that are erased in the journal and in the other copies."""

    where: str
    why: Why

    @property
    def notice(self) -> ServerNotice:
        return notice("not-erased-from-copy", where=self.where, why=self.why)


@dataclass(eq=False)
class UnknownEvent(JournalTrouble):
    """A newer Tablo wrote it. Skipping it would give wrong standings, so reading stops."""

    stream: str
    version: int
    name: str

    @property
    def notice(self) -> ServerNotice:
        return notice("entry-is-which-version-tablo", version=self.version, stream=self.stream, name=self.name)


@dataclass(eq=False)
class NotAJournal(JournalTrouble):
    """A file that should hold exported entries does not."""

    where: str
    line: int
    why: Why

    @property
    def notice(self) -> ServerNotice:
        return notice("line-of-file", where=self.where, line=self.line, why=self.why)


@dataclass(eq=False)
class JournalDiffers(JournalTrouble):
    """Two histories of one tournament."""

    stream: str

    @property
    def notice(self) -> ServerNotice:
        return notice("journal-has-another-already-with", stream=self.stream)

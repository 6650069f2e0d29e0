"""Refusals of a journal, and its troubles."""

from dataclasses import dataclass


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
    """Something is wrong with the store itself; `str()` is one sentence for the person in charge."""


class JournalClosed(JournalTrouble):
    """Asked for after the journal began to close."""

    def __str__(self) -> str:
        return "The server is stopping; nothing was stored."


@dataclass(eq=False)
class CannotOpen(JournalTrouble):
    where: str
    why: str

    def __str__(self) -> str:
        return f"The journal {self.where} cannot be opened: {self.why}."


@dataclass(eq=False)
class CannotWrite(JournalTrouble):
    """Nothing of the transaction was stored."""

    where: str
    why: str

    def __str__(self) -> str:
        return f"Nothing was stored in the journal {self.where}: {self.why}."


@dataclass(eq=False)
class CannotRead(JournalTrouble):
    where: str
    why: str

    def __str__(self) -> str:
        return f"The journal {self.where} cannot be read: {self.why}."


@dataclass(eq=False)
class CannotEvict(JournalTrouble):
    """An owner hangs, and its tournament cannot be taken from it."""

    address: str
    why: str

    def __str__(self) -> str:
        return f"The process at {self.address} keeps this tournament and does not answer: {self.why}."


@dataclass(eq=False)
class BrokenChain(JournalTrouble):
    """The entry at `version` is not what was written there."""

    stream: str
    version: int
    why: str

    def __str__(self) -> str:
        return f"The journal of {self.stream} is damaged at entry {self.version}: {self.why}."


@dataclass(eq=False)
class DamagedFile(JournalTrouble):
    """The rows are what was written, but the file that holds them is not: an index would lead past some of them."""

    where: str
    why: str

    def __str__(self) -> str:
        return f"The file {self.where} is damaged: {self.why}. `tablo restore` puts a copy in its place."


@dataclass(eq=False)
class CannotErase(JournalTrouble):
    """From the journal and the other copies the data are gone."""

    where: str
    why: str

    def __str__(self) -> str:
        return f"It was erased from the journal, but not from {self.where}: {self.why}. Delete that file yourself."


@dataclass(eq=False)
class UnknownEvent(JournalTrouble):
    """A newer Tablo wrote it. Skipping it would give wrong standings, so reading stops."""

    stream: str
    version: int
    name: str

    def __str__(self) -> str:
        return f"Entry {self.version} of {self.stream} is a {self.name}, which this version of Tablo does not know."


@dataclass(eq=False)
class NotAJournal(JournalTrouble):
    """A file that should hold exported entries does not."""

    where: str
    line: int
    why: str

    def __str__(self) -> str:
        return f"{self.where}, line {self.line}: {self.why}."


@dataclass(eq=False)
class JournalDiffers(JournalTrouble):
    """Two histories of one tournament."""

    stream: str

    def __str__(self) -> str:
        return f"The journal has another {self.stream} already, with a different history; nothing of it was imported."

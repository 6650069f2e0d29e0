"""Channels of messengers with the tokens that open them: beside the journal, so that they can be taken out for good."""

from dataclasses import field

from domain.records import dataclass
from server.journal.side.rows import SideTables

CREATE_CHANNELS = (
    "CREATE TABLE IF NOT EXISTS channels (id TEXT PRIMARY KEY, stream TEXT NOT NULL, kept TEXT NOT NULL, "
    "since TEXT NOT NULL, answer TEXT NOT NULL)"
)


@dataclass(frozen=True, slots=True)
class KeptChannel:
    """A channel of a messenger that a tournament is told in."""

    id: str
    stream: str
    kept: str = field(repr=False)
    """How it is reached, and what it is told, as JSON; with its secrets."""
    since: str
    """ISO time in UTC: nothing older is told."""
    answer: str = ""
    """The words of the service about the last message that it did not take; empty = it took the last one."""


class ChannelStore(SideTables):
    def keep(self, one: KeptChannel) -> None:
        values = (one.id, one.stream, one.kept, one.since, one.answer)
        self._run("INSERT INTO channels (id, stream, kept, since, answer) VALUES (?, ?, ?, ?, ?)", values)

    def find(self, id: str) -> KeptChannel | None:
        return next(iter(self._found("id = ?", id)), None)

    def of_stream(self, stream: str) -> list[KeptChannel]:
        return self._found("stream = ?", stream)

    def all(self) -> list[KeptChannel]:
        return self._found("stream <> ?", "")

    def note(self, id: str, answer: str) -> None:
        self._run("UPDATE channels SET answer = ? WHERE id = ?", (answer, id))

    def drop(self, id: str) -> None:
        self._run("DELETE FROM channels WHERE id = ?", (id,))
        self._erased()

    def _found(self, which: str, value: str) -> list[KeptChannel]:
        asked = f"SELECT id, stream, kept, since, answer FROM channels WHERE {which} ORDER BY since, id"  # noqa: S608
        return [KeptChannel(*map(str, row)) for row in self._run(asked, (value,))]

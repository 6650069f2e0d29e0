"""The journal: everything that happened, in order, for ever. The only home of SQL and of the event store.

    journal = open_journal("tablo.sqlite")              # or "sqlite:///srv/tablo.sqlite", "postgresql://user@host/tablo"
    entries = journal.append("open-2026", after=17, by="Ivanova", command_id=str(uuid4()),
                             events=[ResultRecorded(1, 2, Result.DRAW)], at=datetime.now(UTC), digest="...")
    tournament = replay(entry.event for entry in journal.read("open-2026"))
    journal.close()

Every method blocks; an asyncio program wraps it: `AsyncJournal(journal)` has the same methods as
coroutines and puts what is asked for at the same time into one transaction. A swift disk of this machine is waited
for in the event loop, a database server is asked through it, and a slow disk has a thread.

`append`  `after` is the version the decision was made on (None = at the end, whatever it is). All events
          of one command are stored, or none. Raises `StaleVersion(stream, expected, actual)`,
          `AlreadyDone(entries)` for a command id that was stored before with the same digest,
          `CommandIdReused(...)` for one stored with another digest. `digest` must not cover personal data.
          `recorded_at` is max(`at`, the stream's last). No events: nothing is written.
`append_many`  several `Append` requests in one transaction, an outcome each: a list of entries or the refusal.
`append_at_once`  the same, or None where it would have to wait for more than the disk of this machine.
`read`    the entries of a stream in order, hash chain checked on the way: a changed byte raises
          `BrokenChain(stream, version, why)`, an unknown event `UnknownEvent(stream, version, name)`.
`verify`  the same as an answer: `Head(version, hash)` or `Broken(version, why)`.
`streams` one `StreamInfo(stream, version, hash, recorded_at)` per stream.
`head`    the same of one stream; `founded_by` the stream that begins with a command.
`versions`  the version of each stream: who knows these sees by them what others have written since.
`side`    `journal.side` keeps what the law makes erasable, by (stream, player id), beside the journal.
`summaries`  `journal.summaries` keeps what the lists say of each stream; it can always be made again.

Who writes says so (`open_journal(..., holder="http://127.0.0.1:8080")`): a second one gets `JournalHeld`. A cluster
is told what is `written` to an `AsyncJournal` and hands what its other workers wrote to `AsyncJournal.following`.

Trouble with the store itself is a `JournalTrouble` whose text is one sentence for the person in charge.
"""

from importlib.util import find_spec

from server.journal.asynchronous import AsyncJournal
from server.journal.codec import Codec, pack
from server.journal.entries import (
    AlreadyDone,
    Append,
    AppendOutcome,
    Broken,
    Entry,
    Head,
    StreamInfo,
    Unread,
)
from server.journal.errors import (
    BrokenChain,
    CannotOpen,
    CannotRead,
    CannotWrite,
    CommandIdReused,
    JournalHeld,
    JournalTrouble,
    StaleVersion,
    UnknownEvent,
)
from server.journal.side.personal import PersonalData, SideStore
from server.journal.side.summaries import SummaryRow
from server.journal.sqlite.journal import SQLiteJournal
from server.journal.sqlite.read_only import ReadOnlySQLiteJournal
from server.journal.store import Journal
from server.notice import notice


def open_journal(
    url: str, codec: Codec | None = None, *, read_only: bool = False, holder: str = "", shared: bool = False
) -> Journal:
    """`url` is a file's path, `sqlite:///path` or `postgresql://...`; a missing SQLite file is created.

    `read_only`: an SQLite file is opened where it cannot be written, and nothing beside it is made or changed.
    `holder`: who writes to it, the address of the desk or the command; nobody else may from now on (JournalHeld). Empty
    = for reading, beside whoever writes. `shared`: others may who say so too, as workers that know of each other.
    """
    if url.startswith(("postgresql:", "postgres:")):
        if read_only:
            raise CannotOpen("in PostgreSQL", notice("only-journal-sqlite-file-can"))
        return _open_postgres(url, codec, holder, shared)
    return ReadOnlySQLiteJournal(url, codec) if read_only else SQLiteJournal(url, codec, holder)


def _open_postgres(url: str, codec: Codec | None, holder: str, shared: bool) -> Journal:
    """Only who uses PostgreSQL needs its driver."""
    if find_spec("psycopg") is None or find_spec("psycopg_pool") is None:
        raise CannotOpen("in PostgreSQL", notice("driver-is-missing-install-tablo"))
    from psycopg import ProgrammingError

    from server.journal.postgres.journal import PostgresJournal, without_password

    try:
        without_password(url)
    except ProgrammingError:  # it repeats the address, and the password in it
        why = notice("address-cannot-be-understood-looks")
        raise CannotOpen("in PostgreSQL", why) from None
    return PostgresJournal(url, codec, holder, shared)


__all__ = [
    "AlreadyDone",
    "Append",
    "AppendOutcome",
    "AsyncJournal",
    "Broken",
    "BrokenChain",
    "CannotOpen",
    "CannotRead",
    "CannotWrite",
    "Codec",
    "CommandIdReused",
    "Entry",
    "Head",
    "Journal",
    "JournalHeld",
    "JournalTrouble",
    "PersonalData",
    "SideStore",
    "StaleVersion",
    "StreamInfo",
    "SummaryRow",
    "UnknownEvent",
    "Unread",
    "open_journal",
    "pack",
]

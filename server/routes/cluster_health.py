"""The part of the page of health that is about all processes of a cluster, and what they stand on."""

import asyncio
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from domain.records import dataclass
from server.cluster.roll_call import GATEWAY, LINE_MINUTES, WORKER, HeardFrom, NatsState
from server.journal import Journal, JournalTrouble
from server.journal.store import ServerState
from web.wording import Language
from web.wording.health import PROCESS_TROUBLES, work_name

LATE_SCREEN_SECONDS = 5.0
LATE_COPY_SECONDS = 5.0
FULL_SHARE = 0.9
SMALLEST_TOP = 0.1
"""Of the line of a process that does next to nothing."""


@dataclass(frozen=True, slots=True)
class ProcessTrouble:
    """A sentence about one process, or about all of them."""

    code: str
    says: str
    name: str = ""

    @property
    def heavy(self) -> bool:
        """People at the desk or in the hall may notice it."""
        return self.code not in ("versions", "paused", "late", "database-behind", "database-archive")


@dataclass(frozen=True, slots=True)
class ProcessRow:
    seen: HeardFrom
    troubles: tuple[ProcessTrouble, ...]

    @property
    def since(self) -> datetime:
        return datetime.fromtimestamp(self.seen.process.started_at, UTC)

    @property
    def megabytes(self) -> int:
        return round(self.seen.process.memory / 1_000_000)

    @property
    def load(self) -> int:
        """In hundredths of a processor."""
        return round(100 * self.seen.process.load)

    @property
    def line(self) -> str:
        """The load of the last hour as points of a line, 60 wide and 16 high; its top is the highest, or a tenth."""
        loads = self.seen.loads
        first, top = LINE_MINUTES - len(loads), max(*loads, SMALLEST_TOP)
        return " ".join(f"{first + n},{15 - 14 * load / top:.1f}" for n, load in enumerate(loads))


@dataclass(frozen=True, slots=True)
class ClusterHealth:
    workers: tuple[ProcessRow, ...]
    gateways: tuple[ProcessRow, ...]
    nats: NatsState | None
    database: ServerState | None
    troubles: tuple[ProcessTrouble, ...]
    """All of them, those of the processes too."""

    @property
    def noticed(self) -> bool:
        return any(trouble.heavy for trouble in self.troubles)

    @property
    def connected(self) -> int:
        return sum(row.seen.process.sockets for row in self.gateways if not row.seen.silent)

    @property
    def tournaments(self) -> int:
        return sum(row.seen.process.tournaments for row in self.workers if not row.seen.silent)


async def database_state(journal: Journal) -> ServerState | None:
    """As it is now; None = nobody answers."""
    try:
        return await asyncio.to_thread(journal.server_state)
    except JournalTrouble:
        return None


def cluster_health(
    everybody: Sequence[HeardFrom], nats: NatsState | None, database: ServerState | None, words: Language
) -> ClusterHealth:
    """`everybody` as they have answered last."""
    workers, gateways = (
        tuple(ProcessRow(one, tuple(_of_process(one, words))) for one in everybody if one.process.role == role)
        for role in (WORKER, GATEWAY)
    )
    own = [trouble for row in (*workers, *gateways) for trouble in row.troubles]
    troubles = (*own, *_of_all(everybody, words), *_of_nats(nats, words), *_of_database(database, words))
    return ClusterHealth(workers, gateways, nats, database, troubles)


def _said(code: str, words: Language, name: str = "", **facts: object) -> ProcessTrouble:
    return ProcessTrouble(code, words.gettext(PROCESS_TROUBLES[code], name=name, **facts), name)


def _of_process(seen: HeardFrom, words: Language) -> Iterator[ProcessTrouble]:
    process = seen.process
    if seen.silent:
        time = datetime.fromtimestamp(seen.at, UTC).astimezone().strftime("%H:%M:%S")
        yield _said(f"silent-{process.role}", words, process.name, time=time)
        return
    if not process.sure:
        yield _said("unsure", words, process.name)
    if process.lag_seconds > LATE_SCREEN_SECONDS:
        yield _said("late", words, process.name, seconds=round(process.lag_seconds))
    if process.paused:
        works = ", ".join(work_name(one, words) for one in process.paused)
        yield _said("paused", words, process.name, works=works)


def _of_all(everybody: Sequence[HeardFrom], words: Language) -> Iterator[ProcessTrouble]:
    living = [one.process for one in everybody if not one.silent]
    for role in (WORKER, GATEWAY):
        if sum(one.role == role for one in living) == 1:
            yield _said(f"last-{role}", words)
    versions = sorted({one.version for one in living})
    if len(versions) > 1:
        yield _said("versions", words, versions=", ".join(versions))


def _of_nats(nats: NatsState | None, words: Language) -> Iterator[ProcessTrouble]:
    if nats is None:
        yield _said("nats-away", words)
    elif nats.troubled:
        yield _said("nats-fewer", words, agreeing=nats.agreeing, servers=nats.servers)


def _of_database(database: ServerState | None, words: Language) -> Iterator[ProcessTrouble]:
    if database is None:
        yield _said("database-away", words)
        return
    if database.connections >= FULL_SHARE * database.most:
        yield _said("database-full", words, connections=database.connections, most=database.most)
    if database.behind_seconds > LATE_COPY_SECONDS:
        yield _said("database-behind", words, seconds=round(database.behind_seconds))
    if database.archive_fails:
        yield _said("database-archive", words)

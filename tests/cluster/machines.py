"""A federation's server: three NATS servers, PostgreSQL, two workers and four gateways, each a real process.

With `doors` each worker and gateway speaks with NATS and PostgreSQL through doors of its own, and the NATS servers with
each other, so that any of them can be cut off.
"""

import resource
import signal
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import httpx
import msgspec
from nats.js.errors import KeyNotFoundError
from prometheus_client.parser import text_string_to_metric_families

from domain.screens import decisions
from domain.screens.events import Content, ContentKind
from domain.screens.state import Screens, evolve_screens
from domain.words.streams import SCREENS
from server.cluster.bus import bus_address, connected, token_of
from server.cluster.roll_call import process_name
from server.http.auth import StoredAccess
from server.journal import open_journal
from tests.cluster.nats_servers import Door, NatsServers, free_ports, nats_servers
from tests.deploy.processes import Server, published_round
from tests.journal.postgres import SOCKET, Cluster

WORKERS = 2
GATEWAYS = 4


class Gateway(Server):
    """`tablo gateway`: no database, no password, no directory."""

    verb = "gateway"


@dataclass(eq=False)
class Machine:
    """A worker or a gateway, and the doors that all its words go through."""

    server: Server
    doors: tuple[Door, ...] = ()

    @property
    def name(self) -> str:
        return self.server.log.stem

    def start(self) -> None:
        self.server.start()

    def end(self) -> None:
        """In order, as a service manager ends it."""
        self.server.stop(signal.SIGTERM)

    def kill(self) -> None:
        self.server.stop(signal.SIGKILL)

    def halt(self) -> None:
        assert self.server.process is not None
        self.server.process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        assert self.server.process is not None
        self.server.process.send_signal(signal.SIGCONT)

    def cut_off(self) -> None:
        for door in self.doors:
            door.shut()

    def mend(self) -> None:
        for door in self.doors:
            door.open()

    def figure(self, name: str) -> float:
        """A sum over the labels, from its page of metrics."""
        text = httpx.get(f"{self.server.url}/metrics", timeout=30).text
        samples = (sample for family in text_string_to_metric_families(text) for sample in family.samples)
        return sum(sample.value for sample in samples if sample.name == name)

    @property
    def pid(self) -> int:
        assert self.server.process is not None
        return self.server.process.pid

    def close(self) -> None:
        if self.server.process is not None:
            self.server.process.kill()
            self.server.process.wait()
        for door in self.doors:
            door.close()


@dataclass
class Machines:
    """All of them, running."""

    nats: NatsServers
    postgres: Cluster
    database: str
    """For the tests, past every door."""
    folder: Path
    workers: list[Machine] = field(default_factory=list)
    gateways: list[Machine] = field(default_factory=list)
    database_doors: list[Door] = field(default_factory=list)
    """Between the workers and the database."""

    @property
    def ports(self) -> list[int]:
        """Where visitors come in."""
        return [gateway.server.port for gateway in self.gateways]

    def figure(self, name: str) -> float:
        return sum(worker.figure(name) for worker in self.workers)

    @property
    def key(self) -> str:
        """Whatever the workers sign is signed with it."""
        found = msgspec.json.decode((self.folder / "worker0" / "access.json").read_bytes(), type=StoredAccess)
        return found.key

    @property
    def processes(self) -> dict[str, list[int]]:
        """By what they do: their process numbers."""
        return {
            "gateways": [gateway.pid for gateway in self.gateways],
            "workers": [worker.pid for worker in self.workers],
            "nats": [server.process.pid for server in self.nats.servers if server.process is not None],
            "database": list(self.postgres.everybody),
        }

    async def owner(self, key: str) -> Machine | None:
        """The worker that answers for this key; None = nobody who lives."""
        async with connected(bus_address(self.nats.url), "tests") as bus:
            owners, alive = await bus.bucket("owners"), await bus.bucket("alive")
            try:
                found = await owners.get(token_of(key))
                name = (await alive.get((found.value or b"").decode())).value or b""
            except KeyNotFoundError:
                return None
        there = [worker for worker in self.workers if worker.server.process is not None]
        return next((worker for worker in there if process_name(worker.server.port) == name.decode()), None)


def tournaments(database: str, boards: dict[str, int]) -> None:
    """Each with so many boards in a round that has just been published, and a wall that shows it: `wall-<name>`."""
    now = datetime.now(UTC)
    hall, written = Screens(), []
    with closing(open_journal(database)) as journal:
        for name, count in boards.items():
            journal.append(name, 0, "Boris", f"seed-{name}", published_round(count), now)
            for decide in _wall(f"wall-{name}", name):
                for event in decide(hall):
                    evolve_screens(hall, event)
                    written.append(event)
        if written:
            journal.append(SCREENS, 0, "Boris", "seed-walls", written, now)


def _wall(wall: str, tournament: str) -> list[Callable[[Screens], Sequence[object]]]:
    show = [Content(ContentKind.PAIRINGS, tournament)]
    return [lambda hall: decisions.name_screen(hall, wall), lambda hall: decisions.show_contents(hall, wall, show)]


@contextmanager
def machines(
    postgres: Cluster,
    boards: dict[str, int],
    *,
    doors: bool = False,
    workers: int = WORKERS,
    gateways: int = GATEWAYS,
    seed: Callable[[str], None] = lambda _database: None,
    **environment: str,
) -> Iterator[Machines]:
    """Started and ready; `boards`: tournaments, see `tournaments`. `seed` writes what else there is at the beginning.

    `environment` is that of workers and gateways.
    """
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tablo-cluster-")))
        folder.chmod(0o755)
        database = postgres.database()
        stack.callback(postgres.clean)
        tournaments(database, boards)
        seed(database)
        nats = stack.enter_context(nats_servers(folder / "nats", 3, doors=doors))
        made = Machines(nats, postgres, database, folder)
        for number in range(workers):
            made.workers.append(_worker(made, number, doors, environment))
            stack.callback(made.workers[-1].close)
            made.workers[-1].start()
        for number in range(gateways):
            made.gateways.append(_gateway(made, number, doors, environment))
            stack.callback(made.gateways[-1].close)
            made.gateways[-1].start()
        yield made


def _worker(made: Machines, number: int, doors: bool, environment: dict[str, str]) -> Machine:
    """The first brings the password, the others find it in the database."""
    name, database, shut = f"worker{number}", made.database, tuple[Door, ...]()
    nats = made.nats.url
    if doors:
        there = made.folder / f"database-{name}"
        there.mkdir()
        database = database.replace(str(made.postgres.folder), str(there))
        made.database_doors.append(Door(f"{there / SOCKET}={made.postgres.socket}"))
        nats, door = _nats_door(made)
        shut = (door, made.database_doors[-1])
    password = {} if number == 0 else {"TABLO_PASSWORD": ""}
    data = {"TABLO_DATA": str(made.folder / name), "TABLO_DATABASE": database, "TABLO_PORT": str(free_ports(1)[0])}
    return Machine(Server(made.folder, name, "--nats", nats, **{**environment, **data, **password}), shut)


def _gateway(made: Machines, number: int, doors: bool, environment: dict[str, str]) -> Machine:
    nats, shut = made.nats.url, tuple[Door, ...]()
    if doors:
        nats, door = _nats_door(made)
        shut = (door,)
    own = {"TABLO_PASSWORD": "", "TABLO_PORT": str(free_ports(1)[0])}
    return Machine(Gateway(made.folder, f"gateway{number}", "--nats", nats, **{**environment, **own}), shut)


def _nats_door(made: Machines) -> tuple[str, Door]:
    """The addresses of the NATS servers behind a door."""
    ports = free_ports(len(made.nats.servers))
    ways = [f"{port}={server.port}" for port, server in zip(ports, made.nats.servers, strict=True)]
    return ",".join(f"nats://127.0.0.1:{port}" for port in ports), Door(*ways)


def worked(pids: Sequence[int]) -> float:
    """Seconds of processor time of these processes so far, all threads."""
    tasks = [task for pid in pids for task in Path(f"/proc/{pid}/task").iterdir()]
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


def resident(pid: int) -> int:
    """Octets of memory."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * resource.getpagesize()

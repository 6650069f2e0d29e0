"""Every kind of topic of the feed through a gateway, of the festival of the demo: as its owner shows it."""

import json
from collections import defaultdict
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from itertools import chain
from pathlib import Path

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect

from domain.decisions.rounds.results import record_result
from domain.screens import decisions
from domain.screens.events import Content, ContentKind, Theme
from domain.words.games import Result
from server.app import create_app
from server.cli.demo import HUMAN, seeded
from server.cli.demo.event import ROUND_IN_PLAY, SEED, THE_OPEN
from server.cli.serve import open_desk
from server.http.auth import new_session
from server.http.middleware import COOKIE
from server.services import Services, services_of
from server.settings import Settings
from server.supervisor import Supervisor
from tests.cluster.feeding import gateway
from tests.cluster.nats_servers import nats_servers
from tests.cluster.test_worker import worker
from tests.desk.browsers import PASSWORD, WORKERS
from tests.journal.postgres import Cluster
from tests.live.loopback import Frame, Reader, eventually, following, frames
from tests.live_boards.files import game
from tests.locked_door import lock_door

DARK = Theme.DARK
OPEN = "t/harbour-open"
PUBLIC = (
    ("catalogue", f"{OPEN}/pairings", f"{OPEN}/standings", f"{OPEN}/places", f"{OPEN}/home", f"{OPEN}/board/80"),
    (f"{OPEN}/player/1", f"{OPEN}/live", f"{OPEN}/screen", "f/harbour", "f/harbour/screen"),
    ("t/harbour-teams/boards", "t/harbour-teams/boards/6", "t/harbour-teams/match/60001"),
    ("screen/hall", "screen/hall/2"),
)
OF_THE_DESK = ("d/harbour-open/pairings", "d/harbour-open/home")


@asynccontextmanager
async def festival(folder: Path, database: str, nats: str) -> AsyncIterator[Services]:
    """A worker with the festival of the demo, live boards and a screen."""
    lock_door(folder, PASSWORD)
    (folder / "games.pgn").write_text(game("1. e4", Round="6.1"))
    settings = Settings(data=folder, database=database, nats=nats, boards=folder, chances=False)
    seeded(settings.journal_url, SEED, HUMAN)
    app = create_app(settings, open_desk(settings), WORKERS)
    async with app.router.lifespan_context(app):
        services = services_of(app)
        await services.boards.watch(THE_OPEN.slug, "games.pgn")
        shown = [Content(ContentKind.STANDINGS, THE_OPEN.slug), Content(ContentKind.LIVE_BOARDS, THE_OPEN.slug)]
        hall = services.screens.screen_office
        await hall.command("c1", "Anna", lambda screens: decisions.name_screen(screens, "hall"))
        await hall.command("c2", "Anna", lambda screens: decisions.show_contents(screens, "hall", shown))
        await hall.command("c3", "Anna", lambda screens: decisions.split_screen(screens, "hall", 2))
        yield services


Views = Mapping[str, Sequence[tuple[str, object]]]


def at_the_owner(services: Services) -> Views:
    """What its hub has of all that somebody follows: JSON, as it goes to the sockets."""
    streams = [stream for stream in services.hub._channels if stream.followers]
    return {stream.channel.topic: msgspec.to_builtins(list(stream.line.view.parts.items())) for stream in streams}


class Hall:
    """Clients of a gateway, each of some topics, and what they show."""

    def __init__(self, address: str, form: str) -> None:
        self.address, self.form = address, form
        self.readers: dict[str, Reader] = defaultdict(Reader)
        self.background = Supervisor()

    async def follow(self, topics: Sequence[str], cookie: str = "") -> None:
        said = {"Cookie": cookie} if cookie else {}
        query = "&".join([f"form={self.form}", *(f"topic={topic}" for topic in topics)])
        uri = f"ws://{self.address}/live?{query}"
        client = await connect(uri, proxy=None, max_size=None, additional_headers=said)
        self.background.begin("requests", lambda: self._read(client))

    async def _read(self, client: ClientConnection) -> None:
        async for text in client:
            frame = json.loads(text)
            if frame["type"] in ("patch", "snapshot"):
                self.readers[frame["topic"]].read([frame])

    @property
    def shown(self) -> Views:
        return {topic: msgspec.to_builtins(list(reader.parts.items())) for topic, reader in self.readers.items()}


@pytest.mark.parametrize("form", ["html", "json"])
async def test_every_kind_of_topic_is_followed_through_a_gateway(tmp_path: Path, cluster: Cluster, form: str) -> None:
    with nats_servers(tmp_path / "nats") as servers:
        async with festival(tmp_path, cluster.database(), servers.url) as services, gateway(servers.url) as at:
            hall = Hall(at.address, form)
            async with hall.background.running():
                for topics in PUBLIC:
                    await hall.follow(topics)
                await hall.follow(OF_THE_DESK, f"{COOKIE}={services.access.sign(new_session('Anna'))}")
                await eventually(lambda: len(hall.readers) == len([*chain(*PUBLIC), *OF_THE_DESK]))
                first = hall.shown
                assert first == at_the_owner(services)
                office = await services.office.open(THE_OPEN.slug)
                await office.command("r", "Anna", lambda t: record_result(t, ROUND_IN_PLAY, 80, Result.DRAW, None))
                (tmp_path / "games.pgn").write_text(game("1. e4 e5", Round="6.1"))
                await services.boards.look()
                await services.screens.screen_office.command(
                    "a", "Anna", lambda s: decisions.show_announcement(s, "Tea")
                )
                moved = {f"{OPEN}/pairings", f"{OPEN}/live", "screen/hall", "d/harbour-open/pairings"}
                await eventually(lambda: all(hall.shown[topic] != first[topic] for topic in moved))
                await eventually(lambda: hall.shown == at_the_owner(services))


async def test_a_screen_set_anew_at_any_worker_loads_itself_anew(tmp_path: Path, cluster: Cluster) -> None:
    database = cluster.database()
    with nats_servers(tmp_path / "nats") as servers:
        async with (
            festival(tmp_path / "one", database, servers.url) as one,
            worker(tmp_path / "two", database, servers.url) as two,
            gateway(servers.url) as at,
            following(at.address, ["screen/hall"], screen="hall", form="html") as wall,
        ):
            await until_type(wall, "snapshot")
            other = two if one.holding.owned("screen/hall") else one
            await other.screens.screen_office.command("l", "Anna", lambda s: decisions.set_look(s, "hall", DARK, "bg"))
            assert (await until_type(wall, "reload"))["reason"] == "language"
            await eventually(lambda: [screen.name for screen in one.hub.screens()] == ["hall"])
            await eventually(lambda: [screen.name for screen in two.hub.screens()] == ["hall"])


async def until_type(client: ClientConnection, kind: str) -> Frame:
    while (frame := (await frames(client, 1))[0])["type"] != kind:
        pass
    return frame

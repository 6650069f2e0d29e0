"""A worker with the whole application, over NATS and PostgreSQL: requests reach the owner, and nobody else answers."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import msgspec
import pytest
from nats.aio.msg import Msg
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from domain import events as e
from domain.records import dataclass
from domain.words.regulations import Details, Regulations
from server.app import create_app
from server.cli.serve import open_desk
from server.cluster.bus import (
    LARGEST_MESSAGE_BYTES,
    Bus,
    NobodyThere,
    Take,
    Taken,
    Tick,
    WebAnswer,
    WebRequest,
    bus_address,
    connected,
    token_of,
)
from server.cluster.worker import answered_by, in_messages
from server.http.auth import new_session
from server.http.middleware import COOKIE
from server.office.tournaments import TournamentOffice
from server.services import Services, services_of
from server.settings import Settings
from tests.cluster.nats_servers import nats_servers
from tests.desk.browsers import PASSWORD, WORKERS, form_of
from tests.journal.postgres import Cluster
from tests.locked_door import lock_door

FORMS = (b"content-type", b"application/x-www-form-urlencoded")
NEVER_SECONDS = 3600.0
HOST = (b"host", b"chess.example")


@asynccontextmanager
async def worker(folder: Path, database: str, nats: str, boards: Path | None = None) -> AsyncIterator[Services]:
    lock_door(folder, PASSWORD)
    settings = Settings(data=folder, database=database, nats=nats, boards=boards, chances=False)
    app = create_app(settings, open_desk(settings), WORKERS)
    async with app.router.lifespan_context(app):
        yield services_of(app)


@dataclass(frozen=True, slots=True)
class Gateway:
    """Somebody who asks as a gateway does."""

    bus: Bus

    async def asked(
        self, key: str, path: str, method: str = "GET", body: bytes = b"", *headers: tuple[bytes, bytes]
    ) -> WebAnswer:
        request = WebRequest(key, method, path.encode(), headers=(HOST, *headers), body=body, client="203.0.113.9")
        return await self.bus.ask(f"own.{token_of(key)}.web", request, WebAnswer, 10)


@asynccontextmanager
async def hall(folder: Path, cluster: Cluster) -> AsyncIterator[tuple[Services, Services, Gateway]]:
    """Two workers over one database, and a gateway."""
    database = cluster.database()
    with nats_servers(folder / "nats") as servers:
        async with (
            worker(folder / "one", database, servers.url) as one,
            worker(folder / "two", database, servers.url) as two,
            connected(bus_address(servers.url), "gateway") as bus,
        ):
            yield one, two, Gateway(bus)


async def found(services: Services, name: str = "Open") -> str:
    announced = e.TournamentAnnounced(Details(name), Regulations(rounds=5))
    office = await services.office.create(name, f"found {name}", "Anna", lambda _t: [announced])
    return office.id


async def test_a_tournament_is_answered_for_by_one_of_two(tmp_path: Path, cluster: Cluster) -> None:
    async with hall(tmp_path, cluster) as (one, two, gateway):
        slug = await found(one)
        key = f"t/{slug}"
        with pytest.raises(NobodyThere):
            await gateway.asked(key, f"/t/{slug}")
        taken = await gateway.bus.ask("take", Take(key), Taken)
        assert taken.anew
        answer = await gateway.asked(key, f"/t/{slug}")
        assert answer.status == 200
        assert b"Open" in answer.body
        assert one.holding.owned(key) != two.holding.owned(key)


async def test_an_owner_knows_a_tournament_that_another_process_made_a_moment_ago(
    tmp_path: Path, cluster: Cluster
) -> None:
    async with hall(tmp_path, cluster) as (one, two, gateway):
        for n in range(5):
            slug = await found(one, f"Open {n}")
            assert await two.holding.mine(f"t/{slug}")
            assert (await gateway.asked(f"t/{slug}", f"/t/{slug}")).status == 200


async def test_what_one_worker_writes_the_other_knows(tmp_path: Path, cluster: Cluster) -> None:
    async with hall(tmp_path, cluster) as (one, two, _gateway):
        slug = await found(one)
        there = await arrived(two, slug, 1)
        await one.office.open(slug)
        await (await one.office.open(slug)).command("more", "Anna", lambda _t: [e.TournamentArchived()])
        await there.reached(2)
        assert there.tournament.archived


async def test_what_a_killed_owner_could_not_tell_is_read_by_the_next_one(
    tmp_path: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hall(tmp_path, cluster) as (one, two, _gateway):
        slug = await found(one)
        there = await arrived(two, slug, 1)
        monkeypatch.setattr(one.office.journal, "_written", None)
        await (await one.office.open(slug)).command("more", "Anna", lambda _t: [e.TournamentArchived()])
        assert there.position == 1
        told: asyncio.Queue[str] = asyncio.Queue()

        async def heard(message: Msg) -> None:
            told.put_nowait(message.subject)

        assert one.worker is not None
        await one.worker.bus.hear("entry.>", heard)
        assert await two.holding.mine(f"t/{slug}")
        assert there.position == 2
        async with asyncio.timeout(10):
            assert await told.get() == f"entry.{token_of('t/' + slug)}"


async def test_ticks_say_where_a_tournament_stands(tmp_path: Path, cluster: Cluster) -> None:
    async with hall(tmp_path, cluster) as (one, _two, gateway):
        ticks: asyncio.Queue[tuple[str, Tick]] = asyncio.Queue()

        async def heard(message: Msg) -> None:
            ticks.put_nowait((message.subject, msgspec.msgpack.decode(message.data, type=Tick)))

        await gateway.bus.hear("pos.>", heard)
        await gateway.bus.client.flush()
        slug = await found(one)
        async with asyncio.timeout(10):
            assert await ticks.get() == (f"pos.{token_of('t/' + slug)}", Tick(1))


def test_long_histories_go_in_several_messages() -> None:
    lines = [b"x" * 200_000] * 7
    found = list(in_messages(lines))
    assert [line for some in found for line in some] == lines
    assert max(sum(map(len, some)) for some in found) <= LARGEST_MESSAGE_BYTES


async def arrived(services: Services, slug: str, position: int) -> TournamentOffice:
    await services.office.learn(slug)
    office = await services.office.open(slug)
    async with asyncio.timeout(10):
        await office.reached(position)
    return office


async def test_whoever_does_not_own_a_key_does_nothing(tmp_path: Path, cluster: Cluster) -> None:
    async with hall(tmp_path, cluster) as (one, _two, gateway):
        slug = await found(one)
        assert await one.holding.mine("t/another")
        request = WebRequest(f"t/{slug}", "GET", f"/t/{slug}".encode(), headers=(HOST,))
        answer = await gateway.bus.ask(f"own.{token_of('t/another')}.web", request, WebAnswer, 10)
        assert (answer.misdirected, answer.body) == (True, b"")


async def test_the_client_and_the_form_of_a_visitor_arrive(tmp_path: Path, cluster: Cluster) -> None:
    async with hall(tmp_path, cluster) as (one, _two, gateway):
        assert await one.holding.mine("house")
        page = await gateway.asked("house", "/desk/login")
        assert page.status == 200
        cookies = b"; ".join(value.split(b";")[0] for name, value in page.headers if name == b"set-cookie")
        fields = form_of(page.body.decode(), "/desk/login") | {"name": "Anna", "password": PASSWORD}
        body = httpx.Request("POST", "http://x", data=fields).content
        answer = await gateway.asked("house", "/desk/login", "POST", body, FORMS, (b"cookie", cookies))
        assert answer.status == 303
        assert any(name == b"set-cookie" for name, _ in answer.headers)


async def test_a_port_of_a_worker_says_how_it_is_and_nothing_else(tmp_path: Path, cluster: Cluster) -> None:
    with nats_servers(tmp_path / "nats") as servers:
        lock_door(tmp_path / "one", PASSWORD)
        settings = Settings(data=tmp_path / "one", database=cluster.database(), nats=servers.url, chances=False)
        app = create_app(settings, open_desk(settings), WORKERS)
        async with app.router.lifespan_context(app):
            transport = httpx.ASGITransport(app=app, client=("127.0.0.1", 1))
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as somebody:
                paths = ("/healthz", "/readyz", "/metrics", "/", "/desk")
                assert [(await somebody.get(path)).status_code for path in paths] == [200, 200, 200, 404, 404]


async def test_who_logs_out_at_one_worker_is_logged_out_at_the_other(
    tmp_path: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.http.auth.FRESH_SECONDS", NEVER_SECONDS)
    async with hall(tmp_path, cluster) as (one, two, gateway):
        slug = await found(one)
        assert await one.holding.mine("house")
        assert await two.holding.mine(f"t/{slug}")
        anna = new_session("Anna")
        cookie = (b"cookie", f"{COOKIE}={one.access.sign(anna)}".encode())
        assert (await gateway.asked(f"t/{slug}", f"/desk/t/{slug}", "GET", b"", cookie)).status == 200
        fields = httpx.Request("POST", "http://x", data={"form_token": one.access.form_token(anna)}).content
        assert (await gateway.asked("house", "/desk/logout", "POST", fields, FORMS, cookie)).status == 303
        await seen(lambda: two.access.read(two.access.sign(anna)) is None)
        assert (await gateway.asked(f"t/{slug}", f"/desk/t/{slug}", "GET", b"", cookie)).status == 303


async def test_a_password_set_at_one_worker_ends_the_sessions_of_all(
    tmp_path: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.http.auth.FRESH_SECONDS", NEVER_SECONDS)
    async with hall(tmp_path, cluster) as (one, two, _gateway):
        cookie = one.access.sign(new_session("Anna"))
        assert two.access.read(cookie) is not None
        await asyncio.to_thread(two.access.set_password, "another good password")
        await seen(lambda: one.access.read(cookie) is None)


async def seen(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not true():
            await asyncio.to_thread(true)


async def test_a_page_that_crashes_is_answered_at_once() -> None:
    """Starlette says so and raises again, for the server; here nobody else would tell the gateway."""

    async def crash(_request: Request) -> Response:
        raise ValueError

    answer = await answered_by(Starlette(routes=[Route("/x", crash)]), WebRequest("house", "GET", b"/x"))
    assert (answer.status, answer.body) == (500, b"Internal Server Error")

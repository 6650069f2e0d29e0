"""The gateway over a real NATS server: what it carries, shows from memory, and says while nobody answers."""

import asyncio
import gzip
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import Message

from server.addresses import all_routes
from server.cluster.bus import bus_address
from server.cluster.feed import RemoteViews
from server.cluster.gateway import Gateway, gateway_app
from server.cluster.lease_keys import key_of_path
from server.http.page_cache import PageBody, admit, answer, packed
from server.notice import notice
from server.settings import Settings
from tests.cluster.gateways import FORM_LIMIT, gateway_at, small_worker
from tests.cluster.nats_servers import free_ports, nats_servers
from tests.live.loopback import eventually
from web.wording import language

AWAY = notice("page-away")


@pytest.fixture(scope="module")
def nats(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with nats_servers(tmp_path_factory.mktemp("nats") / "nats") as servers:
        yield servers.url


# Keys

ITS_OWN = ("/healthz", "/readyz", "/metrics", "/live", "/live/events", "/static")
FOR_ANYBODY = {
    *("/", "/catalogue.json", "/asyncapi.yaml", "/sw.js", "/face/{colour}.css", "/pictures/{picture}", "/push/key"),
    *("/help", "/help/search", "/help/{name}", "/screen", "/screen/qr.svg", "/api", "/api/openapi.json"),
}
NAMES = {"{slug}": "t/open", "{festival}": "f/open"}


def routes_of(routes: list[BaseRoute], above: str = "") -> Iterator[tuple[str, str]]:
    for route in routes:
        if isinstance(route, Mount):
            yield from routes_of(list(route.routes), above + route.path)
        elif isinstance(route, Route):
            yield from ((method, above + route.path) for method in route.methods or ())


def expected_key(method: str, path: str) -> str:
    name = next((name for name in NAMES if name in path.split("/") or f"{name}.json" in path), "")
    if name:
        return NAMES[name]
    if path.startswith("/screen/{name}"):
        return "screen/open"
    return "" if path in FOR_ANYBODY and method in ("GET", "HEAD") else "house"


def test_every_route_has_a_key_on_purpose(tmp_path: Path) -> None:
    routes = [one for one in routes_of(all_routes(Settings(data=tmp_path))) if not one[1].startswith(ITS_OWN)]
    assert len(routes) > 400
    given = {one: key_of_path(one[0], _filled(one[1])) for one in routes}
    assert given == {one: expected_key(*one) for one in routes}
    assert set(given.values()) == {"", "house", "t/open", "f/open", "screen/open"}


def _filled(path: str) -> str:
    for name in ("{slug}", "{festival}", "{name}"):
        path = path.replace(name, "open")
    return path.replace("{colour}", "aa0000")


@pytest.mark.parametrize("path", ["/t/", "/t/Open", "/t/a.b", "/t/*", "/t/" + "a" * 99, "/nothing", "//t/open"])
def test_what_is_no_name_needs_no_owner(path: str) -> None:
    assert key_of_path("GET", path) == ""
    assert key_of_path("POST", path) == "house"


def test_a_gateway_loads_no_database_no_passwords_and_no_pairing() -> None:
    asked = (
        "import sys, server.cli.gateway, server.cluster.gateway\n"
        "print(*sorted({'.'.join(name.split('.')[:2]) for name in sys.modules}))"
    )
    loaded = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout.split()
    foreign = ("psycopg", "eventsourcing", "argon2", "domain", "projections", "server.journal", "server.office")
    found = [name for name in loaded if name.startswith(foreign)]
    assert found == ["domain", "domain.records", "domain.words"]


# Carrying


async def said_back(request: Request) -> Response:
    body = await request.body()
    client = request.client.host if request.client else ""
    headers = {"x-body": str(len(body)), "x-client": client, "x-scheme": request.url.scheme, "x-tablo-inner": "secret"}
    return Response(request.method, headers=headers)


async def test_a_request_reaches_the_worker_as_it_was_asked(nats: str) -> None:
    async with small_worker(nats, said_back) as worker, gateway_at(nats) as at:
        headers = {
            "x-forwarded-for": "10.0.0.1",
            "x-tablo-forwarded": "me",
            "te": "gzip",
            "x-real-ip": "10.0.0.1",
            "cookie": "tablo=1",
            "idempotency-key": "k1",
            "accept-language": "bg",
        }
        answered = await at.visitor.post("/desk/t/open/results?a=%20b", content=b"command_id=1", headers=headers)
        assert (answered.status_code, answered.text) == (200, "POST")
        assert "x-tablo-inner" not in answered.headers
        assert (answered.headers["x-client"], answered.headers["x-scheme"]) == ("203.0.113.9", "http")
        [asked] = worker.asked
        assert worker.keys == {"t/open"}
        assert (asked.scope["raw_path"], asked.url.query) == (b"/desk/t/open/results", "a=%20b")
        carried = set(asked.headers)
        assert {"host", "cookie", "idempotency-key", "accept-language"} <= carried
        assert not carried & {"x-forwarded-for", "x-tablo-forwarded", "te", "x-real-ip", "connection"}


async def test_who_leaves_in_the_middle_of_a_question_gets_no_answer(nats: str) -> None:
    said: list[Message] = []

    async def left() -> Message:
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        said.append(message)

    async with small_worker(nats, said_back) as worker, gateway_at(nats) as at:
        scope = {"type": "http", "method": "GET", "path": "/t/open", "headers": [], "query_string": b"", "state": {}}
        await at.gateway({**scope, "raw_path": b"/t/open", "scheme": "http"}, left, send)
        assert (said, worker.asked) == ([], [])


async def test_a_large_body_goes_and_comes(nats: str) -> None:
    async def doubled(request: Request) -> Response:
        return Response(await request.body() * 2)

    async with small_worker(nats, doubled), gateway_at(nats) as at:
        body = bytes(range(256)) * 4096 * 3
        answered = await at.visitor.post("/desk/import", content=body, headers={"cookie": "tablo=1"})
        assert answered.content == body * 2


async def test_a_body_beyond_the_limit_is_refused_at_the_door(nats: str) -> None:
    async def inside(request: Request) -> Response:
        return Response(status_code=200 if "tablo" in request.cookies else 303)

    async with small_worker(nats, inside) as worker, gateway_at(nats) as at:
        stranger = await at.visitor.post("/desk/login", content=b"x" * 100_000, headers={"accept": "application/json"})
        known = await at.visitor.post("/desk/import", content=b"x" * (FORM_LIMIT + 1), headers={"cookie": "tablo=1"})
        assert (stranger.status_code, known.status_code) == (413, 413)
        assert stranger.json()["sentence"] == notice("too-large", kilobytes="64").in_words(language("en"))
        assert "8,192" in known.text
        assert [one.url.path for one in worker.asked] == ["/desk/rounds.json"]
        assert {"content-length", "content-type"}.isdisjoint(worker.asked[0].headers)


@pytest.mark.parametrize("status", [200, 401])
async def test_a_hall_that_ships_its_journal_may_send_as_much_as_who_has_logged_in(nats: str, status: int) -> None:
    async def mirror(request: Request) -> Response:
        return Response(str(len(await request.body())), status)

    async with small_worker(nats, mirror) as worker, gateway_at(nats) as at:
        token = {"authorization": "Bearer token"}
        put = await at.visitor.put("/api/mirror/festival/varna", content=b"x" * 100_000, headers=token)
        assert (put.status_code, put.text) == ((200, "100000") if status == 200 else (413, put.text))
        assert {one.url.path for one in worker.asked} == {"/api/mirror/festival/varna"}
        assert worker.asked[0].method == "GET"


async def test_a_key_that_is_given_up_is_found_at_another_worker(nats: str) -> None:
    async with small_worker(nats, said_back) as one, gateway_at(nats) as at:
        await at.visitor.get("/desk/t/open")
        one.keys.clear()  # it answers that it was misdirected
        assert (await at.visitor.get("/desk/t/open")).status_code == 200
        assert len(one.asked) == 2


async def test_a_name_that_the_journal_does_not_know_is_answered_by_anybody(nats: str) -> None:
    async with small_worker(nats, said_back) as worker, gateway_at(nats) as at:
        worker.unknown.add("t/nothing")
        assert (await at.visitor.get("/t/nothing")).status_code == 200
        assert worker.keys == set()


# While nobody answers


async def test_while_nobody_is_there_the_visitor_is_told_in_their_language(nats: str) -> None:
    async with gateway_at(nats) as at:
        at.gateway.carrier.away_seconds = 0.2
        page = await at.visitor.get("/desk/t/open", headers={"accept-language": "bg"})
        data = await at.visitor.get("/t/open/standings.json", headers={"accept-language": "ru"})
        program = await at.visitor.post("/api/t/open/results", json={})
        assert [one.status_code for one in (page, data, program)] == [503, 503, 503]
        assert [one.headers["retry-after"] for one in (page, data, program)] == ["2", "2", "2"]
        assert AWAY.in_words(language("bg")) in page.text
        wall = await at.visitor.get("/t/open/screen")
        assert ("desk.css" in wall.text, '<meta http-equiv="refresh" content="5">' in wall.text) == (False, True)
        assert "default-src 'none'" in page.headers["content-security-policy"]
        assert data.json() == {"sentence": AWAY.in_words(language("ru"))}
        assert program.json()["code"] == "owner-away"


async def test_a_request_to_an_owner_who_was_replaced_is_sent_again_where_that_does_no_harm(nats: str) -> None:
    """The owner takes the request and is silent; after three seconds another one has taken over."""
    async with gateway_at(nats) as at:
        visitor = at.visitor
        async with small_worker(nats, None, "silent"):
            asking = [
                asyncio.create_task(visitor.get("/t/open")),
                asyncio.create_task(visitor.post("/desk/t/open/results", content=b"command_id=7")),
                asyncio.create_task(visitor.post("/desk/t/open/results", content=b"result=1-0")),
            ]
            await eventually(lambda: len(at.gateway.carrier.waiting) == len(asking))
        async with small_worker(nats, said_back, "another") as another:
            answered = await asyncio.gather(*asking)
        assert [one.status_code for one in answered] == [200, 200, 503]
        assert sorted(one.method for one in another.asked) == ["GET", "POST"]


async def test_a_gateway_leaves_a_nats_server_that_is_cut_off_from_the_workers(tmp_path: Path) -> None:
    """It keeps its clients, and says to each of them that nobody is there."""
    with nats_servers(tmp_path / "nats", 3, doors=True) as servers:
        async with gateway_at(servers.url) as at:
            assert at.gateway.carrier.bus is not None
            before = at.gateway.carrier.bus.server
            [here] = [one for one in servers.servers if one.url.endswith(before)]
            others = ",".join(one.url for one in servers.servers if one is not here)
            async with small_worker(others, said_back):
                servers.cut_off(here)
                answers = [await at.visitor.get("/t/open") for _ in range(2)]
                assert [one.status_code for one in answers] == [200, 200]
                assert at.gateway.carrier.bus.server != before


async def test_a_gateway_waits_for_nats(tmp_path: Path) -> None:
    [port] = free_ports(1)
    gateway = Gateway(bus_address(f"nats://127.0.0.1:{port}"), RemoteViews())
    app = gateway_app(gateway)
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as visitor:
            assert (await visitor.get("/healthz")).status_code == 200
            assert (await visitor.get("/readyz")).status_code == 503
            assert (await visitor.get("/static/css/base.css")).status_code == 200


# Pages from memory


class Site:
    """A site whose pages are made as a worker's are, at a position that goes on."""

    def __init__(self) -> None:
        self.position = 1
        self.made: list[str] = []

    async def __call__(self, request: Request) -> Response:
        lang = request.headers.get("accept-language", "en")
        key = request.url.path, lang
        page = packed(key, self.position, PageBody(f"{lang} at {self.position} ".encode() * 100, "text/html"))
        response = answer(request, page, lang)
        self.made.append(f"{response.status_code} {lang}")
        if "embed" not in request.url.path:
            admit(request.scope, self, self.position)
        return response


async def test_a_page_is_asked_for_once_until_its_tournament_goes_on(nats: str) -> None:
    site = Site()
    async with small_worker(nats, site) as worker, gateway_at(nats) as at:
        pages = await asyncio.gather(*(at.visitor.get("/t/open/standings") for _ in range(20)))
        assert {page.text for page in pages} == {"en at 1 " * 100}
        assert site.made == ["200 en"]
        site.position = 2
        await worker.tick("t/another")
        await at.heard()
        assert (await at.visitor.get("/t/open/standings")).text == "en at 1 " * 100
        await worker.tick("t/open")
        await at.heard()
        assert (await at.visitor.get("/t/open/standings")).text == "en at 2 " * 100
        await worker.tick("t/open")
        await at.heard()
        assert (await at.visitor.get("/t/open/standings")).text == "en at 2 " * 100
        assert site.made == ["200 en", "200 en", "304 en"]


async def test_languages_and_encodings_are_kept_apart(nats: str) -> None:
    site = Site()
    async with small_worker(nats, site), gateway_at(nats) as at:
        for _ in range(2):
            for lang in ("en", "bg"):
                page = await at.visitor.get("/t/open", headers={"accept-language": lang})
                assert page.text.startswith(lang)
            plain = await at.visitor.get("/t/open", headers={"accept-encoding": "identity"})
            assert "content-encoding" not in plain.headers
            assert plain.text.startswith("en")
        assert sorted(site.made) == ["200 bg", "200 en", "200 en"]


async def test_a_visitor_who_has_the_page_is_told_so(nats: str) -> None:
    site = Site()
    async with small_worker(nats, site), gateway_at(nats) as at:
        page = await at.visitor.get("/t/open")
        again = await at.visitor.get("/t/open", headers={"if-none-match": page.headers["etag"]})
        other = await at.visitor.get("/t/open", headers={"if-none-match": '"old"'})
        assert (again.status_code, again.content, other.status_code) == (304, b"", 200)
        assert again.headers["etag"] == page.headers["etag"]
        assert site.made == ["200 en"]


async def test_ready_pages_of_the_gateway_are_those_that_it_showed(nats: str) -> None:
    """uvicorn's protocol looks for them before a request is made of what was asked."""
    site = Site()
    async with small_worker(nats, site) as worker, gateway_at(nats) as at:
        page = await at.visitor.get("/t/open")
        headers = [(name.lower(), value) for name, value in page.request.headers.raw]
        found = at.gateway.ready.find(b"/t/open", headers)
        assert found is not None
        assert gzip.decompress(found[0].body).decode() == page.text
        await worker.tick("t/open")
        await at.heard()
        assert at.gateway.ready.find(b"/t/open", headers) is None


@pytest.mark.parametrize(
    "headers",
    [
        {"cache-control": "no-store"},
        {"cache-control": "private, no-cache"},
        {},
        {"cache-control": "public", "set-cookie": "lang=bg"},
    ],
)
async def test_an_answer_for_one_visitor_is_not_kept(nats: str, headers: dict[str, str]) -> None:
    async def made(_request: Request) -> Response:
        return Response(
            "x", headers={"etag": '"1"', **({"cache-control": "public"} if "set-cookie" in headers else {})} | headers
        )

    async with small_worker(nats, made) as worker, gateway_at(nats) as at:
        for _ in range(2):
            await at.visitor.get("/t/open")
        assert len(worker.asked) == 2


async def test_a_page_of_a_moment_ago_is_shown_while_the_owner_is_away(nats: str) -> None:
    async with gateway_at(nats) as at:
        async with small_worker(nats, Site()) as worker:
            await at.visitor.get("/t/open")
            await at.visitor.get("/embed/open/standings")
            await worker.tick("t/open")
        await at.heard()
        page = await at.visitor.get("/t/open")
        assert (page.status_code, page.text) == (200, "en at 1 " * 100)
        assert page.headers["warning"].startswith("110 ")
        assert page.headers["age"] == "0"

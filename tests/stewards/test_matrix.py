"""Every address of the table, asked by everybody about their own thing and about another's: who is let in, who is not.

The addresses come from the table itself. One that neither names an action nor stands among the open ones fails.
"""

import asyncio
import json
import re
import secrets
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import pytest
import pytest_asyncio
from starlette.requests import HTTPConnection
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Message

from domain.organisers.decisions import found_organiser, giving
from domain.organisers.events import AccountOpened, MemberInvited, MemberJoined, OwnedKind
from domain.records import dataclass
from domain.stewards.decisions import make_key
from domain.stewards.events import ApiKeyMade, Role, Scope, StewardInvited
from domain.stewards.permissions import Action
from domain.stewards.state import Steward
from server.addresses import all_routes
from server.http.auth import key_text, new_session, secret_hash
from server.http.middleware import COOKIE
from server.live.frames import Channel
from server.notice import notice
from server.routes.api.commands import CommandRoute
from server.routes.desk.guards import may_follow
from server.routes.desk.rows import DeskPage, DeskStep
from server.routes.question import ReadingRoute, SendingRoute
from server.services import Services
from server.settings import Settings
from tests.desk.browsers import browser, server, with_round_one
from tests.festival.playing import cup_with_entries, services_of_test
from tests.stewards.desk import JSON, second_tournament
from web.wording import language

AT_ONE_HOUSE = pytest.mark.asyncio(loop_scope="module")
"""One server for all roles: nothing that they ask for is written."""

ASKED = (DeskPage, DeskStep, CommandRoute, ReadingRoute, SendingRoute)
OPEN_AT_THE_DESK = {
    *("/desk/first", "/desk/login", "/api", "/api/openapi.json"),
    *("/desk/account/login", "/desk/account/join/{token}"),
    "/desk/account/confirm/{token}",
    *("/desk/account/login/passkey", "/desk/account/login/openid", "/desk/account/login/openid/back"),
    *("/desk/account/forgotten", "/desk/account/reset/{token}"),
}
OPEN_ROOMS = {
    *("", "t", "f", "o", "p", "screen", "embed", "enter", "entry", "report", "join", "push", "live"),
    *(
        "help",
        "static",
        "pictures",
        "face",
        "sw.js",
        "catalogue.json",
        "calendar.ics",
        "asyncapi.yaml",
        "healthz",
        "readyz",
        "metrics",
    ),
}
"""First words of the addresses at which nobody is asked who they are, or a signed link says it."""

SHUT_TO_HELPERS = {"/desk/t/{slug}/fees"}
"""Addresses of entry helpers that the organiser has to open to them."""

NOTHING: frozenset[Action] = frozenset()
IN = frozenset({Action.ENTER})
READS = IN | {Action.READ}
FILLS = IN | {Action.FILL}
LINES_UP = IN | {Action.LINE_UP}
ARBITRATES = READS | FILLS | {Action.ARBITRATE, Action.ANNOUNCE}
LEADS = frozenset(Action)


@dataclass(frozen=True, slots=True)
class Somebody:
    """A role, where it holds, and what it lets them do: with their own thing, with another's, at the desk."""

    role: Role
    tournament: str
    own: frozenset[Action]
    other: frozenset[Action]
    desk: frozenset[Action]


PEOPLE = {
    "chief": Somebody(Role.CHIEF, "", LEADS, LEADS, LEADS),
    "arbiter of all": Somebody(Role.ARBITER, "", ARBITRATES, ARBITRATES, ARBITRATES),
    "entry of all": Somebody(Role.ENTRY, "", FILLS, FILLS, FILLS),
    "reader of all": Somebody(Role.READER, "", READS, READS, READS),
    "arbiter": Somebody(Role.ARBITER, "open", ARBITRATES, NOTHING, IN),
    "entry": Somebody(Role.ENTRY, "open", FILLS, NOTHING, IN),
    "captain": Somebody(Role.CAPTAIN, "open", LINES_UP, NOTHING, IN),
    "reader": Somebody(Role.READER, "open", READS, NOTHING, IN),
}
OWN = {"slug": "open", "festival": "cup"}
OTHER = {"slug": "secret-cup", "festival": "cup"}


def asked_routes(*, organisers: bool = False) -> Iterator[Route]:
    """The addresses that ask who somebody is: nobody opens a tournament at `/desk/logout`, which ends the session."""
    for route in all_routes(Settings(data=Path("unused"), organisers=organisers)):
        if isinstance(route, ASKED) and route.path != "/desk/logout":
            yield route


def what_it_does(route: Route) -> Action:
    assert isinstance(route, ASKED)
    return route.does


def is_allowed(route: Route, allowed: frozenset[Action]) -> bool:
    if route.path in SHUT_TO_HELPERS and Action.ARBITRATE not in allowed:
        return False
    return what_it_does(route) in allowed


def is_answered(route: BaseRoute) -> bool:
    path = getattr(route, "path", "")
    closed = path.split("/")[1] in ("desk", "api")
    return isinstance(route, ASKED) or (path in OPEN_AT_THE_DESK if closed else path.split("/")[1] in OPEN_ROOMS)


def at(path: str, thing: Mapping[str, str]) -> str:
    return re.sub(r"\{(\w+)(?::\w+)?\}", lambda place: thing.get(place[1], "1"), path)


class House(NamedTuple):
    services: Services
    app: ASGIApp


class Answer(NamedTuple):
    status: int
    type: str
    body: bytes


async def answer(app: ASGIApp, method: str, path: str, headers: Mapping[str, str]) -> Answer:
    """Of the application itself: a client between would take as long again for twenty thousand questions."""
    given = {"host": "localhost", "content-type": "application/json", **headers}
    octets = [(name.lower().encode(), value.encode()) for name, value in given.items()]
    places = {
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "server": ("localhost", 80),
    }
    scope = {"type": "http", "http_version": "1.1", "scheme": "http", "method": method, "headers": octets, **places}
    asked: list[Message] = [{"type": "http.request", "body": b"{}" if method == "POST" else b""}]
    said: list[Message] = []
    ended = asyncio.Event()

    async def receive() -> Message:
        if asked:
            return asked.pop()
        await ended.wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        said.append(message)
        if message["type"] == "http.response.body" and not message.get("more_body"):
            ended.set()

    await app(scope, receive, send)
    of_answer = dict(said[0]["headers"])
    body = b"".join(message.get("body", b"") for message in said[1:])
    return Answer(said[0]["status"], of_answer.get(b"content-type", b"").decode(), body)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    """`open` in its first round, `secret-cup`, and the festival `cup` with a section of its own."""
    async with server(tmp_path_factory.mktemp("house")) as transport, browser(transport) as anna:
        await with_round_one(await anna.log_in())
        await second_tournament(anna)
        await cup_with_entries(anna)
        yield House(services_of_test(anna), transport.app)


async def came_in(services: Services, name: str, somebody: Somebody) -> str:
    """The cookie of somebody who came in by a card."""
    event = StewardInvited(secrets.token_hex(6), name, somebody.role, somebody.tournament)
    await services.stewards.step(lambda _state: [event])
    return services.access.sign(new_session(name, event.id))


async def key_of(services: Services, name: str, maker: Steward, **where: str) -> dict[str, str]:
    """The headers of a program with a key that somebody made for everything."""
    made = ApiKeyMade(secrets.token_hex(6), name, secret_hash("secret"), (Scope.EVERYTHING,), **where)
    await services.stewards.step(lambda state: make_key(state, made, maker, datetime.now(UTC)))
    return {"Authorization": f"Bearer {key_text(made.id, 'secret')}"}


async def is_let_in(app: ASGIApp, route: Route, address: str, headers: Mapping[str, str]) -> bool:
    """A form without its token, and a command without its id, are refused only behind the guard: nothing is written."""
    method = "POST" if "POST" in (route.methods or ()) else "GET"
    status, kind, body = await answer(app, method, address, {**JSON, **headers})
    if status != 403:
        return status != 401
    said = json.loads(body).get("sentence", "") if "json" in kind else ""
    return bool(said) and said == notice("old-form").in_words(language("en"))


async def holes(app: ASGIApp, headers: Mapping[str, str], somebody: Somebody, routes: list[Route]) -> list[str]:
    """The addresses that answer otherwise than the table of people says."""
    found = []
    for route in routes:
        things = ((OWN, somebody.own), (OTHER, somebody.other)) if "{slug}" in route.path else ((OWN, somebody.desk),)
        for thing, allowed in things:
            expected, address = is_allowed(route, allowed), at(route.path, thing)
            if await is_let_in(app, route, address, headers) is not expected:
                found.append(f"{route.methods} {address}: {'shut' if expected else 'open'}")
    return found


def test_every_address_names_what_it_does_or_stands_among_the_open_ones() -> None:
    routes = all_routes(Settings(data=Path("unused"), organisers=True))
    assert [route for route in routes if not is_answered(route)] == []


def test_an_address_that_says_nothing_is_found() -> None:
    assert not is_answered(Route("/desk/new-room", lambda _request: None))
    assert not is_answered(Route("/new-room", lambda _request: None))


@AT_ONE_HOUSE
@pytest.mark.parametrize("name", PEOPLE)
async def test_every_address_answers_each_role_as_the_table_says(house: House, name: str) -> None:
    somebody = PEOPLE[name]
    services, app = house
    cookie = {"Cookie": f"{COOKIE}={await came_in(services, name, somebody)}"}
    routes = [route for route in asked_routes() if not route.path.startswith("/api/")]
    assert await holes(app, cookie, somebody, routes) == []


@AT_ONE_HOUSE
@pytest.mark.parametrize("name", PEOPLE)
async def test_every_address_of_programs_answers_the_key_of_each_role_as_the_table_says(
    house: House, name: str
) -> None:
    somebody = PEOPLE[name]
    services, app = house
    invited = StewardInvited(secrets.token_hex(6), name, somebody.role, somebody.tournament)
    await services.stewards.step(lambda _state: [invited])
    maker = services.stewards.state.steward(invited.id)
    headers = await key_of(services, f"Key of {name}", maker, tournament=somebody.tournament)
    routes = [route for route in asked_routes() if route.path.startswith("/api/")]
    assert await holes(app, headers, somebody, routes) == []


@AT_ONE_HOUSE
async def test_a_key_of_a_festival_reaches_it_and_its_sections_alone(house: House) -> None:
    services, app = house
    chief = services.stewards.state.by_password("Anna")
    headers = await key_of(services, "Festival", chief, festival="cup")
    opened, shut = [], []
    for route in asked_routes():
        if not route.path.startswith("/api/"):
            continue
        below = "{slug}" in route.path or "{festival}" in route.path
        near = {"slug": "cup-entries", "festival": "cup"}
        if await is_let_in(app, route, at(route.path, near), headers) is not (below or route.path == "/api/key"):
            shut.append(route.path)
        far = {"slug": "open", "festival": "league"}
        if below and await is_let_in(app, route, at(route.path, far), headers):
            opened.append(route.path)
    assert (opened, shut) == ([], [])


@AT_ONE_HOUSE
async def test_nobody_gets_in_anywhere_without_having_come_in(house: House) -> None:
    routes = list(asked_routes())
    strangers = Somebody(Role.READER, "", NOTHING, NOTHING, NOTHING)
    assert await holes(house.app, {}, strangers, routes) == []
    forged = {"Authorization": f"Bearer {key_text('0' * 12, 'secret')}"}
    programs = [route for route in routes if route.path.startswith("/api/")][:25]
    assert await holes(house.app, forged, strangers, programs) == []


# Organisers that share a server


OF_LEADERS = ARBITRATES | {Action.LEAD}
ANNOUNCES = IN | {Action.ANNOUNCE}
LEADS_ONE = ANNOUNCES | {Action.LEAD}
NAMED = ("screen", "key", "webhook")
"""Things that an address names besides a tournament, a festival or an organiser; of a tournament it decides."""
EVERY_TOURNAMENT_OF_ONE = ARBITRATES | {Action.LINE_UP}
MEMBERS = {
    "owner": Somebody(Role.OWNER, "", OF_LEADERS, OF_LEADERS, LEADS_ONE),
    "organiser": Somebody(Role.ORGANISER, "", OF_LEADERS, OF_LEADERS, LEADS_ONE),
    "chief": Somebody(Role.CHIEF, "", EVERY_TOURNAMENT_OF_ONE, EVERY_TOURNAMENT_OF_ONE, ANNOUNCES),
    "arbiter": Somebody(Role.ARBITER, "", ARBITRATES, ARBITRATES, ANNOUNCES),
    "entry": Somebody(Role.ENTRY, "", FILLS, FILLS, IN),
    "reader": Somebody(Role.READER, "", READS, READS, IN),
    "arbiter of a tournament": Somebody(Role.ARBITER, "open", ARBITRATES, NOTHING, IN),
    "entry of a tournament": Somebody(Role.ENTRY, "open", FILLS, NOTHING, IN),
    "reader of a tournament": Somebody(Role.READER, "open", READS, NOTHING, IN),
}
"""Of the organiser `levski`: with `open`, with another thing of the same organiser, and at the desk as a whole."""
OF_LEVSKI = (
    {"slug": "open"},
    {"slug": "cup-entries", "festival": "cup", "organiser": "levski", "screen": "s1", "key": "k1", "webhook": "w1"},
)
OF_SLAVIA = {"slug": "secret-cup", "festival": "league", "organiser": "slavia"} | {
    "screen": "s2",
    "key": "k2",
    "webhook": "w2",
}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    """`levski` has `open` and the festival `cup` with a section, `slavia` has `secret-cup` and `league`."""
    async with server(tmp_path_factory.mktemp("shared"), organisers=True) as transport, browser(transport) as anna:
        await with_round_one(await anna.log_in())
        await second_tournament(anna)
        await cup_with_entries(anna)
        await anna.go("/desk/festivals")
        await anna.send("/desk/festivals", name="League")
        services = services_of_test(anna)
        for club in ("levski", "slavia"):
            await services.organisers.step(lambda state, club=club: found_organiser(state, club, club))
        for kind, name in ((OwnedKind.TOURNAMENT, "secret-cup"), (OwnedKind.FESTIVAL, "league")):
            await services.organisers.step(giving(kind, name, "slavia"))
        for one, club in (("1", "levski"), ("2", "slavia")):
            made = ApiKeyMade(f"k{one}", f"Key {one}", secret_hash("secret"), (Scope.EVERYTHING,))
            await services.stewards.step(lambda _state, made=made: [made])
            for kind in (OwnedKind.SCREEN, OwnedKind.KEY, OwnedKind.WEBHOOK):
                await services.organisers.step(giving(kind, f"{kind[0]}{one}", club))
        yield House(services, transport.app)


async def became_member(services: Services, somebody: Somebody, festival: str = "") -> str:
    """The account of a member of `levski`."""
    member, account = secrets.token_hex(6), secrets.token_hex(6)
    invited = MemberInvited(member, "levski", somebody.role, somebody.tournament, festival)
    await services.organisers.step(lambda _state: [AccountOpened(account), invited, MemberJoined(member, account)])
    return account


async def holes_for_member(
    app: ASGIApp, headers: Mapping[str, str], somebody: Somebody, routes: list[Route]
) -> list[str]:
    found = []
    for route in routes:
        here = [name for name in ("slug", "festival", "organiser", *NAMED) if f"{{{name}}}" in route.path]
        here = here[:1] if here[:1] == ["slug"] else here
        own, other = OF_LEVSKI
        things = [(other, somebody.other), (OF_SLAVIA, NOTHING), ({**own, "festival": "cup"}, somebody.own)]
        things = things if here == ["slug"] else things[:2] if here else [({}, somebody.desk)]
        for thing, allowed in things:
            expected, address = is_allowed(route, allowed), at(route.path, thing)
            if await is_let_in(app, route, address, headers) is not expected:
                found.append(f"{route.methods} {address}: {'shut' if expected else 'open'}")
    return found


@AT_ONE_HOUSE
@pytest.mark.parametrize("name", MEMBERS)
async def test_every_address_answers_each_member_as_the_table_says(shared_house: House, name: str) -> None:
    somebody = MEMBERS[name]
    services, app = shared_house
    account = await became_member(services, somebody)
    cookie = {"Cookie": f"{COOKIE}={services.access.sign(new_session(name, account=account))}"}
    routes = [route for route in asked_routes(organisers=True) if not route.path.startswith("/api/")]
    assert await holes_for_member(app, cookie, somebody, routes) == []


@AT_ONE_HOUSE
@pytest.mark.parametrize("name", MEMBERS)
async def test_a_key_reaches_no_further_than_the_member_who_made_it(shared_house: House, name: str) -> None:
    somebody = MEMBERS[name]
    services, app = shared_house
    account = await became_member(services, somebody)
    maker = Steward(account, name, somebody.role, somebody.tournament, organiser="levski")
    headers = await key_of(services, f"Key of {name}", maker, tournament="open")
    routes = [route for route in asked_routes(organisers=True) if route.path.startswith("/api/")]
    of_one = replace(somebody, other=NOTHING, desk=IN)
    assert await holes_for_member(app, headers, of_one, routes) == []


@AT_ONE_HOUSE
async def test_a_member_of_a_festival_reaches_it_and_its_sections_alone(shared_house: House) -> None:
    services, app = shared_house
    account = await became_member(services, MEMBERS["arbiter"], "cup")
    cookie = {"Cookie": f"{COOKIE}={services.access.sign(new_session('Boris', account=account))}"}
    of_festival = Somebody(Role.ARBITER, "", NOTHING, ARBITRATES, IN)
    routes = [route for route in asked_routes(organisers=True) if not route.path.startswith("/api/")]
    wider = [one for one in routes if "{slug}" not in one.path and any(f"{{{name}}}" in one.path for name in NAMED)]
    assert await holes_for_member(app, cookie, replace(of_festival, other=NOTHING), wider) == []
    routes = [route for route in routes if route not in wider]
    assert await holes_for_member(app, cookie, of_festival, routes) == []


@AT_ONE_HOUSE
@pytest.mark.parametrize("name", MEMBERS)
async def test_a_member_follows_the_desk_of_own_tournaments_alone(shared_house: House, name: str) -> None:
    services, app = shared_house
    account = await became_member(services, MEMBERS[name])
    cookie = f"{COOKIE}={services.access.sign(new_session(name, account=account))}"
    asking = HTTPConnection({"type": "websocket", "headers": [(b"cookie", cookie.encode())], "app": app})
    followed = [slug for slug in ("open", "secret-cup") if await may_follow(asking, Channel(f"d/{slug}/overview"))]
    assert followed == ["open"]

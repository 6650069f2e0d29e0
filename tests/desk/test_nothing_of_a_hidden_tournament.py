"""A hidden tournament and a draft answer nobody who is not signed in, at whatever address there is, a new one too."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from starlette.routing import BaseRoute, Route

from server.http.auth import open_access, report_path
from server.live.frames import Channel
from tests.desk.browsers import Browser, browser, server, with_round_one
from tests.push.service import PushService
from web.public.pages import FOLLOWED_TOPICS

DESK = "/desk/t/open"
BY_KEY = ("/desk", "/api/")
"""Addresses that want a login or a key."""
FILLED = {"slug": "open", "round": "1", "player": "1", "board": "1", "a": "1", "b": "2", "file": "logo.png"}
SEEN_WHILE_PUBLIC = {
    "/t/open", "/t/open/overview.json", "/t/open/pairings", "/t/open/standings.json", "/t/open/crosstable",
    "/t/open/players/1", "/t/open/players/1/preview.png", "/t/open/live", "/t/open/live.json", "/t/open/downloads",
    "/t/open/standings.csv", "/t/open/pairings/1.pgn", "/t/open/pairings/1.xlsx", "/t/open/report.trf",
    "/t/open/calendar.ics", "/t/open/pairings/1.pdf", "/t/open/screen", "/t/open/app.webmanifest", "/t/open/api",
    "/embed/open/pairings", "/embed/open/standings", "/embed/open/player/1", "/embed/open/live", "/entry/open",
}  # fmt: skip


def addresses(routes: list[BaseRoute], token: str) -> list[str]:
    """All at which a tournament can be read without a login."""
    found = [route.path for route in routes if isinstance(route, Route) and "GET" in (route.methods or {"GET"})]
    about = [path for path in found if "{slug}" in path and not path.startswith(BY_KEY)]
    filled = FILLED | {"token": token}
    return [re.sub(r"\{(\w+)(:\w+)?\}", lambda place: filled.get(place[1], "1"), path) for path in about]


@asynccontextmanager
async def a_reader(folder: Path) -> AsyncIterator[tuple[Browser, Browser, list[str]]]:
    """Anna at the desk of a tournament in round 1, somebody else, and the addresses of the tournament."""
    async with server(folder) as transport, browser(transport) as anna, browser(transport) as reader:
        await with_round_one(await anna.log_in())
        await anna.go(f"{DESK}/settings")
        await anna.send(f"{DESK}/player-reports", allowed="1")
        own = report_path(open_access(folder), "open", 1)
        routes = transport.app.routes  # type: ignore[attr-defined]
        yield anna, reader, addresses(routes, own.rpartition("/")[2])


async def hide(anna: Browser) -> None:
    await anna.go(f"{DESK}/settings")
    await anna.send(f"{DESK}/hide")


async def found(reader: Browser, paths: list[str]) -> dict[str, httpx.Response]:
    return {path: await reader.client.get(path) for path in paths}


async def test_no_address_of_a_hidden_tournament_answers_a_stranger(tmp_path: Path) -> None:
    async with a_reader(tmp_path) as (anna, reader, paths):
        seen = await found(reader, paths)
        readable = {path for path, answer in seen.items() if answer.status_code == 200}
        assert readable >= SEEN_WHILE_PUBLIC
        assert any(path.startswith("/report/open/") for path in readable)
        await hide(anna)
        asked = [*paths, *(f"{path}?at=5" for path in SEEN_WHILE_PUBLIC)]
        hidden = await found(reader, asked)
        assert {path: answer.status_code for path, answer in hidden.items() if answer.status_code != 404} == {}
        assert [path for path, answer in hidden.items() if "Player A" in answer.text or ">Open<" in answer.text] == []


async def test_what_a_browser_kept_is_not_called_fresh(tmp_path: Path) -> None:
    async with a_reader(tmp_path) as (anna, reader, paths):
        seen = await found(reader, paths)
        tags = {path: answer.headers["etag"] for path, answer in seen.items() if "etag" in answer.headers}
        assert tags
        await hide(anna)
        again = {path: (await reader.client.get(path, headers={"If-None-Match": tag})) for path, tag in tags.items()}
        assert {answer.status_code for answer in again.values()} == {404}


async def test_no_topic_of_a_hidden_tournament_is_fed_to_everybody(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna:
        await with_round_one(await anna.log_in())
        live = transport.app.state.services.live  # type: ignore[attr-defined]
        topics = [
            f"t/open/{name}"
            for name in (
                *FOLLOWED_TOPICS,
                *(f"{name}/1" for name, topic in FOLLOWED_TOPICS.items() if topic.numbered),
                "live",
            )
        ]
        assert live(Channel("t/open/pairings")) is not None
        await hide(anna)
        assert [topic for topic in topics if live(Channel(topic)) is not None] == []


async def test_nothing_can_be_sent_to_a_hidden_tournament(tmp_path: Path) -> None:
    async with a_reader(tmp_path) as (anna, reader, paths):
        own = next(path for path in paths if path.startswith("/report/open/"))
        await reader.go(own)
        form = reader.form(f"{own}/rounds/1/results")
        await hide(anna)
        report = {**form, "result": "1-0", "command_id": "a-report-of-one"}
        assert (await reader.client.post(f"{own}/rounds/1/results", data=report)).status_code == 404
        assert (await reader.client.post("/entry/open", data={"name": "Newcomer"})).status_code == 404
        subscription = PushService().subscription(1) | {"endpoint": "https://fcm.googleapis.com/fcm/send/x"}
        assert (await reader.client.post("/t/open/push", json=subscription)).status_code == 404


@pytest.mark.parametrize(("path", "named"), [("/", "/t/open"), ("/?q=open", "/t/open"), ("/catalogue.json", '"open"')])
async def test_no_list_names_a_hidden_tournament(tmp_path: Path, path: str, named: str) -> None:
    async with a_reader(tmp_path) as (anna, reader, _):
        assert named in (await reader.go(path)).text
        await hide(anna)
        assert named not in (await reader.go(path)).text


async def test_a_named_screen_shows_nothing_of_a_hidden_tournament(tmp_path: Path) -> None:
    async with a_reader(tmp_path) as (anna, reader, _):
        await anna.go("/desk/screens")
        await anna.send("/desk/screens", name="wall")
        await anna.go("/desk/screens/wall")
        setup = next(action for action in re.findall(r'<form[^>]*action="([^"]+)"', anna.page.text) if "wall" in action)
        await anna.send(setup, **{"kind-0": "pairings", "tournament-0": "open"})
        assert "Player A" in (await reader.go("/screen/wall")).text
        await hide(anna)
        assert "Player A" not in (await reader.go("/screen/wall")).text


async def test_no_address_of_a_draft_answers_a_stranger(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as reader:
        await anna.log_in()
        await anna.go("/desk/new")
        await anna.send("/desk/new", tournament_name="Open", rounds="5", visibility="draft")
        assert anna.page.url.path == DESK
        await anna.go(f"{DESK}/players")
        await anna.send(f"{DESK}/players", name="Player A")
        own = report_path(open_access(tmp_path), "open", 1)
        routes = transport.app.routes  # type: ignore[attr-defined]
        answers = await found(reader, addresses(routes, own.rpartition("/")[2]))
        assert {path: answer.status_code for path, answer in answers.items() if answer.status_code != 404} == {}

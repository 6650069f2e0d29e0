"""The list of all tournaments among thousands: page by page, searchable, without scripts."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from domain import events as e
from domain.words.regulations import Details
from projections.lists.catalogue import PAGE_ROWS
from server.live.frames import Channel
from server.live.topics import Live
from tests.crosstable import announcement, history
from tests.desk.browsers import browser, server
from tests.public.served import served

MANY = PAGE_ROWS + 10


def archive() -> dict[str, list[e.Event]]:
    """The later it begins the higher it stands."""
    return {
        f"open-{n:03}": announcement(details=Details(f"Open {n}", city=city_of(n), start=day(n))) for n in range(MANY)
    }


def city_of(number: int) -> str:
    return "Велико Търново" if number == 7 else "Sofia"


def day(number: int) -> str:
    return f"2026-{1 + number // 28:02}-{1 + number % 28:02}"


@pytest.fixture
async def client() -> AsyncIterator[httpx.AsyncClient]:
    async with served(archive()) as running:
        yield running


def shown(page: httpx.Response) -> list[str]:
    return re.findall(r'data-part="(open-\d+)"', page.text)


async def test_each_tournament_is_on_one_page(client: httpx.AsyncClient) -> None:
    first, second = await client.get("/"), await client.get("/?page=2")
    assert [*shown(first), *shown(second)] == [f"open-{n:03}" for n in reversed(range(MANY))]
    assert 'href="/?page=2"' in first.text
    assert 'href="/?page=1"' in second.text


async def test_only_the_first_page_is_live(client: httpx.AsyncClient) -> None:
    assert 'data-topic="catalogue"' in (await client.get("/")).text
    for path in ("/?page=2", "/?q=sofia"):
        assert 'data-topic="catalogue"' not in (await client.get(path)).text
    live = Live(client.app.state.services.office)  # type: ignore[attr-defined]
    parts = live(Channel("catalogue", "html"))
    assert parts is not None
    assert list(parts.parts) == shown(await client.get("/"))


async def test_a_tournament_is_found_by_its_place(client: httpx.AsyncClient) -> None:
    found = await client.get("/", params={"q": "велико"})
    assert shown(found) == ["open-007"]
    assert 'value="велико"' in found.text


async def test_what_was_searched_for_stays_when_the_page_is_turned(client: httpx.AsyncClient) -> None:
    assert 'href="/?page=2&amp;q=sofia"' in (await client.get("/?q=sofia")).text


async def test_nothing_found_is_said_and_the_way_back_is_there(client: httpx.AsyncClient) -> None:
    page = await client.get("/?q=%22%3E%3Cscript%3E")
    assert "No tournament is called that" in page.text
    assert "<script>" not in page.text.split("<main")[1].split("</main>")[0]
    assert '<a href="/">Show all</a>' in page.text


@pytest.mark.parametrize("page", ["0", "99999999", "-1", "x", ""])
async def test_any_other_page_is_the_nearest_there_is(client: httpx.AsyncClient, page: str) -> None:
    answer = await client.get("/", params={"page": page})
    assert answer.status_code == 200
    assert len(shown(answer)) in (10, PAGE_ROWS)


async def test_other_programs_get_the_same_pages(client: httpx.AsyncClient) -> None:
    twin = (await client.get("/catalogue.json?page=2")).json()
    assert [row["slug"] for row in twin["tournaments"]] == shown(await client.get("/?page=2"))
    assert (twin["page"], twin["pages"], twin["found"], twin["unread"]) == (2, 2, MANY, 0)
    assert (await client.get("/catalogue.json?q=велико")).json()["found"] == 1


async def test_a_list_page_is_small(client: httpx.AsyncClient) -> None:
    for path in ("/", "/catalogue.json"):
        assert len((await client.get(path)).content) < 60_000


async def test_what_is_searched_for_does_not_fill_the_memory_of_pages(client: httpx.AsyncClient) -> None:
    cache = client.app.state.services.pages  # type: ignore[attr-defined]
    await client.get("/?q=sofia")
    made = cache.made
    for n in range(20):
        await client.get(f"/?q=sofia{n}")
    assert cache.made == made


async def test_an_empty_server_offers_a_beginning_and_no_search() -> None:
    async with served({}) as client:
        page = (await client.get("/")).text
    assert 'name="q"' not in page
    assert 'class="begin" href="/desk"' in page


async def test_the_front_page_says_what_is_on_what_comes_and_what_is_over() -> None:
    over, playing = history("A 2000 +w2\nB 1900 -b1"), history("A 2000 ?w2\nB 1900 ?b1")
    async with served({"over": over, "open": archive()["open-007"], "on": playing}) as client:
        page = (await client.get("/")).text
    groups = re.findall(r'<li class="(\w+)" data-part="(\w+)" data-heading="([\w ]+)"', page)
    assert groups == [("now", "on", "On now"), ("coming", "open", "Coming"), ("past", "over", "Ended")]
    assert 'name="q"' in page


async def test_the_desk_has_the_same_pages(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as somebody:
        desk = await somebody.log_in("Anna")
        office = transport.app.state.services.office  # type: ignore[attr-defined]
        for slug, events in archive().items():
            await office.create(slug, f"create-{slug}", "Anna", lambda _, events=events: events)
        first, found = await desk.go("/desk"), await desk.go("/desk?q=велико")
    assert re.findall(r'href="/desk/t/(open-\d+)"', first.text) == [
        f"open-{n:03}" for n in reversed(range(MANY - PAGE_ROWS, MANY))
    ]
    assert 'href="/desk?page=2"' in first.text
    assert re.findall(r'href="/desk/t/(open-\d+)"', found.text) == ["open-007"]

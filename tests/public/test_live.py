"""The feed pushes what the page shows."""

import re

import httpx
import pytest

from domain import events as e
from domain.tournament import evolve
from domain.words.games import Result
from projections.lists.catalogue import CataloguePage
from server.live.frames import Channel, NotYet, Parts, difference
from server.live.topics import Live
from server.office.tournaments import Office
from tests.crosstable import history
from tests.public.served import served
from web.rendering import render

OPEN = history(
    """
    Alice GM 2500  +w4 ?b2
    Bruno    2400  +b3 ?w1
    Carla    2300  -w2 =w4
    David    2200  -b1 =b3
    Eva      2100  U   H
    """,
    rounds=5,
)
TOPICS = {
    "status": "",
    "overview": "",
    "leaders": "",
    "latest": "",
    "results": "/results",
    "pairings": "/pairings",
    "pairings/1": "/pairings/1",
    "seats": "/pairings?by=name",
    "seats/2": "/pairings/2?by=name",
    "standings": "/standings",
    "standings/1": "/standings/1",
    "crosstable": "/crosstable",
    "crosstable/number": "/crosstable?by=number",
    "player/1": "/players/1",
    "player/5": "/players/5",
}


async def live_of(client: httpx.AsyncClient) -> Live:
    office: Office = client.app.state.services.office  # type: ignore[attr-defined]
    await office.open("open")
    return Live(office)


def parts_of(live: Live, topic: str, form: str = "html") -> Parts:
    parts = live(Channel(f"t/open/{topic}", form))
    assert parts is not None
    return parts


@pytest.mark.parametrize("topic", TOPICS)
async def test_the_row_that_is_pushed_is_the_row_of_the_page(topic: str) -> None:
    async with served({"open": OPEN}) as client:
        live = await live_of(client)
        page = (await client.get(f"/t/open{TOPICS[topic]}")).text
        assert f'data-topic="t/open/{topic}"' in page
        for key, html in parts_of(live, topic).parts.items():
            assert f'data-part="{key}"' in str(html)
            assert str(html) in page, key


@pytest.mark.parametrize("topic", TOPICS)
async def test_every_part_of_the_page_is_pushed(topic: str) -> None:
    async with served({"open": OPEN}) as client:
        live = await live_of(client)
        page = (await client.get(f"/t/open{TOPICS[topic]}")).text
        start = page.index(f'data-topic="t/open/{topic}"')
        end = min(at for mark in ("</section>", "data-topic=", "</main>") if (at := page.find(mark, start + 20)) > 0)
        shown = re.findall(r'data-part="([^"]+)"', page[start:end])
        assert list(parts_of(live, topic).parts) == shown


async def test_each_part_is_one_element() -> None:
    async with served({"open": OPEN}) as client:
        live = await live_of(client)
        for topic in TOPICS:
            for html in parts_of(live, topic).parts.values():
                assert re.match(r"<(\w+)[^>]* data-part=.*</\1>$", str(html), re.DOTALL)


async def test_the_line_of_a_followed_player_says_the_place() -> None:
    async with served({"open": OPEN}) as client:
        parts = parts_of(await live_of(client), "places").parts
        assert str(parts["p3"]) == (
            '<li data-part="p3"><a class="person" href="/t/open/players/3">Carla</a> <span>place 5, ½</span></li>'
        )
        twin = parts_of(await live_of(client), "places", "json").parts["p3"]
        assert (twin["place"], twin["points"], twin["player"]["name"]) == (5, 0.5, "Carla")  # type: ignore[index]


async def test_a_result_changes_its_row_and_the_count_and_nothing_else() -> None:
    async with served({"open": OPEN}) as client:
        office = await client.app.state.services.office.open("open")  # type: ignore[attr-defined]
        live = await live_of(client)
        before = parts_of(live, "pairings")
        await office.command("a-result-typed", "Anna", lambda t: [e.ResultRecorded(2, 1, Result.DRAW)])
        change = difference(before.parts, parts_of(live, "pairings").parts)
        assert change is not None
        assert [key for key, _ in change.changed] == ["progress", "b1"]


async def test_the_json_form_is_the_twin() -> None:
    async with served({"open": OPEN}) as client:
        live = await live_of(client)
        rows = (await client.get("/t/open/standings.json")).json()["data"]["rows"]
        parts = parts_of(live, "standings", "json").parts
        assert [part for key, part in parts.items() if key.startswith("p")] == rows


async def test_a_draft_is_not_pushed() -> None:
    draft = history("A +w2 ?b2\nB -b1 ?w1", publish_last=False, rounds=3)
    async with served({"open": draft}) as client:
        live = await live_of(client)
        assert live(Channel("t/open/pairings/2")) is None
        assert "Round 1" in str(parts_of(live, "pairings").parts["heading"])


@pytest.mark.parametrize(
    "topic",
    [
        "t/none/pairings",
        "t/open/nonsense",
        "t/open/pairings/99",
        "t/open/player/77",
        "t/open/player/01",
        "x/open/pairings",
        "t/open",
    ],
)
async def test_an_unknown_topic_is_nothing(topic: str) -> None:
    async with served({"open": OPEN}) as client:
        assert (await live_of(client))(Channel(topic)) is None


async def test_one_board_can_be_followed() -> None:
    async with served({"open": OPEN}) as client:
        office = await client.app.state.services.office.open("open")  # type: ignore[attr-defined]
        live = await live_of(client)
        evolve(office.tournament, e.ResultRecorded(2, 1, Result.DRAW))
        part = parts_of(live, "board/1", "json").parts["b1"]
        assert isinstance(part, dict)
        assert part["board"] == 1


async def test_the_list_of_tournaments_can_be_followed() -> None:
    async with served({"open": OPEN}) as client:
        live = await live_of(client)
        parts = live(Channel("catalogue", "html"))
        assert parts is not None
        assert parts.position == len(OPEN)
        assert str(parts.parts["open"]) in (await client.get("/")).text


async def test_while_the_journal_is_read_the_list_says_how_many_are_missing() -> None:
    async with served({"open": OPEN, "youth": OPEN}) as client:
        office: Office = client.app.state.services.office  # type: ignore[attr-defined]
        live = Live(office)
        early = live(Channel("catalogue", "json"))
        assert early is not None
        assert early.parts == {"~unread": {"unread": 2}}
        with pytest.raises(NotYet):
            live(Channel("t/open/standings"))
        await office.started()
        late = live(Channel("catalogue", "json"))
        assert late is not None
        assert late.parts.keys() == {"open", "youth"}
        assert (await client.get("/catalogue.json")).json()["unread"] == 0


def test_the_page_says_it_too() -> None:
    html = render(
        "public/catalogue.html", festivals={}, lang="en", view=CataloguePage(()), unread=3, position=0, read_only=False,
        persons=(), shared=False, organisers=(),
    )  # fmt: skip
    assert "3 more tournaments are being read from the journal." in html
    assert "No tournament yet" not in html

"""Form, pasted list, file and the public form take the rating of the same list: the first in the order that has one."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import cast

import pytest
from starlette.applications import Starlette

from domain.words.players import Player
from server.services import Services
from tests.desk.browsers import Browser, browser, server, with_players
from tests.desk.test_filled_lists import IMPORT
from tests.desk.test_list_order import BUL, PLAYERS, ordered
from tests.desk.test_rating_lists import read_with, with_list, with_national
from tests.desk.test_self_registration import FORM, QUEUE, ask
from tests.files.rating_lists import ANNA, LIST, text_list
from tests.files.test_lists_without_heads import xlsx

TYPED_WAYS = {
    "name": {"list": "Stefanova, Antoaneta"},
    "number": {"list": "2902257"},
    "CSV": {"list": "Name;Federation\nStefanova, Antoaneta;BUL"},
}
LONG_NUMBER = {**ANNA, "fideid": "366161000", "name": "Stefanova, Ana", "rating": "1702"}
"""FIDE gives numbers of nine digits too."""


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[tuple[Browser, Browser, Services]]:
    """Anna at the desk of a tournament where the Bulgarian list counts before FIDE's, Boris outside, and the server."""
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as boris:
        await with_list(await anna.log_in(), tmp_path, text_list((*LIST, LONG_NUMBER)))
        await with_national(anna, BUL)
        await read_with(anna)
        await with_players(anna, 2)
        await ordered(anna, "BUL", "FIDE standard")
        services: Services = cast("Starlette", transport.app).state.services
        yield anna, boris, services


async def newest(services: Services) -> tuple[Player, str]:
    """The player who came last, and where the rating is from."""
    t = (await services.office.open("open")).tournament
    id = max(t.players)
    return t.players[id], t.rating_sources.get(id, "")


async def struck(anna: Browser, services: Services) -> None:
    player, _ = await newest(services)
    await anna.go(f"{PLAYERS}/{player.id}")
    await anna.send(f"{PLAYERS}/{player.id}/strike", reason="tried")


async def test_every_way_of_entry_takes_the_rating_of_the_same_list(hall: tuple[Browser, Browser, Services]) -> None:
    anna, boris, services = hall
    expected = ("Stefanova, Antoaneta", 2902257, "GM", 2410, 2410, 2402, 0, "BUL 2026-10")

    async def came(way: str) -> None:
        player, source = await newest(services)
        ratings = (player.rating, player.national_rating, player.official_rating, player.k)
        assert (player.name, player.fide_id, player.title.value, *ratings, source) == expected, way
        await struck(anna, services)

    (found,) = (await anna.go(f"{PLAYERS}/search?q=stefanova antoa")).json()["found"]
    await anna.go(PLAYERS)
    fields = ("name", "rating", "title", "federation", "fide_id", "k", "national_rating", "official_rating")
    await anna.send(PLAYERS, **{name: str(found[name] or "") for name in fields})
    await came("form")

    sheet = xlsx(("Name", "Federation"), ("Stefanova, Antoaneta", "BUL"))
    for way, typed in {**TYPED_WAYS, "XLSX": {}}.items():
        await anna.go(IMPORT)
        files = {} if typed else {"file": ("players.xlsx", sheet)}
        await anna.send(IMPORT, files=files, look_up="1", **typed)
        assert "2410" in anna.text
        await anna.send(IMPORT)
        await came(way)

    await anna.go(QUEUE)
    await anna.send(QUEUE)
    (found,) = (await boris.go(f"{FORM}/search?q=stefanova antoa")).json()["found"]
    assert (found["rating"], found["source"]) == (2410, "BUL 2026-10")
    await ask(boris, services, found["name"], fide_id=str(found["fide_id"]))
    await anna.go(QUEUE)
    assert "2410 (BUL 2026-10)" in anna.text
    await anna.send(f"{QUEUE}/accept")
    await came("public form")


async def test_somebody_whom_only_a_national_list_has_is_found_everywhere(
    hall: tuple[Browser, Browser, Services],
) -> None:
    anna, boris, services = hall
    await anna.go(IMPORT)
    await anna.send(IMPORT, list="Топалов, Веселин", look_up="1")
    await anna.send(IMPORT)
    player, source = await newest(services)
    assert (player.name, player.rating, player.fide_id, source) == ("Topalov, Veselin", 2712, 0, "BUL 2026-10")
    await struck(anna, services)
    await anna.go(QUEUE)
    await anna.send(QUEUE)
    assert [one["rating"] for one in (await boris.go(f"{FORM}/search?q=топалов")).json()["found"]] == [2712]
    await ask(boris, services, "Topalov, Veselin")
    await anna.go(QUEUE)
    await anna.send(f"{QUEUE}/accept")
    player, source = await newest(services)
    assert (player.rating, source) == (2712, "BUL 2026-10")


async def test_a_rating_that_is_written_stays_and_is_no_official_one(hall: tuple[Browser, Browser, Services]) -> None:
    anna, _, services = hall
    for written, official in (("2500", 0), ("2410", 2402)):
        await anna.go(IMPORT)
        await anna.send(IMPORT, list=f"Name;Rating\nStefanova, Antoaneta;{written}", look_up="1")
        await anna.send(IMPORT)
        player, _ = await newest(services)
        assert (player.rating, player.national_rating, player.official_rating) == (int(written), 2410, official)
        await struck(anna, services)


async def test_numbers_of_nine_digits_are_chosen_and_accepted(hall: tuple[Browser, Browser, Services]) -> None:
    anna, boris, services = hall
    await anna.go(IMPORT)
    await anna.send(IMPORT, list="Stefanova, An", look_up="1")
    await anna.send(IMPORT, **{"listed-1": LONG_NUMBER["fideid"]})
    player, _ = await newest(services)
    assert (player.fide_id, player.rating) == (366161000, 1702)
    await struck(anna, services)
    await anna.go(QUEUE)
    await anna.send(QUEUE)
    await ask(boris, services, "Stefanova, Ana", fide_id=LONG_NUMBER["fideid"])
    await anna.go(QUEUE)
    await anna.send(f"{QUEUE}/accept")
    player, _ = await newest(services)
    assert (player.fide_id, player.rating) == (366161000, 1702)


async def test_a_national_list_alone_is_searched_while_one_types(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna:
        await with_national(await anna.log_in(), BUL)
        await read_with(anna)
        await with_players(anna, 2)
        await anna.go(PLAYERS)
        assert "it is looked for in BUL 2026-10." in anna.text
        answer = (await anna.go(f"{PLAYERS}/search?q=topal")).json()
        assert answer["list"] == "BUL 2026-10, 2 players"
        assert [one["name"] for one in answer["found"]] == ["Topalov, Veselin"]

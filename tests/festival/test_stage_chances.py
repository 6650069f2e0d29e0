"""Who may come into a final and who may win it, at the desk of a festival."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from domain.decisions.players.numbering import set_initial_colour
from domain.decisions.setup.chances import show_chances
from domain.words.choices.chances import ChancesFor, OpenGames
from domain.words.games import Colour
from server.live.connections import Mailbox
from server.live.frames import Channel
from server.live.limits import Guest
from tests.desk.browsers import Browser, desk
from tests.festival.playing import CUP, cup_with_entries, do, groups_of_four, services_of_test
from tests.live.loopback import Reader

FINAL = f"{CUP}/coming/cup-final"


@pytest.fixture
async def anna(tmp_path: Path) -> AsyncIterator[Browser]:
    async with desk(tmp_path, chances=True) as somebody:
        await cup_with_entries(somebody)
        yield somebody


async def played_out(somebody: Browser) -> str:
    """The page once the worker has answered."""
    async with asyncio.timeout(90):
        while "of the event played out" not in (page := await somebody.go(FINAL)).text:  # noqa: ASYNC110
            await asyncio.sleep(0.05)  # the worker's answer comes in between
    return page.text


def rows_of(page: str) -> dict[str, list[str]]:
    rows = re.findall(r'<tr data-part="[^"]+"><th scope="row">(.*?) <span(.*?)</tr>', page)
    return {re.sub(r"<[^>]+>", "", name): re.findall(r'class="number">(.*?)</td>', rest) for name, rest in rows}


async def test_a_final_is_played_out_before_its_groups_have_begun(anna: Browser) -> None:
    await groups_of_four(anna)
    before = (await anna.go(FINAL)).text
    page = await played_out(anna)
    rows = rows_of(page)
    assert set(rows) == {f"Player {letter}" for letter in "ABCDEFGH"}
    assert 'http-equiv="refresh"' in before


async def shown_to_everybody(somebody: Browser, *sections: str) -> None:
    for section in sections:
        await do(services_of_test(somebody), section, show_chances, ChancesFor.PUBLIC, 1, OpenGames.DRAWN)


async def test_everybody_sees_it_where_all_sections_show_what_comes_next(anna: Browser) -> None:
    await groups_of_four(anna)
    page = "/f/cup/coming/cup-final"
    hidden = await anna.client.get(page)
    await shown_to_everybody(anna, "cup-final", "cup-group-a")
    half_hidden = await anna.client.get(page), (await anna.client.get("/f/cup")).text
    await shown_to_everybody(anna, "cup-group-b")
    front = (await anna.client.get("/f/cup")).text
    async with asyncio.timeout(90):
        while "of the event played out" not in (shown := await anna.client.get(page)).text:  # noqa: ASYNC110
            await asyncio.sleep(0.05)  # the worker's answer comes in between
    assert (hidden.status_code, half_hidden[0].status_code, shown.status_code) == (404, 404, 200)
    assert page not in half_hidden[1]
    assert page in front
    assert len(rows_of(shown.text)) == 8
    assert "1970" in shown.text


def settled(parts: Mapping[str, Any], after: str = "") -> bool:
    """The figures of a newer moment are there, and no better ones are on their way."""
    made = parts.get("made", {}).get("made")
    return made is not None and made["at"] > after and not parts["state"]["working"]


async def until_settled(phone: Mailbox, reader: Reader, after: str = "") -> Mapping[str, Any]:
    async with asyncio.timeout(90):
        while not settled(reader.parts, after):
            reader.read([json.loads(message.text) for message in await phone.next()])
    return reader.parts


async def test_the_page_follows_its_chances_by_the_feed(anna: Browser) -> None:
    await groups_of_four(anna)
    await shown_to_everybody(anna, "cup-final", "cup-group-a", "cup-group-b")
    services, guest, reader = services_of_test(anna), Guest(), Reader()
    page = (await anna.client.get("/f/cup/coming/cup-final")).text
    [topic] = re.findall(r'data-topic="([^"]+)"', page)
    phone, wanted = Mailbox(guest), [(Channel(topic), None)]
    await services.hub.prepare(wanted, guest)
    assert services.hub.follow(phone, wanted) == ""
    first = dict(await until_settled(phone, reader))
    await do(services, "cup-group-a", set_initial_colour, Colour.WHITE)
    newer = await until_settled(phone, reader, first["made"]["made"]["at"])
    assert len([part for part in first if part.startswith("cup-group")]) == 8
    assert (first["state"]["state"], newer["state"]["state"]) == ("known", "known")
    assert first["made"]["made"]["endings"] > 0

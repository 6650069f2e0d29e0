"""The organiser says in the settings who sees what comes next, and the operator whether anybody does."""

import re
from pathlib import Path

from domain.screens.decisions import name_screen, show_contents
from domain.screens.events import Content, ContentKind
from server.cluster.lease_keys import OF_SCREEN, OF_TOURNAMENT
from server.services.wiring import shown_or_owned
from tests.desk.browsers import desk, with_players, with_round_one
from tests.festival.playing import services_of_test

SETTINGS, STEP = "/desk/t/open/settings", "/desk/t/open/chances"


async def test_the_organiser_says_who_sees_it(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        await anna.go(SETTINGS)
        wrong = await anna.send(STEP, shown="public", from_round="0", open_games="rating")
        await anna.go(SETTINGS)
        await anna.send(STEP, shown="public", from_round="5", open_games="rating")
        page = (await anna.go(SETTINGS)).text
        history = (await anna.go("/desk/t/open/history")).text
    assert wrong.status_code == 422
    assert re.search(r'name="shown" value="public" checked', page)
    assert re.search(r'name="from_round"[^>]*value="5"', page)
    assert '<option value="rating" selected>' in page
    assert "What comes next is shown to everybody from round 5 on; open games count as won by the higher" in history


async def test_everybody_has_the_page_for_as_long_as_it_is_shown(tmp_path: Path) -> None:
    there = list[int]()
    async with desk(tmp_path, chances=True) as anna:
        await with_round_one(anna)
        for shown, from_round in (("desk", "1"), ("public", "2"), ("public", "1"), ("off", "1")):
            await anna.go(SETTINGS)
            await anna.send(STEP, shown=shown, from_round=from_round, open_games="drawn")
            there.append((await anna.client.get("/t/open/coming")).status_code)
        rounds = (await anna.client.get("/t/open/pairings")).text
        downloads = (await anna.client.get("/t/open/downloads")).text
        at_desk = (await anna.go("/desk/t/open/coming")).text
    assert there == [404, 404, 200, 404]
    assert "coming.csv" not in downloads
    assert "/t/open/coming" not in rounds
    assert "not worked out here" in at_desk


async def test_a_server_that_shows_none_says_so_in_the_settings(tmp_path: Path) -> None:
    async with desk(tmp_path / "open", chances=True) as anna:
        await with_players(anna)
        here = (await anna.go(SETTINGS)).text
    async with desk(tmp_path / "juniors", chances=False) as anna:
        await with_round_one(anna)
        await anna.go(SETTINGS)
        await anna.send(STEP, shown="public", from_round="1", open_games="drawn")
        there, page = (await anna.go(SETTINGS)).text, await anna.client.get("/t/open/coming")
    assert "switched off for this whole server" not in here
    assert "switched off for this whole server" in there
    assert page.status_code == 404


class Holds:
    """A worker that holds these keys among others."""

    def __init__(self, *keys: str) -> None:
        self.keys = keys

    def owned(self, key: str) -> bool:
        return key in self.keys

    async def mine(self, key: str) -> bool:
        return self.owned(key)


async def test_a_worker_has_them_for_its_tournaments_and_for_what_its_screens_show(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        screens = services_of_test(anna).screens
        for name, kind in (("foyer", ContentKind.CHANCES), ("hall", ContentKind.PAIRINGS)):
            await screens.screen_office.command(f"n-{name}", "Anna", lambda state, name=name: name_screen(state, name))
            contents = (Content(kind, "open"),)
            await screens.screen_office.command(
                f"c-{name}", "Anna", lambda state, name=name, contents=contents: show_contents(state, name, contents)
            )
        keys = [OF_TOURNAMENT + "open", OF_SCREEN + "foyer", OF_SCREEN + "hall"]
        here = [await shown_or_owned(Holds(key), screens.with_chances)("open") for key in keys]
    assert here == [True, True, False]

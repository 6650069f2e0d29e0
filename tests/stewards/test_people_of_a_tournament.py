"""The page of people, opened from a tournament: that one is chosen, and no other of its name is taken for it."""

import re
from pathlib import Path

from tests.desk.browsers import Browser, desk
from tests.stewards.desk import second_tournament

INVITE = "/desk/stewards?of=open-2"


async def two_of_one_name(chief: Browser) -> None:
    await second_tournament(chief, "Open")
    await second_tournament(chief, "Open")
    await second_tournament(chief, "Rapid")


async def test_the_tournament_that_it_was_opened_from_is_chosen(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await two_of_one_name(anna)
        await anna.go(INVITE)
        assert anna.form(INVITE)["tournament"] == "open-2"
        await anna.send(INVITE, name="Boris", role="arbiter", until="")
        await anna.go("/desk/stewards")
    assert re.search("Boris .*Open · open-2", anna.text)


async def test_tournaments_of_one_name_are_told_apart_by_day_city_and_address(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await two_of_one_name(anna)
        await anna.go("/desk/t/open/settings")
        await anna.send("/desk/t/open/details", start="2026-11-14", city="Sofia")
        await anna.go("/desk/stewards")
    for option in ("Open · 14 November 2026 · Sofia · open<", "Open · open-2<", ">Rapid<"):
        assert option in anna.page.text

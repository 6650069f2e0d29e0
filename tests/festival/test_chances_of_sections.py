"""One form says who sees what comes next in all sections of a festival; those that are left out have none of it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from domain.words.choices.chances import ChancesFor, OpenGames
from tests.desk.browsers import Browser, desk
from tests.festival.playing import CUP, cup_with_entries, services_of_test

HERE = f"{CUP}/coming"
SAID = {"shown": "public", "from_round": "2", "open_games": "rating"}


@pytest.fixture
async def anna(tmp_path: Path) -> AsyncIterator[Browser]:
    async with desk(tmp_path) as somebody:
        await cup_with_entries(somebody)
        for title in ("Juniors", "Rapid"):
            await somebody.go(CUP)
            await somebody.send(f"{CUP}/announce", title=title, rounds="3", format="swiss")
        yield somebody


def shown(somebody: Browser, section: str) -> tuple[ChancesFor, int, OpenGames]:
    office = services_of_test(somebody).office.known(section)
    assert office is not None
    chances = office.tournament.chances
    return chances.shown, chances.from_round, chances.open_games


async def test_all_sections_are_set_at_once_but_those_left_out(anna: Browser) -> None:
    await anna.go(HERE)
    await anna.send(HERE, **SAID, left_out="cup-juniors")
    for section in ("cup-entries", "cup-rapid"):
        assert shown(anna, section) == (ChancesFor.PUBLIC, 2, OpenGames.RATING)
    assert shown(anna, "cup-juniors")[0] is ChancesFor.OFF
    page = (await anna.go(HERE)).text
    assert page.count("Everybody, from round 2") == 2
    assert 'value="cup-juniors" checked' in page


async def test_the_same_once_more_changes_nothing(anna: Browser) -> None:
    for _ in range(2):
        await anna.go(HERE)
        await anna.send(HERE, **SAID)
    office = services_of_test(anna).office.known("cup-rapid")
    assert office is not None
    assert sum(type(event).__name__ == "ChancesShown" for event in office.tournament.history) == 1


async def test_what_is_refused_changes_no_section(anna: Browser) -> None:
    await anna.go(HERE)
    await anna.send(HERE, **{**SAID, "from_round": "0"})
    assert shown(anna, "cup-entries") == (ChancesFor.DESK, 1, OpenGames.DRAWN)

"""A festival in the past: its sections as they stood, and what is not to be seen of later ones."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from domain.events import RoundPublished
from tests.desk.browsers import Browser, desk
from tests.festival.playing import services_of_test
from tests.festival.test_pages import FOUR, play_round_one

SUMMER = "/desk/festivals/summer"


@pytest.fixture
async def anna(tmp_path: Path) -> AsyncIterator[Browser]:
    """Round 1 of the open was played, then the seniors were announced."""
    async with desk(tmp_path) as somebody:
        await somebody.go("/desk/festivals")
        await somebody.send("/desk/festivals", name="Summer")
        await somebody.send(f"{SUMMER}/announce", title="Open", rounds="5", format="swiss")
        await play_round_one(somebody, "summer-open", FOUR, {1: "1"})
        await somebody.go(SUMMER)
        await somebody.send(f"{SUMMER}/announce", title="Seniors", rounds="5", format="swiss")
        yield somebody


async def test_a_position_of_its_journal_shows_the_sections_of_that_moment(anna: Browser) -> None:
    then = (await anna.go("/f/summer.json?at=2")).json()
    assert [(row["title"], row["players"], row["leaders"]) for row in then["sections"]] == [("Open", 0, [])]
    now = (await anna.go("/f/summer.json?at=3")).json()
    assert [row["title"] for row in now["sections"]] == ["Open", "Seniors"]


async def test_a_time_shows_what_had_been_played_by_then(anna: Browser) -> None:
    office = await services_of_test(anna).office.open("summer-open")
    published = next(entry for entry in office.entries if isinstance(entry.event, RoundPublished))
    await anna.go(f"/f/summer?at={published.recorded_at.isoformat()}")
    assert "You are looking at the past." in anna.text
    assert "Round 1 of 5 in play: 0 of 2 games finished" in anna.text
    assert f'href="/t/summer-open/standings?at={published.version}"' in anna.page.text
    assert "data-topic" not in anna.page.text


async def test_the_prizes_of_the_past_are_asked_for_in_the_same_way(anna: Browser) -> None:
    await anna.go("/f/summer/prizes?at=2")
    assert "You are looking at the past." in anna.text


async def test_what_is_no_moment_is_said_in_a_sentence(anna: Browser) -> None:
    answer = await anna.go("/f/summer?at=yesterday")
    assert answer.status_code == 400
    assert "is a journal position" in anna.text


@pytest.mark.parametrize(
    ("asked", "said"),
    [("99", "has not come to position 99: you see the present, position 3."), ("2999-01-01T10:00", "is still to come")],
)
async def test_what_has_not_happened_yet_is_said_beside_the_present(anna: Browser, asked: str, said: str) -> None:
    for path in ("/f/summer", "/f/summer/prizes", "/f/summer/find"):
        page = await anna.go(f"{path}?at={asked}")
        assert said in anna.text, path
        assert "You are looking at the past." not in anna.text
        assert page.headers["cache-control"] == "no-store"
        assert (await anna.go(f"{path}.json?at={asked}")).json()["not_yet"] is True
        assert said not in (await anna.go(path)).text


async def test_the_last_position_is_the_page_of_now(anna: Browser) -> None:
    await anna.go("/f/summer?at=3")
    assert "not happened yet" not in anna.text
    assert "You are looking at the past." not in anna.text

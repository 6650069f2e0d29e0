"""The ranking over the sections of a festival: set by programs and by the form, on a wall, without hidden events."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from domain.words.festivals import Merit, RankingTie
from tests.desk.browsers import Browser, desk
from tests.festival.playing import services_of_test
from tests.festival.test_pages import FOUR, play_round_one
from web.api.commands.festivals import SetRanking

CUP = "/desk/festivals/cup"


@pytest.fixture
async def anna(tmp_path: Path) -> AsyncIterator[Browser]:
    """The chief arbiter of two sections, in one of which a game has been won."""
    async with desk(tmp_path) as somebody:
        await somebody.go("/desk/festivals")
        await somebody.send("/desk/festivals", name="Cup")
        for title in ("Open", "Seniors"):
            await somebody.send(f"{CUP}/announce", title=title, rounds="5", format="swiss")
        await play_round_one(somebody, "cup-open", FOUR, {1: "1", 2: "="})
        await somebody.go(f"{CUP}/ranking")
        yield somebody


def test_a_program_says_only_what_it_changes() -> None:
    assert SetRanking().form() == {}
    whole = SetRanking(
        merit=Merit.TABLE,
        place_points=[5, 3],
        best_events=2,
        ranking_ties=[RankingTie.EVENTS],
        ranked_apart=["W", "U18"],
        counted=["cup-open"],
    )
    assert whole.form() == {
        "merit": ("table",),
        "best_events": ("2",),
        "place_points": ("5 3",),
        "ranking_tie_1": ("events",),
        "ranked_apart": ("W,U18",),
        "sections_shown": ("1",),
        "counted": ("cup-open",),
    }
    assert SetRanking(ranking_ties=[]).form() == {"ranking_tie_1": ("",)}


async def test_what_is_left_out_stays_as_it_is(anna: Browser) -> None:
    await anna.send(f"{CUP}/ranking", merit="players", best_events="2", ranked_apart="W")
    await anna.go(f"{CUP}/ranking")
    await anna.send(f"{CUP}/ranking", best_events="1")
    rules = services_of_test(anna).festivals.festivals.open("cup").festival.ranking
    assert rules is not None
    assert (rules.merit, rules.best, rules.categories) == (Merit.PLAYERS, 1, ("W",))


async def test_points_that_are_no_numbers_are_refused_in_a_sentence(anna: Browser) -> None:
    answer = await anna.client.get(f"{CUP}/ranking")
    assert answer.status_code == 200
    await anna.send(f"{CUP}/ranking", merit="table", place_points="25 ten")
    assert "Points by place must be a whole number" in anna.text


async def test_the_pages_are_not_there_without_a_ranking(anna: Browser) -> None:
    for ending in ("", ".json", ".csv", ".xlsx"):
        assert (await anna.client.get(f"/f/cup/ranking{ending}")).status_code == 404


async def test_an_event_that_is_hidden_counts_for_nobody_but_the_desk(anna: Browser) -> None:
    await anna.send(f"{CUP}/ranking", merit="score", counted="cup-open")
    assert (await anna.go("/f/cup/ranking.json")).json()["tables"][0]["rows"]
    await anna.go("/desk/t/cup-open/settings")
    await anna.send("/desk/t/cup-open/hide")
    assert (await anna.go("/f/cup/ranking.json")).json()["tables"][0]["rows"] == []
    await anna.go(f"{CUP}/ranking")
    assert "Adams" in anna.text


async def test_a_search_finds_the_place_in_the_ranking(anna: Browser) -> None:
    await anna.send(f"{CUP}/ranking", merit="score", counted="cup-open")
    assert re.search(r'href="/f/cup/ranking#[^"]+">Adams', (await anna.go("/f/cup/find?q=adams")).text)
    assert "/f/cup/ranking#" not in (await anna.go("/f/cup/find?q=nobody")).text


async def test_the_page_shows_the_ranking_as_it_was(anna: Browser) -> None:
    await anna.send(f"{CUP}/ranking", merit="score", counted="cup-open")
    await anna.go(f"{CUP}/ranking")
    await anna.send(f"{CUP}/ranking", merit="players")
    then = (await anna.go("/f/cup/ranking.json?at=4")).json()
    now = (await anna.go("/f/cup/ranking.json")).json()
    assert (then["merit"], now["merit"]) == ("score", "players")


async def test_a_wall_shows_every_table_that_has_somebody(anna: Browser) -> None:
    await anna.send(f"{CUP}/ranking", merit="score", counted="cup-open", ranked_apart="U2250,W")
    await anna.go("/desk/screens")
    await anna.send("/desk/screens", name="hall", title="Hall")
    await anna.go("/desk/screens/hall")
    await anna.send("/desk/screens/hall", **{"kind-0": "ranking", "tournament-0": "f/cup"})
    page = (await anna.client.get("/screen/hall", headers={"Host": "192.168.1.20"})).text
    assert ("Rated below 2250" in page, "Women" in page, page.count("Adams")) == (True, False, 1)

"""Players of running tournaments are checked against a new list by themselves, and the desk says what it found."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

from domain.words.rating_lists import ListName
from server.office.list_checks import age_of
from server.rating_lists.shelf import AboutList
from server.rating_lists.sources import ListSource
from tests.desk.browsers import Browser, desk, with_players
from tests.desk.test_rating_lists import with_list
from tests.files.rating_lists import LIST, STEFANOVA, text_list, zipped

LISTS = "/desk/rating-lists"
PLAYERS, OVERVIEW, CHECK = "/desk/t/open/players", "/desk/t/open", "/desk/t/open/players/check"
LONGEST_WAIT = 60.0
SAID = "1 player has another rating or title on the list FIDE 2026-11."


async def seen(anna: Browser, path: str, said: str) -> None:
    """The page says it sooner or later."""
    async with asyncio.timeout(LONGEST_WAIT):
        await anna.go(path)
        while said not in anna.text:
            await anna.go(path)


async def test_a_new_list_is_checked_against_by_itself(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_list(anna, tmp_path)
        await with_players(anna, 2)
        await anna.go(PLAYERS)
        await anna.send(PLAYERS, name="Stefanova, Antoaneta", rating="2402", title="GM", fide_id="2902257")
        await anna.send(PLAYERS, name="Stefanova, Anna", rating="1500", fide_id="34188771")
        new = ({**STEFANOVA, "rating": "2410"}, *LIST[1:])
        await with_list(anna, tmp_path, text_list(new))
        await seen(anna, PLAYERS, SAID)
        assert f'href="{CHECK}?list=FIDE"' in anna.page.text
        await anna.go(OVERVIEW)
        assert SAID in anna.text
        await anna.go(CHECK)
        assert "2402 → 2410" in anna.text
        await anna.send(CHECK, take="3:rating")
        await anna.go(PLAYERS)
        assert SAID not in anna.text
        assert "2410" in anna.text


async def test_a_player_who_comes_with_another_rating_is_seen_too_and_nobody_of_a_closed_tournament(
    tmp_path: Path,
) -> None:
    async with desk(tmp_path) as anna:
        await with_list(anna, tmp_path)
        await with_players(anna, 2)
        await anna.go(PLAYERS)
        await anna.send(PLAYERS, name="Stefanova, Antoaneta", rating="2350", title="GM", fide_id="2902257")
        await seen(anna, PLAYERS, SAID)
        await anna.go("/desk/t/open/settings")
        await anna.send("/desk/t/open/archive")
        await anna.go(PLAYERS)
        while SAID in anna.text:
            await anna.go(PLAYERS)


async def test_a_check_first_says_how_old_the_list_is(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_list(anna, tmp_path)
        await with_players(anna, 2)
        await anna.go(CHECK)
        assert 'data-age="' in anna.page.text
        assert anna.page.text.index("data-age") < anna.page.text.index("Nobody differs")


def test_a_list_is_of_today_for_a_day_after_it_was_read_or_compared() -> None:
    def age(now: datetime, looked: str = "") -> tuple[bool, bool]:
        about = AboutList(ListName("FIDE", "2026-11"), 4, 0, "2026-11-02T08:00:00+00:00", 4)
        source = ListSource("FIDE", "https://example.org", looked) if looked else None
        found = age_of(about, source, now)
        return found.of_this_month, found.of_today

    assert age(datetime(2026, 11, 3, 7, tzinfo=UTC)) == (True, True)
    assert age(datetime(2026, 11, 3, 9, tzinfo=UTC)) == (True, False)
    assert age(datetime(2026, 11, 3, 9, tzinfo=UTC), "2026-11-02T20:00:00+00:00") == (True, True)
    assert age(datetime(2026, 12, 1, 9, tzinfo=UTC)) == (False, False)


async def test_the_check_and_the_search_take_the_list_of_the_first_day(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        for month, rating in (("2026-10", "2402"), ("2026-11", "2410")):
            await anna.go(LISTS)
            path = zipped(tmp_path, text_list([{**STEFANOVA, "rating": rating}]))
            await anna.send(LISTS, files={"file": ("list.zip", path.read_bytes())}, month=month)
            while (await anna.go(f"{LISTS}/progress")).json()["underway"]:
                continue
        await with_players(anna, 2)
        await anna.go("/desk/t/open/settings")
        await anna.send("/desk/t/open/details", start="2026-10-30", end="2026-11-08")
        (found,) = (await anna.go(f"{PLAYERS}/search?q=stefanova")).json()["found"]
        assert found["rating"] == 2402
        await anna.go(PLAYERS)
        await anna.send(PLAYERS, name="Stefanova, Antoaneta", rating="2402", title="GM", fide_id="2902257")
        assert 'title="FIDE 2026-10"' in anna.page.text
        await anna.go(CHECK)
        assert "The check takes FIDE 2026-10, the list of the month in which the tournament began." in anna.text
        assert "2410" not in anna.text
        await anna.go("/desk/t/open/settings")
        await anna.send("/desk/t/open/details", start="2026-07-30", end="2026-08-08")
        await anna.go(CHECK)
        assert "the list of 2026-07 counts, which is not here" in anna.text


async def test_before_the_first_day_the_check_takes_the_list_of_today_and_says_so(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        today = datetime.now(UTC).strftime("%Y-%m")
        for month in (today, "2999-12"):
            await anna.go(LISTS)
            path = zipped(tmp_path, text_list(LIST))
            await anna.send(LISTS, files={"file": ("list.zip", path.read_bytes())}, month=month)
            while (await anna.go(f"{LISTS}/progress")).json()["underway"]:
                continue
        await with_players(anna, 2)
        await anna.go("/desk/t/open/settings")
        await anna.send("/desk/t/open/details", start="2999-12-01")
        await anna.go(CHECK)
        assert "The newest list here, FIDE 2999-12, is of a month that has not begun." in anna.text
        assert f"The check takes FIDE {today}, the list of today: the tournament has not begun" in anna.text
        assert "in which the tournament began" not in anna.text
        answer = (await anna.go(f"{PLAYERS}/search?q=stefanova")).json()
        assert {one["source"] for one in answer["found"] if one["rating"]} == {f"FIDE {today}"}
        assert f"FIDE {today}" in answer["list"]


async def test_an_old_number_typed_for_one_player_is_told_in_the_history(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, 2)
        await anna.go(PLAYERS)
        await anna.send(PLAYERS, name="Mueller, Hans", ingo="75")
        assert 'title="Ingo 75"' in anna.page.text
        await anna.go("/desk/t/open/history")
        assert "Mueller, Hans (2240, from Ingo 75) registered" in anna.text
        await anna.go(PLAYERS)
        await anna.send(PLAYERS, name="Schmidt, Karl", ingo="400")
        assert "Ingo number" in anna.text
        assert "400" in anna.text


async def test_alexander_of_one_language_is_found_by_that_of_another(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_list(anna, tmp_path, text_list([{**STEFANOVA, "name": "Petrovsky, Aleksandar"}]))
        await with_players(anna, 2)
        for typed in ("Petrovskij Alexander", "Петровский Александр", "Петровский Александър"):
            found = (await anna.go(f"{PLAYERS}/search?q={typed}")).json()["found"]
            assert [one["name"] for one in found] == ["Petrovsky, Aleksandar"], typed

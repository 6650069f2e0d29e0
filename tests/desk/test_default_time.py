"""The default time at the desk: set, said on pairings and paper, and forfeits for those who are not there."""

from datetime import timedelta
from pathlib import Path

from server.clock import hall_clock
from tests.desk.browsers import Browser, desk, with_round_one
from tests.desk.teams import with_first_round

LATE = "/desk/t/open/rounds/1/late"


async def begun(anna: Browser, minutes_ago: int, default: str = "30") -> None:
    await with_round_one(anna)
    await start_at(anna, minutes_ago, default)


async def start_at(anna: Browser, minutes_ago: int, default: str = "30", event: str = "open") -> None:
    start = (hall_clock() - timedelta(minutes=minutes_ago)).isoformat(timespec="minutes")
    day, _, clock = start.partition("T")
    await anna.go(f"/desk/t/{event}/settings")
    await anna.send(f"/desk/t/{event}/details", start_day_1=day, start_time_1=clock)
    await anna.go(f"/desk/t/{event}/times")
    await anna.send(f"/desk/t/{event}/default-time", default_minutes=default)


async def test_today_offers_the_boards_when_the_time_is_over_and_one_step_enters_forfeits(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await begun(anna, 40)
        await anna.go("/desk/t/open")
        assert "Default time of round 1 is over · 4 boards without a result" in anna.text
        await anna.go(LATE)
        await anna.send(LATE)
        assert anna.refusal == "Who did not come is missing: please fill it in."
        await anna.send(LATE, absent="2.1:w")
        await anna.go("/desk/t/open/rounds/1")
        assert 'data-board="2" data-result="-/+"' in anna.page.text
        await anna.go(LATE)
        assert 'data-board="2"' not in anna.page.text
        assert anna.page.text.count("<tr data-board=") == 3
        await anna.go("/desk/t/open")
        assert "3 boards without a result" in anna.text


async def test_before_it_nobody_is_late(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await begun(anna, 10)
        await anna.go("/desk/t/open")
        assert "Default time of round 1 ends" in anna.text
        await anna.go(LATE)
        assert "The default time of round 1 ends at" in anna.text
        assert '<form class="card"' not in anna.page.text
        await anna.go("/desk/t/open/rounds/1")
        assert LATE not in anna.page.text


async def test_the_public_page_says_it_and_its_json_too(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await begun(anna, 10, default="0")
        await anna.go("/t/open/pairings/1")
        assert "whoever comes after" in anna.text
        head = (await anna.go("/t/open/pairings.json")).json()["data"]
        assert head["default_time"] == head["start"]
        await anna.go("/desk/t/open/times")
        await anna.send("/desk/t/open/default-time", default_minutes="")
        assert "default_time" not in (await anna.go("/t/open/pairings.json")).json()["data"]
        await anna.go("/desk/t/open/history")
        assert "No default time" in anna.text
        await anna.go(LATE)
        assert "No default time is set" in anna.text


async def test_players_of_teams_are_named_before_any_lineup_is_in(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_first_round(anna)
        await start_at(anna, 40, event="league")
        await anna.go("/desk/t/league/rounds/1/late")
        assert "nobody" not in anna.text
        assert "1.1" in anna.text
        assert "1.2" in anna.text


async def test_a_refused_default_time_leaves_the_times_of_rounds_alone(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await begun(anna, 10)
        await anna.send("/desk/t/open/publication", by_hand_2="1", publish_at_3="2099-11-29T07:00")
        await anna.go("/desk/t/open/times")
        await anna.send("/desk/t/open/default-time", default_minutes="500")
        assert anna.refusal
        assert anna.form("/desk/t/open/publication")["publish_at_3"] == "2099-11-29T07:00"
        assert 'aria-label="Round 2 by hand" checked' in anna.page.text

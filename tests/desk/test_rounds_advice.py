"""The number of rounds: five methods and a reason, as a page and as data."""

from pathlib import Path

import pytest

from tests.desk.browsers import desk


async def test_all_five_methods_stand_on_the_page_with_a_reason(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/new")
        assert "How many rounds?" in anna.text
        await anna.go("/desk/rounds?players=40&places=3")
        assert "8 rounds order the first 3 places of 40 players" in anna.text
        assert anna.page.text.count("<tr>") == 6
        assert "For programs: /desk/rounds.json?players=40&places=3" in anna.text


async def test_the_recommendation_goes_by_the_prize_places(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/rounds?players=40&places=1")
        assert "6 rounds are enough for one winner among 40 players" in anna.text
        await anna.go("/desk/rounds?players=40&places=10")
        assert "9 rounds order the first 10 places of 40 players" in anna.text


@pytest.mark.parametrize("players", ["1", "10001", "many"])
async def test_a_field_that_has_no_advice_is_said(tmp_path: Path, players: str) -> None:
    async with desk(tmp_path) as anna:
        await anna.go(f"/desk/rounds?players={players}")
        assert f"Players expected: {players}. Rounds are worked out for 2 to 10,000 players." in anna.text


async def test_the_same_is_data(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        data = (await anna.go("/desk/rounds.json?players=16&places=4")).json()
    found = {name: one["rounds"] for name, one in data["methods"].items()}
    assert found == {"floors": 5, "nearest": 6, "square-root": 5, "knock-out": 4, "table": 6}
    assert (data["recommended"], data["method"]) == (6, "table")


async def test_a_small_field_is_told_to_play_all_against_all(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        data = (await anna.go("/desk/rounds.json?players=4")).json()
        assert data["recommended"] == 3
        assert "A round robin orders them best." in data["reason"]
        assert (await anna.go("/desk/rounds.json?players=1")).json() == {"players": 0}
        assert (await anna.go("/desk/rounds?players=x")).status_code == 200


async def test_a_portal_swiss_is_announced_by_the_form(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/new")
        rules = {"odd_field": "refused", "bye_rule": "last", "colour_run": "3", "swiss_numbers": "lot"}
        await anna.send("/desk/new", tournament_name="Open", fide_mode="off", **rules)
        await anna.go("/desk/t/open/settings")
        form = anna.form("/desk/t/open/regulations")
    assert {name: form[name] for name in rules} == rules

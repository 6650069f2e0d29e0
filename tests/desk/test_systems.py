"""Pairing systems at the desk: what each is for, the change of system in the middle, and ratings that Dubov needs."""

from pathlib import Path

import pytest

from domain.pairing import SYSTEMS
from tests.desk.browsers import Browser, desk, with_players, with_round_one
from web.wording import language
from web.wording.pairing import system_name, system_purpose

ENGLISH = language("en")
SETTINGS, REGULATIONS = "/desk/t/open/settings", "/desk/t/open/regulations"


async def all_games_won_by_white(anna: Browser, round: int, boards: int = 4) -> None:
    at = f"/desk/t/open/rounds/{round}"
    for board in range(1, boards + 1):
        await anna.go(at)
        await anna.send(f"{at}/results", board=str(board), result="1-0", seen="")


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_every_system_has_a_name_and_says_what_it_is_for(system: str) -> None:
    assert system_name(system, ENGLISH) != system
    assert system_purpose(system, ENGLISH).endswith(".")


async def test_the_form_of_a_new_tournament_says_what_each_system_is_for(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/new")
    assert all(system_purpose(system, ENGLISH) in anna.text for system in SYSTEMS)


async def test_a_tournament_by_dubov_is_paired_and_explained(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        await anna.go(SETTINGS)
        await anna.send(REGULATIONS, system="dubov-2026")
        assert "not in FIDE mode" not in anna.text
        await anna.go("/desk/t/open")
        await anna.send("/desk/t/open/pair", confirmed="2")
        await anna.send("/desk/t/open/rounds/1/publish")
        await all_games_won_by_white(anna, 1)
        await anna.go("/desk/t/open")
        await anna.send("/desk/t/open/pair", confirmed="2")
        why = (await anna.go("/desk/t/open/rounds/2/why?a=1&b=2")).text
        sent = (await anna.go("/t/open/report.trf")).text
    assert "G1, due White" in why
    assert "S1 by the average rating of the opponents" in why
    assert "192 FIDE_DUBOV" in sent


async def test_a_round_of_matches_has_no_bye_of_its_own_worth(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        await anna.go(SETTINGS)
        await anna.send(REGULATIONS, system="double-swiss-2026", win="3", draw="1", pairing_bye="0.5")
        text = (await anna.go(SETTINGS)).text
        held = anna.form(REGULATIONS)
    assert "The bye of a round of matches is a game won and a game drawn" in text
    assert (held["win"], held["pairing_bye"]) == ("3", "3")


async def test_a_tournament_by_burstein_begins_with_the_dutch_system_and_goes_on_by_opponents(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        await anna.go(SETTINGS)
        await anna.send(REGULATIONS, system="burstein-2026", rounds="3")
        assert "not in FIDE mode" not in anna.text
        await anna.go("/desk/t/open")
        await anna.send("/desk/t/open/pair", confirmed="2")
        await anna.send("/desk/t/open/rounds/1/publish")
        await all_games_won_by_white(anna, 1)
        await anna.go("/desk/t/open")
        await anna.send("/desk/t/open/pair", confirmed="2")
        first = (await anna.go("/desk/t/open/rounds/1/why")).text
        second = (await anna.go("/desk/t/open/rounds/2/why?a=1&b=2")).text
        sent = (await anna.go("/t/open/report.trf")).text
    assert "Round 1, the first one, is paired by FIDE Dutch 2026 (1.6)" in first
    assert "Ranking by the opponents met (1.8)" in second
    assert "192 FIDE_BURSTEIN" in sent


async def test_another_system_after_round_one_is_confirmed_with_what_it_means(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await all_games_won_by_white(anna, 1)
        await anna.go(SETTINGS)
        await anna.send(REGULATIONS, system="dubov-2026", reason="agreed with all", confirmed="4")
        in_fide_mode = anna.text
        await anna.go(SETTINGS)
        await anna.send("/desk/t/open/fide-mode/leave")
        leaving = anna.text
        await anna.go(SETTINGS)
        await anna.send("/desk/t/open/fide-mode/leave", confirmed="4")
        await anna.send(REGULATIONS, system="dubov-2026")
        without = anna.text
        await anna.go(SETTINGS)
        await anna.send(REGULATIONS, system="dubov-2026", reason="agreed with all")
        asked = anna.text
        await anna.go(SETTINGS)
        await anna.send(REGULATIONS, system="dubov-2026", reason="agreed with all", confirmed="4")
        await anna.go("/desk/t/open")
        await anna.send("/desk/t/open/pair", confirmed="2")
        first = (await anna.go("/desk/t/open/rounds/1/why")).text
        second = (await anna.go("/desk/t/open/rounds/2/why")).text
    assert "Say why the pairing system changes in the middle of the event" in without
    assert "From round 2 on everybody is paired by another system" in asked
    assert "In FIDE mode the regulations do not change once round 1 is paired." in in_fide_mode
    assert "leaves FIDE mode for good" in leaving
    assert "G1, due White" not in first
    assert "G1, due White" in second


async def test_dubov_names_those_without_a_rating_and_pairs_once_they_have_one(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, 4)
        await anna.go("/desk/t/open/players")
        await anna.send("/desk/t/open/players", name="Newcomer, Nina")
        await anna.send("/desk/t/open/players", name="Newcomer, Oleg", rating="1500")
        await anna.go(SETTINGS)
        await anna.send(REGULATIONS, system="dubov-2026")
        await anna.go(SETTINGS)
        told = anna.text
        await anna.go("/desk/t/open")
        await anna.send("/desk/t/open/pair", confirmed="2")
        refused = anna.text
    assert "1 player has no rating, and this system needs one of everybody" in told
    assert "this system needs a rating of everybody. Without one: Newcomer, Nina. Enter it" in refused


async def test_a_correction_under_burstein_shows_the_boards_that_opponents_would_give(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        await anna.go(SETTINGS)
        await anna.send(REGULATIONS, system="burstein-2026", rounds="4")
        for round in (1, 2):
            await anna.go("/desk/t/open")
            await anna.send("/desk/t/open/pair", confirmed="2")
            await anna.send(f"/desk/t/open/rounds/{round}/publish")
            await all_games_won_by_white(anna, round)
        correct = "/desk/t/open/rounds/1/boards/1/correct"
        await anna.go(correct)
        await anna.send(correct, result="0-1", reason="scoresheet")
        shown = anna.text
        await anna.send(correct)
        await anna.go("/desk/t/open")
        await anna.send("/desk/t/open/pair", confirmed="2")
        await anna.go("/desk/t/open/rounds/3/why")
    assert "Nothing has been written yet" in shown
    assert "It is published and stays as it is." in shown
    assert "The next pairing, round 3, changes on" in shown
    assert "Ranking by the opponents met (1.8)" in anna.text

"""Cautions before a step: shown where the step is taken, and acknowledged once."""

from pathlib import Path

from tests.desk.browsers import Browser, desk, with_players

AT = "/desk/t/open"
TOO_MANY = "Not all 9 planned rounds can be paired: nobody meets the same player twice, so 4 players can play 3 rounds"


async def test_a_plan_that_cannot_be_paired_is_said_at_the_desk_before_the_first_round(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, count=4, rounds="9")
        for page in (AT, f"{AT}/settings"):
            await anna.go(page)
            assert TOO_MANY in anna.text


async def test_it_is_acknowledged_when_the_first_round_is_paired(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, count=4, rounds="9")
        await anna.send(f"{AT}/pair")
        assert "Please read this" in anna.text
        assert TOO_MANY in anna.text
        await anna.send(f"{AT}/pair")
    assert "Draft of round 1: 2 boards" in anna.text


async def test_a_small_field_is_told_when_the_results_begin_to_matter(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, count=8, rounds="6")
        await anna.go(AT)
    assert "With 8 players it hangs on the results from round 5 on whether there is a legal pairing." in anna.text


async def bye(anna: Browser, round: int, kind: str) -> None:
    await anna.go(f"{AT}/players/1")
    await anna.send(f"{AT}/players/1/bye", round=str(round), kind=kind)


async def test_a_second_half_point_bye_is_confirmed_and_the_first_is_not(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        await bye(anna, 1, "H")
        assert "Player A: half-point bye in round 1." in anna.text
        await bye(anna, 2, "H")
        assert "Please confirm" in anna.text
        assert "This is half-point bye number 2 of the same player." in anna.text
        await anna.send(f"{AT}/players/1/bye")
    assert "Player A: half-point bye in round 2." in anna.text


async def test_a_full_point_bye_is_acknowledged_and_stands_in_the_report_file(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        await bye(anna, 1, "F")
        assert "Please read this" in anna.text
        assert "FIDE advises against full-point byes" in anna.text
        await anna.send(f"{AT}/players/1/bye")
        await anna.go(AT)
        await anna.send(f"{AT}/pair")
        await anna.send(f"{AT}/rounds/1/publish")
        report = (await anna.go(f"{AT}/exports/trf26")).text
    assert "### Bye @ Round 1: full-point bye of player 1\n" in report


async def test_who_is_barred_from_half_point_byes_is_given_none_until_they_are_allowed(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        await anna.go(f"{AT}/players/1")
        await anna.send(f"{AT}/players/1/bye/bar", reason="left without a word")
        assert "Player A has no half-point byes any more (left without a word)." in anna.text
        await anna.send(f"{AT}/players/1/bye", round="1", kind="H")
        assert anna.refusal.startswith("Player A is barred from half-point byes")
        await anna.send(f"{AT}/players/1/bye/allow")
        await anna.send(f"{AT}/players/1/bye", round="1", kind="H")
    assert "Player A: half-point bye in round 1." in anna.text


async def play_a_round_with_an_adjourned_game(anna: Browser) -> None:
    await anna.send(f"{AT}/pair")
    await anna.send(f"{AT}/rounds/1/publish")
    for board, result in (("1", "adjourned"), ("2", "1-0")):
        await anna.go(f"{AT}/rounds/1")
        await anna.send(f"{AT}/rounds/1/results", board=board, seen="", result=result)


async def test_pairing_over_an_adjourned_game_is_acknowledged(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, count=4, rounds="3")
        await play_a_round_with_an_adjourned_game(anna)
        await anna.go(AT)
        await anna.send(f"{AT}/pair")
        assert "Still adjourned: round 1 board 1. The pairing takes each of these games for a draw." in anna.text
        await anna.send(f"{AT}/pair")
    assert "Draft of round 2" in anna.text


async def test_an_adjourned_game_is_listed_until_it_is_finished_on_a_page_without_choices(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, count=4, rounds="3")
        await play_a_round_with_an_adjourned_game(anna)
        await anna.go(AT)
        assert "Adjourned games, draws until they end: round 1, board 1" in anna.text
        page = f"{AT}/rounds/1/boards/1/correct"
        await anna.go(page)
        assert "Finish the adjourned game on board 1" in anna.text
        assert anna.form(page).keys().isdisjoint({"choice", "reason"})
        await anna.send(page, result="1/2-1/2")
        assert "adjourned game finished" in anna.text
        await anna.go(AT)
    assert "Adjourned games" not in anna.text

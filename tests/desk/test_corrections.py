"""Corrections, confirmations and undo through the desk's own pages."""

import asyncio
from pathlib import Path

from tests.desk.browsers import Browser, browser, desk, server, with_round_one

ROUND = "/desk/t/open/rounds/1"
CORRECT = f"{ROUND}/boards/1/correct"


async def finished(anna: Browser) -> None:
    """Round 1 of the open is entered and closed."""
    await with_round_one(anna)
    await anna.go(ROUND)
    boards = anna.page.text.count("data-board=")
    for board in range(1, boards + 1):
        await anna.go(ROUND)
        await anna.send(f"{ROUND}/results", board=str(board), result="1-0", seen="")
    await anna.go(ROUND)
    await anna.send(f"{ROUND}/close")


async def corrected(somebody: Browser, result: str, reason: str, **more: str) -> None:
    """The form, then the confirmation."""
    await somebody.go(CORRECT)
    await somebody.send(CORRECT, result=result, reason=reason, **more)
    if "Please confirm" in somebody.text:
        await somebody.send(CORRECT)


async def test_a_result_corrected_for_the_rating_alone_says_so_at_its_board(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await finished(anna)
        await corrected(anna, "0-1", "scoresheet", choice="rating-only")
        await anna.go(ROUND)
    assert "1 – 0 for rating 0 – 1" in anna.text


async def test_a_correction_is_confirmed_before_it_is_written(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await finished(anna)
        await anna.go(CORRECT)
        await anna.send(CORRECT, result="0-1", reason="scoresheet")
        assert "Nothing has been written yet" in anna.text
        await anna.go(ROUND)
        assert "corrected" not in anna.text


async def test_the_confirmation_shows_what_would_change(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await finished(anna)
        await anna.go(CORRECT)
        await anna.send(CORRECT, result="0-1", reason="scoresheet")
        assert "Standings after round 1" in anna.text


async def test_a_confirmed_correction_stands_with_its_mark(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await finished(anna)
        await corrected(anna, "0-1", "scoresheet")
        await anna.go(ROUND)
        assert "0 – 1" in anna.text
        assert "corrected" in anna.text


async def test_a_correction_without_a_reason_is_refused_and_keeps_what_was_typed(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await finished(anna)
        await anna.go(CORRECT)
        await anna.send(CORRECT, result="0-1", reason="")
        assert anna.page.status_code in (409, 422)
        assert "reason" in anna.refusal.lower()


async def test_of_two_who_correct_one_board_in_the_same_second_one_wins_and_the_other_is_told(tmp_path: Path) -> None:
    async with server(tmp_path) as app, browser(app) as anna, browser(app) as boris:
        await anna.log_in("Anna")
        await finished(anna)
        await boris.log_in("Boris")
        for somebody in (anna, boris):
            await somebody.go(CORRECT)
        await asyncio.gather(
            anna.send(CORRECT, result="0-1", reason="says White", confirmed="3"),
            boris.send(CORRECT, result="1/2-1/2", reason="says Black", confirmed="3"),
        )
        losers = [somebody for somebody in (anna, boris) if somebody.refusal]
        assert len(losers) == 1
        winner = "Boris" if losers[0] is anna else "Anna"
        assert f"Entered by {winner}" in losers[0].text
        await anna.go("/desk/t/open/history?round=1&board=1")
        assert anna.text.count("says White") + anna.text.count("says Black") == 1


async def test_the_preview_says_why_something_cannot_be_done(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await finished(anna)
        await anna.go(f"{ROUND}/boards/1/effect?part=table&result=1-0")
        assert "nothing needs to be corrected" in anna.text


async def test_the_preview_calls_tie_breaks_as_the_table_does(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await finished(anna)
        await anna.go(f"{ROUND}/boards/1/effect?part=table&result=0-1")
        assert "BH−1" in anna.text
        assert "BH/C1" not in anna.text


async def test_the_newest_entry_is_undone_without_further_ado(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await finished(anna)
        await corrected(anna, "0-1", "scoresheet")
        await anna.go("/desk/t/open/history")
        version = anna.page.text.split('<tr id="v')[1].split('"')[0]
        await anna.go(f"/desk/t/open/history/{version}/undo")
        assert "Nothing later rests on it" in anna.text
        await anna.send(f"/desk/t/open/history/{version}/undo", reason="it was right")
        await anna.go(ROUND)
        assert "0 – 1" not in anna.text


async def test_an_entry_that_others_rest_on_names_them(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await finished(anna)
        await anna.go("/desk/t/open/history?round=1&board=1")
        version = anna.page.text.split('<tr id="v')[1].split('"')[0]
        await anna.go(f"/desk/t/open/history/{version}/undo")
        assert "Round 1 closed" in anna.text
        await anna.send(f"/desk/t/open/history/{version}/undo", also="", reason="x")
        assert "depend on it" in anna.refusal


async def test_an_entry_is_undone_with_all_that_rests_on_it(tmp_path: Path) -> None:
    """All of it in one field: in a large open that is more than a form may have."""
    async with desk(tmp_path) as anna:
        await finished(anna)
        await anna.go("/desk/t/open/history?round=1")
        published = anna.page.text.split("Round 1 published")[0].rsplit('<tr id="v')[-1].split('"')[0]
        await anna.go(f"/desk/t/open/history/{published}/undo")
        resting = anna.form(f"/desk/t/open/history/{published}/undo")["also"].split()
        assert len(resting) == 5  # four results and the closing
        await anna.send(f"/desk/t/open/history/{published}/undo", reason="too early")
        assert "The tournament leaves FIDE mode for good" in anna.text
        for _ in range(2):
            await anna.send(f"/desk/t/open/history/{published}/undo")
            if "Please confirm" not in anna.text and "Really?" not in anna.text:
                break
        assert "Round 1 published" in anna.text
        await anna.go("/desk/t/open/rounds/1")
        assert "Nobody sees this draft" in anna.text


async def test_mixed_groups_of_tie_breaks_are_allowed_warned_of_or_refused(tmp_path: Path) -> None:
    """Article 33.2: progressive scores and Buchholz are its own example of a wrong combination."""
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        at = "/desk/t/open/settings"
        await anna.go(at)
        await anna.send("/desk/t/open/fide-mode/leave", confirmed="4")
        for rule in ("off", "warn", "error"):
            await anna.go(at)
            await anna.send("/desk/t/open/regulations", order="PS BH", group_rule=rule)
            for _ in range(2):  # regulations after the start: confirmed in two steps
                if "Nothing has been written yet" in anna.text:
                    await anna.send("/desk/t/open/regulations")
            assert ("BH is of another group" in anna.text) == (rule != "off")
            assert ("article 33.2 forbids" in anna.text) == (rule == "error")

"""Boards that were played by others than paired, corrected at the desk (FIDE checklist, 190)."""

import re
from html import unescape
from pathlib import Path

from tests.desk.browsers import Browser, desk, with_players

AT = "/desk/t/open"
PLAYED = f"{AT}/rounds/1/played"


async def after_round_1(anna: Browser) -> None:
    await with_players(anna, count=4, rounds="3")
    await anna.send(f"{AT}/pair")
    await anna.send(f"{AT}/rounds/1/publish")
    for board in ("1", "2"):
        await anna.go(f"{AT}/rounds/1")
        await anna.send(f"{AT}/rounds/1/results", board=board, seen="", result="1-0")
    await anna.send(f"{AT}/rounds/1/close")


async def typed(anna: Browser, white: list[str], black: list[str], results: list[str]) -> None:
    await anna.go(PLAYED)
    fields = anna.form(PLAYED) | {"reason": "boards confused"}
    lists = {"board": ["1", "2"], "white": white, "black": black, "result": results}
    anna.page = await anna.client.post(PLAYED, data=fields | lists)


async def confirm(anna: Browser) -> None:
    """Send the hidden fields of the page again; some of them come several times."""
    fields: dict[str, list[str]] = {}
    for name, value in re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', anna.page.text):
        fields.setdefault(name, []).append(unescape(value))
    anna.page = await anna.client.post(PLAYED, data=fields)


async def test_who_really_met_is_confirmed_and_shown(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await after_round_1(anna)
        await anna.go(f"{AT}/rounds/1")
        assert "Others sat at these boards than were paired" in anna.text
        await typed(anna, ["1", "3"], ["4", "2"], ["1/2-1/2", "1-0"])
        assert "Others sat at these boards than were paired." in anna.text
        assert "What would change" in anna.text
        await confirm(anna)
        assert "Round 1 was played as 1: Player A – Player D ½ – ½" in anna.text
        lines = (await anna.go(f"{AT}/exports/trf26")).text.splitlines()
    assert [line[91:99] for line in lines if line.startswith("001")] == ["   4 w =", "   3 b 0", "   2 w 1", "   1 b ="]


async def test_other_people_and_half_a_board_are_refused_with_what_was_typed(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await after_round_1(anna)
        await typed(anna, ["1", "4"], ["2", "2"], ["1-0", "1-0"])
        assert "seat the same players as before" in anna.refusal
        assert anna.page.text.count('value="2" class="seat"') == 2
        await typed(anna, ["1", ""], ["4", "2"], ["1-0", "1-0"])
        assert anna.page.status_code == 422


async def test_a_round_that_is_not_there_has_no_such_page(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await after_round_1(anna)
        assert (await anna.go(f"{AT}/rounds/9/played")).status_code == 404

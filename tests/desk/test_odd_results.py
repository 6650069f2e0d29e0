"""Every result there is can be entered from the row of its board, and is shown as what it is."""

from pathlib import Path

import pytest

from domain.words.games import Result
from tests.desk.browsers import desk, with_round_one
from web.wording.chess.results import SIGNS

AT = "/desk/t/open/rounds/1"


async def test_the_menu_of_a_board_offers_every_result(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await anna.go(AT)
    page = anna.page.text
    offered = [f'name="entry" value="1 {result} "' in page or f'"button" value="{result}"' in page for result in Result]
    assert offered == [True] * len(Result)


async def test_the_pad_of_a_phone_offers_every_result(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await anna.go(AT)
    pad = anna.page.text.split('id="pad"')[1]
    assert [result for result in Result if f'data-result="{result}"' not in pad] == []


@pytest.mark.parametrize("result", list(Result))
async def test_a_result_that_is_entered_is_shown_by_its_own_sign(tmp_path: Path, result: Result) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await anna.go(AT)
        await anna.send(f"{AT}/results", board="1", seen="", result=result)
        await anna.go(AT)
    assert f"<b>{SIGNS[result]}</b>" in anna.page.text


def test_no_two_results_look_alike() -> None:
    assert len(set(SIGNS.values())) == len(Result)

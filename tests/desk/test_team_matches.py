"""Matches of teams at the desk: all boards typed at once, a team that did not come, a board of its own."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from domain.words.games import Result
from domain.words.regulations import Regulations
from domain.words.teams import TeamOptions
from server.journal import open_journal
from server.settings import Settings
from tests.desk.browsers import Browser, desk
from tests.team_events import MATCH, team_events

ROUND = "/desk/t/league/rounds/1"
MATCH_1 = f"{ROUND}/boards/1/match"
LAWS = Regulations(scoring=MATCH, ruleset="c07_2026", rounds=3, teams=TeamOptions(open_lineups=True))


@pytest.fixture
def league(tmp_path: Path) -> Path:
    """Two matches of four boards are being played."""
    journal = open_journal(Settings(data=tmp_path).journal_url)
    events = team_events(4, ["1-2 ???? 3-4 ????"], regulations=LAWS)
    journal.append("league", 0, "Anna", "seed", events, datetime.now(UTC), "")
    journal.close()
    return tmp_path


async def results(anna: Browser) -> list[str]:
    """Of the first match, as White and Black of each board have them."""
    answer = (await anna.client.get(f"{ROUND}/results", headers={"Accept": "application/json"})).json()
    return [row["result"] for row in answer["boards"] if row["board"] == 1]


async def test_a_match_typed_at_once_is_read_from_its_first_team(league: Path) -> None:
    async with desk(league) as anna:
        await anna.go(ROUND)
        await anna.send(MATCH_1, results="10=+")
        assert await results(anna) == ["1-0", "1-0", "1/2-1/2", "-/+"]
        await anna.go(ROUND)
        assert "2½ – 1½" in anna.text


async def test_a_point_leaves_a_board_as_it_is_and_so_does_a_short_line(league: Path) -> None:
    async with desk(league) as anna:
        await anna.go(ROUND)
        await anna.send(MATCH_1, results=".1")
        assert await results(anna) == ["", "0-1", "", ""]


@pytest.mark.parametrize(("typed", "said"), [("1=0?", "?"), ("1=0=1", "5")])
async def test_what_is_no_result_of_a_match_is_refused_and_nothing_is_written(
    league: Path, typed: str, said: str
) -> None:
    async with desk(league) as anna:
        await anna.go(ROUND)
        await anna.send(MATCH_1, results=typed)
        assert anna.page.status_code == 422
        assert "Results of the match" in anna.refusal
        assert said in anna.refusal
        assert await results(anna) == ["", "", "", ""]


async def test_a_match_typed_on_an_old_page_overwrites_nothing(league: Path) -> None:
    async with desk(league) as anna:
        await anna.go(ROUND)
        old = anna.form(MATCH_1)
        await anna.send(f"{ROUND}/results", board="1", result=Result.DRAW, seen="")
        anna.page = await anna.client.post(MATCH_1, data={**old, "results": "1111"})
        assert anna.page.status_code == 409
        assert await results(anna) == ["1/2-1/2", "", "", ""]


@pytest.mark.parametrize(
    ("absent", "written"),
    [("first", ["-/+", "+/-", "-/+", "+/-"]), ("second", ["+/-", "-/+", "+/-", "-/+"]), ("both", ["-/-"] * 4)],
)
async def test_a_team_that_did_not_come_forfeits_every_board(league: Path, absent: str, written: list[str]) -> None:
    async with desk(league) as anna:
        await anna.go(ROUND)
        await anna.send(MATCH_1, absent=absent)
        assert await results(anna) == written


async def test_a_team_that_forfeits_one_board_has_not_stayed_away(league: Path) -> None:
    async with desk(league) as anna:
        await anna.go(ROUND)
        await anna.send(MATCH_1, results="-===")
        await anna.go(ROUND)
        assert "did not come, and count" not in anna.text
        await anna.send(f"{ROUND}/boards/2/match", absent="second")
        await anna.go(ROUND)
        assert "1 player did not come" in anna.text


async def test_a_board_is_typed_as_the_sheet_of_the_match_reads_it(league: Path) -> None:
    """Without scripts: the first team has Black on board 2, and `1` is its win."""
    async with desk(league) as anna:
        await anna.go(ROUND)
        await anna.send(f"{ROUND}/results", board="1.2", result="1", seen="")
        assert await results(anna) == ["", "0-1", "", ""]


async def test_a_board_typed_alone_moves_the_score_of_its_match(league: Path) -> None:
    async with desk(league) as anna:
        await anna.go(ROUND)
        await anna.send(f"{ROUND}/results", board="1.2", result="0", seen="")
        answer = (await anna.client.get(f"{ROUND}/results", headers={"Accept": "application/json"})).json()
        assert answer["scores"] == {"1": "0 – 1", "2": "0 – 0"}

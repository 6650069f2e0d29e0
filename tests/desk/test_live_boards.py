"""Live boards at the desk: a file is chosen, its results are offered, and none is taken without a tap."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote

import httpx

from tests.desk.browsers import Browser, browser, server, with_round_one
from tests.live_boards.files import OPENING, game

AT = "/desk/t/open/live-boards"


def unnamed(spot: str, result: str = "*", moves: str = OPENING) -> str:
    return game(moves, Round=spot, White="?", Black="?", result=result)


@asynccontextmanager
async def watching(folder: Path, *games: str) -> AsyncIterator[tuple[Browser, httpx.ASGITransport]]:
    """Anna watches `games.pgn` in round 1 of four boards."""
    boards = folder / "boards"
    boards.mkdir()
    (boards / "games.pgn").write_text("".join(games))
    async with server(folder, boards=boards) as transport, browser(transport) as anna:
        await anna.log_in()
        await with_round_one(anna)
        await anna.go(AT)
        await anna.send(AT, path="games.pgn")
        yield anna, transport


async def take(anna: Browser, *results: str) -> None:
    form = {**anna.form(f"{AT}/take"), "take": list(results)}
    anna.page = await anna.client.post(f"{AT}/take", data=form)


async def test_without_a_folder_of_the_operator_nothing_can_be_watched(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna:
        await anna.log_in()
        await with_round_one(anna)
        await anna.go(AT)
        assert "--boards" in anna.text
        secrets = anna.form("/desk/logout")
        anna.page = await anna.client.post(AT, data={**secrets, "path": "games.pgn"})
        assert "--boards" in anna.refusal


async def test_a_path_out_of_the_folder_is_refused_in_a_sentence(tmp_path: Path) -> None:
    async with watching(tmp_path, unnamed("1.1")) as (anna, _):
        await anna.go(AT)
        await anna.send(AT, path="../access.json")
        assert "is outside" in anna.refusal
        await anna.send(AT, path="nothing.pgn")
        assert "no PGN file" in anna.refusal


async def test_one_tap_takes_all_results_that_are_offered_and_no_other(tmp_path: Path) -> None:
    async with watching(tmp_path, unnamed("1.1", "1-0"), unnamed("1.2"), unnamed("1.3", "1/2-1/2")) as (anna, _):
        assert "2 results are offered" in anna.text
        await take(anna, "1:1-0", "3:1/2-1/2")
        assert "offered" not in anna.text.replace("results are offered. None", "")
        round = (await anna.go("/t/open/pairings/1.json")).json()["data"]["boards"]
        assert [board["result"] for board in round] == ["1-0", None, "1/2-1/2", None]


async def test_a_result_that_the_file_does_not_say_any_more_is_not_taken(tmp_path: Path) -> None:
    async with watching(tmp_path, unnamed("1.1", "1-0")) as (anna, _):
        await take(anna, "1:0-1")
        assert "No board offers this result" in anna.refusal


async def test_a_result_that_somebody_has_entered_stays_and_the_difference_is_said(tmp_path: Path) -> None:
    async with watching(tmp_path, unnamed("1.1", "1-0")) as (anna, _):
        await take(anna, "1:1-0")
        (tmp_path / "boards" / "games.pgn").write_text(unnamed("1.1", "0-1"))
        await anna.go(AT)
        await anna.send(AT, path="games.pgn")
        assert "Another result than the board says" in anna.text
        assert "0 – 1" in anna.text


async def test_a_game_of_nobody_here_and_a_move_that_is_not_legal_are_named(tmp_path: Path) -> None:
    stranger = game(Round="1.2", White="Somebody", Black="Else")
    async with watching(tmp_path, unnamed("1.1", moves="1. e4 Ke4"), stranger) as (anna, _):
        assert "Somebody" in anna.text
        assert "the move 1... Ke4 is not legal" in anna.text


async def test_spectators_see_the_positions_and_they_stay_when_nothing_is_watched_any_more(tmp_path: Path) -> None:
    async with watching(tmp_path, unnamed("1.1")) as (anna, transport), browser(transport) as reader:
        await reader.go("/t/open/pairings")
        assert "/t/open/live" in reader.page.text
        await reader.go("/t/open/live")
        assert 'class="man wn f6 r3"' in reader.page.text
        assert "2. Nf3" in reader.text
        assert "1:29:40" in reader.text
        [board] = (await reader.go("/t/open/live.json")).json()["data"]["boards"]
        assert (board["last_move"], board["clocks"]) == (["g1", "f3"], [5412, 5380])
        await anna.go(AT)
        await anna.send(AT, leave="1")
        await reader.go("/t/open/pairings")
        assert "/t/open/live" in reader.page.text


async def test_positions_are_shown_as_they_were(tmp_path: Path) -> None:
    async with watching(tmp_path, unnamed("1.1")) as (anna, transport), browser(transport) as reader:
        (tmp_path / "boards" / "games.pgn").write_text(unnamed("1.1", "1-0", moves="1. e4 e5 2. Nf3 Nc6"))
        before = datetime.now(UTC)
        await anna.go(AT)
        await anna.send(AT, path="games.pgn")
        for at, moves in ((before.isoformat(), ["g1", "f3"]), ("2999-01-01", ["b8", "c6"])):
            [board] = (await reader.go(f"/t/open/live.json?at={quote(at)}")).json()["data"]["boards"]
            assert board["last_move"] == moves
        assert (await reader.go("/t/open/live.json?at=1")).json()["data"]["boards"] == []


async def test_the_page_of_the_round_offers_what_the_boards_say(tmp_path: Path) -> None:
    async with watching(tmp_path, unnamed("1.1", "1-0"), unnamed("1.3", "1/2-1/2")) as (anna, _):
        await anna.go("/desk/t/open/rounds/1")
        assert "Live boards offer 2 results: 1 1 – 0, 3 ½ – ½" in anna.text
        assert (await anna.client.get("/desk/t/open/rounds/1/results")).json()["offers"] == "1:1-0 3:1/2-1/2"
        await anna.go("/desk/t/open/rounds/1")
        form = {**anna.form(f"{AT}/take"), "take": ["1:1-0", "3:1/2-1/2"]}
        anna.page = await anna.client.post(f"{AT}/take", data=form)
        assert anna.page.url.path == "/desk/t/open/rounds/1"
        assert "Live boards offer" not in anna.text
        assert (await anna.client.get("/desk/t/open/rounds/1/results")).json()["offers"] == ""

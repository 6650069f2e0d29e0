"""Where games of live boards come from, at the desk: addresses, games typed there, and games that players send."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from server.http.auth import REPORTS_OF_A_PLAYER
from tests.api.programs import app_of, make_key
from tests.desk.browsers import Browser, browser, server, with_round_one
from tests.desk.file_server import serving
from tests.desk.test_player_reports import link
from tests.live.loopback import eventually
from tests.live_boards.files import game

AT = "/desk/t/open/live-boards"
MOVES = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6"


@asynccontextmanager
async def desk(folder: Path) -> AsyncIterator[tuple[Browser, httpx.ASGITransport]]:
    """Anna at the page of live boards, with round 1 of four boards."""
    async with server(folder) as transport, browser(transport) as anna:
        await with_round_one(await anna.log_in())
        await anna.go(AT)
        yield anna, transport


async def type_in(anna: Browser, moves: str, board: str = "2", round: str = "1") -> None:
    await anna.send(f"{AT}/games", round=round, board=board, moves=moves)


def moves_at(anna: Browser, board: int) -> int:
    """That everybody may see."""
    shown = app_of(anna).state.services.games.shown("open").games
    return next((len(kept.game.moves) for key, kept in shown.items() if key[0] == f"1.{board}"), 0)


async def test_a_game_that_is_typed_is_at_its_board_and_replaced_and_taken_off(tmp_path: Path) -> None:
    async with desk(tmp_path) as (anna, _):
        await type_in(anna, MOVES)
        assert moves_at(anna, 2) == 6
        assert "3 moves" in anna.text
        await type_in(anna, game("1. d4 d5", White="Somebody", Black="Else"))
        assert moves_at(anna, 2) == 2
        await anna.send(f"{AT}/games/remove")
        assert moves_at(anna, 2) == 0


@pytest.mark.parametrize(
    ("moves", "board", "round", "said"),
    [
        ("1. e4 e5 2. Ra5", "2", "1", "2. Ra5 is not legal"),
        ("nothing yet", "2", "1", "1. nothing is not legal"),
        ("", "2", "1", "No move can be read"),
        (MOVES, "9", "1", "no board 9"),
        (MOVES, "1", "7", "There is no round 7 here yet"),
    ],
)
async def test_what_cannot_be_kept_is_a_sentence_and_stays_typed(
    tmp_path: Path, moves: str, board: str, round: str, said: str
) -> None:
    async with desk(tmp_path) as (anna, _):
        await type_in(anna, moves, board, round)
        assert said in anna.refusal
        assert moves in anna.text


async def test_a_typed_game_goes_before_what_a_folder_says_of_its_board(tmp_path: Path) -> None:
    boards = tmp_path / "boards"
    boards.mkdir()
    (boards / "games.pgn").write_text(game(MOVES, Round="1.2", White="?", Black="?"))
    async with server(tmp_path, boards=boards) as transport, browser(transport) as anna:
        await with_round_one(await anna.log_in())
        await anna.go(AT)
        await anna.send(AT, path="games.pgn")
        assert moves_at(anna, 2) == 6
        await type_in(anna, "1. d4 d5")
        (boards / "games.pgn").write_text(game(MOVES + " 4. Ba4", Round="1.2", White="?", Black="?"))
        await app_of(anna).state.services.boards.look()
        assert moves_at(anna, 2) == 2


async def test_an_address_is_asked_and_listed_with_its_games_and_what_does_not_fit(tmp_path: Path) -> None:
    pgn = game(MOVES, Round="1.1", White="?", Black="?") + game(White="Strange, R", Black="Unknown, S", Round="1.7")
    pgn += game("1. e4 e5 2. Ra5", Round="1.3", White="?", Black="?")
    with serving({"/games.pgn?key=secret": pgn.encode()}) as served:
        async with desk(tmp_path) as (anna, _):
            await anna.send(f"{AT}/addresses", url=f"{served.url}/games.pgn?key=secret")
            assert "is being asked" in anna.text
            addresses = app_of(anna).state.services.board_addresses
            await addresses.look()
            for one in addresses.of("open"):
                if one.asking is not None:
                    await one.asking
            await anna.go(AT)
            assert moves_at(anna, 1) == 6
            assert "Strange, R" in anna.text
            assert "Board 3: the move 2. Ra5 is not legal" in anna.text
            [row] = re.findall(r'<li class="offer" data-source="address">.*?</li>', anna.page.text, re.DOTALL)
            assert ("is read" in row, "3 games" in row) == (True, True)
            await anna.send(f"{AT}/addresses", off=f"{served.url}/games.pgn?key=secret")
            assert 'data-source="address"' not in anna.page.text
            assert moves_at(anna, 1) == 6


async def test_an_address_is_asked_again_after_a_restart_before_anybody_comes(tmp_path: Path) -> None:
    with serving({"/games.pgn": game(MOVES, Round="1.1", White="?", Black="?").encode()}) as served:
        async with desk(tmp_path) as (anna, _):
            await anna.send(f"{AT}/addresses", url=f"{served.url}/games.pgn")
        served.heard.clear()
        async with server(tmp_path):
            await eventually(lambda: bool(served.heard))
    assert served.heard[0] == ("/games.pgn", 200)


@pytest.mark.parametrize("typed", ["", "games.pgn", "ftp://example.org/games.pgn", "http://169.254.169.254/games.pgn"])
async def test_an_address_that_cannot_be_asked_is_refused(tmp_path: Path, typed: str) -> None:
    async with desk(tmp_path) as (anna, _):
        await anna.send(f"{AT}/addresses", url=typed)
        assert anna.refusal
        assert 'data-source="address"' not in anna.page.text


async def test_a_program_is_listed_by_the_name_of_its_key(tmp_path: Path) -> None:
    async with desk(tmp_path) as (anna, _):
        key = await make_key(anna, "boards", name="Laptop in the hall")
        pgn = game(MOVES, Round="1.4", White="?", Black="?")
        head = {"Authorization": f"Bearer {key}"}
        answer = await anna.client.post("/api/t/open/boards", content=pgn.encode(), headers=head)
        assert answer.status_code == 200
        await anna.go(AT)
        assert "Program Laptop in the hall 1 game" in anna.text


# Players


@asynccontextmanager
async def players(folder: Path) -> AsyncIterator[tuple[Browser, Browser]]:
    """Anna, who lets players send games, and White of board 1 at their own link."""
    async with desk(folder) as (anna, transport), browser(transport) as white:
        await anna.send(f"{AT}/players", allowed="1")
        first = (await anna.client.get("/t/open/pairings.json")).json()["data"]["boards"][0]
        await white.go(await link(anna, first["white"]["id"]))
        await anna.go(AT)
        yield anna, white


async def send(phone: Browser, moves: str, board: str = "1") -> None:
    at = phone.page.url.path.partition("/rounds/")[0]
    form = phone.form(f"{at}/rounds/1/games")
    phone.page = await phone.client.post(
        f"{at}/rounds/1/games", data={**form, "moves": moves, "board": board}, follow_redirects=True
    )


async def test_a_player_sends_the_game_and_the_desk_sees_by_whom(tmp_path: Path) -> None:
    async with players(tmp_path) as (anna, white):
        await send(white, MOVES)
        assert "3 moves were sent" in white.text
        assert moves_at(anna, 1) == 6
        await anna.go(AT)
        assert "from a player" in anna.text
        await send(white, MOVES + " 4. Ba4")
        assert moves_at(anna, 1) == 7
        await anna.send(f"{AT}/games/remove")
        assert moves_at(anna, 1) == 0


async def test_a_move_that_is_not_legal_is_named_and_what_was_typed_stays(tmp_path: Path) -> None:
    async with players(tmp_path) as (anna, white):
        await send(white, MOVES + " 4. Ra5")
        assert "4. Ra5 is not legal" in white.text
        assert "4. Ra5</textarea>" in white.page.text
        assert moves_at(anna, 1) == 0


async def test_what_the_desk_has_typed_no_player_replaces(tmp_path: Path) -> None:
    async with players(tmp_path) as (anna, white):
        await type_in(anna, "1. d4 d5", board="1")
        await send(white, MOVES)
        assert "known already" in white.text
        assert moves_at(anna, 1) == 2


async def test_a_player_sends_no_game_of_others(tmp_path: Path) -> None:
    async with players(tmp_path) as (anna, white):
        await send(white, MOVES, board="3")
        assert moves_at(anna, 3) == 0


async def test_nobody_sends_where_it_is_not_allowed(tmp_path: Path) -> None:
    async with players(tmp_path) as (anna, white):
        await anna.send(f"{AT}/players", allowed="")
        await send(white, MOVES)
        assert "do not send their games" in white.text
        assert moves_at(anna, 1) == 0


async def test_sending_has_a_limit(tmp_path: Path) -> None:
    async with players(tmp_path) as (_, white):
        for _ in range(REPORTS_OF_A_PLAYER):
            await send(white, MOVES)
        at = white.page.url.path
        form = white.form(f"{at}/rounds/1/games")
        answer = await white.client.post(f"{at}/rounds/1/games", data={**form, "moves": MOVES})
        assert answer.status_code == 429

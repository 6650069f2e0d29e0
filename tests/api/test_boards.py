"""Games that a program sends with a key for nothing else: kept before it is answered, and never twice."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from domain.events import TournamentThrownAway
from server.routes.api.boards import MOST_BYTES_OF_GAMES
from tests.api.programs import Program, app_of, hall, make_key
from tests.desk.browsers import Browser
from tests.live_boards.files import game
from web.api.boards import MOST_GAMES, MOST_MOVES

AT = "/api/t/open/boards"
PGN = "application/x-chess-pgn"
TWO = game(Round="1.1", White="?", Black="?") + game("1. d4", Round="1.2", White="?", Black="?")
THREE_MOVES = ["e2e4", "e5", "g1f3"]


async def send(program: Program, body: str | bytes | dict[str, Any], kind: str = PGN) -> httpx.Response:
    headers = {"Authorization": f"Bearer {program.key}"}
    if isinstance(body, dict):
        return await program.client.post(AT, json=body, headers=headers)
    return await program.client.post(AT, content=body, headers={**headers, "Content-Type": kind})


def moves(**said: Any) -> dict[str, Any]:
    return {"round": 1, "games": [{"board": 1, "moves": THREE_MOVES, **said}]}


def kept(anna: Browser) -> list[tuple[str, ...]]:
    return [one.game.moves for one in app_of(anna).state.services.games.all("open").games.values()]


async def live(program: Program) -> list[dict[str, Any]]:
    return list((await program.client.get("/t/open/live.json")).json()["data"]["boards"])


@pytest.mark.parametrize("kind", [PGN, "text/plain; charset=utf-8"])
async def test_games_of_a_file_are_taken_and_shown(tmp_path: Path, kind: str) -> None:
    async with hall(tmp_path, "boards") as (_, program):
        answer = await send(program, TWO, kind)
        assert answer.status_code == 200
        assert answer.json() == {"tournament": "open", "version": 1, "taken": 2, "trouble": []}
        first, second = await live(program)
        assert (first["last_move"], first["clocks"]) == (["g1", "f3"], [5412, 5380])
        assert second["last_move"] == ["d2", "d4"]


async def test_moves_by_board_are_taken_in_letters_and_by_squares(tmp_path: Path) -> None:
    async with hall(tmp_path, "boards") as (anna, program):
        answer = await send(program, moves(clocks=[5400, None], result="1-0"))
        assert (answer.status_code, answer.json()["taken"]) == (200, 1)
        assert kept(anna) == [("e4", "e5", "Nf3")]
        [board] = await live(program)
        assert (board["board"], board["half_moves"], board["clocks"]) == (1, 3, [5400, None])


async def test_what_is_sent_again_writes_nothing(tmp_path: Path) -> None:
    async with hall(tmp_path, "boards") as (_, program):
        answers = [(await send(program, TWO)).json() for _ in range(3)]
        assert [(one["version"], one["taken"]) for one in answers] == [(1, 2), (1, 0), (1, 0)]


async def test_games_that_are_not_sent_stay(tmp_path: Path) -> None:
    async with hall(tmp_path, "boards") as (anna, program):
        await send(program, TWO)
        await send(program, game("1. e4 e5 2. Nf3 Nc6", Round="1.1", White="?", Black="?"))
        assert [len(one) for one in kept(anna)] == [4, 1]


async def test_what_was_answered_is_in_the_journal(tmp_path: Path) -> None:
    async with hall(tmp_path, "boards") as (anna, program):
        await send(program, TWO)
        journal = app_of(anna).state.services.office.journal
        [entry] = await journal.read("games/open")
        assert (entry.by, [news.moves for news in entry.event.news]) == (
            "Uploader",
            [("e4", "e5", "Nf3"), ("d4",)],
        )


async def test_messages_at_once_are_all_kept(tmp_path: Path) -> None:
    async with hall(tmp_path, "boards") as (anna, program):
        each = [{"round": 1, "games": [{"board": board, "moves": THREE_MOVES}]} for board in range(1, 5)]
        answers = await asyncio.gather(*(send(program, one) for one in each))
        assert {one.status_code for one in answers} == {200}
        assert kept(anna) == [("e4", "e5", "Nf3")] * 4


async def test_the_key_can_do_nothing_else(tmp_path: Path) -> None:
    async with hall(tmp_path, "boards") as (anna, program):
        for path, body in (("/rounds/1/results", {"board": 1, "result": "1-0"}), ("/players", {"name": "Zoe"})):
            assert (await program.post(path, body)).json()["code"] == "scope-missing"
        assert (await program.get("/api/t/open/drafts")).status_code == 403
        other = Program(program.client, await make_key(anna, "results", name="Results"))
        answer = await send(other, TWO)
        assert (answer.status_code, answer.json()["data"]) == (403, {"scope": "boards"})
        elsewhere = Program(program.client, await make_key(anna, "boards", name="Days", where="tournament:open"))
        assert (await send(elsewhere, TWO)).status_code == 200


async def test_an_illegal_move_and_a_game_of_nobody_here_are_named_and_stop_nothing(tmp_path: Path) -> None:
    async with hall(tmp_path, "boards") as (anna, program):
        stranger = game(Round="1.2", White="Somebody", Black="Else")
        bad = game("1. e4 Ke4", Round="1.1", White="?", Black="?")
        answer = (await send(program, bad + stranger + game(Round="1.3", White="?", Black="?"))).json()
        assert answer["taken"] == 3
        assert [(one["key"][0], one["code"]) for one in answer["trouble"]] == [
            ("1.1", "move-not-legal"),
            ("1.2", "at-no-board"),
        ]
        assert answer["trouble"][0]["says"].startswith("1.1: the move 1... Ke4")
        assert "Somebody – Else" in answer["trouble"][1]["says"]
        assert len(kept(anna)) == 3


async def test_a_round_to_come_and_a_game_without_tags_are_named(tmp_path: Path) -> None:
    async with hall(tmp_path, "boards") as (anna, program):
        answer = (await send(program, {**moves(), "round": 7})).json()
        assert [(one["key"][0], one["code"]) for one in answer["trouble"]] == [("7.1", "at-no-board")]
        answer = (await send(program, game("1. hello"))).json()
        assert {one["code"] for one in answer["trouble"]} == {"move-not-legal", "at-no-board"}
        assert all(one["says"].startswith("?: ") for one in answer["trouble"])
        await anna.go("/desk/t/open/live-boards")
        assert "At no board of this round: 7.1 " in anna.text


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (moves(result="2-0"), "result"),
        (moves(clocks=[1, 2, 3, 4]), "clocks"),
        (moves(clocks=[-1]), "clocks[0]"),
        (moves(fen="nonsense"), "fen"),
        (moves(moves=[""]), "moves[0]"),
        (moves(board=0), "board"),
        (game("1. e4 " * (MOST_MOVES + 1), Round="1.1"), "moves"),
        (game(Round="1.1", Annotator="x" * 300), "tags"),
        (game(Round="1.1", FEN="nonsense"), "fen"),
    ],
)
async def test_what_cannot_be_a_game_is_named_and_nothing_is_taken(tmp_path: Path, body: Any, field: str) -> None:
    async with hall(tmp_path, "boards") as (anna, program):
        answer = await send(program, body)
        assert (answer.status_code, answer.json()["code"]) == (422, "body-not-read")
        [problem] = answer.json()["data"]["problems"]
        assert (problem["index"], problem["field"]) == (0, field)
        assert problem["detail"]
        assert kept(anna) == []


@pytest.mark.parametrize("body", ["", "nonsense", b"\xff\xfe", game(Round="1.1") * (MOST_GAMES + 1), {"games": []}])
async def test_what_has_no_games_is_refused(tmp_path: Path, body: Any) -> None:
    async with hall(tmp_path, "boards") as (anna, program):
        answer = await send(program, body)
        assert (answer.status_code, answer.json()["code"]) == (422, "body-not-read")
        assert kept(anna) == []


async def test_a_body_without_end_is_not_read(tmp_path: Path) -> None:
    async with hall(tmp_path, "boards") as (_, program):
        assert (await send(program, "x" * (MOST_BYTES_OF_GAMES + 1))).status_code == 413


async def test_a_tournament_that_was_thrown_away_takes_none(tmp_path: Path) -> None:
    async with hall(tmp_path, "boards") as (anna, program):
        await anna.go("/desk/t/open/settings")
        await app_of(anna).state.services.office.known("open").command("x", "Anna", lambda t: [TournamentThrownAway()])
        answer = await send(program, TWO)
        assert (answer.status_code, answer.json()["code"]) == (409, "was-thrown-away")


async def test_a_text_that_breaks_off_is_taken_as_far_as_it_goes(tmp_path: Path) -> None:
    async with hall(tmp_path, "boards") as (anna, program):
        whole = game("1. e4 e5 2. Nf3", Round="1.1", White="?", Black="?")
        assert (await send(program, whole[: whole.index("Nf3") + 2])).json()["taken"] == 1
        assert kept(anna) == [("e4", "e5")]
        assert (await send(program, whole)).json()["taken"] == 1
        assert kept(anna) == [("e4", "e5", "Nf3")]

"""The games of a round and of the whole event as PGN: a second reader reads what the boards have sent."""

import io
from collections.abc import Iterator

import chess.pgn
import httpx

from domain import events as e
from domain.moves.games import pgn_games
from domain.words.games import Result
from server.services import Services
from tests.crosstable import history
from tests.live_boards.files import game
from tests.public.served import served

OPEN = history("Ann 2200 ?w3\nBob 2100 ?w4\nCid 2000 ?b1\nDee 1900 ?b2")
LONG = " ".join(
    f"{number}. Nf3 {{[%clk 1:30:{number:02}]}} Nf6 {{[%clk 1:29:{number:02}]}} "
    f"{number + 1}. Ng1 {{[%clk 1:30:{number + 1:02}]}} Ng8"
    for number in range(1, 40, 2)
)


def read(text: str) -> Iterator[chess.pgn.Game]:
    file = io.StringIO(text)
    while (found := chess.pgn.read_game(file)) is not None:
        yield found


async def sent(client: httpx.AsyncClient, *texts: str) -> None:
    services: Services = client.app.state.services  # type: ignore[attr-defined]
    await services.office.open("open")
    await services.games.take("open", "folder", pgn_games("".join(texts)), "Tablo")


async def test_another_reader_reads_the_moves_clocks_and_results_that_were_sent() -> None:
    async with served({"open": [*OPEN, e.ResultRecorded(1, 2, Result.DRAW)]}) as client:
        await sent(
            client,
            game(LONG, Round="1.1", White="Ann", Black="Cid", TimeControl="5400+30", Secret="x"),
            game("1. d4 d5", "0-1", Round="1.2", White="Bob", Black="Dee"),
        )
        answer = await client.get("/t/open/round-1.pgn")
        first, second = read(answer.text)
        again, _ = pgn_games(answer.text)
    assert answer.headers["access-control-allow-origin"] == "*"
    assert not first.errors
    known = pgn_games(game(LONG))[0]
    assert [node.san() for node in first.mainline()] == list(known.moves) == list(again.moves)
    assert [None if (left := node.clock()) is None else int(left) for node in first.mainline()] == list(known.clocks)
    assert again.clocks == known.clocks
    assert (first.headers["White"], first.headers["WhiteElo"], first.headers["Result"]) == ("Ann", "2200", "*")
    assert (first.headers["Round"], first.headers["Board"], first.headers["TimeControl"]) == ("1.1", "1", "5400+30")
    assert first.headers["GameURL"] == "http://tablo.test/t/open/game/1.1"
    assert "Secret" not in first.headers
    assert second.headers["Result"] == "1/2-1/2", "what the desk has entered, not what the board says"


async def test_no_line_is_longer_than_the_standard_allows() -> None:
    async with served({"open": OPEN}) as client:
        await sent(client, game(LONG, Round="1.1"))
        text = (await client.get("/t/open/round-1.pgn")).text
    assert max(map(len, text.splitlines())) < 80


async def test_all_rounds_of_the_event_are_in_one_file() -> None:
    two = history("Ann +w3 ?b2\nBob +w4 ?w1\nCid -b1 ?w4\nDee -b2 ?b3")
    async with served({"open": two}) as client:
        await sent(client, game("1. e4 e5", "1-0", Round="1.1"), game("1. c4", Round="2.1"))
        games = list(read((await client.get("/t/open/games.pgn")).text))
    assert [(one.headers["Round"], one.end().ply()) for one in games] == [
        ("1.1", 2),
        ("1.2", 0),
        ("2.1", 1),
        ("2.2", 0),
    ]


async def test_a_move_that_is_not_legal_ends_what_is_given_on() -> None:
    async with served({"open": OPEN}) as client:
        await sent(client, game("1. e4 e5 2. Ke5 Nc6", Round="1.1"))
        first, *_ = read((await client.get("/t/open/pairings/1.pgn")).text)
    assert [node.san() for node in first.mainline()] == ["e4", "e5"]

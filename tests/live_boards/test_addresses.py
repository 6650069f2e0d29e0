"""Games of live boards at addresses: asked with the marks of the last answer, and told from what is no game."""

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from domain.decisions.setup.board_addresses import look_up_boards
from domain.moves.games import PgnGame
from server.live_boards.watching import games_in
from server.notifying.calling import MayCall, anywhere, of_no_public_network, public_only
from server.office.games.addresses import (
    BETWEEN_ANSWERS_SECONDS,
    LONGEST_PAUSE_SECONDS,
    BoardAddress,
    BoardAddresses,
    index_address,
)
from tests.desk.file_server import serving
from tests.live_boards.files import game
from tests.live_boards.test_livechess import FIRST, INDEX, SECOND
from tests.server.offices import office, with_round_one

PGN = game(Round="1.1", White="Ann") + game(Round="1.2", White="Cid")


@dataclass
class Hall:
    addresses: BoardAddresses
    taken: list[tuple[str, str, Sequence[PgnGame]]] = field(default_factory=list)
    now: float = 0.0

    async def look(self, seconds: float = BETWEEN_ANSWERS_SECONDS) -> BoardAddress:
        """After so many seconds, until what was asked is answered."""
        self.now += seconds
        await self.addresses.look()
        [one] = self.addresses.known.values()
        if one.asking is not None:
            await one.asking
        return one


@asynccontextmanager
async def looking(tmp_path: Path, url: str, may_call: MayCall = anywhere) -> AsyncIterator[Hall]:
    async def take(slug: str, source: str, games: Sequence[PgnGame]) -> None:
        hall.taken.append((slug, source, games))

    async def mine(_slug: str) -> bool:
        return True

    async with office(tmp_path) as running:
        tournament = await with_round_one(running)
        await tournament.command("addresses", "Anna", lambda t: look_up_boards(t, [url]))
        addresses = BoardAddresses(running, take, games_in, mine, may_call, clock=lambda: hall.now)
        hall = Hall(addresses)
        addresses.changed(tournament.id)
        yield hall
        await addresses.close()


async def test_a_file_is_asked_again_with_its_marks_and_taken_when_it_is_new(tmp_path: Path) -> None:
    with serving({"/games.pgn": PGN.encode()}) as served:
        async with looking(tmp_path, f"{served.url}/games.pgn") as hall:
            one = await hall.look()
            assert [len(games) for _, _, games in hall.taken] == [2]
            assert one.trouble is None
            await hall.look()
            await hall.look(BETWEEN_ANSWERS_SECONDS - 0.1)
            served.files["/games.pgn"] = (PGN + game(Round="1.3")).encode()
            await hall.look()
    assert [status for _, status in served.heard] == [200, 304, 200]
    assert [len(games) for _, _, games in hall.taken] == [2, 3]


async def test_a_round_of_livechess_cloud_is_its_index_and_its_games(tmp_path: Path) -> None:
    files = {f"/get/{name}": json.dumps(one).encode() for name, one in of_round(INDEX, FIRST, SECOND).items()}
    with serving(files) as served:
        async with looking(tmp_path, f"{served.url}/get/round-3/index.json") as hall:
            await hall.look()
            [(_, _, games)] = hall.taken
            assert [(one.tags["Round"], len(one.moves)) for one in games] == [("3.1", 5), ("3.2", 4)]
            served.heard.clear()
            await hall.look()
    assert sorted(path.rpartition("/")[2] for path, status in served.heard if status == 304) == [
        "game-1.json",
        "index.json",
    ]


def of_round(index: object, *games: object) -> dict[str, object]:
    return {"round-3/index.json": index, **{f"round-3/game-{n}.json": one for n, one in enumerate(games, 1)}}


async def test_a_game_that_cannot_be_read_is_named_and_stops_no_other(tmp_path: Path) -> None:
    files = {f"/{name}": json.dumps(one).encode() for name, one in of_round(INDEX, FIRST, SECOND).items()}
    files["/round-3/game-1.json"] = b'{"moves": ["e4", '
    with serving(files) as served:
        async with looking(tmp_path, f"{served.url}/round-3/index.json") as hall:
            one = await hall.look()
    assert (len(one.games), one.unreadable) == (1, ["game-1.json"])


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/nothing", "boards-address-answered"),
        ("/page", "boards-address-no-games"),
        ("/round-1/index.json", "boards-address-no-games"),
        ("/moved", "boards-address-leads-away"),
        ("/large", "boards-address-too-large"),
    ],
)
async def test_what_is_no_game_is_a_sentence_and_is_asked_more_seldom(tmp_path: Path, path: str, code: str) -> None:
    files = {"/page": b"<html><b>Live</b> games</html>", "/round-1/index.json": b"[]", "/large": b" " * 5_000_000}
    with serving(files) as served:
        served.leads_to["/moved"] = "/games.pgn"
        async with looking(tmp_path, served.url + path) as hall:
            one = await hall.look()
            one.answers.caller.is_nearby = lambda _: False
            one.answers.caller.nearby = False
            for _ in range(6):
                one = await hall.look(one.pause)
            assert one.trouble is not None
            assert one.trouble.code == code
            assert one.pause == LONGEST_PAUSE_SECONDS
            assert hall.taken == []


async def test_what_no_game_is_stays_out_and_is_named(tmp_path: Path) -> None:
    endless = game("1. e4 e5 " * 600, Round="1.7")
    strange = game("1. e4 " + "x" * 200, Round="1.8")
    with serving({"/games.pgn": (PGN + endless + strange).encode()}) as served:
        async with looking(tmp_path, f"{served.url}/games.pgn") as hall:
            one = await hall.look()
    assert [named.split()[0] for named in one.unreadable] == ["1.7", "1.8"]
    assert [taken.tags["Round"] for taken in hall.taken[0][2]] == ["1.1", "1.2"]


async def test_nothing_is_told_of_what_answers_in_a_network_of_ones_own(tmp_path: Path) -> None:
    with serving({}) as served:
        async with looking(tmp_path, f"{served.url}/nothing") as hall:
            one = await hall.look()
            assert one.answers.caller.is_nearby is of_no_public_network
            assert one.trouble is not None
            assert one.trouble.code == "boards-address-nothing"


async def test_an_address_that_may_not_be_called_is_not(tmp_path: Path) -> None:
    with serving({"/games.pgn": PGN.encode()}) as served:
        async with looking(tmp_path, f"{served.url}/games.pgn", public_only) as hall:
            one = await hall.look()
    assert served.heard == []
    assert one.trouble is not None
    assert one.trouble.code == "boards-address-not-called"


async def test_what_was_not_kept_is_taken_when_it_can_be(tmp_path: Path) -> None:
    with serving({"/games.pgn": PGN.encode()}) as served:
        async with looking(tmp_path, f"{served.url}/games.pgn") as hall:
            served.cut_off = True
            one = await hall.look()
            assert (one.trouble is not None, hall.taken) == (True, [])
            served.cut_off = False
            one = await hall.look(one.pause)
            assert (one.trouble, len(hall.taken)) == (None, 1)


async def test_an_address_that_is_taken_off_is_asked_no_more(tmp_path: Path) -> None:
    with serving({"/games.pgn": PGN.encode()}) as served:
        async with looking(tmp_path, f"{served.url}/games.pgn") as hall:
            await hall.look()
            [tournament] = [await hall.addresses.office.open(slug) for slug in hall.addresses.office]
            await tournament.command("none", "Anna", lambda t: look_up_boards(t, []))
            hall.addresses.changed(tournament.id)
            await hall.addresses.look()
            assert hall.addresses.known == {}


@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        (
            "https://view.livechesscloud.com/#43056032-65e9-4a86-98d0-484aa2572c6d",
            "43056032-65e9-4a86-98d0-484aa2572c6d/round-2",
        ),
        (
            "https://view.livechesscloud.com/43056032-65e9-4a86-98d0-484aa2572c6d/7",
            "43056032-65e9-4a86-98d0-484aa2572c6d/round-7",
        ),
    ],
)
def test_the_page_of_livechess_cloud_stands_for_its_round(typed: str, asked: str) -> None:
    assert index_address(typed, 2) == f"https://1.pool.livechesscloud.com/get/{asked}/index.json"


def test_other_addresses_are_files() -> None:
    assert index_address("https://example.org/round-2/index.json?key=1", 2) != ""
    assert index_address("https://example.org/games.pgn", 2) == ""

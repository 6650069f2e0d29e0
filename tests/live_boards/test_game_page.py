"""The page of a game: its moves with clocks, times and positions, who plays on, and its feed."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import pytest

from domain.decisions.rounds.results import decide_armageddon
from domain.events import BroadcastSet, ResultRecorded
from domain.games.state import GamesShown, KeptGame
from domain.moves.games import pgn_games
from domain.moves.position import USUAL_START
from domain.tournament import Tournament, replay
from domain.words.choices.broadcasts import Broadcast
from domain.words.games import Result
from domain.words.streams import games_stream
from projections.moment.snapshot import snapshot
from projections.round.games import GameView, game_view
from projections.round.live_boards import BOARDS_A_PAGE, LiveBoardsPage, live_boards, live_page
from server.live.frames import Channel, difference
from server.services import Services
from tests.crosstable import drawn, history, published, tournament
from tests.decisions.test_armageddon import NORWAY
from tests.formats.knockouts import knockout, next_round
from tests.live_boards.files import game
from tests.public.served import served
from tests.screens.names import people
from web.links import Site
from web.rendering import part

FOUR = "Ann 2400 ?w3\nBob 2300 ?w4\nCid 2200 ?b1\nDee 2100 ?b2"
CLOCKED = (
    "1. d4 {[%clk 1:30:10]} Nf6 {[%clk 1:29:00]} 2. c4 {[%clk 1:28:40]} e6 {[%clk 1:29:30]} 3. Nc3 {[%clk 1:20:00]}"
)
THIRTY = "5400+30"
AFTER_D4 = USUAL_START.squares[:11] + "." + USUAL_START.squares[12:27] + "P" + USUAL_START.squares[28:]


def sent(spot: str, moves: str = CLOCKED, result: str = "*", **tags: str) -> str:
    return game(moves, Round=spot, White="?", Black="?", result=result, **tags)


def public(*texts: str) -> GamesShown:
    games = (one for text in texts for one in pgn_games(text))
    return GamesShown({one.key: KeptGame(one, (), "folder", 1) for one in games}, 1)


def view_of(*texts: str, of: Tournament | None = None) -> GameView:
    found = game_view(snapshot(of or tournament(FOUR)), public(*texts), 1, 1, 1)
    assert found is not None
    return found


def test_a_move_took_what_the_clock_lost_and_the_increment() -> None:
    view = view_of(sent("1.1", TimeControl=THIRTY))
    assert [ply.used for ply in view.plies] == [20, 90, 120, 0, 550]
    assert view.longest == 550
    assert [(row.white, row.black) for row in view.times] == [(3, 16), (21, 0), (100, 0)]


def test_without_a_time_control_nobody_knows_what_the_first_moves_took() -> None:
    assert [ply.used for ply in view_of(sent("1.1")).plies][:2] == [None, None]


def test_hours_that_were_added_are_no_time_that_a_move_took() -> None:
    moves = "1. d4 {[%clk 0:10:00]} d5 {[%clk 0:10:00]} 2. c4 {[%clk 0:59:00]}"
    assert view_of(sent("1.1", moves)).plies[-1].used is None


def test_each_half_move_has_its_position_and_the_clocks_of_then() -> None:
    view = view_of(sent("1.1"))
    assert (view.at(0).squares, view.at(0).marked) == (USUAL_START.squares, ())
    assert (view.at(1).squares, view.at(1).marked) == (AFTER_D4, ((4, 2), (4, 4)))
    assert [view.clocks(ply) for ply in (0, 1, 4)] == [(None, None), (5410, None), (5320, 5370)]


def test_the_clock_of_the_side_to_move_runs_until_the_game_is_over() -> None:
    view = view_of(sent("1.1"))
    assert (view.white.running, view.black.running, view.head.white_to_move) == (False, True, False)
    over = view_of(sent("1.1", result="1-0"))
    assert (over.head.result, over.black.running) == (Result.WHITE_WINS, False)


def test_the_winner_of_an_armageddon_stands_at_the_live_board_and_on_the_page_of_the_game() -> None:
    t = tournament("Ann 2400 =w2\nBob 2300 =b1", regulations=NORWAY)
    before = snapshot(t)
    boards = public(sent("1.1")).boards(1)
    assert live_boards(before, boards).boards[0].armageddon is None
    t = replay(decide_armageddon(t, 1, 1, Result.DRAW), t.copy())
    view = live_boards(snapshot(t, before), boards)
    assert view.boards[0].armageddon is Result.BLACK_WINS
    of_black, of_white = part("parts/live_boards.html", "board", view.boards[0], Site("open")).split('class="to-game"')
    assert "Armageddon 1" in of_black
    assert "Armageddon" not in of_white
    assert view_of(sent("1.1"), of=t).head.armageddon is Result.BLACK_WINS


def test_when_it_is_over_a_board_that_plays_on_comes_next() -> None:
    assert view_of(sent("1.1"), sent("1.2")).head.next is None
    following = view_of(sent("1.1", result="1/2-1/2"), sent("1.2")).head.next
    assert following is not None
    assert following.spot == "2"
    assert view_of(sent("1.1", result="1/2-1/2"), sent("1.2", result="0-1")).head.next is None


def test_the_result_of_the_tournament_goes_before_that_of_the_board() -> None:
    t = replay([ResultRecorded(1, 1, Result.DRAW)], tournament(FOUR))
    assert view_of(sent("1.1", result="1-0"), of=t).head.result is Result.DRAW


def test_a_move_that_is_not_legal_ends_what_is_shown_and_is_named() -> None:
    view = view_of(sent("1.1", "1. d4 d5 2. Ke3 e6"))
    assert (len(view.plies), view.head.unreadable) == (2, "2. Ke3")


def test_where_black_begins_the_first_row_has_no_move_of_white() -> None:
    fen = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 7"
    view = view_of(sent("1.1", "7... d5 8. c4", FEN=fen))
    assert [(row.number, row.white is None, row.black is None) for row in view.rows] == [
        (7, True, False),
        (8, False, True),
    ]


def test_an_earlier_round_keeps_its_games() -> None:
    t = tournament("Ann 2400 =w3 ?b2\nBob 2300 =w4 ?w1\nCid 2200 =b1 ?w4\nDee 2100 =b2 ?b3")
    view = view_of(sent("1.1", result="1/2-1/2"), sent("2.1", "1. e4"), of=t)
    assert (view.head.at, len(view.plies)) == ("1.1", 5)


@pytest.mark.parametrize(
    ("delay", "said"),
    [
        (Broadcast(minutes=15), "Shown 15 minutes late."),
        (Broadcast(moves=1), "Shown 1 move late."),
        (Broadcast(), None),
    ],
)
def test_the_page_says_how_late_it_is_until_the_game_is_over(delay: Broadcast, said: str | None) -> None:
    t = replay([BroadcastSet(delay)], tournament(FOUR))
    playing, over = view_of(sent("1.1"), of=t), view_of(sent("1.1", result="1-0"), of=t)
    told = part("parts/game.html", "late", playing.head, Site("open"))
    assert (said in told) if said else ("late." not in told)
    assert "late." not in part("parts/game.html", "late", over.head, Site("open"))


# All boards of a round, by pages


def field(boards: int) -> Tournament:
    return published(drawn(players=people(2 * boards)))


def page_of(boards: int, number: int, *over: int, players: tuple[int, ...] = ()) -> LiveBoardsPage | None:
    texts = [sent(f"1.{n}", "1. e4", "1-0" if n in over else "*") for n in range(1, boards + 1)]
    return live_page(live_boards(snapshot(field(boards)), public(*texts).boards(1)), number, players)


def test_boards_come_by_pages_and_those_that_are_over_come_last() -> None:
    first, second = page_of(15, 1, 2, 3), page_of(15, 2, 2, 3)
    assert first is not None
    assert second is not None
    assert (first.pages, len(first.boards), BOARDS_A_PAGE) == (2, 12, 12)
    assert [one.spot for one in first.boards] == ["1", *map(str, range(4, 15))]
    assert [one.spot for one in second.boards] == ["15", "2", "3"]
    assert page_of(15, 3) is None


def test_the_boards_of_players_who_are_followed_come_first() -> None:
    whole = page_of(15, 1)
    assert whole is not None
    who = live_boards(snapshot(field(15)), public(sent("1.14")).boards(1)).boards[0].white.id
    asked = page_of(15, 1, players=(who,))
    assert asked is not None
    assert [one.spot for one in asked.followed] == ["14"]
    assert whole.followed == ()


# Addresses and the feed


@asynccontextmanager
async def shown(*texts: str) -> AsyncIterator[httpx.AsyncClient]:
    async with served({"open": history(FOUR)}) as client:
        await services(client).office.open("open")
        await send(client, *texts)
        yield client


async def send(client: httpx.AsyncClient, *texts: str) -> None:
    await services(client).games.take("open", "api", pgn_games("".join(texts)), "Tablo")


def services(client: httpx.AsyncClient) -> Services:
    found = client.app.state.services  # type: ignore[attr-defined]
    assert isinstance(found, Services)
    return found


async def test_without_a_script_links_lead_through_the_game() -> None:
    async with shown(sent("1.1", TimeControl=THIRTY), sent("1.2")) as client:
        newest = (await client.get("/t/open/game/1.1")).text
        assert 'href="/t/open/game/1.1?ply=4" aria-label="One move back"' in newest
        assert 'E20 · <span lang="en">Nimzo-Indian Defense' not in newest
        assert 'A50 · <span lang="en">' in newest
        second = (await client.get("/t/open/game/1.1?ply=2&side=black")).text
        assert 'href="/t/open/game/1.1?ply=3&amp;side=black" aria-label="One move on"' in second
        assert 'data-ply="2" data-squares=' in second
        assert second.count('aria-current="true"') == 1
        assert 'class="game turned"' in second
        start = (await client.get("/t/open/game/1.1?ply=0")).text
        assert "moved-from" not in start.split('class="times"')[0]


@pytest.mark.parametrize("path", ["2.1", "1.3", "1.1.2", "9.9"])
async def test_there_is_no_page_without_a_game(path: str) -> None:
    async with shown(sent("1.1")) as client:
        for ending in ("", ".json", ".pgn"):
            assert (await client.get(f"/t/open/game/{path}{ending}")).status_code == 404


async def test_its_data_and_its_file_say_the_same() -> None:
    async with shown(sent("1.1", result="1-0", TimeControl=THIRTY)) as client:
        data = (await client.get("/t/open/game/1.1.json")).json()["data"]
        [read] = pgn_games((await client.get("/t/open/game/1.1.pgn")).text)
    letters = [one["letters"] for row in data["moves"] for one in (row["white"], row["black"]) if one]
    assert letters == list(read.moves) == ["d4", "Nf6", "c4", "e6", "Nc3"]
    assert (read.tags["White"], read.tags["ECO"]) == ("Ann", data["opening"]["code"])
    assert (read.result, read.clocks[-1]) == (Result.WHITE_WINS, data["white"]["clock"])
    assert data["moves"][0]["white"]["last_move"] == ["d2", "d4"]


async def test_a_move_tells_what_it_changes_and_nothing_else() -> None:
    async with shown(sent("1.1"), sent("1.2")) as client:
        live = services(client).live
        channel = Channel("t/open/game/1.1", "html")
        before = live(channel)
        assert before is not None
        await send(client, sent("1.1", f"{CLOCKED} Bb4 {{[%clk 1:29:00]}}"))
        after = live(channel, before)
    assert after is not None
    patch = difference(before.parts, after.parts)
    assert patch is not None
    changed = {key for key, _ in patch.changed}
    assert changed == {"head", "opening", "white", "black", "position", "moves/3", "times/3"}


async def test_a_page_of_boards_is_made_again_when_a_board_moves() -> None:
    async with shown(sent("1.1", "1. e4")) as client:
        assert "1. e4" in (await client.get("/t/open/live")).text
        await send(client, sent("1.1", "1. e4 c5"))
        again = (await client.get("/t/open/live")).text
        assert "1… c5" in again
        assert 'href="/t/open/game/1.1"' in again


async def test_a_look_back_shows_the_game_as_it_was_then() -> None:
    async with shown(sent("1.1", "1. e4")) as client:
        entries = await services(client).games.journal.read(games_stream("open"))
        then = entries[0].recorded_at
        await send(client, sent("1.1", "1. e4 c5"))
        now = (await client.get("/t/open/game/1.1.json")).json()["data"]
        data = (await client.get("/t/open/game/1.1.json", params={"at": then.isoformat()})).json()["data"]
        before = await client.get("/t/open/game/1.1.json", params={"at": "1"})
    assert (now["half_moves"], data["half_moves"], before.status_code) == (2, 1, 404)


async def test_rows_lead_to_their_games_as_soon_as_there_are_some() -> None:
    link = 'href="/t/open/game/1.1"'
    async with shown() as client:
        live, channel = services(client).live, Channel("t/open/pairings", "html")
        before = live(channel)
        assert before is not None
        assert link not in (await client.get("/t/open/pairings")).text
        assert link not in (await client.get("/t/open/players/1")).text
        await send(client, sent("1.1", "1. e4"))
        after = live(channel, before)
        for path in ("/t/open/pairings", "/t/open/players/1", "/t/open/pairings?by=name"):
            assert link in (await client.get(path)).text, path
        assert "/game/1.2" not in (await client.get("/t/open/pairings")).text
    assert after is not None
    patch = difference(before.parts, after.parts)
    assert patch is not None
    assert [key for key, _ in patch.changed] == ["b1"]


async def test_matches_of_a_bracket_lead_to_their_games() -> None:
    t = next_round(knockout(4))
    async with served({"cup": t.history}) as client:
        await services(client).office.open("cup")
        await services(client).games.take("cup", "api", pgn_games(sent("1.2", "1. e4")), "Tablo")
        page = (await client.get("/t/cup/bracket")).text
    assert 'href="/t/cup/game/1.2"' in page
    assert "/game/1.1" not in page


async def test_statistics_come_by_round_and_their_feed_moves_with_results() -> None:
    async with shown(sent("1.1", result="1-0")) as client:
        live, channel = services(client).live, Channel("t/open/statistics", "html")
        before = live(channel)
        office = await services(client).office.open("open")
        await office.command("c1", "Anna", lambda _: [ResultRecorded(1, 1, Result.WHITE_WINS)])
        after = live(channel, before)
        whole, round = [(await client.get(f"/t/open/statistics{path}.json")).json()["data"] for path in ("", "/1")]
        page = (await client.get("/t/open/statistics?lang=bg")).text
        assert (await client.get("/t/open/statistics/2")).status_code == 404
    assert before is not None
    assert after is not None
    assert before.parts != after.parts
    assert whole["results"] == round["results"] == {"white": 1, "draws": 0, "black": 0}
    assert whole["openings"][0]["name"] == "Indian Defense"
    assert 'href="/t/open/game/1.1?ply=5"' in page
    assert "Статистика" in page

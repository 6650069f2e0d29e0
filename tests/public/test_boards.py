"""The tables of players by board and the blocks of team matches, on pages and through the feed."""

from collections.abc import Sequence
from io import BytesIO

import pytest
from pypdf import PdfReader

from domain import events as e
from domain.tournament import Tournament, evolve, replay
from domain.words.games import Result
from projections.moment.snapshot import Snapshot, snapshot
from server.live.frames import Channel, Parts, apply, difference
from server.live.topics import print_view
from tests.public.served import served
from tests.team_events import team_events
from web.links import Site
from web.public.pages import pieces

LEAGUE: Sequence[e.Event] = team_events(4, ["1-2 10 3-4 =+", "3-1 1? 4-2 0="], boards=2, reserves=1)
SITE = Site("league")


def printed(made: Snapshot, topic: str, before: Parts | None = None) -> Parts:
    found = pieces(made, topic)
    assert found is not None
    return print_view(Channel(f"t/league/{topic}", "html"), SITE, made.position, found, before)


def in_order_of_page(html: str, parts: Parts) -> list[str]:
    """The names of the parts in the order in which the page has them."""
    return sorted(parts.parts, key=lambda key: html.index(f'data-part="{key}"'))


@pytest.mark.parametrize(
    ("topic", "path"),
    [("pairings", "/pairings"), ("match/20001", "/matches/2/1"), ("boards", "/boards"), ("boards/1", "/boards/1")],
)
async def test_the_feed_has_the_rows_of_the_page_in_their_order(topic: str, path: str) -> None:
    async with served({"league": list(LEAGUE)}) as client:
        html = (await client.get(f"/t/league{path}")).text
        parts = printed(snapshot(replay(LEAGUE)), topic)
        assert f'data-topic="t/league/{topic}"' in html
        assert all(str(part) in html for part in parts.parts.values())
        assert in_order_of_page(html, parts) == list(parts.parts)


async def test_the_twin_has_each_board_with_its_players() -> None:
    async with served({"league": list(LEAGUE)}) as client:
        data = (await client.get("/t/league/boards/1.json")).json()["data"]
        assert [(table["board"], table["reserves"]) for table in data["tables"]] == [(1, False), (2, False)]
        first = data["tables"][0]["rows"][0]
        assert (first["place"], first["player"]["name"], first["team"]["name"]) == (1, "Player 101", "Team 1")
        assert (first["games"], first["points"], first["percentage"]) == (1, 1, "100")


async def test_the_tables_come_on_paper_and_as_a_file() -> None:
    async with served({"league": list(LEAGUE)}) as client:
        (page,) = PdfReader(BytesIO((await client.get("/t/league/boards/1.pdf")).content)).pages
        assert "Player 101" in page.extract_text()
        assert 'href="/t/league/boards.csv"' in (await client.get("/t/league/downloads")).text


@pytest.mark.parametrize("path", ["/boards/3", "/boards/3.json", "/boards/3.pdf"])
async def test_a_round_that_is_not_published_has_no_tables(path: str) -> None:
    async with served({"league": list(LEAGUE)}) as client:
        assert (await client.get(f"/t/league{path}")).status_code == 404


def test_a_result_moves_the_players_of_its_board_and_no_others() -> None:
    """Player 301 beats player 101 on board 1 of match 1, the last game; board 2 stays as it was printed."""
    state: Tournament = replay(LEAGUE)
    before = snapshot(state)
    first = printed(before, "boards")
    evolve(state, e.ResultRecorded(2, 1, Result.BLACK_WINS, game=2))
    second = printed(snapshot(state, before), "boards", first)
    patch = difference(first.parts, second.parts)
    assert patch is not None
    assert {key for key, _ in patch.changed} <= {"heading", "p102", "p302", "p202", "p402"}
    assert list(apply(first.parts, patch)) == list(second.parts)


async def test_the_tables_say_that_a_round_is_in_play_and_then_after_which_they_stand() -> None:
    done = [*LEAGUE, e.ResultRecorded(2, 1, Result.BLACK_WINS, game=2)]
    async with served({"league": list(LEAGUE), "done": done}) as client:
        assert "round 2 in play" in (await client.get("/t/league/boards")).text
        assert "after round 2" in (await client.get("/t/done/boards")).text
        assert "after round 1" in (await client.get("/t/league/boards/1")).text
        told = [(await client.get(f"/t/{one}/boards.json")).json()["data"]["in_play"] for one in ("league", "done")]
        assert told == [2, None]

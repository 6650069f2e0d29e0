"""What comes next tells nobody how a game ended whose end is withheld, or in dispute; the desk is told."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

from domain import events as e
from domain.words.choices.broadcasts import Broadcast
from domain.words.choices.chances import ChancesFor, OpenGames
from domain.words.games import Result
from projections.moment.chances_found import ChancesFound, NextRound
from server.office.tournaments import TournamentOffice
from tests.crosstable import history
from tests.desk.browsers import play_few_out
from tests.live_boards.test_withheld import BLACK_WON, DELAY, WHITE_WON, End, server

BEGINNING = [
    *history("Ann 2000 ?w3\nBob 2000 ?w4\nCid 2000 ?b1\nDee 2000 ?b2", rounds=3),
    e.ChancesShown(ChancesFor.PUBLIC, 1, OpenGames.DRAWN),
]


class Exact(NamedTuple):
    """All that is not by lot."""

    open_games: int
    upcoming: object
    needs: object


class Seen(NamedTuple):
    everybody: Exact
    page: object
    desk: Exact


async def seen(folder: Path, end: End, broadcast: Broadcast, more: list[e.Event]) -> Seen:
    folder.mkdir()  # noqa: ASYNC240
    async with server(folder, end, broadcast, BEGINNING) as (app, services):
        play_few_out(services)
        office = await services.office.open("open")
        if more:
            await office.command("more", "Anna", lambda _t: more)
        everybody = await worked_out(office, lambda: services.snapshots.now(office).chances)
        desk = await worked_out(office, lambda: services.chances.found("open"))
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://venue.test") as visitor:
            page = (await visitor.get("/t/open/coming.json")).json()["data"]
    return Seen(everybody, (page["open_games"], page["boards"]), desk)


async def worked_out(office: TournamentOffice, asked: Callable[[], ChancesFound | None]) -> Exact:
    """The rows of the newest position."""
    async with asyncio.timeout(240):
        while not (found := asked()) or not (round := found.next_round) or not is_of(office.position, found, round):  # noqa: ASYNC110
            await asyncio.sleep(0.05)  # another process answers in between
    return Exact(round.open_games, round.upcoming, {id: one.needs for id, one in found.entrants.items()})


def is_of(position: int, found: ChancesFound, round: NextRound) -> bool:
    return bool(found.runs) and found.version == round.version == position


@pytest.mark.timeout(900)
async def test_a_result_that_is_withheld_is_told_to_the_desk_alone(tmp_path: Path) -> None:
    white, black = [await seen(tmp_path / end.move, end, DELAY, []) for end in (WHITE_WON, BLACK_WON)]
    assert white[:2] == black[:2]
    assert (white.everybody.open_games, white.desk.open_games) == (2, 1)
    assert white.desk.needs != black.desk.needs


@pytest.mark.timeout(900)
async def test_a_result_in_dispute_counts_as_open_for_everybody_but_the_desk(tmp_path: Path) -> None:
    disputed: list[e.Event] = [e.ResultDisputed(1, 1, Result.DRAW)]
    white, black = [await seen(tmp_path / end.move, end, Broadcast(), disputed) for end in (WHITE_WON, BLACK_WON)]
    assert white[:2] == black[:2]
    assert (white.everybody.open_games, white.desk.open_games) == (2, 1)
    assert white.desk.needs != black.desk.needs

"""Every page of the desk stays light with six hundred players: at most 300 kB of HTML, in every language."""

import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest

from domain import events as e
from domain.decisions.players.numbering import draw_initial_colour
from domain.decisions.players.registering import NewPlayer, register
from domain.decisions.rounds.pairing import pair_round, publish_rounds
from domain.decisions.rounds.results import record_result
from domain.tournament import Tournament, replay
from domain.words.games import Result
from domain.words.regulations import Details, Regulations
from server.addresses import DESK_ROUTES
from server.app import create_app
from server.http.auth import open_access
from server.journal import open_journal
from server.settings import Settings
from tests.crosstable import announcement
from tests.desk.browsers import PASSWORD, WORKERS, Browser, browser
from tests.locked_door import lock_door

MOST_BYTES = 300_000
PLAYERS = 600
PLACES = {
    "round:int": "2",
    "board:int": "3",
    "player:int": "5",
    "team:int": "1",
    "version:int": "700",
    "number:int": "1",
    "form": "csv",
    "name": "slips",
    "token": "of-nobody",
    "file": "none.jpg",
    "slug": "open-of-the-capital-city",
}
"""A value for each part of an address: a page with another part needs one here."""


def opened() -> list[e.Event]:
    """Round 1 played, round 2 published in a rating period of its own; everybody has a long name, a flag and a club."""
    t, written = Tournament(), list[e.Event]()

    def do(events: list[e.Event]) -> None:
        written.extend(events)
        replay(events, t)

    lists = ("FIDE 2026-11", "FIDE 2026-12")
    details = Details("Open of the capital city", rating_lists=lists, flags=True)
    do(announcement(Regulations(rounds=9, rating_periods=True), details))
    for n in range(PLAYERS):
        name = f"Konstantinopolski {n:03d}, Alexander"
        do(register(t, NewPlayer(name, 2600 - n, federation="BUL", birth_year=1980, club="Lokomotiv Plovdiv")))
    do(draw_initial_colour(t, "lot"))
    do(pair_round(t))
    do(publish_rounds(t, 1, "2026-11-21"))
    for board in range(1, PLAYERS // 2 + 1):
        do(record_result(t, 1, board, (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)[board % 3], None))
    do(pair_round(t))
    do(publish_rounds(t, 2, "2026-11-21"))
    return written


def pages(places: Mapping[str, str] = PLACES) -> list[str]:
    """The addresses of all pages of one tournament at the desk."""
    shown = (route for route in DESK_ROUTES if "GET" in (getattr(route, "methods", None) or ()))
    paths = [str(getattr(route, "path", "")) for route in shown]
    filled = [re.sub(r"\{([^}]+)\}", lambda part: places[part[1]], path) for path in paths if "/t/{slug}" in path]
    return sorted(set(filled))


@asynccontextmanager
async def desk_of_six_hundred(folder: Path) -> AsyncIterator[Browser]:
    lock_door(folder, PASSWORD)
    journal = open_journal(str(folder / "tablo.sqlite"))
    journal.append(PLACES["slug"], None, "Anna", "one-command", opened(), datetime.now(UTC))
    journal.close()
    app = create_app(Settings(data=folder, chances=False), open_access(folder), WORKERS)
    async with app.router.lifespan_context(app), browser(httpx.ASGITransport(app=app)) as anna:
        yield await anna.log_in()


@pytest.mark.parametrize("lang", ["en", "bg"])
async def test_no_page_of_the_desk_is_heavy_with_six_hundred_players(tmp_path: Path, lang: str) -> None:
    heavy: dict[str, int] = {}
    weighed = 0
    async with desk_of_six_hundred(tmp_path) as anna:
        for path in pages():
            answer = await anna.client.get(path, headers={"accept-language": lang})
            if "text/html" in answer.headers.get("content-type", ""):
                weighed += 1
                heavy |= {path: len(answer.content)} if len(answer.content) > MOST_BYTES else {}
    assert weighed > 20
    assert heavy == {}


async def test_a_period_in_which_everybody_has_another_rating_is_light_too(tmp_path: Path) -> None:
    period = f"/desk/t/{PLACES['slug']}/periods/2"
    async with desk_of_six_hundred(tmp_path) as anna:
        await anna.go(period)
        await anna.send(period, **{f"rating-{n}": str(2700 - n) for n in range(1, PLAYERS + 1)})
        answer = await anna.client.get(period)
    assert answer.text.count("<small>") == PLAYERS
    assert len(answer.content) <= MOST_BYTES

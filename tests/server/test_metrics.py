"""The operator's numbers."""

from pathlib import Path

import httpx
from prometheus_client import generate_latest

from server.care.copies import Copies
from server.care.metrics import Metrics
from tests.live.loopback import Board, following, frames
from tests.live.loopback import running as serving
from tests.server.offices import office
from tests.stories.tablo import running


def test_metrics_count_what_was_written_and_who_was_refused(tmp_path: Path) -> None:
    with running(tmp_path / "data") as tablo, httpx.Client(base_url=tablo.url) as client:
        page = client.get("/desk/login").text
        token = page.split('name="form_token" value="')[1].split('"')[0]
        client.post("/desk/login", data={"form_token": token, "name": "Eve", "password": "guessed wrong"})
        shown = client.get("/metrics").text
    assert "tablo_refused_logins_total 1.0" in shown
    assert "tablo_tournaments 0.0" in shown


def test_metrics_are_not_for_the_world_behind_a_proxy(tmp_path: Path) -> None:
    """Nor behind one on this machine that gives the visitor another name, or none."""
    said = (
        {"X-Forwarded-For": "203.0.113.9"},
        {"X-Real-IP": "203.0.113.9"},
        {"Forwarded": "for=203.0.113.9"},
        {"Via": "1.1 x"},
    )
    with running(tmp_path / "data") as tablo:
        answers = [httpx.get(f"{tablo.url}/metrics", headers=headers).status_code for headers in ({}, *said)]
    assert answers == [200, 404, 404, 404, 404]


async def test_two_televisions_of_one_name_are_one_series(tmp_path: Path) -> None:
    board, metrics = Board(), Metrics()
    async with office(tmp_path) as here, serving(board.hub) as address:
        metrics.watch(here, board.hub, Copies(here.journal))
        board.views["screen/hall"] = {"settings": ""}
        hall = ["screen/hall"]
        async with following(address, hall, screen="hall") as one, following(address, hall, screen="hall") as two:
            await frames(one, 2)
            await frames(two, 2)
            shown = generate_latest(metrics.registry).decode()
    assert shown.count('tablo_screen_lag_seconds{screen="hall"}') == 1


async def test_a_television_that_nobody_named_is_no_series(tmp_path: Path) -> None:
    """One that shows something else, one that shows a screen that is none, and the screen that every tournament has."""
    board, metrics = Board(), Metrics()
    async with office(tmp_path) as here, serving(board.hub) as address:
        metrics.watch(here, board.hub, Copies(here.journal))
        board.views["t/open/screen"] = {"settings": ""}
        async with (
            following(address, screen="fake") as one,
            following(address, ["t/open/pairings", "screen/none"], screen="none") as two,
            following(address, ["t/open/screen"], screen="open") as three,
        ):
            for client in (one, two, three):
                await frames(client, 2)
            shown = generate_latest(metrics.registry).decode()
            assert [screen.name for screen in board.hub.screens()] == ["open"]
    assert "tablo_screen_lag_seconds{" not in shown

"""A uvicorn that has changed inside is served with, slower, and said."""

import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from domain.words.games import Result
from server.http.uvicorn_names import missing_names
from tests.cluster.arbiters import Arbiter, Hall
from tests.cluster.followers import Crowd, Follower
from tests.deploy.processes import Server, with_published_round

CHANGED = """
import sys
import uvicorn.protocols.websockets.auto, uvicorn.protocols.websockets.websockets_sansio_impl, websockets.server
del websockets.http11.Request
from server.cli import main
sys.exit(main(["serve"]))
"""
"""A changed uvicorn: what it has imported itself goes on working; what Tablo takes from inside is not there."""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return with_published_round(tmp_path / "data", 4)


@pytest.fixture
def server(data: Path, tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path, "changed", TABLO_DATA=str(data))
    try:
        yield running.start((sys.executable, "-c", CHANGED))
    finally:
        if running.process is not None:
            running.process.kill()
            running.process.wait()


def test_the_uvicorn_that_is_installed_has_everything() -> None:
    assert missing_names() == []


@pytest.mark.parametrize(
    ("where", "name"),
    [(HttpToolsProtocol, "_unset_keepalive_if_required"), (WebSocketsSansIOProtocol, "stop_keepalive")],
)
def test_a_name_that_has_gone_is_missed(monkeypatch: pytest.MonkeyPatch, where: type, name: str) -> None:
    monkeypatch.delattr(where, name)
    assert [missed.rpartition(".")[2] for missed in missing_names()] == [name]


def test_a_connection_that_is_made_otherwise_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    def other(self: object, config: object) -> None:
        """Takes nothing else any more."""

    monkeypatch.setattr(HttpToolsProtocol, "__init__", other)
    [missed] = missing_names()
    assert missed.startswith("TypeError")


async def test_the_hall_goes_on_with_uvicorns_own_protocols(server: Server) -> None:
    hall = Hall([server.port])
    arbiter = Arbiter(hall, 0, "open", range(1, 5))
    await arbiter.arrive()
    async with Crowd([Follower(server.port, "open", "t/open/pairings/1")]) as crowd:
        await crowd.until({"open": 1})
        await arbiter.enter(1, Result.DRAW)
        await crowd.until({"open": hall.newest("open")})
    arbiter.leave()
    async with httpx.AsyncClient() as visitor:
        page = await visitor.get(f"{server.url}/t/open/pairings")
    assert (page.status_code, hall.refused, len(hall.acknowledged)) == (200, [], 1)
    assert server.stop() == 0
    assert "uvicorn has changed: served by its own protocols, slower" in server.log.read_text()
    assert "Traceback" not in server.log.read_text()

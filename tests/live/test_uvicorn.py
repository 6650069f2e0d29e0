"""The needs of the hand-over, and the cases in which it is not made."""

import asyncio
import inspect
import ssl
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.asyncio.client import connect

from server.http.protocol import LiveProtocol
from server.live.connections import Wire
from tests.live.loopback import (
    Board,
    Reader,
    following,
    frames,
    on_both_loops,
    running,
    until,
)


def test_uvicorn_still_has_what_the_hand_over_takes() -> None:
    """server/http/protocol.py uses these names, and uvicorn promises none of them."""
    config = uvicorn.Config(lambda: None, log_config=None)
    config.load()
    protocol = LiveProtocol(config, uvicorn.server.ServerState(), {}, asyncio.new_event_loop())
    used = ["queue", "conn", "frames", "connections", "transport", "stop_keepalive", "handle_connect"]
    protocol.loop.close()
    assert [name for name in used if not hasattr(protocol, name)] == []


def test_uvicorn_still_makes_the_scope_and_the_response_in_handle_connect() -> None:
    source = inspect.getsource(WebSocketsSansIOProtocol.handle_connect)
    assert "self.scope" in source
    assert "self.response" in source
    assert "create_task" in source


def test_uvicorn_still_ends_a_connection_by_closing_its_transport() -> None:
    """The stand-in for the transport swallows exactly this call."""
    assert "self.transport.close()" in inspect.getsource(WebSocketsSansIOProtocol.run_asgi)


@on_both_loops
async def test_a_follower_keeps_no_task() -> None:
    board = Board()
    async with running(board.hub) as address:
        before = len(asyncio.all_tasks())
        clients = [await following(address) for _ in range(5)]
        for client in clients:
            await frames(client, 2)
        assert all(isinstance(follower, Wire) for follower in board.hub._followers)
        own = sum(task.get_name().startswith("websocket") for task in asyncio.all_tasks())
        assert len(asyncio.all_tasks()) - before <= own + 5
        for client in clients:
            await client.close()


@on_both_loops
async def test_compression_that_was_agreed_is_not_handed_over() -> None:
    """uvicorn told to compress for each client: the endpoint sends through a task, and all is as it was."""
    board = Board()
    async with running(board.hub, ws_per_message_deflate=True) as address, following(address) as client:
        await frames(client, 2)
        assert not any(isinstance(follower, Wire) for follower in board.hub._followers)


@on_both_loops
async def test_over_tls_the_frames_go_through_the_transport() -> None:
    board, reader = Board(), Reader()
    with TemporaryDirectory() as folder:
        pem = certificate(Path(folder))
        trusting = ssl.create_default_context(cafile=pem)
        async with (
            running(board.hub, ssl_keyfile=pem, ssl_certfile=pem) as address,
            connect(f"wss://{address}/live?topic=t/open/pairings", ssl=trusting, proxy=None) as client,
        ):
            reader.read(await frames(client, 2))
            board.write("row-1", "x" * 300_000)
            reader.read(await until(client, 2))
    assert reader.parts == board.views["t/open/pairings"]


def certificate(folder: Path) -> Path:
    """A key and a certificate for 127.0.0.1, good for a day, in one file."""
    pem = folder / "hall.pem"
    making = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=hall"
    extra = ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(pem), "-out", str(folder / "cert.pem")]
    subprocess.run([*making.split(), *extra], check=True, capture_output=True)
    pem.write_text(pem.read_text() + (folder / "cert.pem").read_text())
    return pem

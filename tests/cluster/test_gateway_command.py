"""`tablo gateway` as a process: it waits for NATS, says so, and ends in order."""

import asyncio
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from starlette.requests import Request
from starlette.responses import Response

from tests.cluster.gateways import small_worker
from tests.cluster.nats_servers import nats_servers
from tests.deploy.processes import PLAIN, until_ready
from tests.forked import Program, announced_port, answer

BY_THE_PROXY = {"X-Forwarded-For": "203.0.113.5", "X-Forwarded-Proto": "https"}
"""Said by Caddy on the same machine, which is believed."""


@contextmanager
def gateway(folder: Path, nats: str) -> Iterator[tuple[Program, str]]:
    """The process and its address."""
    said = folder / "gateway.out"
    said.touch()
    program = Program(("gateway", "--port", "0"), said, folder / "gateway.log", {**PLAIN, "TABLO_NATS": nats})
    try:
        yield program, f"http://127.0.0.1:{announced_port(program, said)}"
    finally:
        program.kill()
        program.wait()


async def test_it_waits_for_nats_and_answers_what_is_under_way_when_it_is_stopped(tmp_path: Path) -> None:
    arrived, go_on = asyncio.Event(), asyncio.Event()

    async def slow(request: Request) -> Response:
        if request.url.path == "/help":
            return Response(f"{request.url.scheme} {request.client.host if request.client else ''}")
        arrived.set()
        await go_on.wait()
        return Response("done")

    with nats_servers(tmp_path / "nats") as servers:
        [nats] = servers.servers
        nats.kill()
        with gateway(tmp_path, nats.url.replace("//", "//gate:secret@")) as (program, url):
            async with httpx.AsyncClient(base_url=url, timeout=30) as visitor:
                assert (await visitor.get("/healthz")).status_code == 200
                assert (await visitor.get("/readyz")).status_code == 503
                nats.start()
                await asyncio.to_thread(until_ready, f"{url}/readyz")
                async with small_worker(nats.url, slow):
                    assert (await visitor.get("/help", headers=BY_THE_PROXY)).text == "https 203.0.113.5"
                    asking = asyncio.create_task(visitor.get("/desk/t/open"))
                    await arrived.wait()
                    program.send_signal(signal.SIGTERM)
                    go_on.set()
                    assert (await asking).text == "done"
                    assert await asyncio.to_thread(program.wait, 30) == 0
        said = (tmp_path / "gateway.out").read_text()
        assert nats.url in said
        assert "secret" not in said + (tmp_path / "gateway.log").read_text()


def test_without_the_address_of_nats_it_does_not_begin() -> None:
    done = answer("gateway", "--port", "0")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--nats" in done.stderr

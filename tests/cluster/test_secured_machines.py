"""A worker and a gateway with the keys of `tablo cluster-keys`: they need nothing beyond the rights that these give."""

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from server.cluster.bus import LARGEST_MESSAGE_BYTES
from tests.cluster.machines import Gateway, tournaments
from tests.cluster.nats_servers import free_ports
from tests.cluster.secured import SecuredServers, secured_servers
from tests.deploy.processes import AS_PROGRAM, PLAIN, Server, log_in, reading
from tests.forked import answer
from tests.journal.postgres import Cluster
from tests.live.loopback import Reader

BOARDS = 1200
"""The table of their players is larger than a message."""
SECRET = "anna-knows-this"


@dataclass
class Secured:
    nats: SecuredServers
    worker: Server
    gateway: Gateway

    @property
    def said(self) -> str:
        """All that the two and NATS wrote anywhere."""
        files = [self.nats.log(port) for port in self.nats.ports]
        files += [path for server in (self.worker, self.gateway) for path in (server.log, server.said)]
        return "\n".join(path.read_text() for path in files)


@pytest.fixture(scope="module")
def secured(postgres_server: Cluster) -> Iterator[Secured]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tablo-secured-")))
        nats = stack.enter_context(secured_servers(folder / "keys"))
        database = postgres_server.database()
        stack.callback(postgres_server.clean)
        tournaments(database, {"open": BOARDS})
        address = nats.url.replace("tls://", f"tls://anna:{SECRET}@")
        common = {"TABLO_NATS": address, "TABLO_NATS_CA": str(folder / "keys" / "authority.pem")}
        seeds = folder / "keys" / "bg"
        worker = Server(
            folder, "worker", **common, TABLO_NATS_NKEY=str(seeds / "worker-1.seed"),
            TABLO_DATABASE=database, TABLO_DATA=str(folder / "data"), TABLO_PORT=str(free_ports(1)[0]),
        )  # fmt: skip
        gateway = Gateway(
            folder, "gateway", **common, TABLO_NATS_NKEY=str(seeds / "gateway-1.seed"),
            TABLO_PASSWORD="", TABLO_PORT=str(free_ports(1)[0]),
        )  # fmt: skip
        for server in (worker, gateway):
            server.start()
            stack.callback(ended, server)
        yield Secured(nats, worker, gateway)


def ended(server: Server) -> None:
    if server.process is not None:
        server.process.kill()
        server.process.wait()


async def test_an_arbiter_enters_a_result_and_a_phone_sees_it(secured: Secured) -> None:
    feed = f"{secured.gateway.feed}/live?topic=t/open/pairings/1&form=json"
    async with httpx.AsyncClient(timeout=60) as anna, connect(feed, proxy=None) as phone:
        token = await log_in(anna, secured.gateway.url)
        sent = {"form_token": token, "command_id": "one-result-of-anna", "board": "1", "result": "1-0", "seen": ""}
        answer = await anna.post(f"{secured.gateway.url}/desk/t/open/rounds/1/results", data=sent, headers=AS_PROGRAM)
        assert answer.status_code == 200, answer.text
        seen = await reading(phone, Reader(), answer.json()["position"])
    assert [part["result"] for key, part in seen.parts.items() if key == "b1" and isinstance(part, dict)] == ["1-0"]


async def test_a_page_larger_than_a_message_comes_whole(secured: Secured) -> None:
    async with httpx.AsyncClient(timeout=60) as visitor:
        page = await visitor.get(f"{secured.gateway.url}/t/open/standings.json")
    assert page.status_code == 200
    assert len(page.content) > LARGEST_MESSAGE_BYTES
    assert page.json()


async def test_a_form_larger_than_a_message_arrives_whole(secured: Secured) -> None:
    async with httpx.AsyncClient(timeout=60) as anna:
        token = await log_in(anna, secured.gateway.url)
        sent = {"form_token": token, "command_id": "large-form", "text": "x" * 2 * LARGEST_MESSAGE_BYTES}
        answer = await anna.post(f"{secured.gateway.url}/desk/t/open/players/paste", data=sent, headers=AS_PROGRAM)
    assert answer.status_code not in (413, 500, 502, 503), answer.text


async def test_both_answer_the_roll_call(secured: Secured) -> None:
    async with httpx.AsyncClient(timeout=60) as anna:
        await log_in(anna, secured.gateway.url)
        page = ""
        while f":{secured.gateway.port}" not in page or f":{secured.worker.port}" not in page:
            page = (await anna.get(f"{secured.gateway.url}/desk/health")).text


def test_nobody_was_refused_a_subject_that_the_program_needs(secured: Secured) -> None:
    """After all the others: whatever they did was within the rights."""
    assert "Violation" not in secured.said, [line for line in secured.said.splitlines() if "Violation" in line][:5]


def test_no_secret_of_an_address_stands_in_any_output(secured: Secured) -> None:
    assert SECRET not in secured.said
    assert [seed for seed in secured.nats.folder.rglob("*.seed") if seed.read_text().strip() in secured.said] == []


def test_an_address_where_nobody_is_is_said_without_its_secret(tmp_path: Path) -> None:
    address = f"nats://anna:{SECRET}@127.0.0.1:{free_ports(1)[0]}"
    given = {"TABLO_DATABASE": "postgresql:///nothing", "TABLO_DATA": str(tmp_path), "TABLO_PORT": "0"}
    done = answer("serve", "--nats", address, **{**PLAIN, **given})
    assert (done.returncode, SECRET in done.stdout + done.stderr) == (2, False)

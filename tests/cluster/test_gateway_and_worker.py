"""The gateway before real workers over PostgreSQL: what an arbiter and a reader see through it."""

from pathlib import Path

import httpx

from tests.cluster.gateways import gateway_at
from tests.cluster.nats_servers import nats_servers
from tests.cluster.test_worker import worker
from tests.desk.browsers import browser, with_round_one
from tests.journal.postgres import Cluster

ANSWERED = {
    "/": 200,
    "/help": 200,
    "/t/open/standings.json": 200,
    "/api/openapi.json": 200,
    "/screen": 200,
    "/t/none": 404,
    "/f/none": 404,
    "/screen/none": 404,
    "/nothing": 404,
    "/metrics": 404,
}


async def test_an_arbiter_works_through_a_gateway_and_readers_see_it(tmp_path: Path, cluster: Cluster) -> None:
    database = cluster.database()
    with nats_servers(tmp_path / "nats") as servers:
        async with (
            worker(tmp_path / "one", database, servers.url),
            gateway_at(servers.url) as at,
            browser(httpx.ASGITransport(app=at.app)) as arbiter,
        ):
            await arbiter.log_in()
            await with_round_one(arbiter)
            page = await at.visitor.get("/t/open/pairings/1")
            assert "Player A" in page.text
            assert page.headers.get_list("content-security-policy") == [page.headers["content-security-policy"]]
            await arbiter.go("/desk/t/open/rounds/1")
            await arbiter.send("/desk/t/open/rounds/1/results", board="1", result="1-0")
            assert (await at.visitor.get("/t/open/pairings/1")).content != page.content
            answered = {path: (await at.visitor.get(path)).status_code for path in ANSWERED}
            assert answered == ANSWERED

"""The queue of a public entry form over two workers and two gateways: one queue, each request decided once."""

import asyncio
import re
import uuid
from contextlib import closing
from datetime import UTC, datetime

import httpx

from domain import events as e
from server.http.auth import shown_at
from server.journal import open_journal
from tests.cluster.arbiters import Arbiter, Hall
from tests.cluster.machines import Machines, machines
from tests.crosstable import announcement
from tests.deploy.processes import token_of
from tests.journal.postgres import Cluster

PLACES = 6
FORM = "/entry/open"


def seed(database: str) -> None:
    events = [*announcement(), e.SelfRegistrationOpened(PLACES, "")]
    with closing(open_journal(database)) as journal:
        journal.append("open", 0, "Boris", "seed", events, datetime.now(UTC))


async def ask(shown_by: str, sent_to: str, name: str, signed: str) -> httpx.Response:
    """The form comes from one gateway and goes to another."""
    async with httpx.AsyncClient(timeout=60) as client:
        page = await client.get(shown_by + FORM)
        sent = {"form_token": token_of(page.text), "shown": signed, "name": name, "email": "somebody@example.org"}
        return await client.post(sent_to + FORM, data=sent)


async def everybody_asks(made: Machines, urls: list[str]) -> list[str]:
    """The address at which each of them finds their request; a form that is sent twice asks once."""
    a_minute_ago = datetime.now(UTC).timestamp() - 60
    forms = [shown_at(made.key, a_minute_ago) for _ in range(PLACES)]
    asking = [ask(urls[n % 2], urls[1 - n % 2], f"Player {n}", signed) for n, signed in enumerate([*forms, forms[0]])]
    answers = await asyncio.gather(*asking)
    assert sorted(answer.status_code for answer in answers) == [303] * PLACES + [409]
    return [answer.headers["location"] for answer in answers if answer.status_code == 303]


async def test_two_workers_keep_one_queue(postgres_server: Cluster) -> None:
    with machines(postgres_server, {}, gateways=2, seed=seed, TABLO_CHANCES="0") as made:
        urls = [f"http://127.0.0.1:{port}" for port in made.ports]
        own = await everybody_asks(made, urls)
        arbiter = Arbiter(Hall(made.ports), 0, "open", range(1))
        await arbiter.arrive()
        async with httpx.AsyncClient(timeout=60, headers={"Cookie": arbiter.headers["Cookie"]}) as desk:

            async def accept(url: str, request: str) -> int:
                sent = {"form_token": arbiter.token, "command_id": str(uuid.uuid4()), "token": request, "number": "0"}
                return (await desk.post(f"{url}/desk/t/open/entries/accept", data=sent)).status_code

            for url in urls:
                assert f"{PLACES} more have asked" in (await desk.get(url + FORM)).text
                assert {(await desk.get(url + one)).status_code for one in own} == {200}
            tokens = [one.rpartition("/")[2] for one in own]
            assert sorted(await asyncio.gather(*(accept(url, tokens[0]) for url in urls))) == [303, 409]
            owner = await made.owner("t/open")
            assert owner is not None
            await asyncio.to_thread(owner.end)
            assert [await accept(url, token) for url, token in zip(urls, tokens[1:3], strict=True)] == [303, 303]
            assert await accept(urls[0], tokens[1]) == 409
            listed = await desk.get(f"{urls[1]}/desk/t/open/entries")
        arbiter.leave()
        with closing(open_journal(made.database)) as journal:
            entries = list(journal.read("open"))
            left = {str(one.player["name"]) for one in journal.entry_queue.waiting("open")}
    assert len([one for one in entries if isinstance(one.event, e.PlayerRegistered)]) == 3
    assert len(left) == 3
    assert set(re.findall(r"Player \d", listed.text)) >= left

"""The queue of a public entry form over two web processes and one PostgreSQL: one queue, each request decided once."""

import asyncio
import re
import uuid
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import httpx

from domain import events as e
from server.http.auth import Access, open_access, shown_at
from server.journal import open_journal
from tests.crosstable import announcement
from tests.deploy.federation import Arbiter, Hall
from tests.deploy.processes import Server, serving, token_of, until_ready

PLACES = 6
FORM = "/entry/open"


def seed(database: str) -> None:
    announced = announcement()
    with closing(open_journal(database)) as journal:
        journal.append(
            "open", 0, "Boris", "seed", [*announced, e.SelfRegistrationOpened(PLACES, "")], datetime.now(UTC)
        )


def shown_a_minute_ago(access: Access) -> str:
    return shown_at(access.stored.key, datetime.now(UTC).timestamp() - 60)


async def ask(shown_by: Server, sent_to: Server, name: str, signed: str) -> httpx.Response:
    """The form comes from one process and goes to another."""
    async with httpx.AsyncClient(timeout=60) as client:
        page = await client.get(shown_by.url + FORM)
        sent = {"form_token": token_of(page.text), "shown": signed, "name": name, "email": "somebody@example.org"}
        return await client.post(sent_to.url + FORM, data=sent)


async def accept(arbiter: Arbiter, server: Server, token: str) -> httpx.Response:
    sent = {"form_token": arbiter.token, "command_id": str(uuid.uuid4()), "token": token, "number": "0"}
    return await arbiter.client.post(f"{server.url}/desk/t/open/entries/accept", data=sent)


async def test_two_processes_keep_one_queue(database: str, tmp_path: Path) -> None:
    seed(database)
    data = tmp_path / "data"
    shared = {"TABLO_DATABASE": database, "TABLO_DATA": str(data)}
    with serving(tmp_path, "web1", **shared) as first, serving(tmp_path, "web2", **shared) as second:
        for server in (first, second):
            until_ready(f"{server.url}{FORM}")
        access = open_access(data)
        arbiter = Arbiter(Hall([first, second], data, "open"), 1, access)
        pairs = [(first, second), (second, first)]
        forms = [shown_a_minute_ago(access) for _ in range(PLACES)]
        asking = [ask(*pairs[n % 2], f"Player {n}", signed) for n, signed in enumerate([*forms, forms[0]])]
        answers = await asyncio.gather(*asking)
        assert sorted(answer.status_code for answer in answers) == [303] * PLACES + [409], "a form asks once"
        for server in (first, second):
            assert f"{PLACES} more have asked" in (await arbiter.client.get(server.url + FORM)).text
        own = [answer.headers["location"] for answer in answers if answer.status_code == 303]
        async with httpx.AsyncClient(timeout=60) as client:
            for server in (first, second):
                pages = [await client.get(server.url + one) for one in own]
                assert [page.status_code for page in pages] == [200] * PLACES
        tokens = [one.rpartition("/")[2] for one in own]
        twice = [accept(arbiter, server, tokens[0]) for server in (first, second)]
        assert sorted(answer.status_code for answer in await asyncio.gather(*twice)) == [303, 409]
        for server, token in zip((first, second), tokens[1:3], strict=True):
            assert (await accept(arbiter, server, token)).status_code == 303
        listed = await arbiter.client.get(f"{second.url}/desk/t/open/entries")
        await arbiter.leave()
    waiting = set(re.findall(r"Player \d", listed.text))
    with closing(open_journal(database)) as journal:
        registered = [x.event.player.name for x in journal.read("open") if isinstance(x.event, e.PlayerRegistered)]
        left = [str(one.player["name"]) for one in journal.entry_queue.waiting("open")]
    assert len(registered) == 3
    assert len(left) == 3
    assert waiting >= set(left)

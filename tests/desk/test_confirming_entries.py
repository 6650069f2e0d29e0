"""Entries that are confirmed by a link in an e-mail: until then no arbiter sees them."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest

from server.app import create_app
from server.http.auth import open_access
from server.journal.side.entry_queue import QueueStage
from server.notifying.mail import mail_server
from server.services import Services, services_of
from server.settings import Settings
from tests.desk.browsers import PASSWORD, WORKERS, Browser, browser, with_players
from tests.desk.test_self_registration import FORM, QUEUE, ask
from tests.festival.test_mailings import Inbox, free_port, mail_server_at
from tests.locked_door import lock_door

HERE = "http://localhost"


@dataclass
class Hall:
    anna: Browser
    boris: Browser
    services: Services
    inbox: Inbox

    def link(self) -> str:
        """The path of the link in the newest message."""
        found = re.search(rf"{HERE}(/entry/\S+)", str(self.inbox.mails[-1].get_payload(decode=True), "utf-8"))
        assert found is not None
        return found[1]

    async def waiting(self) -> int:
        return await asyncio.to_thread(self.services.entry_queue.store.count, "open")


@asynccontextmanager
async def hall_with(folder: Path, settings: Settings) -> AsyncIterator[tuple[Browser, Browser, Services]]:
    lock_door(folder, PASSWORD)
    app = create_app(settings, open_access(folder), WORKERS)
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app=app)
        async with browser(transport) as anna, browser(transport) as boris:
            await with_players(await anna.log_in(), 4)
            await anna.go(QUEUE)
            yield anna, boris, services_of(app)


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    with mail_server_at(free_port()) as inbox:
        settings = Settings(data=tmp_path, mail=mail_server(inbox.url), public_url=HERE, chances=False)
        async with hall_with(tmp_path, settings) as (anna, boris, services):
            await anna.send(QUEUE, by_mail="1")
            yield Hall(anna, boris, services, inbox)


async def test_an_entry_waits_for_the_arbiter_when_its_link_was_opened(hall: Hall) -> None:
    await ask(hall.boris, hall.services, "Neu, Nora", email="nora@example.org")
    assert "Not confirmed yet" in hall.boris.text
    assert await hall.waiting() == 0
    await hall.anna.go(QUEUE)
    assert "Nora" not in hall.anna.text
    await hall.boris.go(hall.link())
    await hall.boris.send(hall.link())
    assert "Not decided yet" in hall.boris.text
    await hall.anna.go(QUEUE)
    assert "Neu, Nora" in hall.anna.text


async def test_a_program_that_opens_links_confirms_nothing(hall: Hall) -> None:
    await ask(hall.boris, hall.services, "Neu, Nora", email="nora@example.org")
    await hall.boris.go(hall.link())
    assert "Confirm my entry" in hall.boris.text
    assert await hall.waiting() == 0


async def test_without_an_address_there_is_nothing_to_confirm(hall: Hall) -> None:
    await ask(hall.boris, hall.services, "Neu, Nora")
    assert hall.boris.page.status_code == 422
    assert "E-mail is missing" in hall.boris.text


async def test_a_message_that_cannot_be_sent_leaves_nothing_behind(hall: Hall) -> None:
    await ask(hall.boris, hall.services, "Neu, Nora", email="nobody@example.org")
    assert "No message could be sent to this address" in hall.boris.text
    assert await asyncio.to_thread(hall.services.entry_queue.store.undecided, "open") == []


async def test_nobody_is_mailed_without_end(hall: Hall) -> None:
    for n in range(4):
        await ask(hall.boris, hall.services, f"Fake {n}", email="victim@example.org")
    assert "Messages to this address were sent already" in hall.boris.text
    assert len(hall.inbox.mails) == 3


@pytest.mark.parametrize(("hours", "left"), [(23, 1), (25, 0)])
async def test_what_nobody_confirms_is_deleted_after_a_day(hall: Hall, hours: int, left: int) -> None:
    await ask(hall.boris, hall.services, "Neu, Nora", email="nora@example.org")
    store = hall.services.entry_queue.store
    await asyncio.to_thread(store.forget_old, datetime.now(UTC) + timedelta(hours=hours))
    found = await asyncio.to_thread(store.undecided, "open")
    assert [one.stage for one in found] == [QueueStage.UNCONFIRMED] * left


async def test_a_link_that_was_made_up_opens_nothing(hall: Hall) -> None:
    assert (await hall.boris.go(f"{FORM}/confirm/made-up")).status_code == 404


async def test_where_no_mail_can_be_sent_the_desk_says_so(tmp_path: Path) -> None:
    async with hall_with(tmp_path, Settings(data=tmp_path, chances=False)) as (anna, boris, services):
        assert "its operator sets TABLO_SMTP and TABLO_PUBLIC_URL" in anna.text
        await anna.send(QUEUE, by_mail="1")
        assert anna.refusal == (
            "Confirmation by e-mail: this server sends no mail. Its operator sets TABLO_SMTP and TABLO_PUBLIC_URL."
        )
        office = await services.office.open("open")
        assert office.tournament.self_registration is None
        assert (await boris.go(FORM)).status_code == 200

"""The health pages: work that has died is named until it begins again, and what is sent is counted."""

import asyncio
from pathlib import Path

from server.journal.sqlite.backup import backup_in_rotation
from server.notifying.outbox import Fate
from server.supervisor import BackgroundWork
from tests.api.programs import app_of
from tests.desk.browsers import Browser, browser, desk

DIES_FOR_AN_HOUR = 3600.0


def kill(anna: Browser, name: str) -> BackgroundWork:
    """As the supervisor notes a death."""
    work: BackgroundWork = app_of(anna).state.services.background.works[name]
    work.died(KeyError("x"), DIES_FOR_AN_HOUR)
    return work


async def test_a_server_whose_work_has_died_is_ready_and_says_so(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        assert (await anna.client.get("/readyz")).text == "ready\n"
        kill(anna, "mail")
        answer = await anna.client.get("/readyz")
        assert (answer.status_code, answer.text) == (200, "ready\nmail: died 1 times (KeyError), begins again\n")


async def test_the_page_of_health_names_what_has_died_first(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/health")
        assert "Everything in the background runs." in anna.text
        kill(anna, "series")
        await anna.go("/desk/health")
        assert "1 work in the background has stopped." in anna.text
        first = anna.page.text.split("data-work=")[1]
        assert first.startswith('"series"')
        assert "begins again at" in first


async def test_all_work_of_a_server_stands_on_the_page(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/health")
        works = app_of(anna).state.services.background.works
        assert {"mail", "phones", "webhooks", "series", "list-renewal", "live-boards"} <= works.keys()
        assert anna.page.text.count("data-work=") == len(works)


async def test_what_is_sent_is_counted_for_programs_too(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        way = app_of(anna).state.services.pushing.way

        async def send() -> Fate:
            return Fate.TAKEN

        await way.attempt("https://push.example", send)
        kill(anna, "mail")
        shown = (await anna.client.get("/metrics")).text
        assert 'tablo_message_tries_total{fate="taken",way="push"} 1.0' in shown
        assert 'tablo_work_paused{work="mail"} 1.0' in shown
        assert 'tablo_work_deaths_total{work="mail"} 1.0' in shown


async def test_the_page_of_health_is_for_the_chief(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna, browser(anna.client._transport) as stranger:
        await stranger.go("/desk/health")
        assert "data-work=" not in stranger.page.text


async def test_the_copies_of_the_journal_stand_on_the_page(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/health")
        assert "no copy yet" in anna.text
        await asyncio.to_thread(backup_in_rotation, app_of(anna).state.services.office.journal.journal)
        await anna.go("/desk/health")
        assert "1 copy beside the journal" in anna.text

"""Players ask for their entry by the public form; the arbiter accepts or refuses; nothing waits in the journal."""

import asyncio
import re
import sqlite3
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import cast

import httpx
import pytest
from starlette.applications import Starlette

from server.http.auth import form_of_a_person, shown_at, shown_now
from server.http.middleware import loggable
from server.journal.side.entry_queue import QueueStage
from server.journal.sqlite.backup import backup
from server.journal.sqlite.journal import SQLiteJournal
from server.services import Services
from tests.desk.browsers import Browser, browser, server, with_players
from tests.desk.test_rating_lists import with_list

FORM = "/entry/open"
QUEUE = "/desk/t/open/entries"


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[tuple[Browser, Browser, Services]]:
    """Anna at the desk of a tournament of four whose form is open, Boris outside, and the server."""
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as boris:
        await with_players(await anna.log_in(), 4)
        await anna.go(QUEUE)
        await anna.send(QUEUE, most_entrants="7")
        services: Services = cast("Starlette", transport.app).state.services
        yield anna, boris, services


async def ask(somebody: Browser, services: Services, name: str, **typed: str) -> httpx.Response:
    """As somebody does who takes their time."""
    await somebody.go(FORM)
    signed = shown_long_ago(services)
    return await somebody.send(FORM, name=name, **{"shown": signed, **typed})


def shown_long_ago(services: Services) -> str:
    return shown_at(services.access.stored.key, datetime.now(UTC).timestamp() - 60)


async def names(services: Services) -> list[str]:
    office = await services.office.open("open")
    return [player.name for player in office.tournament.players.values()]


async def test_the_form_is_shut_until_the_desk_opens_it(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as boris:
        await with_players(await anna.log_in(), 2)
        await boris.go("/t/open")
        assert FORM not in boris.page.text
        await boris.go(FORM)
        assert "Entries are not taken here now" in boris.text
        assert 'name="email"' not in boris.page.text


async def test_an_entry_waits_outside_the_journal_until_it_is_accepted(
    hall: tuple[Browser, Browser, Services], tmp_path: Path
) -> None:
    anna, boris, services = hall
    await boris.go("/t/open")
    assert f'href="{FORM}"' in boris.page.text
    office = await services.office.open("open")
    before = office.position
    await ask(boris, services, "Neu, Nora", email="nora@example.org", birth_year="1990")
    mine = boris.page.url.path
    assert "Not decided yet" in boris.text
    assert office.position == before
    assert b"Nora" not in b"".join(event_rows(tmp_path))
    await anna.go("/desk/t/open")
    assert "1 player waits for an answer" in anna.text
    await anna.go(QUEUE)
    assert "nora@example.org" in anna.text
    await anna.send(f"{QUEUE}/accept")
    assert "Neu, Nora" in await names(services)
    await boris.go(mine)
    assert "Accepted" in boris.text
    kept = await asyncio.to_thread(services.office.journal.journal.side.find, "open", 5)
    assert kept.email == "nora@example.org"
    await anna.go("/t/open/players")
    assert "nora@example.org" not in anna.page.text


def event_rows(folder: Path) -> list[bytes]:
    with sqlite3.connect(folder / "tablo.sqlite") as db:
        tables = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE sql LIKE '%originator%'")]
        return [bytes(str(row), "utf-8") for table in tables for row in db.execute(f"SELECT * FROM {table}")]


async def test_a_refused_player_reads_the_reason_and_nothing_else_is_kept(
    hall: tuple[Browser, Browser, Services],
) -> None:
    anna, boris, services = hall
    await ask(boris, services, "Neu, Nora", email="nora@example.org")
    mine = boris.page.url.path
    await anna.go(QUEUE)
    await anna.send(f"{QUEUE}/refuse", reason="")
    assert "Say why" in anna.refusal
    await anna.go(QUEUE)
    await anna.send(f"{QUEUE}/refuse", reason="juniors only")
    await boris.go(mine)
    assert "juniors only" in boris.text
    assert "Nora" not in boris.text
    store = services.entry_queue.store
    found = await asyncio.to_thread(store.find, "open", mine.rpartition("/")[2])
    assert found is not None
    assert (found.stage, dict(found.player), found.email) == (QueueStage.REFUSED, {}, "")


async def test_all_without_questions_are_accepted_and_a_namesake_stays(
    hall: tuple[Browser, Browser, Services],
) -> None:
    anna, boris, services = hall
    await ask(boris, services, "Neu, Nora")
    await ask(boris, services, "Player B")
    await anna.go(QUEUE)
    await anna.send(f"{QUEUE}/accept-clear")
    assert await names(services) == ["Player A", "Player B", "Player C", "Player D", "Neu, Nora"]
    assert "Somebody of this name is here already" in anna.text
    await anna.send(f"{QUEUE}/accept")
    assert "The same person, or another one?" in anna.text
    token = anna.form(f"{QUEUE}/accept")["token"]
    await anna.send(f"{QUEUE}/accept", token=token, namesake="another")
    assert (await names(services)).count("Player B") == 2


async def test_whoever_asks_has_a_federation_of_fide(hall: tuple[Browser, Browser, Services]) -> None:
    anna, boris, services = hall
    await boris.go(FORM)
    assert '<option value="GRE">Greece</option>' in boris.page.text
    await ask(boris, services, "Papadopoulos, Nikos", email="nikos@example.org", federation="GRC")
    assert "FIDE has no federation “GRC”. Is it GRE (Greece)?" in boris.text
    await anna.go(QUEUE)
    assert "Papadopoulos" not in anna.text


async def test_whoever_only_asks_takes_no_place(hall: tuple[Browser, Browser, Services]) -> None:
    """Thirty made-up entries closed the form for everybody; now an honest one sees how many wait."""
    _, boris, services = hall
    for name in ("One", "Two", "Three", "Four"):
        await ask(boris, services, name)
        assert "Not decided yet" in boris.text
    await boris.go(FORM)
    assert "4 players have entered of 7 places. 4 more have asked and wait for an answer." in boris.text
    assert 'name="email"' in boris.page.text


async def test_places_are_taken_by_those_who_are_accepted(hall: tuple[Browser, Browser, Services]) -> None:
    anna, boris, services = hall
    for name in ("One", "Two", "Three"):
        await ask(boris, services, name)
    await anna.go(QUEUE)
    await anna.send(f"{QUEUE}/accept-clear")
    await boris.go(FORM)
    assert "All 7 places are taken." in boris.text
    assert 'name="email"' not in boris.page.text


async def test_a_form_that_is_sent_twice_asks_once(hall: tuple[Browser, Browser, Services]) -> None:
    """A double click, or the page loaded again."""
    _, boris, services = hall
    await boris.go(FORM)
    sent = {**boris.form(FORM), "name": "Neu, Nora", "shown": shown_long_ago(services)}
    twice = await asyncio.gather(*(boris.client.post(FORM, data=sent, follow_redirects=False) for _ in range(2)))
    again = await boris.client.post(FORM, data=sent, follow_redirects=False)
    assert [answer.status_code for answer in (*twice, again)] == [303, 303, 303]
    assert len({answer.headers["location"] for answer in (*twice, again)}) == 1
    assert await asyncio.to_thread(services.entry_queue.store.count, "open") == 1


async def test_another_entry_by_the_same_form_is_asked_for_once_more(
    hall: tuple[Browser, Browser, Services],
) -> None:
    """Somebody goes back and types their second child: nothing that was typed is lost."""
    _, boris, services = hall
    shown = shown_long_ago(services)
    await ask(boris, services, "Neu, Nora", shown=shown)
    first = boris.page.url.path
    await ask(boris, services, "Neu, Nina", shown=shown)
    assert boris.page.status_code == 409
    assert "An entry was asked for by this form before, and it is kept." in boris.text
    assert f'href="{first}"' in boris.page.text
    form = boris.form(FORM)
    assert (form["name"], form["shown"] != shown) == ("Neu, Nina", True)
    await boris.send(FORM, shown=shown_long_ago(services))
    assert "Not decided yet" in boris.text
    assert await asyncio.to_thread(services.entry_queue.store.count, "open") == 2


async def test_one_address_does_not_fill_the_queue(
    hall: tuple[Browser, Browser, Services], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, boris, services = hall
    monkeypatch.setattr("server.office.entry_queue.MOST_OF_ONE_ADDRESS", 2)
    for name in ("One", "Two", "Three"):
        await ask(boris, services, name)
    assert (boris.page.status_code, "from your address" in boris.text) == (409, True)
    assert await asyncio.to_thread(services.entry_queue.store.count, "open") == 2


async def test_many_are_refused_at_once_with_one_reason(hall: tuple[Browser, Browser, Services]) -> None:
    anna, boris, services = hall
    for name in ("Fake 1", "Fake 2", "Fake 31", "Neu, Nora"):
        await ask(boris, services, name)
    mine = boris.page.url.path
    await anna.go(QUEUE)
    await anna.send(f"{QUEUE}/refuse-many", whom="name fake", reason="made up")
    assert await asyncio.to_thread(services.entry_queue.store.count, "open") == 1
    await boris.go(mine)
    assert "Not decided yet" in boris.text


async def test_names_that_differ_in_figures_only_are_accepted_one_by_one(
    hall: tuple[Browser, Browser, Services],
) -> None:
    anna, boris, services = hall
    for name in ("Fake 1", "Fake 2", "Neu, Nora"):
        await ask(boris, services, name)
    await anna.go(QUEUE)
    await anna.send(f"{QUEUE}/accept-clear")
    assert (await names(services))[4:] == ["Neu, Nora"]


async def test_those_ticked_are_refused_and_nobody_is_a_question(hall: tuple[Browser, Browser, Services]) -> None:
    anna, boris, services = hall
    for name in ("One", "Two", "Three"):
        await ask(boris, services, name)
    await anna.go(QUEUE)
    ticked = re.findall(r'name="entry" value="([^"]+)"', anna.page.text)[:2]
    await anna.send(f"{QUEUE}/refuse-many", reason="not this time")
    assert anna.refusal == "Players: nobody is ticked. Tick in the list whom it concerns."
    await anna.go(QUEUE)
    data = {**anna.form(f"{QUEUE}/refuse-many"), "reason": "not this time", "entry": ticked}
    await anna.client.post(f"{QUEUE}/refuse-many", data=data)
    assert await asyncio.to_thread(services.entry_queue.store.count, "open") == 1


async def test_all_of_one_address_are_refused(hall: tuple[Browser, Browser, Services]) -> None:
    anna, boris, services = hall
    for name in ("One", "Two"):
        await ask(boris, services, name)
    await anna.go(QUEUE)
    [group] = re.findall(r'<option value="(address [^"]+)"', anna.page.text)
    await anna.send(f"{QUEUE}/refuse-many", whom=group, reason="made up")
    assert await asyncio.to_thread(services.entry_queue.store.count, "open") == 0


async def test_the_list_fills_in_what_it_knows(hall: tuple[Browser, Browser, Services], tmp_path: Path) -> None:
    anna, boris, services = hall
    await with_list(anna, tmp_path)
    await boris.go(FORM)
    found = (await boris.client.get(f"{FORM}/search?q=стефанова")).json()["found"]
    assert {"fide_id", "name", "title", "federation", "birth_year", "rating", "source"} == set(found[0])
    await ask(boris, services, "Stefanova Antoaneta", fide_id="2902257", club="Levski")
    await anna.go(QUEUE)
    await anna.send(f"{QUEUE}/accept-clear")
    office = await services.office.open("open")
    player = office.tournament.players[max(office.tournament.players)]
    assert (player.name, player.rating, player.club) == ("Stefanova, Antoaneta", 2402, "Levski")
    assert office.tournament.rating_sources[player.id] == "FIDE 2026-11"


async def test_a_wrong_number_is_a_question_for_the_arbiter(
    hall: tuple[Browser, Browser, Services], tmp_path: Path
) -> None:
    anna, boris, services = hall
    await with_list(anna, tmp_path)
    await ask(boris, services, "Neu, Nora", fide_id="2902257")
    await anna.go(QUEUE)
    assert f'action="{QUEUE}/accept-clear"' not in anna.page.text
    assert "Accept as on the list" in anna.text


@pytest.mark.parametrize("trap", [{"website": "http://x"}, {"shown": "forged"}], ids=["unseen field", "forged time"])
async def test_a_program_is_asked_to_send_it_again(
    hall: tuple[Browser, Browser, Services], trap: dict[str, str]
) -> None:
    _, boris, services = hall
    await ask(boris, services, "Bot", **trap)
    assert boris.page.status_code == 409
    assert await asyncio.to_thread(services.entry_queue.store.count, "open") == 0


async def test_a_form_that_is_sent_at_once_is_not_taken(hall: tuple[Browser, Browser, Services]) -> None:
    _, boris, services = hall
    await boris.go(FORM)
    await boris.send(FORM, name="Quick")
    assert boris.page.status_code == 409
    assert not form_of_a_person("key", shown_now("key"))
    assert await asyncio.to_thread(services.entry_queue.store.count, "open") == 0


async def test_one_address_cannot_send_without_end(hall: tuple[Browser, Browser, Services]) -> None:
    _, boris, services = hall
    answers = {(await ask(boris, services, "")).status_code for _ in range(21)}
    assert answers == {422, 429}


async def test_the_queue_is_for_arbiters(hall: tuple[Browser, Browser, Services]) -> None:
    _, boris, _ = hall
    await boris.go(QUEUE)
    assert boris.page.url.path == "/desk/login"


async def test_when_round_one_is_paired_the_form_is_shut(hall: tuple[Browser, Browser, Services]) -> None:
    anna, boris, _ = hall
    await anna.go("/desk/t/open")
    await anna.send("/desk/t/open/pair", confirmed="2")
    await boris.go(FORM)
    assert "Entries are not taken here now" in boris.text


async def test_somebody_elses_secret_opens_nothing(hall: tuple[Browser, Browser, Services]) -> None:
    _, boris, _ = hall
    assert (await boris.go(f"{FORM}/mine/{'x' * 32}")).status_code == 404


async def test_requests_are_in_no_copy_and_go_after_their_days(
    hall: tuple[Browser, Browser, Services], tmp_path: Path
) -> None:
    _, boris, services = hall
    await ask(boris, services, "Neu, Nora")
    journal = services.office.journal.journal
    assert isinstance(journal, SQLiteJournal)
    made = await asyncio.to_thread(backup, journal, tmp_path / "copy.sqlite")
    assert b"Nora" not in made.path.read_bytes()
    store = services.entry_queue.store
    await asyncio.to_thread(store.forget_old, datetime.now(UTC) + timedelta(days=29))
    assert await asyncio.to_thread(store.count, "open") == 1
    await asyncio.to_thread(store.forget_old, datetime.now(UTC) + timedelta(days=31))
    assert await asyncio.to_thread(store.count, "open") == 0


def test_the_address_of_ones_own_request_stays_out_of_the_log() -> None:
    assert re.fullmatch(r"/entry/open/mine/\.\.\.", loggable("/entry/open/mine/secret"))

"""The outbox of a series, by a real mail server: what is written is sent once, whatever is down meanwhile."""

import asyncio
import re
import socket
import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.header import decode_header, make_header
from email.message import Message as Mail
from pathlib import Path

import httpx
import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Message as Handler

from domain.decisions.players.attendance import withdraw
from domain.festival.events import DeliveryDelayed, EditionPostponed, MailingDropped, SectionAdded
from domain.festival.outbox import delay_delivery, drop_outdated, due_mailings, write_mailing
from domain.festival.state import replay_festival
from domain.words.festivals import Occasion
from domain.words.players import EntrantId
from projections.festivals.sections import mailing_rows
from server.app import create_app
from server.cluster.lease_keys import HOUSE
from server.http.auth import open_access
from server.journal import CannotWrite, PersonalData
from server.notifying.mail import Delivery, LogNotifier, PlayerMessage, mail_server
from server.notifying.smtp import MailNotifier
from server.office.festivals import FestivalOffice
from server.services import Services, services_of
from server.settings import BadSetting, Settings, from_environment
from tests.cluster.nats_servers import nats_servers
from tests.desk.browsers import PASSWORD, WORKERS, Browser, browser
from tests.festival.playing import do, play_to_the_end, services_of_test, use_mail_server
from tests.festival.series import BLITZ, CLOCK, FIRST, SUNDAY, WEDNESDAY, desk_of_a_series, enter, look, set_series
from tests.journal.postgres import Cluster
from tests.locked_door import lock_door


@pytest.fixture
async def anna(tmp_path: Path) -> AsyncIterator[Browser]:
    async with desk_of_a_series(tmp_path) as somebody:
        yield somebody


class Inbox(Handler):
    """A mail server of this machine; `patient` takes what it has put off before."""

    def __init__(self, port: int) -> None:
        super().__init__()
        self.mails: list[Mail] = []
        self.port = port
        self.patient = False

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}?from=chess@example.org"

    def handle_message(self, message: Mail) -> None:
        self.mails.append(message)

    async def handle_RCPT(self, server, session, envelope, address, options):  # type: ignore[no-untyped-def]
        if "breaks" in address:
            server.transport.close()
        if "nobody" in address:
            return "550 no such mailbox"
        if "later" in address and not self.patient:
            return "451 come again"
        envelope.rcpt_tos.append(address)
        return "250 OK"


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


@contextmanager
def mail_server_at(port: int) -> Iterator[Inbox]:
    handler = Inbox(port)
    controller = Controller(handler, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        yield handler
    finally:
        controller.stop()


@pytest.fixture
def inbox() -> Iterator[tuple[Inbox, str]]:
    """A real mail server, and its address for the settings."""
    with mail_server_at(free_port()) as handler:
        yield handler, handler.url


HERE = "https://chess.example.org"


async def test_everybody_who_has_entered_is_told_once_before_the_start(anna: Browser, inbox: tuple[Inbox, str]) -> None:
    handler, url = inbox
    services, office = await set_series(anna)
    services.mailings.notifier = MailNotifier(mail_server(url))
    services.mailings.public_url = "https://chess.example.org"
    await enter(services, 15)
    side = services.office.journal.journal.side
    for player, address in ((1, "one@example.org"), (2, "two@example.org"), (3, "nobody@example.org")):
        await asyncio.to_thread(side.keep, FIRST, player, PersonalData(email=address))
    await look(services, office, "2026-11-24T17:29")
    assert handler.mails == []
    for moment in ("2026-11-24T17:30", "2026-11-24T18:00", WEDNESDAY):
        await look(services, office, moment)
    assert sorted(str(mail["To"]) for mail in handler.mails) == ["one@example.org", "two@example.org"]
    mail = handler.mails[0]
    assert mail["Subject"] == "Blitz 1 starts on 25 Nov 2026, 19:30"
    assert "https://chess.example.org/t/blitz-1" in str(mail.get_payload())


async def keep_address(services: Services, address: str, player: int = 1) -> None:
    side = services.office.journal.journal.side
    await asyncio.to_thread(side.keep, FIRST, player, PersonalData(email=address))


async def test_a_mail_server_that_is_down_at_first_gets_each_message_once_when_it_is_back(anna: Browser) -> None:
    services, office = await set_series(anna)
    with mail_server_at(free_port()) as handler:
        url = handler.url
    services.mailings.notifier = MailNotifier(mail_server(url))
    await enter(services, 15)
    await keep_address(services, "a@example.org")
    await look(services, office, "2026-11-24T18:00")
    [mailing] = office.festival.mailings.values()
    assert (mailing.waiting, mailing.not_before) == ((1,), "2026-11-24T18:01:00+00:00")
    with mail_server_at(handler.port) as handler:
        await look(services, office, "2026-11-24T18:00:30")
        assert handler.mails == []
        for moment in ("2026-11-24T18:01", "2026-11-24T18:30"):
            await look(services, office, moment)
        assert [str(mail["Message-ID"]) for mail in handler.mails] == ["<blitz.1.1@example.org>"]
    assert office.festival.mailings[1].delivered == 1


async def test_a_long_subject_arrives_letter_by_letter_in_any_alphabet(inbox: tuple[Inbox, str]) -> None:
    handler, url = inbox
    long = ["Levski Open: вие сте в списъка на чакащите", "Вы в списке ожидания на место " * 6 + "!"]
    delivery = await MailNotifier(mail_server(url)).send([PlayerMessage("a@example.org", one, "") for one in long])
    assert len(delivery.taken) == len(long)
    assert subjects(handler) == long
    assert max(len(line) for mail in handler.mails for line in mail["Subject"].splitlines()) < 80


async def test_an_address_that_is_to_wait_keeps_nobody_from_theirs(anna: Browser, inbox: tuple[Inbox, str]) -> None:
    handler, url = inbox
    services, office = await set_series(anna)
    services.mailings.notifier = MailNotifier(mail_server(url))
    await enter(services, 15)
    for player, address in ((1, "later@example.org"), (2, "two@example.org"), (3, "nobody@example.org")):
        await keep_address(services, address, player)
    await look(services, office, "2026-11-24T18:00")
    mailing = office.festival.mailings[1]
    assert (mailing.delivered, mailing.lost, mailing.waiting) == (1, 1, (1,))
    handler.patient = True
    await look(services, office, "2026-11-24T18:02")
    assert sorted(str(mail["To"]) for mail in handler.mails) == ["later@example.org", "two@example.org"]


async def test_one_that_waits_keeps_none_of_the_next_handful_from_theirs(
    anna: Browser, inbox: tuple[Inbox, str]
) -> None:
    handler, url = inbox
    services, office = await set_series(anna)
    services.mailings.notifier = MailNotifier(mail_server(url))
    await enter(services, 25)
    await keep_address(services, "later@example.org")
    for player in range(2, 26):
        await keep_address(services, f"p{player}@example.org", player)
    await look(services, office, "2026-11-24T18:00")
    mailing = office.festival.mailings[1]
    assert (mailing.delivered, mailing.waiting, mailing.attempts) == (24, (1,), 1)
    assert len(handler.mails) == 24


TAKEN_BY_0_2 = [
    "x:a@b.cd,c@d.ee;@x.y",
    ":@x.y",
    "<@x.y",
    "@a:@b.c@d",
    "v1@victim.org,v2@victim.org",
    "é@é.é",
]
ENDS_THE_CONNECTION = "breaks@off.org"


@pytest.mark.parametrize("poison", [*TAKEN_BY_0_2, ENDS_THE_CONNECTION])
async def test_an_address_that_cannot_be_one_concerns_its_message_alone(
    anna: Browser, inbox: tuple[Inbox, str], poison: str
) -> None:
    handler, url = inbox
    services, office = await set_series(anna)
    services.mailings.notifier = MailNotifier(mail_server(url))
    await enter(services, 15)
    for player in range(1, 6):
        await keep_address(services, poison if player == 3 else f"p{player}@example.org", player)
    for moment in ("2026-11-24T18:00", "2026-11-24T18:01", "2026-11-24T18:03"):
        await look(services, office, moment)
    told = sorted(str(mail["To"]) for mail in handler.mails)
    assert told == [f"p{player}@example.org" for player in (1, 2, 4, 5)]
    assert office.festival.mailings[1].delivered == 4


class LocksTheJournal:
    """A way out that takes everything; another program writes to the journal meanwhile, and goes on doing so."""

    def __init__(self, journal: Path) -> None:
        self.other = sqlite3.connect(journal)
        self.sent: list[str] = []

    async def send(self, messages: Sequence[PlayerMessage]) -> Delivery:
        self.sent += [message.to for message in messages]
        self.other.execute("BEGIN EXCLUSIVE")
        return Delivery(taken=tuple(messages))


async def test_what_the_journal_could_not_note_is_not_sent_again(anna: Browser, tmp_path: Path) -> None:
    services, office = await set_series(anna)
    await enter(services, 15)
    await keep_address(services, "a@example.org")
    services.mailings.notifier = way = LocksTheJournal(tmp_path / "tablo.sqlite")
    with closing(way.other):
        with pytest.raises(CannotWrite):
            await look(services, office, "2026-11-24T18:00")
        way.other.rollback()
        await look(services, office, "2026-11-24T18:01")
    assert way.sent == ["a@example.org"]
    assert office.festival.mailings[1].delivered == 1


async def test_what_is_no_longer_so_is_not_sent(anna: Browser, inbox: tuple[Inbox, str]) -> None:
    handler, url = inbox
    services, office = await set_series(anna)
    services.mailings.notifier = MailNotifier(mail_server("smtp://127.0.0.1:1?from=chess@example.org"))
    await enter(services, 14)
    await keep_address(services, "a@example.org")
    await look(services, office, "2026-11-25T17:00")
    services.mailings.notifier = MailNotifier(mail_server(url))
    await look(services, office, "2026-11-25T18:00")
    assert [mailing.dropped for mailing in office.festival.mailings.values()] == [True, False]
    assert subjects(handler) == ["Blitz 1 has a new start: 26 Nov 2026, 19:30"]


def subjects(inbox: Inbox) -> list[str]:
    return [str(make_header(decode_header(mail["Subject"]))) for mail in inbox.mails]


def body(mail: Mail) -> str:
    content = mail.get_payload(decode=True)
    assert isinstance(content, bytes)
    return content.decode().replace("\r\n", "\n")


async def sending_to(inbox: Inbox, anna: Browser, **plan: str) -> tuple[Services, FestivalOffice]:
    services, office = await set_series(anna, **plan)
    services.mailings.notifier = MailNotifier(mail_server(inbox.url))
    services.mailings.public_url = HERE
    return services, office


async def test_a_start_that_moves_by_itself_is_told_with_the_old_one_and_why(
    anna: Browser, inbox: tuple[Inbox, str]
) -> None:
    services, office = await sending_to(inbox[0], anna)
    await enter(services, 14)
    await keep_address(services, "a@example.org")
    for moment in ("2026-11-25T17:00", WEDNESDAY, "2026-11-25T18:00"):
        await look(services, office, moment)
    assert subjects(inbox[0]) == [
        "Blitz 1 starts on 25 Nov 2026, 19:30",
        "Blitz 1 has a new start: 26 Nov 2026, 19:30",
    ]
    told = body(inbox[0].mails[1])
    assert "has been moved from 25 Nov 2026, 19:30 to 26 Nov 2026, 19:30 (Europe/Sofia)" in told
    assert "Too few had entered: 14 players, and it takes 15." in told


async def test_an_extended_registration_is_told(anna: Browser, inbox: tuple[Inbox, str]) -> None:
    plan = {"pre_registration": "", "capacity": "30", "share_percent": "60", "extension_days": "7"}
    services, office = await sending_to(inbox[0], anna, **plan)
    await enter(services, 12)
    await keep_address(services, "a@example.org")
    await look(services, office, WEDNESDAY)
    told = body(inbox[0].mails[-1])
    assert "moved from 25 Nov 2026, 19:30 to 2 Dec 2026, 19:30" in told
    assert "Too few places were taken, so entries stay open for longer." in told


async def test_a_server_that_stopped_after_the_move_tells_of_it_later(anna: Browser, inbox: tuple[Inbox, str]) -> None:
    services, office = await sending_to(inbox[0], anna, notice_hours="0")
    await enter(services, 14)
    await keep_address(services, "a@example.org")
    moved = EditionPostponed(1, "2026-11-26T17:30:00+00:00", f"{WEDNESDAY}:00+00:00", 14, 15)
    await office.command("postponed", "Anna", lambda _: [moved])
    await look(services, office, "2026-11-25T18:00")
    assert subjects(inbox[0]) == ["Blitz 1 has a new start: 26 Nov 2026, 19:30"]


async def test_whoever_was_told_of_a_move_long_before_is_told_before_the_start_too(
    anna: Browser, inbox: tuple[Inbox, str]
) -> None:
    services, office = await sending_to(inbox[0], anna, notice_hours="2")
    await enter(services, 14)
    await keep_address(services, "a@example.org")
    for moment in (WEDNESDAY, "2026-11-26T15:30"):
        await look(services, office, moment)
    assert subjects(inbox[0]) == [
        "Blitz 1 has a new start: 26 Nov 2026, 19:30",
        "Blitz 1 starts on 26 Nov 2026, 19:30",
    ]


async def test_whoever_enters_within_the_time_of_notice_gets_the_message_before_the_start(
    anna: Browser, inbox: tuple[Inbox, str]
) -> None:
    services, office = await sending_to(inbox[0], anna)
    await enter(services, 15)
    await keep_address(services, "one@example.org")
    await look(services, office, "2026-11-24T18:00")
    await keep_address(services, "two@example.org", 2)
    for moment in ("2026-11-24T19:00", "2026-11-24T20:00"):
        await look(services, office, moment)
    assert [str(mail["To"]) for mail in inbox[0].mails] == ["one@example.org", "two@example.org"]
    [row] = mailing_rows(office.festival)
    assert (row.mailing.delivered, row.mailing.written.to) == (2, (1, 2))


async def test_a_series_set_within_its_time_of_notice_does_not_say_that_nobody_left_an_address(anna: Browser) -> None:
    services, office = await set_series(anna, notice_hours="300")
    assert office.festival.mailings == {}
    await enter(services, 2)
    await keep_address(services, "a@example.org")
    await look(services, office, "2026-11-22T10:05")
    await anna.go(f"{BLITZ}/series")
    assert "nobody has left an address" not in anna.text
    assert [mailing.written.to for mailing in office.festival.mailings.values()] == [(1,)]


async def test_whoever_withdrew_before_the_start_gets_no_place_and_counts_for_none(
    anna: Browser, inbox: tuple[Inbox, str]
) -> None:
    services, office = await sending_to(inbox[0], anna, start_minimum="8", edition_rounds="3", notice_hours="0")
    await enter(services, 9)
    await keep_address(services, "best@example.org")
    await keep_address(services, "gone@example.org", 9)
    await do(services, FIRST, withdraw, [EntrantId(9)])
    await look(services, office, WEDNESDAY)
    await play_to_the_end(services, FIRST)
    await look(services, office, "2026-11-25T20:00")
    assert [str(mail["To"]) for mail in inbox[0].mails] == ["best@example.org"]
    assert "Your place: 1 of 8." in body(inbox[0].mails[0])


async def test_a_message_says_whose_it_is_and_has_links_of_their_own(anna: Browser, inbox: tuple[Inbox, str]) -> None:
    services, office = await sending_to(inbox[0], anna, entry_form="direct")
    await anna.go("/enter/blitz")
    await anna.send("/enter/blitz", name="Tal, Mihail", email="tal@example.org")
    await look(services, office, "2026-11-24T18:00")
    [mail] = inbox[0].mails
    own, stop = re.findall(rf"{HERE}(/enter/blitz/\S+)", body(mail))
    assert body(mail).startswith("For Tal, Mihail\n")
    assert mail["List-Unsubscribe"] == f"<{HERE}{stop}>"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    await anna.go(own)
    await anna.send(own)
    assert (await services.office.open(FIRST)).tournament.away(EntrantId(1), 1)


async def test_one_click_stops_the_messages_and_withdraws_nothing(anna: Browser, inbox: tuple[Inbox, str]) -> None:
    services, office = await sending_to(inbox[0], anna)
    await enter(services, 14)
    await keep_address(services, "a@example.org")
    await look(services, office, "2026-11-24T18:00")
    [stop] = re.findall(rf"{HERE}(/enter/blitz/messages/\S+)", body(inbox[0].mails[0]))
    async with browser(anna.client._transport) as program:
        looked = await program.go(stop)
        assert (looked.status_code, await address_of(services, 1)) == (200, "a@example.org")
        program.client.cookies.clear()
        clicked = await program.client.post(stop, data={"List-Unsubscribe": "One-Click"})
    assert (clicked.status_code, await address_of(services, 1)) == (200, "")
    await look(services, office, WEDNESDAY)
    assert len(inbox[0].mails) == 1
    assert not (await services.office.open(FIRST)).tournament.away(EntrantId(1), 1)


async def test_a_forged_link_stops_nothing(anna: Browser) -> None:
    services, _ = await set_series(anna)
    await enter(services, 1)
    await keep_address(services, "a@example.org")
    answer = await anna.client.post("/enter/blitz/messages/blitz/blitz-1/1.forged")
    other = await anna.client.post("/enter/blitz/messages/forged")
    assert (answer.status_code, other.status_code, await address_of(services, 1)) == (404, 404, "a@example.org")


@pytest.mark.parametrize(
    ("code", "subject", "whose"),
    [
        ("bg", "Blitz 1 започва на", "За Tal, Mihail"),
        ("ru", "Blitz 1: начало", "Для Tal, Mihail"),
        ("en", "Blitz 1 starts on", "For Tal, Mihail"),
    ],
)
async def test_a_player_is_written_to_in_the_language_of_the_form(
    anna: Browser, inbox: tuple[Inbox, str], code: str, subject: str, whose: str
) -> None:
    services, office = await sending_to(inbox[0], anna, entry_form="direct", message_language="bg")
    await anna.go(f"/enter/blitz?lang={code}")
    await anna.send("/enter/blitz", name="Tal, Mihail", email="tal@example.org")
    await look(services, office, "2026-11-24T18:00")
    assert subjects(inbox[0])[0].startswith(subject)
    assert body(inbox[0].mails[0]).startswith(whose)


async def test_without_a_public_address_messages_have_no_links_and_the_desk_says_so(
    anna: Browser, inbox: tuple[Inbox, str]
) -> None:
    services, office = await sending_to(inbox[0], anna)
    services.mailings.public_url = ""
    use_mail_server(anna, inbox[1])
    await enter(services, 15)
    await keep_address(services, "a@example.org")
    await look(services, office, "2026-11-24T18:00")
    [mail] = inbox[0].mails
    assert "http" not in body(mail)
    assert mail["List-Unsubscribe"] is None
    await anna.go(f"{BLITZ}/series")
    assert "Its operator sets TABLO_PUBLIC_URL." in anna.text


async def address_of(services: Services, player: int) -> str:
    found = await asyncio.to_thread(services.office.journal.journal.side.find, FIRST, player)
    return found.email


def test_the_waits_grow_to_two_hours() -> None:
    now = datetime(2026, 11, 24, 18, tzinfo=UTC)
    festival = replay_festival([SectionAdded("blitz-1", "1")])
    replay_festival(write_mailing(festival, Occasion.STAGE, "blitz-1", "blitz-1", [EntrantId(1)], now), festival)
    waits = list[int]()
    for _ in range(9):
        [delayed] = delay_delivery(festival, 1, now, "away")
        assert isinstance(delayed, DeliveryDelayed)
        waits.append(int((datetime.fromisoformat(delayed.until) - now).total_seconds()) // 60)
        replay_festival([delayed], festival)
    assert waits == [1, 2, 4, 8, 16, 32, 64, 120, 120]


def test_a_message_is_tried_from_its_minute_on_and_given_up_after_three_days() -> None:
    now = datetime(2026, 11, 24, 18, tzinfo=UTC)
    festival = replay_festival([SectionAdded("blitz-1", "1")])
    replay_festival(write_mailing(festival, Occasion.STAGE, "blitz-1", "blitz-1", [EntrantId(1)], now), festival)
    replay_festival(delay_delivery(festival, 1, now, "away"), festival)
    assert due_mailings(festival, now + timedelta(seconds=59)) == []
    assert due_mailings(festival, now + timedelta(seconds=60)) == [1]
    assert drop_outdated(festival, now + timedelta(days=3)) == []
    assert drop_outdated(festival, now + timedelta(days=3, seconds=1)) == [MailingDropped(1)]


async def test_of_two_machines_over_one_database_one_sends(
    tmp_path: Path, cluster: Cluster, inbox: tuple[Inbox, str]
) -> None:
    handler, url = inbox
    CLOCK.set(SUNDAY)
    with nats_servers(tmp_path / "nats") as servers:
        await _one_of_two_sends(
            tmp_path, Settings(tmp_path, database=cluster.database(), nats=servers.url, chances=False), handler, url
        )


async def _one_of_two_sends(tmp_path: Path, settings: Settings, handler: Inbox, url: str) -> None:
    async with machine(tmp_path / "one", settings, "smtp://127.0.0.1:1?from=chess@example.org") as one:
        await (await one.log_in()).go("/desk/festivals")
        await one.send("/desk/festivals", name="Blitz")
        services, office = await set_series(one)
        assert await services.holding.mine(HOUSE)
        await enter(services, 15)
        await keep_address(services, "a@example.org")
        async with machine(tmp_path / "two", settings, url) as two:
            there = services_of_test(two)
            await look(services, office, "2026-11-24T18:00")
            other = there.festivals.festivals.open("blitz")
            await other.reached(office.position)
            await look(there, other, "2026-11-24T18:10")
            assert handler.mails == []  # the first machine has the house, whatever its way out is like
            assert services.worker is not None
            while not await there.holding.mine(HOUSE):
                await services.worker.leases.give_back(HOUSE)
            await look(there, other, "2026-11-24T18:20")
            await office.reached(other.position)
            await look(services, office, "2026-11-24T18:30")
            assert [str(mail["To"]) for mail in handler.mails] == ["a@example.org"]


@asynccontextmanager
async def machine(folder: Path, settings: Settings, mail: str) -> AsyncIterator[Browser]:
    """One of several servers, with a way out of its own."""
    lock_door(folder, PASSWORD)
    app = create_app(replace(settings, data=folder, mail=mail_server(mail)), open_access(folder), WORKERS)
    async with app.router.lifespan_context(app):
        services_of(app).series.clock = CLOCK
        worker = services_of(app).worker
        assert worker is not None
        async with browser(httpx.ASGITransport(app=worker.member.app)) as somebody:
            yield somebody


async def test_groups_are_told_when_they_begin_and_the_final_when_it_is_full(
    anna: Browser, inbox: tuple[Inbox, str]
) -> None:
    handler, url = inbox
    services, office = await set_series(
        anna, grouped="1", final_title="Final", start_minimum="8", edition_rounds="3", notice_hours="0"
    )
    services.mailings.notifier = MailNotifier(mail_server(url))
    await enter(services, 8)
    side = services.office.journal.journal.side
    await asyncio.to_thread(side.keep, FIRST, 1, PersonalData(email="best@example.org"))
    await look(services, office, WEDNESDAY)
    announced = office.festival.announced[FIRST]
    for group in announced.groups:
        await play_to_the_end(services, group)
        await services.stages._send_from(group)
        await look(services, office, "2026-11-25T20:00")
    subjects = [str(mail["Subject"]) for mail in handler.mails]
    assert subjects == ["Blitz: 1 A: you are in it", "Blitz: 1 A is over", "Blitz: Final: you are in it"]
    over = str(handler.mails[1].get_payload())
    assert "Your place: 1 of 4. You go on to Final." in over
    news = (await anna.go("/f/blitz.json")).json()["news"]
    assert [(one["title"], one["into"], one["winners"][0]["player"]["name"]) for one in news] == [
        ("1 B", "Final", "Player 01"),
        ("1 A", "Final", "Player 00"),
    ]
    await anna.go("/f/blitz")
    assert "1 A is over" in anna.text


async def test_without_a_mail_server_the_log_says_so(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO", "tablo.messages"):
        delivery = await LogNotifier().send([PlayerMessage("a@example.org", "Blitz 1 starts", "soon")])
    assert (len(delivery.lost), delivery.trouble) == (1, "")
    [record] = caplog.records
    assert record.facts == {"subject": "Blitz 1 starts", "messages": 1}  # type: ignore[attr-defined]


async def test_a_closed_door_of_the_mail_server_is_said() -> None:
    nobody = MailNotifier(mail_server("smtp://127.0.0.1:1?from=a@example.org"))
    delivery = await nobody.send([PlayerMessage("b@example.org", "Blitz", "soon")])
    assert (delivery.taken, delivery.lost, bool(delivery.trouble)) == ((), (), True)


def test_the_setting_of_the_mail_server_is_read_and_never_repeated() -> None:
    known = from_environment({"TABLO_SMTP": "smtps://anna:p%40ss@mail.example.org?from=chess@example.org"}).mail
    assert known is not None
    assert (known.host, known.port, known.user, known.password, known.tls) == (
        "mail.example.org", 465, "anna", "p@ss", True,
    )  # fmt: skip
    with pytest.raises(BadSetting) as refused:
        from_environment({"TABLO_SMTP": "mail.example.org:secret"})
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(("code", "day"), [("en", "25 Nov 2026"), ("bg", "25 ное 2026"), ("ru", "25 нояб. 2026")])
async def test_the_plan_of_the_series_chooses_the_language(
    anna: Browser, inbox: tuple[Inbox, str], code: str, day: str
) -> None:
    handler, url = inbox
    services, office = await set_series(anna, message_language=code)
    services.mailings.notifier = MailNotifier(mail_server(url))
    await enter(services, 15)
    await keep_address(services, "one@example.org")
    await look(services, office, "2026-11-24T17:30")
    (mail,) = handler.mails
    assert day in str(make_header(decode_header(mail["Subject"])))


async def test_a_language_that_there_is_not_is_refused(anna: Browser) -> None:
    _, office = await set_series(anna, message_language="xx")
    assert office.festival.series is None
    assert "Language of messages" in anna.refusal

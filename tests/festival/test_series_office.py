"""A series on a real journal: set at the desk, moved on by the clock, with messages by a real mail server."""

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from email.message import Message as Mail
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Message as Handler

from domain.decisions.closing import close_tournament
from domain.decisions.new_player import NewPlayer
from domain.decisions.registering import register_many
from domain.decisions.results import record_result
from domain.festival.state import Festival
from server.journal import PersonalData
from server.notifying import CannotSend, LogNotifier, PlayerMessage
from server.notifying.mail import MailNotifier, mail_server
from server.office.festivals import FestivalOffice
from server.office.series import SeriesKeeper
from server.services import Services
from server.settings import BadSetting, from_environment
from tests.desk.browsers import Browser, browser, desk, server
from tests.festival.playing import do, favourite_wins, play_to_the_end, services_of_test

BLITZ = "/desk/festivals/blitz"
FIRST = "blitz-1"
SUNDAY, WEDNESDAY = "2026-11-22T10:00", "2026-11-25T17:30"
"""UTC; half past seven in Sofia is 17:30."""


class Clock:
    def __init__(self, moment: str) -> None:
        self.set(moment)

    def set(self, moment: str) -> None:
        self.now = datetime.fromisoformat(moment).replace(tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


CLOCK = Clock(SUNDAY)


@pytest.fixture
async def anna(tmp_path: Path) -> AsyncIterator[Browser]:
    CLOCK.set(SUNDAY)
    async with desk(tmp_path) as somebody:
        services_of_test(somebody).series.clock = CLOCK
        await somebody.go("/desk/festivals")
        await somebody.send("/desk/festivals", name="Blitz")
        yield somebody


async def set_series(anna: Browser, **more: str) -> tuple[Services, FestivalOffice]:
    await anna.go(BLITZ)
    await anna.send(f"{BLITZ}/series", **{"rhythm": "weekly", "weekday": "2", "pre_registration": "1", **more})
    services = services_of_test(anna)
    return services, services.festivals.festivals.open("blitz")


async def enter(services: Services, players: int, slug: str = FIRST) -> None:
    people = [NewPlayer(f"Player {n:02}", 2400 - 10 * n) for n in range(players)]
    await do(services, slug, register_many, people)


async def look(services: Services, office: FestivalOffice, moment: str) -> Festival:
    CLOCK.set(moment)
    await services.series.advance(office)
    return office.festival


async def test_the_next_edition_is_open_for_entries_at_once(anna: Browser) -> None:
    _, office = await set_series(anna)
    [edition] = office.festival.editions
    assert (edition.tournament, edition.starts_at) == (FIRST, f"{WEDNESDAY}:00+00:00")
    details = (await anna.go(f"/t/{FIRST}/overview.json")).json()["data"]
    assert (details["name"], details["schedule"]) == ("Blitz 1", ["2026-11-25T19:30"])
    await anna.go(BLITZ)
    assert "open for entries" in anna.text


async def test_the_front_page_says_when_the_next_edition_begins(anna: Browser) -> None:
    await set_series(anna)
    await anna.go("/f/blitz")
    assert "Next round: Wed 25 Nov, 19:30" in anna.text


async def test_with_few_entries_the_start_moves_and_the_entries_stay(anna: Browser) -> None:
    services, office = await set_series(anna)
    await enter(services, 14)
    festival = await look(services, office, WEDNESDAY)
    [edition] = festival.editions
    assert (edition.starts_at, edition.postponed) == ("2026-11-26T17:30:00+00:00", 1)
    overview = (await anna.go(f"/t/{FIRST}/overview.json")).json()["data"]
    assert (overview["players"], overview["schedule"]) == (14, ["2026-11-26T19:30"])
    await anna.go(BLITZ)
    assert "moved once" in anna.text


async def test_with_enough_it_begins_and_the_next_one_is_announced(anna: Browser) -> None:
    services, office = await set_series(anna)
    await enter(services, 15)
    festival = await look(services, office, WEDNESDAY)
    assert [(one.number, one.started, one.starts_at[:10]) for one in festival.editions] == [
        (1, True, "2026-11-25"),
        (2, False, "2026-12-02"),
    ]


async def test_a_server_that_slept_starts_what_was_due_and_doubles_nothing(tmp_path: Path) -> None:
    CLOCK.set(SUNDAY)
    async with desk(tmp_path) as somebody:
        services_of_test(somebody).series.clock = CLOCK
        await somebody.go("/desk/festivals")
        await somebody.send("/desk/festivals", name="Blitz")
        services, _ = await set_series(somebody)
        await enter(services, 15)
    async with server(tmp_path) as transport, browser(transport) as somebody:
        services = services_of_test(somebody)
        services.series.clock = CLOCK
        office = services.festivals.festivals.open("blitz")
        await look(services, office, "2026-12-20T10:00")
        before = office.position
        festival = await look(services, office, "2026-12-20T10:00")
        assert [(one.number, one.started, one.starts_at[:10]) for one in festival.editions] == [
            (1, True, "2026-11-25"),
            (2, False, "2026-12-23"),
        ]
        assert office.position == before


async def test_two_servers_over_one_journal_take_each_step_once(anna: Browser) -> None:
    services, office = await set_series(anna)
    await enter(services, 3)
    CLOCK.set(WEDNESDAY)
    other = SeriesKeeper(services.stages, clock=CLOCK)
    await asyncio.gather(services.series.advance(office), other.advance(office))
    assert [one.postponed for one in office.festival.editions] == [1]


async def test_one_after_another_waits_for_the_end(anna: Browser) -> None:
    services, office = await set_series(anna, rhythm="one-after-another", start_minimum="4", edition_rounds="3")
    await enter(services, 4)
    festival = await look(services, office, "2026-11-23T18:00")
    assert [one.number for one in festival.editions] == [1]
    await play_to_the_end(services, FIRST)
    festival = await look(services, office, "2026-11-23T20:00")
    assert [(one.number, one.starts_at) for one in festival.editions][1:] == [(2, "2026-11-24T17:30:00+00:00")]


async def test_an_edition_in_groups_goes_on_to_its_final(anna: Browser) -> None:
    services, office = await set_series(anna, grouped="1", final_title="Final", start_minimum="8")
    await enter(services, 8)
    festival = await look(services, office, WEDNESDAY)
    announced = festival.announced[FIRST]
    assert [len((await services.office.open(slug)).tournament.players) for slug in announced.groups] == [4, 4]
    assert festival.links[announced.stages[0]].sources == announced.groups


async def test_an_edition_can_begin_without_an_arbiter(anna: Browser) -> None:
    services, office = await set_series(anna, begins_by_itself="1", edition_rounds="5")
    await enter(services, 16)
    await look(services, office, WEDNESDAY)
    pairings = (await anna.go(f"/t/{FIRST}/pairings.json")).json()["data"]
    assert (pairings["round"], len(pairings["boards"])) == (1, 8)


async def test_groups_and_their_final_begin_one_after_the_other(anna: Browser) -> None:
    services, office = await set_series(
        anna, grouped="1", begins_by_itself="1", edition_format="round-robin", final_title="Final",
        final_format="round-robin", start_minimum="8",
    )  # fmt: skip
    await enter(services, 8)
    announced = (await look(services, office, WEDNESDAY)).announced[FIRST]
    for group in announced.groups:
        t = (await services.office.open(group)).tournament
        assert t.published == 3
        for round in t.rounds:
            for game in round.games:
                await do(services, group, record_result, round.number, game.board, favourite_wins(game), None)
        await do(services, group, close_tournament)
        await services.stages._send_from(group)
    await look(services, office, "2026-11-25T21:00")
    final = (await services.office.open(announced.stages[0])).tournament
    assert (len(final.players), final.published) == (4, 3)


async def test_a_series_is_ended(anna: Browser) -> None:
    services, office = await set_series(anna)
    await anna.go(BLITZ)
    await anna.send(f"{BLITZ}/series/end")
    await enter(services, 15)
    assert [one.started for one in (await look(services, office, WEDNESDAY)).editions] == [False]


@pytest.mark.parametrize(
    ("field", "typed", "said"),
    [
        ("zone", "Europe/Nowhere", "Time zone must be a name of the time zone database such as Europe/Sofia"),
        ("time", "25:00", "Time of the start must be a time such as 19:30"),
        ("monthday", "32", "Day of the month must be a whole number from 1 to 31"),
    ],
)
async def test_a_plan_that_cannot_be_is_refused(anna: Browser, field: str, typed: str, said: str) -> None:
    _, office = await set_series(anna, **{field: typed})
    assert said in anna.refusal
    assert office.festival.series is None


# Messages


class Inbox(Handler):
    """Keeps what a mail client sends."""

    def __init__(self) -> None:
        super().__init__()
        self.mails: list[Mail] = []

    def handle_message(self, message: Mail) -> None:
        self.mails.append(message)

    async def handle_RCPT(self, server, session, envelope, address, options):  # type: ignore[no-untyped-def]
        if "nobody" in address:
            return "550 no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 OK"


@pytest.fixture
def inbox() -> Iterator[tuple[Inbox, str]]:
    """A real mail server, and its address for the settings."""
    handler = Inbox()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    controller = Controller(handler, hostname="127.0.0.1", port=port)
    controller.start()
    yield handler, f"smtp://127.0.0.1:{port}?from=chess@example.org"
    controller.stop()


async def test_everybody_who_has_entered_is_told_once_before_the_start(anna: Browser, inbox: tuple[Inbox, str]) -> None:
    handler, url = inbox
    services, office = await set_series(anna)
    services.series.notifier = MailNotifier(mail_server(url))
    services.series.public_url = "https://chess.example.org"
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


async def test_a_mail_server_that_is_away_is_tried_again(anna: Browser, inbox: tuple[Inbox, str]) -> None:
    handler, url = inbox
    services, office = await set_series(anna)
    services.series.notifier = MailNotifier(mail_server("smtp://127.0.0.1:1?from=chess@example.org"))
    await enter(services, 15)
    await asyncio.to_thread(services.office.journal.journal.side.keep, FIRST, 1, PersonalData(email="a@example.org"))
    await look(services, office, "2026-11-24T18:00")
    services.series.notifier = MailNotifier(mail_server(url))
    await look(services, office, "2026-11-24T19:00")
    assert len(handler.mails) == 1


async def test_groups_are_told_when_they_begin_and_the_final_when_it_is_full(
    anna: Browser, inbox: tuple[Inbox, str]
) -> None:
    handler, url = inbox
    services, office = await set_series(
        anna, grouped="1", final_title="Final", start_minimum="8", edition_rounds="3", notice_hours="0"
    )
    services.series.notifier = MailNotifier(mail_server(url))
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
    assert subjects == ["Blitz: 1 A: you are in it", "Blitz: Final: you are in it"]


async def test_without_a_mail_server_the_log_says_so(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO", "tablo.messages"):
        assert await LogNotifier().send([PlayerMessage("a@example.org", "Blitz 1 starts", "soon")]) == 0
    [record] = caplog.records
    assert record.facts == {"subject": "Blitz 1 starts", "messages": 1}  # type: ignore[attr-defined]


async def test_a_closed_door_of_the_mail_server_is_said() -> None:
    nobody = MailNotifier(mail_server("smtp://127.0.0.1:1?from=a@example.org"))
    with pytest.raises(CannotSend):
        await nobody.send([PlayerMessage("b@example.org", "Blitz", "soon")])


def test_the_setting_of_the_mail_server_is_read_and_never_repeated() -> None:
    known = from_environment({"TABLO_SMTP": "smtps://anna:p%40ss@mail.example.org?from=chess@example.org"}).mail
    assert known is not None
    assert (known.host, known.port, known.user, known.password, known.tls) == (
        "mail.example.org", 465, "anna", "p@ss", True,
    )  # fmt: skip
    with pytest.raises(BadSetting) as refused:
        from_environment({"TABLO_SMTP": "mail.example.org:secret"})
    assert "secret" not in str(refused.value)

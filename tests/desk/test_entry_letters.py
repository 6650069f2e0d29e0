"""Letters about entries: to players with their own links, to the organiser one for all that came together."""

import asyncio
import re
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from server.notifying.mail import mail_server
from server.settings import Settings
from tests.desk.test_confirming_entries import HERE, Hall, hall_with
from tests.desk.test_self_registration import QUEUE, ask
from tests.festival.test_mailings import free_port, mail_server_at
from web.wording import language
from web.wording.messages import of_the_request

PAGE = "/desk/t/open/self-help"
ORGANISER, NORA = "chief@example.org", "nora@example.org"


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    """Four players in a tournament of five places, a waiting list, withdrawals by link, and an organiser to be told."""
    with mail_server_at(free_port()) as inbox:
        settings = Settings(data=tmp_path, mail=mail_server(inbox.url), public_url=HERE, chances=False)
        async with hall_with(tmp_path, settings) as (anna, boris, services):
            await anna.send(QUEUE, most_entrants="5", waiting_list="1")
            await anna.go(PAGE)
            await anna.send(PAGE, own_withdrawal="1", own_byes="ask", letter_language="en")
            await anna.send(f"{PAGE}/told", email=ORGANISER)
            yield Hall(anna, boris, services, inbox)


def texts(hall: Hall, to: str) -> list[str]:
    mails = (one for one in hall.inbox.mails if one["To"] == to)
    return [str(one.get_payload(decode=True), "utf-8") for one in mails]


async def look(hall: Hall, minutes: float = 0.1) -> None:
    await hall.services.entry_letters.look(datetime.now(UTC) + timedelta(minutes=minutes))


async def accepted(hall: Hall, name: str, email: str) -> None:
    await ask(hall.boris, hall.services, name, email=email)
    await hall.anna.go(QUEUE)
    await hall.anna.send(f"{QUEUE}/accept")


async def test_an_accepted_player_gets_their_own_link(hall: Hall) -> None:
    await accepted(hall, "Neu, Nora", NORA)
    await look(hall)
    [text] = texts(hall, NORA)
    assert "Your entry in Open is accepted: you play." in text
    link = re.search(rf"{HERE}(/report/\S+)", text)
    assert link is not None
    await hall.boris.go(link[1])
    assert "Neu, Nora" in hall.boris.text
    assert "Withdraw from the tournament" in hall.boris.text
    await look(hall)
    assert len(texts(hall, NORA)) == 1


async def test_whoever_waits_is_told_and_told_again_when_they_move_up(hall: Hall) -> None:
    await accepted(hall, "First, Fay", "fay@example.org")
    await accepted(hall, "Neu, Nora", NORA)
    await look(hall)
    assert "you are number 1 on the waiting list" in texts(hall, NORA)[0]
    await hall.anna.go("/desk/t/open/players/1")
    await hall.anna.send("/desk/t/open/players/1/withdraw")
    await look(hall)
    assert "A place in Open has become free, and it is yours" in texts(hall, NORA)[1]


async def test_the_organiser_gets_one_message_for_all_within_a_minute(hall: Hall) -> None:
    for name in ("Neu, Nora", "Also, Al", "Third, Theo"):
        await ask(hall.boris, hall.services, name, email=NORA)
    await look(hall)
    assert texts(hall, ORGANISER) == []
    await look(hall, minutes=2)
    [text] = texts(hall, ORGANISER)
    assert [line for line in text.splitlines() if line.startswith("- ")] == [
        "- Neu, Nora asks for an entry",
        "- Also, Al asks for an entry",
        "- Third, Theo asks for an entry",
    ]
    assert f"{HERE}/desk/t/open" in text
    await look(hall, minutes=4)
    assert len(texts(hall, ORGANISER)) == 1


def test_the_line_of_a_request_is_in_the_language_of_the_tournament() -> None:
    assert of_the_request("Neu, Nora", language("bg")) == "Neu, Nora: нова заявка"


async def test_the_organiser_is_told_of_requests_and_withdrawals_by_players_alone(hall: Hall) -> None:
    await hall.anna.go("/desk/t/open/players/1")
    own = re.search(r'href="https?://[^"/]+(/report/[^"]+)"', hall.anna.page.text)
    assert own is not None
    await hall.anna.go("/desk/t/open/players/2")
    await hall.anna.send("/desk/t/open/players/2/withdraw")
    await hall.boris.go(own[1])
    await hall.boris.send(f"{own[1]}/byes", round="2", kind="H")
    await hall.boris.go(own[1])
    await hall.boris.send(f"{own[1]}/withdraw", leaving="1")
    await look(hall)
    await look(hall, minutes=2)
    [text] = texts(hall, ORGANISER)
    assert "Player A asks for a half-point bye in round 2" in text
    assert "Player A" in text.split("round 2")[1]
    assert "Player B" not in text


async def test_a_message_that_cannot_be_sent_waits(hall: Hall) -> None:
    await accepted(hall, "Neu, Nora", "later@example.org")
    await look(hall)
    assert texts(hall, "later@example.org") == []
    hall.inbox.patient = True
    await look(hall)
    assert len(texts(hall, "later@example.org")) == 1


async def test_the_address_of_the_organiser_is_in_no_journal_and_nothing_is_told_without_it(
    hall: Hall, tmp_path: Path
) -> None:
    office = await hall.services.office.open("open")
    assert ORGANISER not in str([entry.event for entry in office.entries])
    await hall.anna.go(PAGE)
    await hall.anna.send(f"{PAGE}/told", email="")
    await ask(hall.boris, hall.services, "Neu, Nora", email=NORA)
    await look(hall)
    await look(hall, minutes=2)
    assert texts(hall, ORGANISER) == []
    kept = await asyncio.to_thread(hall.services.office.journal.journal.side.of_stream, "open")
    assert 0 not in kept

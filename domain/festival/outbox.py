"""Decisions about the outbox of a festival: messages are written once, delivered once each, and tried again with
growing waits while the mail server is away.
"""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta

from domain.festival.events import FestivalEvent, StageReported
from domain.festival.player_events import DeliveryDelayed, MailingDropped, MailingWritten, MessagesDelivered
from domain.festival.players import Mailing
from domain.festival.state import Festival
from domain.words.entrants import EntrantId
from domain.words.mailings import Occasion

FIRST_WAIT_SECONDS = 60
LONGEST_WAIT_SECONDS = 2 * 3600
MAILING_DAYS = 3
"""A message that has waited so long is news no more."""


def write_mailing(
    festival: Festival,
    occasion: Occasion,
    tournament: str,
    pool: str,
    to: Sequence[EntrantId],
    now: datetime,
    starts_at: str = "",
) -> list[FestivalEvent]:
    """Into the outbox; a second time for the same occasion, stage and start changes nothing."""
    if _written_already(festival, occasion, tournament, starts_at):
        return []
    number = len(festival.mailings) + 1
    return [MailingWritten(number, occasion, tournament, pool, tuple(to), _utc(now), starts_at)]


def note_delivery(
    festival: Festival, number: int, delivered: Collection[EntrantId], lost: Collection[EntrantId]
) -> list[FestivalEvent]:
    """Notes the messages as delivered to those who still wait; a second time nothing changes."""
    waiting = festival.mailings[number].waiting
    taken = tuple(id for id in waiting if id in delivered)
    gone = tuple(id for id in waiting if id in lost and id not in delivered)
    return [MessagesDelivered(number, taken, gone)] if taken or gone else []


def delay_delivery(festival: Festival, number: int, now: datetime, trouble: str) -> list[FestivalEvent]:
    """The next attempt is twice as far away as the last one was, two hours at most."""
    mailing = festival.mailings[number]
    if not mailing.waiting:
        return []
    wait = min(FIRST_WAIT_SECONDS * 2**mailing.attempts, LONGEST_WAIT_SECONDS)
    return [DeliveryDelayed(number, _utc(now + timedelta(seconds=wait)), trouble)]


def drop_outdated(festival: Festival, now: datetime) -> list[FestivalEvent]:
    """Messages that nobody should get any more."""
    waiting = ((number, mailing) for number, mailing in festival.mailings.items() if mailing.waiting)
    return [MailingDropped(number) for number, mailing in waiting if _outdated(festival, mailing, now)]


def due_mailings(festival: Festival, now: datetime) -> list[int]:
    """The numbers of those that can be tried now."""
    moment = _utc(now)
    return [n for n, mailing in festival.mailings.items() if mailing.waiting and mailing.not_before <= moment]


def report_stage(festival: Festival, tournament: str) -> list[FestivalEvent]:
    """The news that a section is over; twice changes nothing."""
    known = tournament in festival.sections and tournament not in festival.reported
    return [StageReported(tournament)] if known else []


def _written_already(festival: Festival, occasion: Occasion, tournament: str, starts_at: str) -> bool:
    """A start that moves to and fro is told every time it moves."""
    if occasion is not Occasion.MOVED:
        return (occasion, tournament, starts_at) in festival.told
    moved = [
        one.written.starts_at
        for one in festival.mailings.values()
        if one.written.occasion is occasion and one.written.tournament == tournament
    ]
    return moved[-1:] == [starts_at]


def _outdated(festival: Festival, mailing: Mailing, now: datetime) -> bool:
    written = mailing.written
    if now > datetime.fromisoformat(written.written_at) + timedelta(days=MAILING_DAYS):
        return True
    if written.occasion not in (Occasion.START, Occasion.MOVED):
        return False
    edition = next((one for one in festival.editions if one.tournament == written.tournament), None)
    return edition is None or edition.started or edition.starts_at != written.starts_at


def _utc(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds")

"""Decisions about the outbox of a festival: messages are written once, delivered once each, and tried again with
growing waits while the mail server is away.
"""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta
from typing import TypeAlias

from domain.festival import events as e
from domain.festival.state import Festival, Mailing, ScheduledEdition
from domain.words.festivals import Occasion
from domain.words.players import EntrantId

StartMoved: TypeAlias = e.EditionPostponed | e.EditionExtended | e.EditionMoved

FIRST_WAIT_SECONDS = 60
LONGEST_WAIT_SECONDS = 2 * 3600
MAILING_DAYS = 3


def write_mailing(
    festival: Festival,
    occasion: Occasion,
    tournament: str,
    pool: str,
    to: Sequence[EntrantId],
    now: datetime,
    starts_at: str = "",
) -> list[e.FestivalEvent]:
    """Into the outbox; a second time for the same occasion, stage and start changes nothing.

    Before a start those who enter later are written to as well, each once.
    """
    if written_already(festival, occasion, tournament, starts_at):
        return []
    if occasion is Occasion.START:
        known = _told_of_start(festival, tournament, starts_at)
        to = [id for id in to if id not in known]
        if not to:
            return []
    number = len(festival.mailings) + 1
    return [e.MailingWritten(number, occasion, tournament, pool, tuple(to), _utc(now), starts_at)]


def move_behind(festival: Festival, edition: ScheduledEdition) -> StartMoved | None:
    """The newest move of an edition, which gave it the start that it has; None = it has the one it began with."""
    for event in reversed(festival.history):
        if isinstance(event, e.EditionScheduled) and event.number == edition.number:
            return None
        if isinstance(event, StartMoved) and (event.number, event.starts_at) == (edition.number, edition.starts_at):
            return event
    return None


def note_delivery(
    festival: Festival, number: int, delivered: Collection[EntrantId], lost: Collection[EntrantId]
) -> list[e.FestivalEvent]:
    """Notes the messages as delivered to those who still wait; a second time nothing changes."""
    waiting = festival.mailings[number].waiting
    taken = tuple(id for id in waiting if id in delivered)
    gone = tuple(id for id in waiting if id in lost and id not in delivered)
    return [e.MessagesDelivered(number, taken, gone)] if taken or gone else []


def delay_delivery(festival: Festival, number: int, now: datetime, trouble: str) -> list[e.FestivalEvent]:
    """The next attempt is twice as far away as the last one was, two hours at most."""
    mailing = festival.mailings[number]
    if not mailing.waiting:
        return []
    wait = min(FIRST_WAIT_SECONDS * 2**mailing.attempts, LONGEST_WAIT_SECONDS)
    return [e.DeliveryDelayed(number, _utc(now + timedelta(seconds=wait)), trouble)]


def drop_outdated(festival: Festival, now: datetime) -> list[e.FestivalEvent]:
    waiting = ((number, mailing) for number, mailing in festival.mailings.items() if mailing.waiting)
    return [e.MailingDropped(number) for number, mailing in waiting if _outdated(festival, mailing, now)]


def due_mailings(festival: Festival, now: datetime) -> list[int]:
    moment = _utc(now)
    return [n for n, mailing in festival.mailings.items() if mailing.waiting and mailing.not_before <= moment]


def report_stage(festival: Festival, tournament: str) -> list[e.FestivalEvent]:
    """The news that a section is over; twice changes nothing."""
    known = tournament in festival.sections and tournament not in festival.reported
    return [e.StageReported(tournament)] if known else []


def written_already(festival: Festival, occasion: Occasion, tournament: str, starts_at: str) -> bool:
    if occasion is not Occasion.MOVED:
        return (occasion, tournament, starts_at) in festival.told
    written = (one.written for one in festival.mailings.values())
    moved = [one.starts_at for one in written if (one.occasion, one.tournament) == (occasion, tournament)]
    return moved[-1:] == [starts_at]


def _told_of_start(festival: Festival, tournament: str, starts_at: str) -> frozenset[EntrantId]:
    """Players who were written to about this start: before it, or when it moved here within the time of notice."""
    hours = festival.series.plan.notice_hours if festival.series else 0
    notice = _utc(datetime.fromisoformat(starts_at) - timedelta(hours=hours))
    about = (one.written for one in festival.mailings.values())
    return frozenset(
        id
        for one in about
        if (one.tournament, one.starts_at) == (tournament, starts_at)
        and (one.occasion is Occasion.START or (one.occasion is Occasion.MOVED and one.written_at >= notice))
        for id in one.to
    )


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

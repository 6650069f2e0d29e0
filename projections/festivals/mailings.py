"""The outbox of a festival as the desk shows it, the newest first."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from domain.festival.players import Mailing
from domain.festival.state import Festival


@dataclass(frozen=True, slots=True)
class MailingRow:
    mailing: Mailing
    title: str
    """The title of the section it is about."""
    again: str
    """ISO, the local time of the series, of the next attempt; empty = none is needed."""


def mailing_rows(festival: Festival) -> Iterator[MailingRow]:
    zone = ZoneInfo(festival.series.plan.zone if festival.series else "UTC")
    for mailing in reversed(festival.mailings.values()):
        again = ""
        if mailing.waiting and mailing.not_before:
            local = datetime.fromisoformat(mailing.not_before).astimezone(zone).replace(tzinfo=None)
            again = local.isoformat(timespec="minutes")
        slug = mailing.written.tournament
        yield MailingRow(mailing, festival.sections.get(slug, slug), again)

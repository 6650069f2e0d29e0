"""The outbox of a festival as the desk shows it, the newest first."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from zoneinfo import ZoneInfo

from domain.festival.state import Festival, Mailing
from domain.words.festivals import Occasion


@dataclass(frozen=True, slots=True)
class MailingRow:
    mailing: Mailing
    """With those who entered after the first of this occasion and start."""
    title: str
    """The title of the section it is about."""
    again: str
    """ISO, the local time of the series, of the next attempt; empty = none is needed."""


def mailing_rows(festival: Festival) -> Iterator[MailingRow]:
    zone = ZoneInfo(festival.series.plan.zone if festival.series else "UTC")
    for mailing in reversed(_by_occasion(festival)):
        again = ""
        if mailing.waiting and mailing.not_before:
            local = datetime.fromisoformat(mailing.not_before).astimezone(zone).replace(tzinfo=None)
            again = local.isoformat(timespec="minutes")
        slug = mailing.written.tournament
        yield MailingRow(mailing, festival.sections.get(slug, slug), again)


def _by_occasion(festival: Festival) -> list[Mailing]:
    """The mailings before one start put together: whoever enters late has one of their own."""
    found = dict[tuple[Occasion, str, str, int], Mailing]()
    for number, one in festival.mailings.items():
        written = one.written
        alone = 0 if written.occasion is Occasion.START else number
        key = written.occasion, written.tournament, written.starts_at, alone
        found[key] = _together(found.pop(key), one) if key in found else one
    return list(found.values())


def _together(first: Mailing, later: Mailing) -> Mailing:
    waits = later if later.waiting else first
    return replace(
        waits,
        written=replace(later.written, to=(*first.written.to, *later.written.to)),
        waiting=(*first.waiting, *later.waiting),
        delivered=first.delivered + later.delivered,
        lost=first.lost + later.lost,
        dropped=first.dropped or later.dropped,
    )

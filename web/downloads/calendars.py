"""Calendars that phones subscribe to (iCalendar, RFC 5545): the rounds of a tournament, and all tournaments."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from domain.records import dataclass
from projections.lists.catalogue import Summary
from projections.moment.overview import Overview
from web.wording import Language

if TYPE_CHECKING:
    from icalendar import Calendar

CALENDAR_TYPE = "text/calendar"
ROUND_LASTS = timedelta(hours=4)
A_YEAR = timedelta(days=365)
ASKED_AGAIN = timedelta(hours=4)
"""How long a phone may wait before it looks for news."""
DAYS_BEHIND = 60
"""A calendar of tournaments goes back so far."""
MOST_TOURNAMENTS = 500
"""Of these the next ones."""


@dataclass(frozen=True, slots=True)
class CalendarFrame:
    """What stands on a calendar of tournaments besides them."""

    name: str
    origin: str
    stamp: datetime
    """The time it is made."""
    zones: Mapping[str, str]
    """The time zones of those that are editions of a series, by address."""


def calendar_of_rounds(view: Overview, slug: str, origin: str, words: Language, stamp: datetime, zone: str) -> bytes:
    """The announced rounds, in the time zone of the series or else in no zone."""
    from icalendar import Event  # imported where it is needed: a server starts earlier without it

    made = _begun(view.details.name)
    for round, start in enumerate(view.details.schedule, 1):
        if when := _when(start, zone):
            event = Event()
            event.add("uid", f"{slug}-round-{round}@tablo")
            event.add("dtstamp", stamp.astimezone(UTC))
            for name, at in when.items():
                event.add(name, at)
            event.add("summary", f"{view.details.name}: {words.gettext('Round {n}', n=round)}")
            event.add("location", view.details.city)
            event.add("url", f"{origin}/t/{slug}/pairings/{round}")
            made.add_component(event)
    return _ended(made, stamp)


def calendar_of_tournaments(rows: Sequence[Summary], frame: CalendarFrame, words: Language) -> bytes:
    """An event for each tournament that has a date: whole days, or the hours of one that is played on one day.

    Its UID is its address, which is for ever; the dates of the rounds stand in it as soon as they are announced.
    """
    from icalendar import Event

    made = _begun(frame.name)
    made.add("refresh-interval", ASKED_AGAIN, parameters={"VALUE": "DURATION"})
    made.add("x-published-ttl", ASKED_AGAIN, parameters={"VALUE": "DURATION"})
    for row in rows_of_calendar(rows, frame.stamp.date()):
        view, event = row.overview, Event()
        event.add("uid", f"{row.slug}@tablo")
        event.add("dtstamp", frame.stamp.astimezone(UTC))
        for name, at in _span(view, frame.zones.get(row.slug, "")).items():
            event.add(name, at)
        event.add("summary", view.details.name)
        event.add("location", view.details.city)
        if view.details.schedule:
            event.add("description", _rounds_said(view.details.schedule, words))
        event.add("url", f"{frame.origin}/t/{row.slug}")
        made.add_component(event)
    return _ended(made, frame.stamp)


def _rounds_said(schedule: Sequence[str], words: Language) -> str:
    said = ((words.gettext("Round {n}", n=round), start) for round, start in enumerate(schedule, 1) if start)
    return "\n".join(f"{round}: {words.local_time(start)}" for round, start in said)


def rows_of_calendar(rows: Sequence[Summary], today: date) -> list[Summary]:
    """Those with a date that are not over for long, the first ones first."""
    earliest = today - timedelta(days=DAYS_BEHIND)
    dated = ((days, row) for row in rows if (days := days_of(row.overview)) and days[1] >= earliest)
    return [row for _, row in sorted(dated, key=lambda each: (each[0], each[1].slug))][:MOST_TOURNAMENTS]


def days_of(view: Overview) -> tuple[date, date] | None:
    """The first and the last day, of the tournament as announced, or else of its rounds."""
    about = view.details
    rounds = [day for start in about.schedule if (day := _day(start))]
    first = _day(about.start) or min(rounds, default=None)
    if first is None:
        return None
    return first, max(first, _day(about.end) or max(rounds, default=first))


def _span(view: Overview, zone: str) -> Mapping[str, date]:
    first, last = days_of(view) or (date.min, date.min)
    hours = [when for start in view.details.schedule if (when := _when(start, zone))]
    if first == last and hours and all(_day(start) == first and "dtend" in _when(start, zone) for start in _said(view)):
        return {"dtstart": hours[0]["dtstart"], "dtend": hours[-1]["dtend"]}
    return {"dtstart": first, "dtend": last + timedelta(days=1)}


def _said(view: Overview) -> Iterator[str]:
    return (start for start in view.details.schedule if start)


def _day(text: str) -> date | None:
    try:
        return datetime.fromisoformat(text).date() if text else None
    except ValueError:
        return None


def _when(start: str, zone: str) -> Mapping[str, date]:
    """The hours of a round, or its day where no hour is announced; nothing for what is no date."""
    try:
        if len(start) <= len("2026-11-21"):
            return {"dtstart": date.fromisoformat(start)}
        begin = datetime.fromisoformat(start).replace(tzinfo=ZoneInfo(zone) if zone else None)
    except ValueError:
        return {}
    return {"dtstart": begin, "dtend": begin + ROUND_LASTS}


def _begun(name: str) -> "Calendar":
    from icalendar import Calendar

    made = Calendar()
    made.add("prodid", "-//Tablo//Tablo//EN")
    made.add("version", "2.0")
    made.add("x-wr-calname", name)
    return made


def _ended(made: "Calendar", stamp: datetime) -> bytes:
    made.add_missing_timezones(first_date=stamp.date() - A_YEAR, last_date=stamp.date() + 2 * A_YEAR)
    return bytes(made.to_ical())

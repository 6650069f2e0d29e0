"""The sections of a festival at a glance: how far each has come, and who leads."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from domain.events import EntrantsQualified
from domain.festival.events import FestivalDetails
from domain.festival.series import WARN_AFTER_POSTPONEMENTS
from domain.festival.state import Festival, Mailing, ScheduledEdition
from domain.records import dataclass
from domain.words.festivals import Occasion
from domain.words.players import EntrantId
from projections.lists.name_search import NamesFound, find
from projections.moment.overview import Overview, overview
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot
from projections.table.prize_list import AwardRow, prize_list
from projections.table.standings import StandingRow, standings

AWARDED_PLACES = 3


@dataclass(frozen=True, slots=True)
class NewsRow:
    """A section that is over, as its table stands now: a correction changes the news too."""

    slug: str
    title: str
    winners: tuple[StandingRow, ...]
    prizes: tuple[AwardRow, ...]
    currency: str
    into: str
    """The title of the stage that the best go on into; empty = none, or nobody has come there yet."""
    going_on: tuple[Person, ...]

    def place_of(self, entrant: EntrantId) -> int:
        return next((row.place for row in self.winners if row.person.id == entrant), 0)


def festival_news(festival: Festival, snapshot_of: Callable[[str], Snapshot | None]) -> Iterator[NewsRow]:
    """The newest first; without those that have been reopened, cannot be read, or are sections no more."""
    for slug in reversed(festival.reported):
        known = snapshot_of(slug) if slug in festival.sections else None
        if known is not None and known.tournament.closed:
            yield news_row(festival, slug, known, snapshot_of)


def news_row(festival: Festival, slug: str, known: Snapshot, snapshot_of: Callable[[str], Snapshot | None]) -> NewsRow:
    prizes = prize_list(known)
    into, came = _came_from(festival, slug, snapshot_of)
    going_on = tuple(known.people[one.origin] for one in came.entrants if one.origin in known.people) if came else ()
    return NewsRow(
        slug,
        festival.sections[slug],
        tuple(row for row in standings(known).rows if row.place and row.place <= AWARDED_PLACES) if known.round else (),
        prizes.rows if prizes else (),
        prizes.currency if prizes else "",
        festival.sections.get(into, "") if going_on else "",
        going_on,
    )


def _came_from(
    festival: Festival, slug: str, snapshot_of: Callable[[str], Snapshot | None]
) -> tuple[str, EntrantsQualified | None]:
    for into, link in festival.links.items():
        if slug in link.sources and (target := snapshot_of(into)) and slug in target.tournament.qualified:
            return into, target.tournament.qualified[slug]
    return "", None


LEADERS_SHOWN = 3


@dataclass(frozen=True, slots=True)
class SectionRow:
    """One section. Without an overview its tournament cannot be read."""

    slug: str
    title: str
    overview: Overview | None = None
    leaders: tuple[StandingRow, ...] = ()
    at: int = 0
    """The journal position of its tournament that was asked for; 0 = now."""
    drawn: bool = False
    edition: int = 0
    """The number of an edition of a series, which is its title; 0 = it has a title of its own."""

    @property
    def open(self) -> int:
        return self.overview.games - self.overview.decided if self.overview else 0


@dataclass(frozen=True, slots=True)
class FestivalView:
    slug: str
    details: FestivalDetails
    sections: tuple[SectionRow, ...]
    position: int
    """The sum of the positions of the festival and of all its sections."""
    news: tuple[NewsRow, ...] = ()


def section_row(slug: str, title: str, snapshot: Snapshot | None, drawn: bool = False, edition: int = 0) -> SectionRow:
    """The section now; worked out once for each moment of its tournament."""
    if snapshot is None:
        return SectionRow(slug, title, drawn=drawn, edition=edition)

    def work(before: SectionRow | None) -> SectionRow:
        t = snapshot.tournament
        leaders = standings(snapshot).rows[:LEADERS_SHOWN] if snapshot.round else ()
        made = SectionRow(slug, title, overview(t), leaders, drawn=drawn, edition=edition)
        return before if before == made else made

    return snapshot.now(("section", slug, title, drawn, edition), work)


def festival_view(slug: str, festival: Festival, snapshot_of: Callable[[str], Snapshot | None]) -> FestivalView:
    """All sections in the order of the festival; `snapshot_of` gives None for what cannot be read."""
    found = [(tournament, title, snapshot_of(tournament)) for tournament, title in festival.sections.items()]
    editions = edition_numbers(festival)
    rows = tuple(
        section_row(slug, title, known, slug in festival.groups, editions.get(slug, 0)) for slug, title, known in found
    )
    position = festival.version + sum(known.position for _, _, known in found if known)
    return FestivalView(slug, festival.details, rows, position, tuple(festival_news(festival, snapshot_of)))


def edition_numbers(festival: Festival) -> dict[str, int]:
    """The editions of a series that have no title but their number, by the address of their tournament."""
    titled = festival.sections
    return {one.tournament: one.number for one in festival.editions if titled.get(one.tournament) == str(one.number)}


def festival_then(slug: str, festival: Festival, moments: Mapping[str, tuple[Snapshot, int]]) -> FestivalView:
    """The festival in the past; `moments` are the sections as they stood, with their journal positions."""
    view = festival_view(slug, festival, lambda tournament: moments[tournament][0] if tournament in moments else None)
    rows = (replace(row, at=moments[row.slug][1]) if row.slug in moments else row for row in view.sections)
    return replace(view, sections=tuple(rows), position=festival.version)


@dataclass(frozen=True, slots=True)
class EditionRow:
    edition: ScheduledEdition
    starts_at: str
    """ISO, the local time of the series."""
    entered: int

    @property
    def too_often(self) -> bool:
        return self.edition.postponed > WARN_AFTER_POSTPONEMENTS


def edition_rows(festival: Festival, sections: Mapping[str, SectionRow]) -> Iterator[EditionRow]:
    """In the zone of the series; of one that has ended in UTC."""
    return (edition_row(festival, edition, sections) for edition in reversed(festival.editions))


def edition_row(festival: Festival, edition: ScheduledEdition, sections: Mapping[str, SectionRow]) -> EditionRow:
    section = sections.get(edition.tournament)
    entered = section.overview.players if section and section.overview else 0
    return EditionRow(edition, _local(edition.starts_at, festival), entered)


def _local(moment: str, festival: Festival) -> str:
    zone = ZoneInfo(festival.series.plan.zone if festival.series else "UTC")
    return datetime.fromisoformat(moment).astimezone(zone).replace(tzinfo=None).isoformat(timespec="minutes")


class SectionFinds(NamedTuple):
    slug: str
    title: str
    names: NamesFound


class FestivalFinds(NamedTuple):
    wanted: str
    sections: tuple[SectionFinds, ...]


def find_in_sections(sections: Iterable[tuple[str, str, Snapshot]], wanted: str) -> FestivalFinds:
    """`sections` are address, title and tournament; the words are understood as in each of them."""
    found = (SectionFinds(slug, title, find(snapshot, wanted)) for slug, title, snapshot in sections)
    return FestivalFinds(wanted, tuple([one for one in found if one.names.rows]))


@dataclass(frozen=True, slots=True)
class MailingRow:
    mailing: Mailing
    title: str
    again: str
    """ISO, the local time of the series, of the next attempt; empty = none is needed."""


def mailing_rows(festival: Festival) -> Iterator[MailingRow]:
    for mailing in reversed(_by_occasion(festival)):
        again = _local(mailing.not_before, festival) if mailing.waiting and mailing.not_before else ""
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

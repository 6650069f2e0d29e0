"""The news of a festival: the sections that are over, their winners, and what they have won."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from domain.events import EntrantsQualified
from domain.festival.state import Festival
from domain.words.players import EntrantId
from projections.people import Person
from projections.prize_list import AwardRow, prize_list
from projections.snapshot import Snapshot
from projections.standings import StandingRow, standings

AWARDED_PLACES = 3


@dataclass(frozen=True, slots=True)
class NewsRow:
    """A section that is over, as its table stands now: a correction changes the news too."""

    slug: str
    title: str
    winners: tuple[StandingRow, ...]
    """The rows of the first three places."""
    prizes: tuple[AwardRow, ...]
    currency: str
    into: str
    """The title of the stage that the best go on into; empty = none, or nobody has come there yet."""
    going_on: tuple[Person, ...]

    def place_of(self, entrant: EntrantId) -> int:
        """0 = not among the winners."""
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

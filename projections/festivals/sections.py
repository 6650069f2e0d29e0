"""The sections of a festival at a glance: how far each has come, and who leads."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from domain.festival.events import FestivalDetails
from domain.festival.state import Festival
from projections.festivals.news import NewsRow, festival_news
from projections.overview import Overview, overview
from projections.snapshot import Snapshot
from projections.standings import StandingRow, standings

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
    """Its entrants play in groups: nobody is paired here."""
    edition: int = 0
    """The number of an edition of a series, which is its title; 0 = it has a title of its own."""

    @property
    def open(self) -> int:
        """Games of its newest round that are not decided."""
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
    editions = {one.tournament: one.number for one in festival.editions}
    rows = tuple(
        section_row(slug, title, known, slug in festival.groups, _numbered(title, editions.get(slug, 0)))
        for slug, title, known in found
    )
    position = festival.version + sum(known.position for _, _, known in found if known)
    return FestivalView(slug, festival.details, rows, position, tuple(festival_news(festival, snapshot_of)))


def _numbered(title: str, edition: int) -> int:
    """The number of an edition that nobody has given another title."""
    return edition if title == str(edition) else 0


def festival_then(slug: str, festival: Festival, moments: Mapping[str, tuple[Snapshot, int]]) -> FestivalView:
    """The same in the past; `moments` are the sections as they stood, with their journal positions."""
    view = festival_view(slug, festival, lambda tournament: moments[tournament][0] if tournament in moments else None)
    rows = (replace(row, at=moments[row.slug][1]) if row.slug in moments else row for row in view.sections)
    return replace(view, sections=tuple(rows), position=festival.version)

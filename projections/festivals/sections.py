"""The sections of a festival at a glance: how far each has come, and who leads."""

from collections.abc import Callable
from dataclasses import dataclass

from domain.festival.events import FestivalDetails
from domain.festival.state import Festival
from projections.disputes import disputed
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
    disputes: int = 0

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
    """Of the festival and of all its sections, added up."""


def section_row(slug: str, title: str, snapshot: Snapshot | None) -> SectionRow:
    """The section now; worked out once for each moment of its tournament."""
    if snapshot is None:
        return SectionRow(slug, title)

    def work(before: SectionRow | None) -> SectionRow:
        t = snapshot.tournament
        leaders = standings(snapshot).rows[:LEADERS_SHOWN] if snapshot.round else ()
        made = SectionRow(slug, title, overview(t), leaders, len(disputed(t)))
        return before if before == made else made

    return snapshot.now(("section", slug, title), work)


def festival_view(slug: str, festival: Festival, snapshot_of: Callable[[str], Snapshot | None]) -> FestivalView:
    """All sections in the order of the festival; `snapshot_of` gives None for what cannot be read."""
    found = [(tournament, title, snapshot_of(tournament)) for tournament, title in festival.sections.items()]
    rows = tuple(section_row(tournament, title, known) for tournament, title, known in found)
    position = festival.version + sum(known.position for _, _, known in found if known)
    return FestivalView(slug, festival.details, rows, position)

"""The editions of a series, the newest first."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from domain.festival.series import WARN_AFTER_POSTPONEMENTS
from domain.festival.state import Festival, ScheduledEdition
from projections.festivals.sections import SectionRow


@dataclass(frozen=True, slots=True)
class EditionRow:
    edition: ScheduledEdition
    starts_at: str
    """ISO, the local time of the series."""
    entered: int

    @property
    def too_often(self) -> bool:
        """The edition was moved so often that somebody should look at it."""
        return self.edition.postponed > WARN_AFTER_POSTPONEMENTS


def edition_rows(festival: Festival, sections: Mapping[str, SectionRow]) -> Iterator[EditionRow]:
    """In the zone of the series; of one that has ended in UTC."""
    return (edition_row(festival, edition, sections) for edition in reversed(festival.editions))


def edition_row(festival: Festival, edition: ScheduledEdition, sections: Mapping[str, SectionRow]) -> EditionRow:
    zone = ZoneInfo(festival.series.plan.zone if festival.series else "UTC")
    local = datetime.fromisoformat(edition.starts_at).astimezone(zone).replace(tzinfo=None)
    section = sections.get(edition.tournament)
    entered = section.overview.players if section and section.overview else 0
    return EditionRow(edition, local.isoformat(timespec="minutes"), entered)

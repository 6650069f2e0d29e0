"""A festival as it stood: its own journal and those of its sections, up to one moment."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from domain.festival.events import FestivalEvent
from domain.festival.state import Festival, replay_festival
from domain.words.streams import FESTIVAL
from projections.moment.snapshot import Snapshot
from server.office.archive import Moment
from server.office.festivals import FestivalOffice, Festivals
from server.office.snapshots import Snapshots, position_at
from server.office.tournaments import Office


@dataclass(frozen=True, slots=True)
class FestivalMoment:
    """A moment that somebody asked for with `?at=`."""

    position: int
    """The position of the festival's journal."""
    time: datetime


def moment_of(office: FestivalOffice, wanted: str) -> FestivalMoment:
    """A position of its journal, or a time; the sections stand as they stood then. Raises NotAMoment."""
    position = position_at(office.entries, wanted)
    if wanted.isascii() and wanted.isdigit():
        return FestivalMoment(position, office.entries[position - 1].recorded_at)
    asked = datetime.fromisoformat(wanted.replace(" ", "+") if "T" in wanted else wanted)
    written = office.entries[0].recorded_at
    return FestivalMoment(position, max(asked if asked.tzinfo else asked.replace(tzinfo=written.tzinfo), written))


def festival_at(office: FestivalOffice, moment: FestivalMoment) -> Festival:
    return replay_festival(cast(FestivalEvent, entry.event) for entry in office.entries[: moment.position])


def sections_of(festivals: Festivals, name: str, moment: Moment | None = None) -> tuple[str, ...]:
    """The addresses of the sections in their order, now or then; none if there is no festival of this name."""
    if name not in festivals:
        return ()
    office = festivals.open(name)
    if moment is None:
        return tuple(office.festival.sections)
    written = office.entries[: moment.position_in(FESTIVAL + name, office.entries)]
    return tuple(replay_festival(cast(FestivalEvent, entry.event) for entry in written).sections)


def sections_at(
    festival: Festival, tournaments: Office, snapshots: Snapshots, moment: FestivalMoment
) -> Mapping[str, tuple[Snapshot, int]]:
    """The sections that are in memory, with their positions then. For a thread, in a turn of the archive."""
    found = dict[str, tuple[Snapshot, int]]()
    for slug in festival.sections:
        known = tournaments.known(slug)
        position = Moment(moment.time).position_in(slug, known.entries) if known else 0
        if known and position:
            found[slug] = snapshots.then(known, position), position
    return found

"""The play-offs of a tournament, for a page of its desk."""

from dataclasses import dataclass

from domain.events import PlayoffDecided
from domain.tournament import undone
from projections.playoff.ties import PlayoffOfTable, playoff_of_table
from server.journal import Entry
from server.office.tournaments import TournamentOffice
from server.routes.desk.visit import Visit


@dataclass(frozen=True, slots=True)
class HeldPlayoff:
    of_table: PlayoffOfTable
    entry: Entry | None
    """The entry by which its order came into the table; None = it is not there."""


async def held_playoffs(visit: Visit, office: TournamentOffice) -> list[HeldPlayoff]:
    """Those held for a place of this table; one that cannot be read is passed over here, its own desk says why."""
    found = list[HeldPlayoff]()
    for address in office.tournament.playoff.held:
        await visit.office.read(address)
        played = visit.office.known(address)
        if played is not None:
            of_table = playoff_of_table(visit.services.snapshots.now(office), address, played.tournament)
            found.append(HeldPlayoff(of_table, _entry_of(office, address) if of_table.in_table else None))
    return found


def _entry_of(office: TournamentOffice, address: str) -> Entry | None:
    """The newest one in force with an order of this play-off."""
    void = undone(office.tournament.history)
    return next(
        (
            entry
            for entry in reversed(office.entries)
            if isinstance(entry.event, PlayoffDecided) and entry.event.source == address and entry.version not in void
        ),
        None,
    )

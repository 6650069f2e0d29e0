"""The times at which games of the tied ended, as far as the journal knows: the earliest next game follows (32.5.3)."""

from domain.decisions.playoffs import TiedPlayers, earliest_start, start_of_playoff
from domain.events import PlayoffDecided, boards_of
from domain.records import dataclass
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
    """Play-offs held for a place of this table; one that cannot be read is passed over here, its own desk says why."""
    found = list[HeldPlayoff]()
    for address in office.tournament.playoff.held:
        await visit.office.read(address)
        played = visit.office.known(address)
        if played is not None:
            of_table = playoff_of_table(visit.services.snapshots.in_hall(office), address, played.tournament)
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


def last_games_ended(office: TournamentOffice, tied: TiedPlayers) -> str:
    """The local time of the newest entry about a last game of the tied; empty = there is none."""
    newest, players = office.tournament.round(office.tournament.published), set(tied.players)
    return _newest_entry_time(
        office, {(newest.number, b.number) for b in newest.boards if {b.white, b.black} & players}
    )


def earliest_playoff(office: TournamentOffice, tied: TiedPlayers) -> str:
    """The local time before which nobody of the tied plays again; empty = not known."""
    return start_of_playoff(last_games_ended(office, tied))


def newest_games_ended(office: TournamentOffice) -> str:
    t = office.tournament
    return _newest_entry_time(office, {(t.paired, b.number) for b in t.round(t.paired).boards} if t.paired else set())


def earliest_step(office: TournamentOffice) -> str:
    """The local time before which the next step of a play-off does not begin; empty = not known."""
    return earliest_start(office.tournament, newest_games_ended(office))


def _newest_entry_time(office: TournamentOffice, boards: set[tuple[int, int]]) -> str:
    times = (entry.recorded_at for entry in reversed(office.entries) if boards & set(boards_of(entry.event)))
    newest = next(times, None)
    return newest.astimezone().replace(tzinfo=None).isoformat(timespec="minutes") if newest else ""

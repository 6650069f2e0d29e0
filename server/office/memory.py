"""Keep tournaments in memory that are in use, and for a while those that somebody has looked at."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from server.office.tournament import TournamentOffice


@dataclass(frozen=True, slots=True)
class Room:
    """The memory given to tournaments that are not in use. An entry takes a kilobyte, and two where
    its pages have been looked at."""

    idle_seconds: float = 15 * 60.0
    idle_entries: int = 30_000
    """The limit: beyond it a quarter goes at once, longest unused first."""
    read_ahead_entries: int = 20_000
    """The entries that a starting server reads, newest tournaments first; a small journal is read whole."""
    look_seconds: float = 5.0
    """Between two looks for what is to go."""

    def surplus(
        self, held: Iterable[TournamentOffice], in_use: Collection[str], now: float
    ) -> Iterable[TournamentOffice]:
        """The tournaments to be forgotten. The one used last keeps its whole time, however long it is."""
        idle = [office for office in held if office.id not in in_use and not office.busy]
        entries = sum(office.position for office in idle)
        room = self.idle_entries if entries <= self.idle_entries else 0.75 * self.idle_entries
        for left, office in enumerate(sorted(idle, key=_used_at), start=1 - len(idle)):
            if now - office.used_at > self.idle_seconds or (entries > room and left):
                entries -= office.position
                yield office


def _used_at(office: TournamentOffice) -> float:
    return office.used_at

"""Copies handed off to another machine, or played on this one, with the secret that seals what is carried."""

from dataclasses import field
from enum import StrEnum

from domain.records import dataclass
from server.journal.side.rows import SideTables

CREATE_HANDOFFS = (
    "CREATE TABLE IF NOT EXISTS handoffs (id TEXT PRIMARY KEY, stream TEXT NOT NULL, secret TEXT NOT NULL, "
    "place TEXT NOT NULL)"
)


class HandoffPlace(StrEnum):
    AWAY = "away"
    """Handed off from this machine."""
    HERE = "here"
    """Played on this machine."""
    GIVEN_BACK = "given-back"
    """Was played on this machine."""


@dataclass(frozen=True, slots=True)
class KeptHandoff:
    id: str
    stream: str
    secret: str = field(repr=False)
    place: HandoffPlace


class HandoffRows(SideTables):
    def keep(self, one: KeptHandoff) -> None:
        """What is known of it already stays."""
        kept = "INSERT INTO handoffs VALUES (?, ?, ?, ?) ON CONFLICT (id) DO NOTHING"
        self._run(kept, (one.id, one.stream, one.secret, one.place))

    def find(self, id: str) -> KeptHandoff | None:
        rows = self._run("SELECT id, stream, secret, place FROM handoffs WHERE id = ?", (id,))
        found = [tuple(map(str, row)) for row in rows]
        return next((KeptHandoff(id, stream, secret, HandoffPlace(at)) for id, stream, secret, at in found), None)

    def is_played_here(self, id: str) -> bool:
        return bool(self._run("SELECT 1 FROM handoffs WHERE id = ? AND place = ?", (id, HandoffPlace.HERE)))

    def moved(self, id: str, place: HandoffPlace) -> None:
        self._run("UPDATE handoffs SET place = ? WHERE id = ? AND place <> ?", (place, id, HandoffPlace.AWAY))

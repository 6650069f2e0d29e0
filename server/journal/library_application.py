"""A journal as an application of the event sourcing library, so that its own projections and runners follow it.

    ProjectionRunner(application_class=JournalApplication, projection_class=..., view_class=...,
                     env={"TABLO_JOURNAL": "tablo.sqlite"})

It only reads: the office decides what is written, and the journal seals it.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.persistence import ApplicationRecorder, Mapper, StoredEvent

from domain.events import Event
from server.journal import open_journal
from server.journal.codec import Codec, row_claims

JOURNAL_VARIABLE = "TABLO_JOURNAL"
"""The journal's file, or its database address."""


@dataclass(frozen=True, slots=True)
class JournalEvent:
    """An entry as the library knows events: which stream it is in, at which version, and what happened."""

    originator_id: UUID
    originator_version: int
    stream: str
    by: str
    recorded_at: datetime
    happened: Event


class JournalMapper(Mapper[UUID]):
    """Makes an event of a stored row; an older shape is brought up to the newest."""

    def __init__(self) -> None:
        self._codec = Codec()

    def to_stored_event(self, domain_event: Any) -> StoredEvent:
        raise TypeError("the office writes a journal; this application reads it")

    def to_domain_event(self, stored_event: StoredEvent) -> Any:
        """Raises what the journal raises for a row that cannot be read."""
        stream = row_claims(stored_event.state).stream
        entry = self._codec.read(stored_event.topic, stored_event.state, stream, stored_event.originator_version)
        id, version = UUID(str(stored_event.originator_id)), stored_event.originator_version
        return JournalEvent(id, version, stream, entry.by, entry.recorded_at, entry.event)


class JournalApplication(Application[UUID]):
    """The library's application over a journal."""

    env: ClassVar[dict[str, str]] = {}

    def construct_recorder(self) -> ApplicationRecorder:
        journal = open_journal(self.env[JOURNAL_VARIABLE])
        self._journal = journal
        return journal.recorder

    def construct_mapper(self) -> Mapper[UUID]:
        return JournalMapper()

    def close(self) -> None:
        super().close()
        self._journal.close()

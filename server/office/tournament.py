"""The office of one tournament."""

from collections.abc import Callable

from domain.events import Event
from domain.tournament import Tournament, replay
from server.journal import AsyncJournal
from server.office.stream import Appended, Changed, Standing, StreamOffice, no_listener, no_timer

Decide = Callable[[Tournament], list[Event]]
"""A decision of the domain with everything but the tournament filled in; raises a Refusal."""


class TournamentOffice(StreamOffice[Tournament, Event]):
    """`tournament` is its state."""

    __slots__ = ()

    def __init__(
        self,
        id: str,
        journal: AsyncJournal,
        changed: Changed = no_listener,
        appended: Appended = no_timer,
        standing: Standing | None = None,
    ) -> None:
        super().__init__(id, journal, Tournament(), replay, Tournament.copy, changed, appended, standing or Standing())

    @property
    def tournament(self) -> Tournament:
        return self.state

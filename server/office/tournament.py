"""The office of one tournament."""

from collections.abc import Callable

from domain.decisions.setup.announcing import not_thrown_away
from domain.events import Event
from domain.tournament import Tournament, replay
from server.journal import AsyncJournal
from server.office.commands import Outcome
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

    async def command(self, command_id: str, by: str, decide: Decide, digest: str = "") -> Outcome:
        """As ever. Raises WasThrownAway, too: for the desk, programs, players and Tablo itself alike."""
        return await super().command(command_id, by, lambda t: not_thrown_away(t, decide(t)), digest)

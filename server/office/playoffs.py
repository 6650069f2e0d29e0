"""Orders of play-offs that come into the table of their tournament, and leave it, by themselves.

A play-off and its tournament are two streams: the order is written into the second right after the first has moved.
Everything here can be done twice: a server that stopped in between goes on where it was, and of two servers one is
first.
"""

from dataclasses import dataclass

from domain.decisions.playoffs import follow_playoff
from domain.events import Event
from domain.formats.playoff.rules import position_of
from domain.tournament import Tournament
from projections.moment.overview import Phase
from projections.moment.snapshot import snapshot
from projections.playoff.ties import still_tied
from server.office.stages import taken_or_logged
from server.office.tournaments import Office, TournamentOffice


@dataclass(slots=True)
class PlayoffOrders:
    office: Office

    async def follow(self, moved: TournamentOffice, by: str) -> None:
        """Bring tables into line with a tournament that has moved: the one it is played for, or its own."""
        facts = moved.tournament.playoff
        if facts.declared is not None:
            await taken_or_logged(self._follow(facts.declared.source, moved.id, by), moved.id)
        for address in facts.held:
            await taken_or_logged(self._follow(moved.id, address, by), moved.id)

    async def _follow(self, table: str, playoff: str, by: str) -> None:
        """`by` is the author of the entry; empty = whoever wrote the newest one of the play-off."""
        played, target = await self.office.open(playoff), await self.office.open(table)
        position, outcome = played.position, position_of(played.tournament).outcome

        def decide(t: Tournament) -> list[Event]:
            held = t.playoff.held.get(playoff)
            tied = held is not None and still_tied(snapshot(t), held)
            return follow_playoff(t, playoff, position, outcome, tied)

        if decide(target.tournament):
            author = by or played.entries[-1].by
            await target.command(f"{table}/{playoff}/{position}/{target.position}", author, decide)

    async def catch_up(self) -> None:
        """Take over what a server before this one left undone."""
        await self.office.started()
        for summary in list(self.office.catalogue):
            source = self.office.catalogue.get(summary.overview.playoff_of)
            if source is not None and source.overview.phase is not Phase.CLOSED:
                await taken_or_logged(self._follow(source.slug, summary.slug, ""), summary.slug)

"""Steps that Tablo takes by itself: groups become tournaments, qualifiers are registered, play-offs order their table.

Everything here can be done twice: a server that stopped half-way goes on where it was, and of two servers one is first.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Iterable, Sequence
from dataclasses import field
from datetime import UTC, datetime, timedelta

from domain import events as e
from domain.decisions.players.registering import again, register_many
from domain.decisions.playoffs import follow_playoff
from domain.decisions.qualifying import ComesFrom, register_qualifiers
from domain.decisions.setup.announcing import announce_tournament
from domain.events import Event
from domain.festival.groups import announce_groups
from domain.festival.state import Festival
from domain.formats.playoff.rules import position_of
from domain.records import dataclass
from domain.refusals import Refusal
from domain.tournament import Tournament, replay
from domain.words.players import ALL_OTHERS, Player
from domain.words.regulations import Details, Regulations
from projections.festivals.qualifiers import coming_from
from projections.moment.overview import Phase
from projections.moment.snapshot import Snapshot, snapshot
from projections.playoff.ties import still_tied
from server.journal import JournalTrouble
from server.office.festivals import FestivalOffice, Festivals
from server.office.snapshots import Snapshots
from server.office.stream import THE_PROGRAM, Outcome
from server.office.tournaments import NoSuchTournament, Office, TournamentOffice

log = logging.getLogger("tablo.stages")


@dataclass(slots=True)
class Stages:
    office: Office
    festivals: Festivals
    snapshots: Snapshots
    _closed: asyncio.Queue[str] = field(default_factory=asyncio.Queue)
    """Tournaments that have come to their end, and are still to be looked at."""

    def changed(self, tournament: str) -> None:
        """Registers the qualifiers of a tournament that has moved soon, if it is closed by now."""
        known = self.office.known(tournament)
        if known is not None and known.tournament.closed and tournament in self._sources():
            self._closed.put_nowait(tournament)

    async def announce(self, office: FestivalOffice, pool: str, by: str) -> None:
        """Make the tournaments of a draw, those that are not there yet, and let them be sections."""
        drawn = office.festival.groups[pool]
        if pool in office.festival.announced:
            return
        entered = (await self.office.open(pool)).tournament
        groups, stages = list[str](), list[str]()
        for group in drawn.groups:
            players = [entered.players[id] for id in group.entrants]
            groups.append(await self.found(office, pool, group.title, drawn.regulations, players, by))
        for stage in drawn.stages:
            stages.append(await self.found(office, pool, stage.title, stage.regulations, [], by))
        await office.command(
            f"{office.id}/{pool}/groups", by, lambda state: announce_groups(state, pool, groups, stages)
        )

    async def sending(self, into: str, rule: ComesFrom) -> list[e.Event]:
        """The events that `send` would write now. Raises the same."""
        coming = coming_from(self.snapshots.in_hall(await self.office.open(rule.source)), rule)
        return register_qualifiers((await self.office.open(into)).tournament, rule, coming)

    async def send(self, into: str, rule: ComesFrom, by: str) -> Outcome:
        """Register those who go on from one source. Raises NoQualifiersYet, QualifiersTied, NoSuchTournament."""
        target = await self.office.open(into)
        coming = coming_from(self.snapshots.in_hall(await self.office.open(rule.source)), rule)
        id = f"{into}/{rule.source}/{coming.position}/{target.position}"
        return await target.command(id, by, lambda t: register_qualifiers(t, rule, coming))

    async def work(self) -> None:
        """Take the steps that an earlier server left undone, then watch each tournament for its end."""
        for office in self.festivals:
            for pool in office.festival.groups:
                await taken_or_logged(self.announce(office, pool, THE_PROGRAM), office.id)
        for source in self._sources():
            self._closed.put_nowait(source)
        while True:
            source = await self._closed.get()
            await taken_or_logged(self._send_from(source), source)

    def _sources(self) -> set[str]:
        links = (link for office in self.festivals for link in office.festival.links.values())
        return {source for link in links for source in link.sources}

    async def _send_from(self, source: str) -> None:
        """Registers qualifiers of a closed tournament in every stage that takes from it and has not begun."""
        if self.phase(source) is not Phase.CLOSED:
            return
        for office in self.festivals:
            for link in list(office.festival.links.values()):
                if source in link.sources and self.phase(link.into) is Phase.ANNOUNCED:
                    rule = ComesFrom(source, link.places, link.carry, link.least_games)
                    await taken_or_logged(self._send_first(link.into, rule, later_stage_days(office.festival)), source)

    async def _send_first(self, into: str, rule: ComesFrom, days: int | None) -> None:
        """Unless they have been sent before (the arbiter may have taken that back), or so many days after the first."""
        entries = (await self.office.open(into)).entries
        came = [entry for entry in entries if isinstance(entry.event, e.EntrantsQualified)]
        if any(isinstance(one.event, e.EntrantsQualified) and one.event.source == rule.source for one in came):
            return
        if came and days is not None and datetime.now(UTC) > came[0].recorded_at + timedelta(days=days):
            log.warning("a stage takes nobody any more", extra={"facts": {"into": into, "of": rule.source}})
            return
        await self.send(into, rule, THE_PROGRAM)

    async def read(self, tournaments: Iterable[str]) -> AsyncIterator[Snapshot]:
        """The newest moments of those that can be read."""
        for slug in tournaments:
            await self.office.read(slug)
            known = self.office.known(slug)
            if known is not None:
                yield self.snapshots.in_hall(known)

    def phase(self, tournament: str) -> Phase | None:
        """The progress of it, without reading it; None = there is none, or it cannot be read."""
        summary = self.office.catalogue.get(tournament)
        return summary.overview.phase if summary else None

    async def found(
        self,
        office: FestivalOffice,
        pool: str,
        title: str,
        regulations: Regulations,
        players: Sequence[Player],
        by: str,
    ) -> str:
        """The address of the tournament of a group, a stage or a petition, founded once; `pool` tells them apart."""
        about = office.festival.details
        details = Details(f"{about.name}: {title}", city=about.city, start=about.start, end=about.end)

        def found(nothing: Tournament) -> list[e.Event]:
            events = announce_tournament(details, regulations)
            new = [again(player) for player in players]
            return [*events, *register_many(replay(events, nothing.copy()), new, answers=ALL_OTHERS)]

        made = await self.office.create(details.name, f"{office.id}/{pool}/{title}", by, found)
        return made.id


def later_stage_days(festival: Festival) -> int | None:
    """Days in which a later stage of a series takes entrants (RR13); None = it is no series."""
    return festival.series.plan.entries.later_stage_days if festival.series else None


async def taken_or_logged(step: Awaitable[object], about: str) -> None:
    """A step that cannot be taken now is logged: the desk shows what is missing, and offers it."""
    try:
        await step
    except (Refusal, JournalTrouble, NoSuchTournament) as why:
        log.warning("a stage does not go on by itself", extra={"facts": {"of": about, "why": type(why).__name__}})
    except Exception:
        log.exception("a stage does not go on by itself", extra={"facts": {"of": about}})


# Orders of play-offs that come into the table of their tournament, and leave it, by themselves.
# A play-off and its tournament are two streams: the order is written into the second right after the first has
# moved.


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
        """`by` is the author of the entry; empty = the author of the newest one of the play-off."""
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

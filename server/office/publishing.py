"""Rounds that are published by the clock, at the time that was set for them, if they are paired by then.

A draft that somebody has changed since, or that cannot be published at that time, is left to the desk, which is told.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import field
from datetime import datetime, timedelta
from enum import StrEnum

from domain import events as e
from domain.decisions.rounds.pairing import publish_rounds
from domain.events import Event
from domain.records import dataclass
from domain.refusals import Refusal
from domain.tournament import Tournament
from projections.lists.catalogue import CatalogueList
from projections.moment.overview import next_publication
from server.clock import hall_clock
from server.journal import JournalTrouble
from server.office.telling.mailings import nobody_else
from server.office.tournaments import Office, TournamentOffice
from server.supervisor import QuietLog

log = logging.getLogger("tablo.publishing")

PUBLISHING_LOOK_SECONDS = 1.0
LEFT_TO_THE_OWNER = timedelta(minutes=2)
"""So long a process looks whether whoever answers for a tournament still lives, once its time has come."""
CHANGING = (
    e.RoundPaired,
    e.BoardsAltered,
    e.HandPairingBegun,
    e.HandPairingEnded,
    e.EventUndone,
    e.PublicationPlanned,
    e.DetailsAmended,
)
"""What makes a draft another one, or its time: what happens of it after that time is the desk's to publish."""


class ClockState(StrEnum):
    TO_PAIR = "to-pair"
    """Its time is to come, and it is not paired."""
    WAITS = "waits"
    """It is paired, and published at its time."""
    NOT_PAIRED = "not-paired"
    """It was not paired at its time."""
    LEFT = "left"
    """It was changed after its time."""


@dataclass(frozen=True, slots=True)
class NextPublication:
    """The first round that is not published, where a time is set for it."""

    round: int
    at: datetime
    """Local."""
    state: ClockState
    refused: Refusal | None = None
    """Why it cannot be published as it is."""

    @property
    def over(self) -> bool:
        """It will not be published by the clock any more."""
        return self.state in (ClockState.NOT_PAIRED, ClockState.LEFT)


def publication_to_come(office: TournamentOffice, now: datetime) -> NextPublication | None:
    """`now` is local."""
    t, at = office.tournament, next_publication(office.tournament)
    if at is None:
        return None
    if t.draft is None:
        state = ClockState.TO_PAIR if now < at else ClockState.NOT_PAIRED
        return NextPublication(t.published + 1, at, state)
    state = ClockState.LEFT if at <= now and _changed_since(office, at) else ClockState.WAITS
    return NextPublication(t.draft.number, at, state, _refused(t))


def _changed_since(office: TournamentOffice, at: datetime) -> bool:
    """From the newest entry back to the draft."""
    for entry in reversed(office.entries):
        if isinstance(entry.event, CHANGING) and entry.recorded_at > at.astimezone():
            return True
        if isinstance(entry.event, e.RoundPaired):
            return False
    return False


def _refused(t: Tournament) -> Refusal | None:
    try:
        publish_rounds(t, t.paired)
    except Refusal as refusal:
        return refusal
    return None


@dataclass(slots=True)
class RoundsByClock:
    office: Office
    mine: Callable[[str], Awaitable[bool]] = nobody_else
    """True if this process answers for the tournament of this name, or does from now on because nobody did."""
    clock: Callable[[], datetime] = hall_clock
    _due: dict[str, datetime] = field(default_factory=dict)
    """Tournaments with a time that is to come, or that has just come."""
    _changed: set[str] = field(default_factory=set)
    """Tournaments that may have another time by now."""
    _quiet: QuietLog = field(default_factory=lambda: QuietLog(log))

    def changed(self, slug: str) -> None:
        self._changed.add(slug)

    async def work(self) -> None:
        """Tournaments that are not in memory are known by their lines in the catalogue."""
        await self.office.started()
        self._changed.update(self.office)
        while True:
            await self.look()
            await asyncio.sleep(PUBLISHING_LOOK_SECONDS)

    async def look(self) -> None:
        self._learn()
        now = self.clock()
        for slug, at in [(slug, at) for slug, at in self._due.items() if at <= now]:
            mine = await self.mine(slug)
            if mine or now > at + LEFT_TO_THE_OWNER:
                self._due.pop(slug, None)
            if mine:
                with self._quiet.going_on("a round is not published by the clock", tournament=slug):
                    await self._publish(slug, now)

    def _learn(self) -> None:
        changed, self._changed = self._changed, set()
        for slug in changed:
            summary = self.office.catalogue.get(slug)
            self._due.pop(slug, None)
            if summary is None and slug in self.office:
                self._changed.add(slug)  # it is still being read
            if summary is not None and summary.overview.next_publication and summary.shelf is CatalogueList.DESK:
                self._due[slug] = datetime.fromisoformat(summary.overview.next_publication)

    async def _publish(self, slug: str, now: datetime) -> None:
        """A refusal is left to the desk until the tournament changes; trouble of the journal is tried again."""
        try:
            office = await self.office.open(slug)
            await office.step(lambda t: self._decide(office, t, now))
        except JournalTrouble:
            self._changed.add(slug)
            raise

    def _decide(self, office: TournamentOffice, t: Tournament, now: datetime) -> list[Event]:
        """Nothing for what is published, taken back or changed by now."""
        coming = publication_to_come(office, now)
        draft, at = t.draft, next_publication(t)
        if draft is None or at is None or at > now or coming is None or coming.state is not ClockState.WAITS:
            return []
        return publish_rounds(t, draft.number, now.date().isoformat(), by_clock=True)

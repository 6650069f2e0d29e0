"""Previews of events that nobody has written yet: worked out in a thread, shown beside a form as it is filled in."""

import asyncio
import time
from collections.abc import Callable, Sequence

from starlette.responses import HTMLResponse, Response

from domain.events import EntrantsQualified, Event, EventUndone, boards_of
from domain.records import dataclass
from domain.refusals import Refusal
from domain.tournament import Tournament
from projections.festivals.qualifiers import Drift, drift
from projections.moment.snapshot import Snapshot, snapshot
from projections.playoff.preview import PlayoffEffect, TieEffect, playoff_effect, ties_after
from projections.round.matches import match_effects
from projections.round.reprojection import PairingEffect, branch, pairing_effects
from projections.table.preview import Effect, effect
from server.office.tournaments import TournamentOffice
from server.routes.desk.visit import Visit
from web.rendering import part
from web.wording.refusals import sentence

PREVIEW_SECONDS = 2.0
"""Seconds the pairing engine gets to think about a preview; later rounds are left out and said so."""


async def preview(visit: Visit, office: TournamentOffice, decide: Callable[[Tournament], list[Event]]) -> Response:
    """A fragment of a page: the effect of a decision, or why it cannot be taken.

    `?part=table` answers at once; `?part=pairings` asks the engine.
    """

    def shown(name: str, what: object) -> str:
        return part("desk/effect.html", name, what, lang=visit.words.code)

    try:
        events = decide(office.tournament)
    except Refusal as refusal:
        return fragment(shown("refused", sentence(refusal, office.tournament, visit.words)))
    if visit.asked("part") == "pairings":
        return fragment(shown("pairings", await timed_preview(await visit.still(), events)))
    table = shown("table", await asyncio.to_thread(effect, await visit.still(), tuple(events)))
    matches = shown("matches", tuple(match_effects(await visit.still(), events)))
    return fragment(matches + table + shown("stages", await drifts_after(visit, office, events)))


def fragment(html: str) -> Response:
    return HTMLResponse(html, headers={"Cache-Control": "no-store"})


@dataclass(frozen=True, slots=True)
class TimedPreview:
    effect: Effect
    rounds: tuple[PairingEffect, ...]
    complete: bool
    playoff: PlayoffEffect | None = None
    ties: tuple[TieEffect, ...] = ()
    """Play-offs for places of the table that it voids, or brings back."""


async def timed_preview(now: Snapshot, events: Sequence[Event]) -> TimedPreview:
    """`now` is a still snapshot (`Snapshots.still`): entry at the other boards goes on meanwhile."""
    return await asyncio.to_thread(_outlook, now, tuple(events))


def _outlook(now: Snapshot, events: tuple[Event, ...]) -> TimedPreview:
    first = first_round(now.tournament, events)
    seen = effect(now, events)
    deadline = time.monotonic() + PREVIEW_SECONDS
    rounds: list[PairingEffect] = []
    played, ties = playoff_effect(now, events), ties_after(now, events)
    if played is not None:
        return TimedPreview(seen, (), complete=True, playoff=played)
    for round in pairing_effects(now, events, first):
        if time.monotonic() > deadline:
            return TimedPreview(seen, tuple(rounds), complete=False, ties=ties)
        rounds.append(round)
    return TimedPreview(seen, tuple(rounds), complete=True, ties=ties)


def first_round(tournament: Tournament, events: Sequence[Event]) -> int:
    """The earliest round the events speak of, or what they undo: pairings after it may differ."""
    meant = [tournament.history[e.version - 1] if isinstance(e, EventUndone) else e for e in events]
    rounds = [round for event in meant for round, _ in boards_of(event)]
    return min(rounds, default=tournament.published)


async def drifts_after(visit: Visit, office: TournamentOffice, events: Sequence[Event]) -> list[tuple[str, Drift]]:
    """The name of each stage that has taken entrants from here, and who would have come with these events.

    A stage that cannot be read is passed over: its own desk says why.
    """
    found = list[tuple[str, Drift]]()
    for festival in visit.services.festivals.festivals.of(office.id):
        into = [link.into for link in festival.festival.links.values() if office.id in link.sources]
        for slug in into:
            await visit.office.read(slug)
            known = visit.office.known(slug)
            target = known.tournament if known is not None else Tournament()
            came = target.qualified.get(office.id)
            changed = await _drift_then(target, came, await visit.still(), events) if came else None
            if changed is not None:
                found.append((target.details.name, changed))
    return found


async def _drift_then(
    target: Tournament, came: EntrantsQualified, now: Snapshot, events: Sequence[Event]
) -> Drift | None:
    """The drift of a tournament that nobody evolves meanwhile, worked out in a thread."""
    return await asyncio.to_thread(lambda: drift(target, came, snapshot(branch(now.tournament, events))))

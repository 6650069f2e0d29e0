"""The stages after a tournament, for its desk and the preview of a correction in it."""

import asyncio
from collections.abc import Sequence

from domain.events import EntrantsQualified, Event
from domain.tournament import Tournament
from projections.festivals.qualifiers import Drift, drift
from projections.moment.snapshot import Snapshot, snapshot
from projections.table.preview import branch
from server.office.tournaments import TournamentOffice
from server.routes.desk.visit import Visit


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

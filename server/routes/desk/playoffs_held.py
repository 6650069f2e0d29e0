"""The play-offs of a tournament, for a page of its desk."""

from projections.playoff_drift import PlayoffDrift, playoff_drift
from server.routes.desk.visit import Visit


async def playoff_drifts_of(visit: Visit) -> list[PlayoffDrift]:
    """Play-offs that give another order by now; one that cannot be read is passed over here, its own desk says why."""
    t, found = visit.at.tournament, list[PlayoffDrift]()
    for address in t.playoff.held:
        await visit.office.read(address)
        played = visit.office.known(address)
        if played is not None and (drift := playoff_drift(t, address, played.tournament)):
            found.append(drift)
    return found

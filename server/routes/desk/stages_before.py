"""The stages before a tournament, for a page of its desk."""

from projections.festivals.qualifiers import Drift, drift
from server.routes.desk.visit import Visit


async def drifts_of(visit: Visit) -> list[Drift]:
    """Sources that would send others by now; one that cannot be read is passed over here, its own desk says why."""
    target, found = visit.at.tournament, list[Drift]()
    for slug, came in target.qualified.items():
        await visit.office.read(slug)
        source = visit.office.known(slug)
        if source is not None and (changed := drift(target, came, visit.services.snapshots.now(source))):
            found.append(changed)
    return found

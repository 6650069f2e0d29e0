"""The tabs of a tournament over a page of the whole desk."""

from contextlib import suppress

from server.journal import JournalTrouble
from server.routes.desk.visit import Visit


async def in_tabs_of_tournament(visit: Visit) -> None:
    """A page that somebody reached from a tournament keeps its tabs: `?of=open`."""
    slug = visit.asked("of")
    if slug in visit.office and visit.concerns(slug):
        with suppress(JournalTrouble):
            await visit.open(slug)

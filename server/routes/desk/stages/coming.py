"""Who may come into a later stage of a festival, and who may win it, before it has begun."""

from collections.abc import Iterator, Mapping, Sequence

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.festival.events import SectionsLinked
from projections.chances.playing_out import NotPlayedOut
from projections.festivals.stages_to_come import who_may_come
from server.routes.desk import rows as r
from server.routes.desk.visit import Visit
from web.wording.refusals import sentence


async def show_coming_stage(visit: Visit) -> Response:
    festival, into = visit.festival.festival, visit.path("section")
    if into not in festival.links:
        raise HTTPException(404)
    await visit.services.festivals.read(visit.festival)
    slugs = {into, *_sources(festival.links, into)}
    moments = {slug: at for slug in slugs if (at := visit.services.festivals.at_desk(slug)) is not None}
    known = {slug: at.tournament for slug, at in moments.items()}
    found, why, rows = None, "", []
    off = not visit.services.settings.chances or any(t.chances.off for t in known.values())
    allowed = known.keys() == slugs and not off
    if allowed and not known[into].published:
        try:
            found = visit.services.stage_chances.asked(into, known, festival.links)
        except NotPlayedOut as none:
            why = sentence(none.why, None, visit.words) if none.why else ""
            allowed = False
    if found is not None:
        rows = who_may_come(found, moments, festival.sections)
    return visit.page(
        "desk/coming_stage.html",
        festival=visit.festival,
        into=into,
        title=festival.sections.get(into, into),
        begun=into in known and known[into].published > 0,
        allowed=allowed,
        why=why,
        found=found,
        rows=rows,
    )


def _sources(links: Mapping[str, SectionsLinked], into: str) -> Iterator[str]:
    for slug in links[into].sources:
        yield slug
        if slug in links:
            yield from _sources(links, slug)


routes: Sequence[BaseRoute] = (r.festival_get("/coming/{section}", show_coming_stage),)

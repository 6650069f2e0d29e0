"""Festivals at the desk: a new one, its sections and their order, and how each of them stands."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from starlette.responses import Response

from domain.decisions.setup import announcing
from domain.decisions.setup.regulations import IN_FORCE
from domain.festival import decisions as decide
from domain.festival.events import FestivalDetails, FestivalEvent
from domain.festival.state import Festival
from domain.refusals import BadField
from domain.tournament import Tournament
from domain.words.festivals import Carry, Seeding
from domain.words.regulations import Details, Format
from projections.festivals.qualifiers import Drift, drift, link_rows
from projections.round.disputes import disputed
from server.office.festivals import FestivalOffice
from server.routes.desk.setup.announcement import starting_with
from server.routes.desk.visit import Visit, go
from web.paper.festivals import FESTIVAL_PAPERS


async def show_festivals(visit: Visit) -> Response:
    return visit.page("desk/festivals.html", festivals=list(visit.services.festivals.festivals))


async def create_festival(visit: Visit) -> Response:
    return go(f"/desk/festivals/{(await announced_festival(visit)).name}")


async def announced_festival(visit: Visit) -> FestivalOffice:
    """The new festival of the form."""
    details = _details(visit, FestivalDetails(""))
    return await visit.create_festival(details.name, lambda _: decide.announce_festival(details))


async def show_festival(visit: Visit) -> Response:
    office = visit.festival
    view = await visit.services.festivals.read(office)
    known = {slug: found.tournament for slug in office.festival.sections if (found := visit.office.known(slug))}
    return visit.page(
        "desk/festival.html",
        festival=office,
        drifts=dict(_drifts(visit, office.festival, known)),
        view=view,
        papers=FESTIVAL_PAPERS,
        most_rounds=max((t.paired for t in known.values()), default=0),
        disputes={slug: len(disputed(t)) for slug, t in known.items()},
        links=list(link_rows(office.festival, {row.slug: row for row in view.sections}, known)),
        formats=[format for format in Format if format is not Format.PLAYOFF],
        carries=list(Carry),
        seedings=list(Seeding),
        tournaments=await visit.choices(),
        page=visit.searched,
    )


def _drifts(
    visit: Visit, festival: Festival, known: Mapping[str, Tournament]
) -> Iterator[tuple[tuple[str, str], Drift]]:
    """By the section that entrants came into and the one they came from: others would come by now."""
    for into in festival.links:
        target = known.get(into)
        for source, came in target.qualified.items() if target else ():
            now = visit.services.festivals.snapshot_of(source)
            if target and now is not None and (changed := drift(target, came, now)):
                yield (into, source), changed


async def amend_festival(visit: Visit) -> Response:
    details = _details(visit, visit.festival.festival.details)
    details = replace(details, one_prize_each=visit.form.ticked("one_prize_each"))
    return await _decided(visit, lambda state: decide.amend_festival(state, details))


async def add_section(visit: Visit) -> Response:
    """A tournament that is here already."""
    slug = visit.form.text("tournament")
    if slug not in visit.office:
        raise BadField("tournament", slug, "not-here")
    title = visit.form.text("title") or visit.office.name_of(slug)[: decide.LONGEST_SECTION_TITLE]
    return await _decided(visit, lambda state: decide.add_section(state, slug, title))


async def announce_section(visit: Visit) -> Response:
    """A new tournament, with the place and the dates of the festival."""
    office, form = visit.festival, visit.form
    festival, title = office.festival, form.text("title")
    added = decide.add_section(festival, "", title)  # refused before there is a tournament of that name
    visit.before_another_stream(lambda: added)
    about = festival.details
    details = Details(f"{about.name}: {title}", city=about.city, start=about.start, end=about.end)
    regulations = starting_with(form.choice("format", Format), form.whole("rounds"), IN_FORCE)
    made = await visit.office.create(
        details.name,
        f"{visit.command_id}/t",
        visit.session.name,
        lambda _: announcing.announce_tournament(details, regulations),
        visit.digest(),
    )
    return await _decided(visit, lambda state: decide.add_section(state, made.id, title))


async def rename_section(visit: Visit) -> Response:
    slug, title = visit.path("section"), visit.form.text("title")
    return await _decided(visit, lambda state: decide.rename_section(state, slug, title))


async def move_section(visit: Visit) -> Response:
    """One place up or down."""
    slug, up = visit.path("section"), visit.form.text("by") == "up"
    return await _decided(visit, lambda state: decide.move_section(state, slug, up=up))


async def remove_section(visit: Visit) -> Response:
    slug = visit.path("section")
    return await _decided(visit, lambda state: decide.remove_section(state, slug))


async def _decided(visit: Visit, decision: Callable[[Festival], list[FestivalEvent]]) -> Response:
    return go(f"/desk/festivals/{(await visit.command_festival(decision)).name}")


def _details(visit: Visit, before: FestivalDetails) -> FestivalDetails:
    form = visit.form
    return replace(
        before, name=form.text("name"), city=form.text("city"), start=form.text("start"), end=form.text("end")
    )

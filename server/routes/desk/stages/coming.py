"""What comes next in a festival: who sees it in all sections, and who may come into a later stage and win it."""

from collections.abc import AsyncIterator, Sequence

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.decisions.setup.chances import show_chances
from domain.events import Event
from domain.refusals import BadField
from domain.stewards.permissions import Action
from domain.tournament import Tournament
from domain.words.choices.chances import ChancesFor, OpenGames
from projections.chances.rest import NotPlayedOut
from projections.festivals.stages_to_come import StageAhead, StageHead, StageStanding
from server.office.chances.stages import stages_before
from server.office.tournaments import TournamentOffice
from server.routes.desk import rows as r
from server.routes.desk.visit import Visit, go
from web.wording.refusals import sentence


async def show_coming_stage(visit: Visit) -> Response:
    festival, into = visit.festival.festival, visit.path("section")
    if into not in festival.links:
        raise HTTPException(404)
    await visit.services.festivals.read(visit.festival)
    slugs = {into, *stages_before(festival.links, into)}
    moments = {slug: at for slug in slugs if (at := visit.services.festivals.at_desk(slug)) is not None}
    known = {slug: at.tournament for slug, at in moments.items()}
    of_teams = any(t.regulations.of_teams for t in known.values())
    why, begun = "", into in known and known[into].published > 0
    stage = StageAhead(StageHead(into, StageStanding.BEGUN if begun else StageStanding.NOT_PLAYED_OUT, of_teams))
    off = not visit.services.settings.chances or any(t.chances.off for t in known.values())
    allowed = known.keys() == slugs and not off
    if allowed and not begun:
        try:
            stage = visit.services.festivals.played_out(festival, stage.head, moments)
        except NotPlayedOut as none:
            why = sentence(none.why, None, visit.words) if none.why else ""
    return visit.page(
        "desk/coming_stage.html",
        festival=visit.festival,
        into=into,
        title=festival.sections.get(into, into),
        view=stage,
        why=why,
    )


async def show_who_sees(visit: Visit) -> Response:
    festival = visit.festival.festival
    await visit.services.festivals.read(visit.festival)
    known = {slug: found.tournament for slug in festival.sections if (found := visit.office.known(slug))}
    shown = [t.chances for t in known.values() if not t.chances.off] or [Tournament().chances]
    return visit.page(
        "desk/coming_festival.html",
        festival=visit.festival,
        sections=festival.sections,
        now={slug: t.chances for slug, t in known.items()},
        likely=shown[0],
        open_ways=tuple(OpenGames),
        chances_off=not visit.services.settings.chances,
    )


async def let_see(visit: Visit) -> Response:
    """The same for all sections, but for those that are left out, where nothing is worked out."""
    offices = [office async for office in _sections(visit)]
    for office in offices:
        _decided(visit, office, office.tournament)  # refused before the first of them is written
    for office in offices:
        await office.command(
            f"{visit.command_id}/{office.id}",
            visit.session.name,
            lambda t, office=office: _decided(visit, office, t),  # type: ignore[misc]
            visit.digest(),
        )
    return go(f"/desk/festivals/{visit.festival.name}/coming")


async def _sections(visit: Visit) -> AsyncIterator[TournamentOffice]:
    """Raises BadField where somebody may not change all of them."""
    for slug in visit.festival.festival.sections:
        if not visit.may_there(Action.ARBITRATE, slug):
            raise BadField("sections", slug, "not-here")
        office = await visit.office.open(slug)
        if not office.tournament.thrown_away:
            yield office


def _decided(visit: Visit, office: TournamentOffice, t: Tournament) -> list[Event]:
    form = visit.form
    shown = ChancesFor.OFF if office.id in form.all("left_out") else form.choice("shown", ChancesFor)
    return show_chances(t, shown, form.whole("from_round", 1), form.choice("open_games", OpenGames, OpenGames.DRAWN))


_COMING = "/coming"

routes: Sequence[BaseRoute] = (
    r.festival_get(_COMING, show_who_sees),
    r.festival_post(_COMING, let_see, on=_COMING),
    r.festival_get(_COMING + "/{section}", show_coming_stage),
)

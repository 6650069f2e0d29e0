"""What comes next, for the desk: the next round if it ended now, the likely opponents, and the chances of the rest."""

from collections.abc import Sequence

from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.words.choices.chances import OpenGames
from projections.chances.coming import coming
from projections.moment.table_pages import on_page
from projections.table.norm_forecast import norm_forecast
from projections.table.norms import NormEvent
from server.office.tournaments import TournamentOffice
from server.routes.desk.rows import get
from server.routes.desk.visit import Visit
from server.routes.forms import small
from web.links import DeskSite
from web.public.coming import BY, rows_by
from web.wording.refusals import sentence


async def show_coming(visit: Visit, office: TournamentOffice) -> Response:
    t, services = office.tournament, visit.services
    none = services.chances.not_played_out(office.id)
    asked, by, page = visit.asked("open"), visit.asked("by"), small(visit.asked("page")) or 1
    how = OpenGames(asked) if asked in set(OpenGames) else t.chances.open_games
    by = by if by in BY else ""
    view = coming(visit.snapshot, services.chances.found(office.id), how)
    return visit.page(
        "desk/coming.html",
        view=view,
        played_out=none is None,
        why=sentence(none.why, t, visit.words) if none and none.why else "",
        site=DeskSite(office.id, t.regulations.of_teams),
        chances=t.chances,
        by=by,
        topic=BY[by],
        how=how,
        ways=list(OpenGames),
        rows=on_page(rows_by(view, by), page) if view else (),
        page=page,
    )


async def show_norms(visit: Visit, office: TournamentOffice) -> Response:
    """Who has made a title norm, and who can still make one."""
    asked, snapshot, found = visit.asked("event"), visit.snapshot, visit.services.chances.found(office.id)
    event = NormEvent(asked) if asked in set(NormEvent) else NormEvent.ORDINARY
    return visit.page(
        "desk/norms.html",
        view=await visit.services.workers.in_one_thread(norm_forecast, snapshot, found, event),
        event=event,
        norm_events=NormEvent,
        site=DeskSite(office.id, office.tournament.regulations.of_teams),
    )


routes: Sequence[BaseRoute] = (get("/coming", show_coming), get("/norms", show_norms))

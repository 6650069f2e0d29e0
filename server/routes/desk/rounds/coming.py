"""What comes next, for the desk: the next round if it ended now, the likely opponents, and the chances of the rest."""

from collections.abc import Sequence

from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.words.chances import OpenGames
from projections.chances.contenders import contenders
from server.office.tournaments import TournamentOffice
from server.routes.desk.rows import get
from server.routes.desk.visit import Visit
from web.links import DeskSite
from web.wording.refusals import sentence


async def show_coming(visit: Visit, office: TournamentOffice) -> Response:
    t, snapshot, chances = office.tournament, visit.snapshot, visit.services.chances
    found, none = chances.found(office.id), chances.not_played_out(office.id)
    asked = visit.asked("open")
    how = OpenGames(asked) if asked in set(OpenGames) else t.chances.open_games
    return visit.page(
        "desk/coming.html",
        played_out=found is not None and none is None,
        why=sentence(none.why, t, visit.words) if none and none.why else "",
        site=DeskSite(office.id, t.regulations.of_teams),
        how=how,
        ways=list(OpenGames),
        upcoming=found.next_round.by(how) if found and found.next_round else None,
        people=snapshot.people,
        found=found,
        current=found is not None and found.version == t.version,
        rows=list(contenders(snapshot, found)) if found else [],
    )


routes: Sequence[BaseRoute] = (get("/coming", show_coming),)

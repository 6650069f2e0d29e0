"""The health of this server at the desk: its work in the background, and what it sends."""

from starlette.responses import Response

from server.routes.desk.visit import Visit
from web.wording.background import way_name, work_name

HEALTH_PAGE = "/desk/health"


async def show_health(visit: Visit) -> Response:
    background, words = visit.services.background, visit.words
    return visit.page(
        "desk/health.html",
        paused=len(background.paused),
        works=[(work_name(one.name, words), one) for one in background.works.values()],
        ways=[(way_name(one.name, words), one) for one in visit.services.ways],
    )

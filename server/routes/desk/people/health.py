"""The health of this server at the desk: its work in the background, and what it sends."""

from datetime import UTC, datetime

from starlette.responses import Response

from server.routes.desk.visit import Visit
from web.wording.troubles import way_name, work_name

HEALTH_PAGE = "/desk/health"


async def show_health(visit: Visit) -> Response:
    """What has died stands first, the newest death before the others."""
    background, words = visit.services.background, visit.words
    never = datetime.min.replace(tzinfo=UTC)
    works = sorted(background.works.values(), key=lambda one: one.died_at or never, reverse=True)
    return visit.page(
        "desk/health.html",
        paused=len(background.paused),
        works=[(work_name(one.name, words), one) for one in works],
        ways=[(way_name(one.name, words), one) for one in visit.services.ways],
    )

"""The health of the server, for supervisors, proxies, collectors of metrics, and the chief arbiter at the desk."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from domain.stewards.permissions import Action
from server.http.asked_here import asked_here
from server.plugins import PLUGINS
from server.routes.desk.rows import desk_get
from server.routes.desk.visit import Visit
from server.services import open_services, services_of
from web.wording.health import plugin_kind, plugin_state, way_name, work_name

if TYPE_CHECKING:
    from server.routes.cluster_health import ClusterHealth


async def health(request: Request) -> Response:
    return PlainTextResponse("ok\n")


async def ready(request: Request) -> Response:
    """The journal is open and, unless it is shown read-only, commands are taken and the disk has room for them.

    Work in the background that has died and not begun again is named; the server is ready all the same.
    """
    services = open_services(request.app)
    if services is None:
        return PlainTextResponse("not ready\n", 503)
    writes_files = not (services.settings.read_only or services.settings.journal_url.startswith("postgres"))
    if writes_files and (why := await services.writing_room.trouble()):
        return PlainTextResponse(f"nothing can be written: {why}\n", 503)
    said = ["ready for reading only" if services.settings.read_only else "ready"]
    said += [f"{one.name}: died {one.deaths} times ({one.why}), begins again" for one in services.background.paused]
    return PlainTextResponse("\n".join(said) + "\n")


async def metrics(request: Request) -> Response:
    if not asked_here(request):
        raise HTTPException(404)
    return Response(generate_latest(services_of(request.app).metrics.registry), media_type=CONTENT_TYPE_LATEST)


async def show_health(visit: Visit) -> Response:
    """Dead works stand first, the newest death before the others. Among several processes all of them are on it."""
    background, words = visit.services.background, visit.words
    never = datetime.min.replace(tzinfo=UTC)
    works = sorted(background.works.values(), key=lambda one: one.died_at or never, reverse=True)
    return visit.page(
        "desk/health.html",
        cluster=await _cluster(visit),
        copies=await visit.services.copies.kept(),
        failing=visit.services.copies.failing,
        as_of=datetime.now(UTC),
        paused=len(background.paused),
        works=[(work_name(one.name, words), one) for one in works],
        plugins=[(one, plugin_kind(one.kind, words), plugin_state(one.trouble, one.details, words)) for one in PLUGINS],
        ways=[(way_name(one.name, words), one) for one in visit.services.ways],
    )


async def _cluster(visit: Visit) -> "ClusterHealth | None":
    worker = visit.services.worker
    if worker is None:
        return None
    from server.routes.cluster_health import cluster_health, database_state  # as few servers need them

    database = await database_state(visit.services.office.journal.journal)
    return cluster_health(worker.roll_call.everybody, worker.roll_call.nats, database, visit.words)


routes: Sequence[BaseRoute] = (
    Route("/healthz", health, methods=["GET"]),
    Route("/readyz", ready, methods=["GET"]),
    Route("/metrics", metrics, methods=["GET"]),
)
desk_routes: Sequence[BaseRoute] = (desk_get("/desk/health", show_health, Action.RUN),)

"""Pages for supervisors, proxies and collectors of metrics: alive, ready, and figures."""

from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from server.services import services_of
from server.settings import is_loopback


async def health(request: Request) -> Response:
    """The process answers."""
    return PlainTextResponse("ok\n")


async def ready(request: Request) -> Response:
    """The journal is open and, unless it is shown read-only, commands are taken."""
    services = services_of(request.app)
    if not services.ready:
        return PlainTextResponse("not ready\n", 503)
    return PlainTextResponse("ready for reading only\n" if services.settings.read_only else "ready\n")


async def metrics(request: Request) -> Response:
    """For this machine alone; through a proxy there is no such page."""
    local = request.client is not None and is_loopback(request.client.host)
    if not local or "x-forwarded-for" in request.headers:
        raise HTTPException(404)
    return Response(generate_latest(services_of(request.app).metrics.registry), media_type=CONTENT_TYPE_LATEST)

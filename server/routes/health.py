"""Pages for supervisors, proxies and collectors of metrics: alive, ready, and figures."""

from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from server.services import services_of
from server.settings import is_loopback

SAID_BY_PROXIES = (
    *("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"),
    *("cf-connecting-ip", "true-client-ip", "x-client-ip", "x-cluster-client-ip"),
)
"""Headers that a collector on this machine does not send."""


async def health(request: Request) -> Response:
    """The process answers."""
    return PlainTextResponse("ok\n")


async def ready(request: Request) -> Response:
    """The journal is open and, unless it is shown read-only, commands are taken and the disk has room for them.

    Work in the background that has died and not begun again is named; the server is ready all the same.
    """
    services = services_of(request.app)
    if not services.ready:
        return PlainTextResponse("not ready\n", 503)
    writes_files = not (services.settings.read_only or services.settings.journal_url.startswith("postgres"))
    if writes_files and (why := await services.writing_room.trouble()):
        return PlainTextResponse(f"nothing can be written: {why}\n", 503)
    said = ["ready for reading only" if services.settings.read_only else "ready"]
    said += [f"{one.name}: died {one.deaths} times ({one.why}), begins again" for one in services.background.paused]
    return PlainTextResponse("\n".join(said) + "\n")


async def metrics(request: Request) -> Response:
    """For this machine alone; through a proxy there is no such page, whatever it says that it is one."""
    local = request.client is not None and is_loopback(request.client.host)
    if not local or any(name in request.headers for name in SAID_BY_PROXIES):
        raise HTTPException(404)
    return Response(generate_latest(services_of(request.app).metrics.registry), media_type=CONTENT_TYPE_LATEST)

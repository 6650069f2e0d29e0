"""Is it there, and does it take commands? For supervisors and proxies."""

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response


async def health(request: Request) -> Response:
    """The process answers."""
    return PlainTextResponse("ok\n")


async def ready(request: Request) -> Response:
    """The journal is open and, unless it is shown read-only, commands are taken."""
    if not request.app.state.ready:
        return PlainTextResponse("not ready\n", 503)
    return PlainTextResponse("ready for reading only\n" if request.app.state.settings.read_only else "ready\n")

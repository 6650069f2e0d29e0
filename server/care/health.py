"""Is it there, and does it take commands? For supervisors and proxies."""

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response


async def health(request: Request) -> Response:
    """The process answers."""
    return PlainTextResponse("ok\n")


async def ready(request: Request) -> Response:
    """The journal is open and commands are taken."""
    is_ready: bool = request.app.state.ready
    return PlainTextResponse("ready\n" if is_ready else "not ready\n", 200 if is_ready else 503)

"""What a person sees when something is not there, too old or broken: one sentence and a way out."""

import logging

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from web.rendering import render

log = logging.getLogger("tablo")


async def http_error(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    if status == 404:
        return trouble(request, 404, "Not here", "There is no page at this address. It may have been typed wrongly.")
    if status == 405:
        return trouble(request, 405, "Not like this", "This address shows nothing by itself.")
    detail = error.detail if isinstance(error, HTTPException) else ""
    return trouble(request, status, "That did not work", str(detail))


async def no_such_tournament(request: Request, error: Exception) -> Response:
    return trouble(request, 404, "No such tournament", "There is no tournament at this address.")


async def no_desk(request: Request) -> Response:
    """A public mirror shows what its halls send; whoever could write here would give it another history."""
    says = "This is a public mirror: it shows what the hall sends. The desk is in the hall."
    return trouble(request, 404, "No desk here", says)


async def command_id_reused(request: Request, error: Exception) -> Response:
    says = "This form was sent before with something else in it. Reload the page and send it again."
    return trouble(request, 409, "Sent before", says)


async def journal_trouble(request: Request, error: Exception) -> Response:
    log.error("journal trouble", extra={"facts": {"why": str(error)}})
    return trouble(request, 503, "The journal cannot be written", f"{error} Nothing was changed.")


async def crashed(request: Request, error: Exception) -> Response:
    """Starlette logs the trace; the person is told that the journal decides what has happened."""
    says = "Tablo made a mistake, and it is in its log. Reload the page: what it shows is what the journal has."
    return trouble(request, 500, "That should not happen", says)


def trouble(request: Request, status: int, heading: str, says: str) -> Response:
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse({"sentence": says}, status)
    way_out = "/desk" if request.url.path.startswith("/desk") else "/"
    return HTMLResponse(render("desk/trouble.html", heading=heading, says=says, way_out=way_out), status)

"""A trouble in the form that was asked for: for a program, for a script of a page, or as a page."""

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from server.notice import PROBLEM_TYPE, problem_octets


def trouble_answer(request: Request, status: int, code: str, says: str, page: Callable[[], str]) -> Response:
    """`code` is for programs, `says` the sentence for everybody."""
    if request.url.path.startswith("/api/"):
        return Response(problem_octets(status, code, says), status, media_type=PROBLEM_TYPE)
    if "application/json" in request.headers.get("accept", "") or request.url.path.endswith(".json"):
        return JSONResponse({"sentence": says}, status)
    return HTMLResponse(page(), status, {"Cache-Control": "no-store"})

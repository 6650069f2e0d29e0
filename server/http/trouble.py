"""A trouble in the form that was asked for: for a program, for a script of a page, or as a page."""

from collections.abc import Callable, Mapping

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response


def trouble_answer(request: Request, status: int, code: str, says: str, page: Callable[[], str]) -> Response:
    """`code` is for programs, `says` the sentence for everybody."""
    if request.url.path.startswith("/api/"):
        return Response(problem_octets(status, code, says), status, media_type=PROBLEM_TYPE)
    if "application/json" in request.headers.get("accept", "") or request.url.path.endswith(".json"):
        return JSONResponse({"sentence": says}, status)
    return HTMLResponse(page(), status, {"Cache-Control": "no-store"})


# A trouble as a program reads it: `application/problem+json` (RFC 9457).

PROBLEM_TYPE = "application/problem+json"
KINDS = "/api#"
"""The address below which the code of a problem is its type."""


def problem_octets(status: int, code: str, says: str, data: Mapping[str, object] | None = None) -> bytes:
    """`code` is for programs and for ever, `says` the sentence that a person at the desk would read."""
    body = {"type": f"{KINDS}{code}", "title": code, "status": status, "detail": says, "code": code}
    return msgspec.json.encode({**body, "data": msgspec.to_builtins(data or {}, str_keys=True, enc_hook=str)})

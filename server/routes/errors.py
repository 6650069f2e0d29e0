"""What a person sees when something is not there, too old or broken: one sentence and a way out."""

import logging
from typing import cast

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from domain.refusals import Refusal
from domain.screens.state import NoSuchScreen
from server.cluster.forwarding import OwnerAway
from server.http.middleware import careful
from server.journal.errors import (
    BrokenChain,
    CannotErase,
    CannotOpen,
    CannotRead,
    CannotWrite,
    JournalClosed,
    UnknownEvent,
)
from server.routes.question import lang_of
from server.services import services_of
from web.rendering import render
from web.wording import ENGLISH, language
from web.wording.refusals import sentence
from web.wording.troubles import Trouble, heading, not_now, to_do

log = logging.getLogger("tablo")

LOOK_AGAIN = 15
"""Seconds; a television has nobody who would reload it."""

HEADINGS = {413: "Too large", 429: "Too many at once"}

KINDS = {
    Trouble.DAMAGED: (BrokenChain,),
    Trouble.NEWER: (UnknownEvent,),
    Trouble.READING: (CannotRead, CannotOpen),
    Trouble.STOPPING: (JournalClosed,),
    Trouble.NOT_ERASED: (CannotErase,),
}
"""All other troubles are those of writing."""


async def http_error(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    if status == 404:
        return trouble(request, 404, "Not here", "There is no page at this address. It may have been typed wrongly.")
    if status == 405:
        return trouble(request, 405, "Not like this", "This address shows nothing by itself.")
    detail = error.detail if isinstance(error, HTTPException) else ""
    answer = trouble(request, status, HEADINGS.get(status, "That did not work"), str(detail))
    answer.headers.update((error.headers or {}) if isinstance(error, HTTPException) else {})
    return answer


async def refused(request: Request, error: Exception) -> Response:
    """Where no form stands that could be shown again with its sentence: of a screen that was removed, say."""
    refusal = cast(Refusal, error)
    says = sentence(refusal, None, ENGLISH)
    if isinstance(refusal, NoSuchScreen):
        return trouble(request, 404, "No such screen", says)
    return trouble(request, 409, "Not possible", says)


async def no_such_tournament(request: Request, error: Exception) -> Response:
    return trouble(request, 404, "No such tournament", "There is no tournament at this address.")


async def no_desk(request: Request) -> Response:
    """A public mirror shows what its halls send; whoever could write here would give it another history."""
    says = "This is a public mirror: it shows what the hall sends. The desk is in the hall."
    return trouble(request, 404, "No desk here", says)


async def command_id_reused(request: Request, error: Exception) -> Response:
    says = (
        "This form was sent before with something else in it, and only that was done. "
        "Open the page of the form anew and enter what is still missing."
    )
    return trouble(request, 409, "Sent before", says)


async def journal_trouble(request: Request, error: Exception) -> Response:
    """Only the desk is told where the journal is and what to do; a program gets one sentence."""
    log.error("journal trouble", extra={"facts": {"why": str(error)}})
    services_of(request.app).metrics.journal_troubles.inc()
    looking = request.method == "GET"
    if not _of_the_desk(request):
        return trouble(request, 503, *not_now(language(lang_of(request))), again=LOOK_AGAIN)
    if looking and isinstance(error, CannotWrite):  # what is kept beside the journal is read through its writer
        error = CannotRead(error.where, error.why)
    kind = Trouble.READ_ONLY if services_of(request.app).settings.read_only and not looking else _kind(error)
    unchanged = "" if looking or kind is Trouble.NOT_ERASED else " Nothing was changed."
    return trouble(request, 503, heading(kind, ENGLISH), f"{error}{unchanged}", to_do(kind, ENGLISH))


async def owner_away(request: Request, error: Exception) -> Response:
    why = error.why if isinstance(error, OwnerAway) else str(error)
    answer = trouble(request, 503, "Not at the moment", f"{why} Send it again: nothing is entered twice.")
    answer.headers["Retry-After"] = "2"
    return answer


async def password_not_kept(request: Request, error: Exception) -> Response:
    log.error("password not kept", extra={"facts": {"why": str(error)}})
    return trouble(request, 503, "The password was not changed", f"{error} The old one holds.")


def _kind(error: Exception) -> Trouble:
    return next((kind for kind, errors in KINDS.items() if isinstance(error, errors)), Trouble.WRITING)


async def crashed(request: Request, error: Exception) -> Response:
    """Starlette logs the trace; the person is told that the journal decides what has happened."""
    says = "Tablo made a mistake, and it is in its log. Reload the page: what it shows is what the journal has."
    answer = trouble(request, 500, "That should not happen", says)
    answer.headers.update(careful(request.headers.get("host", "")))
    return answer


def trouble(request: Request, status: int, what: str, says: str, help: str = "", again: int = 0) -> Response:
    """`again`: the page looks by itself after so many seconds."""
    if "application/json" in request.headers.get("accept", "") or request.url.path.endswith(".json"):
        return JSONResponse({"sentence": says}, status)
    way_out = "/desk" if _of_the_desk(request) else "/"
    html = render("desk/trouble.html", heading=what, says=says, help=help, again=again, way_out=way_out)
    return HTMLResponse(html, status, {"Cache-Control": "no-store"})


def _of_the_desk(request: Request) -> bool:
    return request.url.path == "/desk" or request.url.path.startswith("/desk/")

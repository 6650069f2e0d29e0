"""Pages for what is not there, too old or broken: one sentence and a way out."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import cast

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, Mount, Route

from domain.refusals import Refusal
from domain.screens.state import NoSuchScreen
from server.http.kept_access import CannotKeep
from server.http.middleware import Stopped, security_headers
from server.http.trouble import trouble_answer
from server.journal.errors import (
    BrokenChain,
    CannotErase,
    CannotOpen,
    CannotRead,
    CannotWrite,
    JournalClosed,
    UnknownEvent,
)
from server.notice import ServerNotice, notice, worded
from server.routes.desk.person import lang_at_desk
from server.routes.question import lang_of
from server.services import services_of
from web.rendering import render
from web.wording import Language, language
from web.wording.refusals import sentence
from web.wording.troubles import Trouble, heading, not_now, nothing_changed, to_do

log = logging.getLogger("tablo")

LOOK_AGAIN_SECONDS = 15
"""Seconds; a television has nobody who would reload it."""

ERROR_PAGES = {
    Trouble.DAMAGED: (BrokenChain,),
    Trouble.NEWER: (UnknownEvent,),
    Trouble.READING: (CannotRead, CannotOpen),
    Trouble.STOPPING: (JournalClosed,),
    Trouble.NOT_ERASED: (CannotErase,),
}
"""All other troubles are those of writing."""


async def http_error(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    code = {404: "no-page", 405: "not-by-itself"}.get(status, "failed")
    answer = trouble(request, status, error.notice if isinstance(error, Stopped) else notice(code))
    answer.headers.update((error.headers or {}) if isinstance(error, HTTPException) else {})
    if status == 405:
        answer.headers["Allow"] = ", ".join(sorted(_methods(request)))
    return answer


def _methods(request: Request) -> set[str]:
    """All methods of an address: its page and its step are two routes."""
    routes = (one for one in request.app.routes if isinstance(one, Route))
    fitting = (one.methods or () for one in routes if one.matches(request.scope)[0] is not Match.NONE)
    return {method for methods in fitting for method in methods}


async def refused(request: Request, error: Exception) -> Response:
    """A refusal on a page of its own, if there is no form to show again: the screen was removed, say."""
    refusal = cast(Refusal, error)
    status, code = (404, "no-screen") if isinstance(refusal, NoSuchScreen) else (409, "refused")
    return trouble(request, status, notice(code, why=sentence(refusal, None, _words(request))))


def _always(status: int, code: str) -> Callable[[Request, Exception], Awaitable[Response]]:
    """The answer to errors that need no facts."""

    async def answer(request: Request, error: Exception) -> Response:
        return trouble(request, status, notice(code))

    return answer


no_such_tournament = _always(404, "no-tournament")
no_such_festival = _always(404, "no-festival")
not_a_moment = _always(400, "not-a-moment")
command_id_reused = _always(409, "sent-before")


async def no_desk(request: Request) -> Response:
    """A public mirror shows what its halls send; whoever could write here would give it another history."""
    return trouble(request, 404, notice("no-desk"))


async def journal_trouble(request: Request, error: Exception) -> Response:
    """Only the desk is told where the journal is and what to do; a program gets one sentence."""
    log.error("journal trouble", extra={"facts": {"why": str(error)}})
    services_of(request.app).metrics.journal_troubles.inc()
    looking = request.method == "GET"
    if not _of_the_desk(request):
        return _answered(request, 503, *not_now(_words(request)), again=LOOK_AGAIN_SECONDS)
    if looking and isinstance(error, CannotWrite):  # what is kept beside the journal is read through its writer
        error = CannotRead(error.where, error.why)
    kind = Trouble.READ_ONLY if services_of(request.app).settings.read_only and not looking else _kind(error)
    words = _words(request)
    says = worded(error, words)
    if not (looking or kind is Trouble.NOT_ERASED):
        says = f"{says} {nothing_changed(words)}"
    return _answered(request, 503, heading(kind, words), says, to_do(kind, words))


async def password_not_kept(request: Request, error: Exception) -> Response:
    log.error("password not kept", extra={"facts": {"why": str(error)}})
    kept_back = cast(CannotKeep, error)
    return trouble(request, 503, notice("password-not-kept", path=kept_back.path, why=kept_back.why))


def _kind(error: Exception) -> Trouble:
    return next((kind for kind, errors in ERROR_PAGES.items() if isinstance(error, errors)), Trouble.WRITING)


async def crashed(request: Request, error: Exception) -> Response:
    """Starlette logs the trace; the person is told that the journal decides what has happened."""
    answer = trouble(request, 500, notice("crashed"))
    answer.headers.update(security_headers(request.headers.get("host", "")))
    return answer


def trouble(request: Request, status: int, said: ServerNotice) -> Response:
    words = _words(request)
    return _answered(request, status, said.heading(words), said.in_words(words), code=said.code)


def _answered(
    request: Request, status: int, what: str, says: str, help: str = "", again: int = 0, code: str = "trouble"
) -> Response:
    """`again`: the page looks by itself after so many seconds; `code` is for programs."""
    way_out, lang = "/desk" if _of_the_desk(request) else "/", _words(request).code
    said = {"heading": what, "says": says, "help": help, "again": again, "way_out": way_out}
    return trouble_answer(request, status, code, says, lambda: render("desk/trouble.html", lang=lang, **said))


def _words(request: Request) -> Language:
    return language(lang_at_desk(request) if _of_the_desk(request) else lang_of(request))


def _of_the_desk(request: Request) -> bool:
    return request.url.path == "/desk" or request.url.path.startswith("/desk/")


routes_without_desk: Sequence[BaseRoute] = (
    Route("/desk", no_desk),
    Mount("/desk", routes=[Route("/{path:path}", no_desk)]),
)

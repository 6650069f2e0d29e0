"""Forms of people who come by themselves: nobody is logged in, and what is refused is said above the form.

Each form carries the token of the browser's session. Forms are counted by address and by what they are for, so that
neither a club behind one address waits nor one address fills a journal.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from domain.decisions.players.registering import NewPlayer
from domain.refusals import BadField, Refusal
from server.http.auth import REMEMBERED_SECONDS, GuesserKey, TooManyTries
from server.notice import notice
from server.routes.desk.guards import stranger_stopped
from server.routes.desk.visit import Visit
from server.routes.forms import Form
from server.routes.question import lang_of, remembering_language
from web.rendering import render
from web.wording import Language, language
from web.wording.public import not_here
from web.wording.refusals import sentence

MOST_FIELDS = 20


@dataclass(slots=True)
class ByOneself:
    """One request of somebody outside the desk, and what was refused of it."""

    visit: Visit
    refused: str = field(default="", kw_only=True)
    bad_field: str = field(default="", kw_only=True)
    status: int = field(default=200, kw_only=True)

    @property
    def lang(self) -> str:
        return lang_of(self.visit.request)

    @property
    def words(self) -> Language:
        return language(self.lang)

    def answer(self, html: str) -> Response:
        return remembering_language(self.visit.request, HTMLResponse(html, self.status, {"Cache-Control": "no-store"}))


Somebody = TypeVar("Somebody", bound=ByOneself)


async def form_sent(
    somebody: Somebody,
    limits: dict[GuesserKey, int],
    carry_out: Callable[[Somebody], Awaitable[Response]],
    back: Callable[[Somebody], Awaitable[Response]],
) -> Response:
    """The form carried out; what the domain refuses is said above it, with what was typed still in it."""
    visit = somebody.visit
    if stop := await stranger_stopped(visit, MOST_FIELDS):
        return stop
    try:
        visit.services.entry_tries.count(limits)
        return await carry_out(somebody)
    except TooManyTries:
        somebody.refused, somebody.status = notice("too-many-entries").in_words(somebody.words), 429
    except Refusal as refusal:
        somebody.refused = sentence(refusal, None, somebody.words)
        somebody.bad_field = refusal.field if isinstance(refusal, BadField) else ""
        somebody.status = 422 if isinstance(refusal, BadField) else 409
    answer = await back(somebody)
    if somebody.status == 429:
        answer.headers["Retry-After"] = str(REMEMBERED_SECONDS)
    return answer


def typed_newcomer(form: Form) -> NewPlayer:
    return NewPlayer(
        name=form.text("name"),
        rating=form.whole("rating", 0),
        federation=form.text("federation"),
        fide_id=form.whole("fide_id", 0),
        birth_year=form.whole("birth_year", 0),
        club=form.text("club"),
    )


def nothing_to_enter(request: Request) -> Response:
    lang = lang_of(request)
    html = render("public/missing.html", lang=lang, sentence=not_here("entry", language(lang)), name="", slug="")
    return HTMLResponse(html, 404, {"Cache-Control": "no-store"})

"""The guards of the desk's handlers.

`page` and `tournament_page` show; `action` and `tournament_action` change. The guards ask for a
password or an invitation that holds, for the least role that the page or step takes and, where
something changes, for the token of the session's own forms. A `Refusal` of the domain becomes the
page the form was on, with one sentence on top and what was typed still in it; a step that breaches
the integrity of the pairings is asked for once more; a program that asks for JSON gets the sentence
as JSON.
"""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeAlias
from urllib.parse import quote, urlsplit

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from domain.refusals import NeedsConfirmation, Refusal
from domain.stewards.events import Role
from domain.stewards.permissions import Forbidden, InvitationEnded
from server.care import audit
from server.notice import notice
from server.office.tournaments import TournamentOffice
from server.routes import forms
from server.routes.desk.rounds.preview import drifts_after
from server.routes.desk.timed_preview import timed_preview
from server.routes.desk.visit import Visit, go, own_path
from server.services import services_of
from web.desk.by_hand import beside
from web.wording.integrity import meaning
from web.wording.refusals import sentence

Handler: TypeAlias = Callable[[Visit], Awaitable[Response]]
TournamentHandler: TypeAlias = Callable[[Visit, TournamentOffice], Awaitable[Response]]
Endpoint: TypeAlias = Callable[[Request], Awaitable[Response]]


def page(handler: Handler, least: Role | None = Role.ARBITER) -> Endpoint:
    """`least` is the role it takes; None = whoever has come in."""

    async def endpoint(request: Request) -> Response:
        visit = Visit(request)
        return not_admitted(visit, least) or await handler(visit)

    return endpoint


def tournament_page(handler: TournamentHandler, least: Role | None = Role.ARBITER) -> Endpoint:
    async def show(visit: Visit) -> Response:
        return await handler(visit, await visit.open(visit.path("slug")))

    return page(show, least)


def action(handler: Handler, back: Handler, least: Role | None = Role.ARBITER) -> Endpoint:
    """`back` shows the page that the form was on when the domain refuses."""

    async def endpoint(request: Request) -> Response:
        visit = Visit(request)
        return not_admitted(visit, least) or await _form_carried_out(visit, handler, back)

    return endpoint


async def _form_carried_out(visit: Visit, handler: Handler, back: Handler) -> Response:
    limit = visit.settings.form_limit
    async with visit.request.form(max_files=1, max_fields=5000, max_part_size=limit) as data:
        return await _carried_out(visit, data, handler, back)


async def _carried_out(visit: Visit, data: FormData, handler: Handler, back: Handler) -> Response:
    visit.form = forms.read_form(data)
    if not visit.access.form_token_fits(visit.session, visit.form.text("form_token")):
        return old_form(visit)
    try:
        return await handler(visit)
    except InvitationEnded as refusal:
        return forbidden(visit, refusal)
    except Refusal as refusal:
        if isinstance(refusal, NeedsConfirmation) and not visit.wants_json:
            return await confirmation(visit, refusal)
        if isinstance(refusal, Forbidden):
            audit.refused_request(visit.services.metrics, visit.request, visit.session.name, type(refusal).__name__)
        visit.refusal = refusal
        return await back(visit)


async def confirmation(visit: Visit, gate: NeedsConfirmation) -> Response:
    """The form again with an explanation of its step; level 4 asks twice. The command id stays the same."""
    fields = [(n, v) for n, values in visit.form.lists.items() if n != "confirmed" for v in values]
    return visit.page(
        "desk/confirm.html",
        409,
        level=gate.level,
        step=1 if visit.form.whole("confirmed", 0) < 3 else 2,
        consequences=meaning(gate, visit.words, visit.tournament.tournament if visit.tournament else None),
        fields=fields,
        beside=beside(visit.at.tournament, gate.events, visit.words) if visit.tournament else None,
        outlook=await timed_preview(await visit.still(), gate.events) if visit.tournament else None,
        stages=await drifts_after(visit, visit.at, gate.events) if visit.tournament else (),
        back=own_path(_path_of(visit.request.headers.get("referer", ""))),
    )


def _path_of(address: str) -> str:
    """Empty for what is no address."""
    try:
        return urlsplit(address).path
    except ValueError:
        return ""


def tournament_action(
    handler: TournamentHandler, back: TournamentHandler, least: Role | None = Role.ARBITER
) -> Endpoint:
    """Carried out by the process that owns the tournament, wherever the form arrives."""

    async def carry_out(visit: Visit) -> Response:
        return await handler(visit, await visit.open(visit.path("slug")))

    async def show(visit: Visit) -> Response:
        return await back(visit, visit.at)

    async def endpoint(request: Request) -> Response:
        forwarding = services_of(request.app).forwarding
        forwarded = await forwarding.accept(request)
        visit = Visit(request)
        if stop := not_admitted(visit, least):
            return stop
        here = partial(_form_carried_out, visit, carry_out, show)
        return await forwarding.carried_out(request, visit.path("slug"), forwarded, here)

    return endpoint


def not_admitted(visit: Visit, least: Role | None) -> Response | None:
    """The login page if nobody is logged in; a sentence if the page is not for them."""
    if not (visit.session.entered and visit.access.has_password):
        return _to_login(visit)
    try:
        visit.ask(least)
    except Forbidden as refusal:
        return forbidden(visit, refusal)
    return None


def forbidden(visit: Visit, refusal: Forbidden) -> Response:
    """Said before anything is looked up, so that it tells nothing about what is there."""
    audit.refused_request(visit.services.metrics, visit.request, visit.session.name, type(refusal).__name__)
    said = sentence(refusal, None, visit.words)
    if visit.wants_json:
        return JSONResponse({"sentence": said}, 403)
    return visit.page("join/stopped.html", 403, said=said, ended=isinstance(refusal, InvitationEnded))


def _to_login(visit: Visit) -> Response:
    if visit.wants_json:
        return JSONResponse({"sentence": notice("logged-out").in_words(visit.words)}, 401)
    if not visit.access.has_password:
        return go("/desk/first")
    url = visit.request.url
    wanted = url.path + (f"?{url.query}" if url.query else "")
    there = f"?next={quote(wanted, safe='/')}" if visit.request.method == "GET" and wanted != "/desk" else ""
    return go(f"/desk/login{there}")


def old_form(visit: Visit) -> Response:
    """A form of another session: somebody logged in or out since, or it was forged."""
    audit.refused_request(visit.services.metrics, visit.request, visit.session.name, "form of another session")
    if visit.wants_json:
        return JSONResponse({"sentence": notice("old-form").in_words(visit.words)}, 403)
    return visit.page("desk/old_form.html", 403)

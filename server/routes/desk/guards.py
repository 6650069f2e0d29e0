"""The guards of the desk's handlers.

`page` shows; `action` and `tournament_action` change. The guards ask for a
password or an invitation that holds, whether they may do what the page or step does and, where
something changes, for the token of the session's own forms. A `Refusal` of the domain becomes the
page the form was on, with one sentence on top and what was typed still in it; a step that breaches
the integrity of the pairings is asked for once more; a program that asks for JSON gets the sentence
as JSON.
"""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import TypeAlias
from urllib.parse import quote, urlsplit

from starlette.datastructures import FormData
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response

from domain.refusals import NeedsConfirmation, Refusal
from domain.stewards.permissions import Action, may
from domain.stewards.roles import Forbidden, InvitationEnded
from server.http.middleware import COOKIE
from server.journal import JournalTrouble
from server.live.frames import DESK_ROOT, Channel
from server.notice import notice
from server.office.tournaments import TournamentOffice
from server.routes import forms
from server.routes.desk.person import person_at, thing_at
from server.routes.desk.preview import drifts_after, timed_preview
from server.routes.desk.visit import Visit, go, own_path
from server.routes.question import Endpoint
from server.services import Services, services_of
from web.by_hand import beside
from web.wording.cautions import meaning
from web.wording.refusals import sentence

MOST_FILES_SENT = 500
"""Photos that come with one form."""

Handler: TypeAlias = Callable[[Visit], Awaitable[Response]]
TournamentHandler: TypeAlias = Callable[[Visit, TournamentOffice], Awaitable[Response]]


def page(handler: Handler, does: Action = Action.ARBITRATE) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        visit = Visit(request)
        return not_admitted(visit, does) or await handler(visit)

    return endpoint


def action(handler: Handler, back: Handler, does: Action = Action.ARBITRATE) -> Endpoint:

    async def endpoint(request: Request) -> Response:
        visit = Visit(request)
        return not_admitted(visit, does) or await _form_carried_out(visit, handler, back)

    return endpoint


async def _form_carried_out(visit: Visit, handler: Handler, back: Handler) -> Response:
    if (short := await forms.short_form(visit.request)) is not None:
        return await _carried_out(visit, short, handler, back)
    limit = visit.settings.form_limit
    async with visit.request.form(max_files=MOST_FILES_SENT, max_fields=5000, max_part_size=limit) as data:
        return await _carried_out(visit, data, handler, back)


async def _carried_out(visit: Visit, data: FormData, handler: Handler, back: Handler) -> Response:
    if not _of_own_session(visit, data):
        return old_form(visit)
    try:
        return await handler(visit)
    except InvitationEnded as refusal:
        return forbidden(visit, refusal)
    except Refusal as refusal:
        if isinstance(refusal, NeedsConfirmation) and not visit.wants_json:
            return await confirmation(visit, refusal)
        if isinstance(refusal, Forbidden):
            visit.services.metrics.note_refused_request(visit.request, visit.session.name, type(refusal).__name__)
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
    try:
        return urlsplit(address).path
    except ValueError:
        return ""


def tournament_action(handler: TournamentHandler, back: Handler, does: Action = Action.ARBITRATE) -> Endpoint:

    async def carry_out(visit: Visit) -> Response:
        return await handler(visit, await visit.open(visit.path("slug")))

    return action(carry_out, back, does)


def not_admitted(visit: Visit, does: Action) -> Response | None:
    """The login page if nobody is logged in; a sentence if the page is not for them."""
    if not (visit.session.entered and visit.access.has_password):
        return _to_login(visit)
    try:
        visit.ask(does)
    except Forbidden as refusal:
        return forbidden(visit, refusal)
    return None


def forbidden(visit: Visit, refusal: Forbidden) -> Response:
    """Said before anything is looked up, so that it tells nothing about what is there."""
    visit.services.metrics.note_refused_request(visit.request, visit.session.name, type(refusal).__name__)
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
    door = "/desk/account/login" if visit.settings.organisers else "/desk/login"
    wanted = url.path + (f"?{url.query}" if url.query else "")
    there = f"?next={quote(wanted, safe='/')}" if visit.request.method == "GET" and wanted != "/desk" else ""
    return go(f"{door}{there}")


def old_form(visit: Visit) -> Response:
    visit.services.metrics.note_refused_request(visit.request, visit.session.name, "form of another session")
    if visit.wants_json:
        return JSONResponse({"sentence": notice("old-form").in_words(visit.words)}, 403)
    return visit.page("desk/old_form.html", 403)


async def stranger_stopped(visit: Visit, most_fields: int) -> Response | None:
    """Read a small form of somebody who need not have come in; the answer to one that is not of their own session."""
    async with visit.request.form(max_files=0, max_fields=most_fields) as data:
        return None if _of_own_session(visit, data) else old_form(visit)


def _of_own_session(visit: Visit, data: FormData) -> bool:
    """Read the form; whether it was made for this session."""
    visit.form = forms.read_form(data)
    token = visit.form.text("form_token")
    return visit.access.form_token_fits(visit.session, token)


async def in_tabs_of_tournament(visit: Visit) -> None:
    """A page of the whole desk that somebody reached from a tournament keeps its tabs: `?of=open`."""
    slug = visit.asked("of")
    if slug in visit.office and visit.concerns(slug):
        with suppress(JournalTrouble):
            await visit.open(slug)
            await visit.read_history()


# The live feed


async def may_follow(connection: HTTPConnection, channel: Channel) -> bool:
    """Everybody everything but `d/<tournament>/...`, which takes a session that may look at this tournament.

    A page of another site is none of the desk's, whatever cookies its visitor's browser sends along.
    """
    root, _, rest = channel.topic.partition("/")
    if root != DESK_ROOT:
        return True
    services = services_of(connection.app)
    if not _from_our_page(services, connection):
        return False
    session = services.access.read(connection.cookies.get(COOKIE, ""))
    if session is None or not session.entered:
        return False
    slug = rest.partition("/")[0]
    steward = person_at(services, session, slug)
    return may(steward, Action.ENTER, thing_at(services, steward, slug), datetime.now(UTC))


def _from_our_page(services: Services, connection: HTTPConnection) -> bool:
    """The page that asks is one of this server; programs, which have no page, say no origin."""
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    ours = (f"//{connection.headers.get('host', '')}", services.settings.public_url)
    return _host_of(origin) in {_host_of(url) for url in ours} - {""}


def _host_of(url: str) -> str:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return ""
    name = parts.hostname or ""
    return name if port in (None, 80, 443) else f"{name}:{port}"

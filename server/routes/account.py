"""The entrance of the desk: passwords, logging in and out, the language, and the links of invitations.

Whoever opens the link of an invitation is that steward from then on, on this device. Whether the invitation still
holds is asked at every request (`server/routes/desk/guards.py`), so a dismissal works at once and a restart of the
server changes nothing.
"""

import asyncio
import logging
from collections.abc import Sequence
from datetime import UTC, datetime

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from domain.fields import text
from domain.refusals import BadField
from domain.stewards import decisions
from domain.stewards.permissions import Action
from domain.stewards.roles import InvitationEnded
from domain.stewards.state import Steward
from server.http.auth import PasswordRefused, TooManyTries, new_session
from server.http.kept_access import CannotKeep
from server.journal import JournalTrouble
from server.routes.desk.guards import forbidden, stranger_stopped
from server.routes.desk.rows import GET, POST, desk_get, desk_post
from server.routes.desk.visit import Visit, go, own_path
from server.routes.logging_in import MAX_LOGIN_NAME_CHARS, MOST_LOGIN_FIELDS, password_wrong, remembered
from server.settings import is_loopback
from web.wording import LANGUAGES

log = logging.getLogger("tablo.account")

MOST_INVITATION_FIELDS = 5


async def show_first_password(request: Request) -> Response:
    """Nobody has set a password yet: who is here first does."""
    return _first(Visit(request))


async def set_first_password(request: Request) -> Response:
    visit = Visit(request)
    if stop := await stranger_stopped(visit, MOST_LOGIN_FIELDS):
        return stop
    try:
        code = visit.form.text("setup_token")
        if not _at_this_machine(visit) and not visit.access.setup_token_fits(code, visit.address):
            visit.services.metrics.note_refused_login(request, visit.form.text("name"), "setup code")
            return _first(visit, "token", 403)
    except TooManyTries:
        visit.services.metrics.note_refused_login(request, visit.form.text("name"), "too many tries")
        return _first(visit, "tries", 429)
    if wrong := _name_or_password_wrong(visit):
        return _first(visit, wrong, 422)
    try:
        await asyncio.to_thread(visit.access.set_first_password, visit.form.fields.get("password", ""))
    except PasswordRefused as refused:
        return go("/desk/login") if refused.why == "set" else _first(visit, refused.why, 422)
    log.info("first password set", extra={"facts": {"address": visit.address}})
    return _enter(visit, "/desk")


async def show_login(request: Request) -> Response:
    visit = Visit(request)
    if not visit.access.has_password:
        return go("/desk/first")
    if visit.session.entered and not (visit.session.steward or visit.session.account):
        return go(own_path(visit.asked("next")))
    return await _login(visit)


async def log_in(request: Request) -> Response:
    visit = Visit(request)
    if stop := await stranger_stopped(visit, MOST_LOGIN_FIELDS):
        return stop
    if not _name(visit):
        return await _login(visit, "name", 422)
    if stop := await password_wrong(visit, visit.form.fields.get("password", ""), _name(visit), _login):
        return stop
    log.info("logged in", extra={"facts": {"address": visit.address}})
    return remembered(visit, _enter(visit, own_path(visit.form.text("next"))))


async def log_out(visit: Visit) -> Response:
    """This browser forgets the session in any case; where that cannot be kept a copy of its cookie would still hold."""
    try:
        await asyncio.to_thread(visit.access.end_session, visit.session)
    except (CannotKeep, JournalTrouble) as problem:
        log.error("session not ended", extra={"facts": {"why": str(problem)}})
    door = "/desk/login"
    if visit.session.account:
        door = "/desk/account/login"
        await asyncio.to_thread(visit.accounts.end_sessions, visit.session.account, [visit.session.id])
    visit.request.state.session = new_session()
    return go(door)


async def show_password(visit: Visit, wrong: str = "", status: int = 200) -> Response:
    return visit.page("account/password.html", status, wrong=wrong)


async def change_password(visit: Visit) -> Response:
    fields = visit.form.fields
    if stop := await password_wrong(visit, fields.get("old", ""), visit.session.name, show_password):
        return stop
    if fields.get("password", "") != fields.get("again", ""):
        return await show_password(visit, "again", 422)
    try:
        await asyncio.to_thread(visit.access.set_password, fields.get("password", ""))
    except PasswordRefused as refused:
        return await show_password(visit, refused.why, 422)
    visit.request.state.session = new_session(visit.session.name)
    return go("/desk")


async def show_language(visit: Visit) -> Response:
    return visit.page("account/language.html")


async def choose_language(visit: Visit) -> Response:
    who, code = visit.steward, visit.form.text("language")
    await visit.command_stewards(lambda state: decisions.choose_language(state, who, code, LANGUAGES))
    return go("/desk")


def _name(visit: Visit) -> str:
    """The name for the journal of the person at the desk; empty for what is no name."""
    try:
        return text("name", visit.form.text("name"), longest=MAX_LOGIN_NAME_CHARS, required=True)
    except BadField:
        return ""


def _name_or_password_wrong(visit: Visit) -> str:
    if not _name(visit):
        return "name"
    return "again" if visit.form.fields.get("password", "") != visit.form.fields.get("again", "") else ""


def _enter(visit: Visit, path: str) -> Response:
    visit.request.state.session = new_session(_name(visit))
    return go(path)


def _first(visit: Visit, wrong: str = "", status: int = 200) -> Response:
    if visit.access.has_password:
        return go("/desk/login")
    return visit.page("account/first.html", status, wrong=wrong, ask_token=not _at_this_machine(visit))


def _at_this_machine(visit: Visit) -> bool:
    """Nobody else can reach the server, and the address was typed as this machine's own.

    The second half keeps out a page elsewhere whose name was made to point here, and visitors
    who come through a proxy.
    """
    return visit.settings.loopback and is_loopback(visit.request.url.hostname or "")


async def _login(visit: Visit, wrong: str = "", status: int = 200) -> Response:
    return visit.page("account/login.html", status, wrong=wrong, next=visit.form.text("next") or visit.asked("next"))


# Invitations


async def accept_invitation(request: Request) -> Response:
    """In at once; but who is somebody else here already is asked first."""
    visit = Visit(request)
    steward = _invited(visit)
    if steward is None:
        return _unknown_link(visit)
    if steward.ended(datetime.now(UTC)):
        return forbidden(visit, InvitationEnded(steward.name, "" if steward.dismissed else steward.until))
    if visit.session.steward == steward.id:
        return go("/desk")
    if visit.session.entered and (visit.session.account or not visit.steward.ended(datetime.now(UTC))):
        return visit.page("join/other.html", invited=steward)
    return _come_in(visit, steward)


async def change_person(request: Request) -> Response:
    visit = Visit(request)
    if stop := await stranger_stopped(visit, MOST_INVITATION_FIELDS):
        return stop
    steward = _invited(visit)
    if steward is None or steward.ended(datetime.now(UTC)):
        return _unknown_link(visit)
    return _come_in(visit, steward)


def _invited(visit: Visit) -> Steward | None:
    return visit.stewards.state.invited.get(visit.access.invited(visit.path("token")))


def _come_in(visit: Visit, steward: Steward) -> Response:
    visit.request.state.session = new_session(steward.name, steward.id)
    return go("/desk")


def _unknown_link(visit: Visit) -> Response:
    visit.services.metrics.note_refused_login(visit.request, visit.session.name, "invitation")
    return visit.page("join/unknown.html", 404, by_mail=False)


_PASSWORD, _LANGUAGE = "/desk/password", "/desk/language"

routes: Sequence[BaseRoute] = (
    Route("/desk/first", show_first_password, methods=GET),
    Route("/desk/first", set_first_password, methods=POST),
    Route("/desk/login", show_login, methods=GET),
    Route("/desk/login", log_in, methods=POST),
    desk_post("/desk/logout", log_out, "/desk", Action.ENTER),
    desk_get(_PASSWORD, show_password, Action.RUN),
    desk_post(_PASSWORD, change_password, _PASSWORD, Action.RUN),
    desk_get(_LANGUAGE, show_language, Action.ENTER),
    desk_post(_LANGUAGE, choose_language, _LANGUAGE, Action.ENTER),
    Route("/join/{token}", accept_invitation, methods=GET),
    Route("/join/{token}", change_person, methods=POST),
)

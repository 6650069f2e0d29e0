"""The entrance of the desk: the first password, logging in and out, a new password, the language of the desk."""

import asyncio
import logging

from starlette.requests import Request
from starlette.responses import Response

from domain.fields import text
from domain.refusals import BadField
from domain.stewards import decisions
from domain.stewards.events import StewardEvent
from domain.stewards.state import Stewards
from server.care import audit
from server.http.auth import REMEMBERED_SECONDS, CannotKeep, PasswordRefused, TooManyTries, new_session
from server.routes import forms
from server.routes.desk.guards import old_form
from server.routes.desk.visit import Visit, go, own_path
from server.settings import is_loopback
from web.wording import LANGUAGES

log = logging.getLogger("tablo.account")

MAX_LOGIN_NAME_CHARS = 60
BROWSER_COOKIE = "tablo-browser"
BROWSER_SECONDS = 365 * 24 * 3600


async def show_first_password(request: Request) -> Response:
    """Nobody has set a password yet: who is here first does."""
    return _first(Visit(request))


async def set_first_password(request: Request) -> Response:
    visit = await _sent(request)
    if not _own_form(visit):
        return old_form(visit)
    try:
        if not _at_this_machine(visit) and not _has_setup_code(visit):
            audit.refused_login(visit.services.metrics, visit.request, visit.form.text("name"), "setup code")
            return _first(visit, "token", 403)
    except TooManyTries:
        audit.refused_login(visit.services.metrics, visit.request, visit.form.text("name"), "too many tries")
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
    if visit.session.entered and not visit.session.steward:
        return go(own_path(visit.asked("next")))
    return _login(visit)


async def log_in(request: Request) -> Response:
    visit = await _sent(request)
    if not _own_form(visit):
        return old_form(visit)
    if not _name(visit):
        return _login(visit, "name", 422)
    try:
        right = await _is_right(visit, visit.form.fields.get("password", ""), _name(visit))
    except TooManyTries:
        audit.refused_login(visit.services.metrics, visit.request, visit.form.text("name"), "too many tries")
        return _later(_login(visit, "tries", 429))
    if not right:
        audit.refused_login(visit.services.metrics, visit.request, visit.form.text("name"), "password")
        return _login(visit, "password", 403)
    log.info("logged in", extra={"facts": {"address": visit.address}})
    return _remembered(visit, _enter(visit, own_path(visit.form.text("next"))))


async def _is_right(visit: Visit, password: str, name: str) -> bool:
    """Raises TooManyTries."""
    browser = visit.access.known_browser(visit.request.cookies.get(BROWSER_COOKIE, ""))
    return await asyncio.to_thread(visit.access.check, password, visit.address, name, browser)


def _later(answer: Response) -> Response:
    answer.headers["Retry-After"] = str(REMEMBERED_SECONDS)
    return answer


def _remembered(visit: Visit, answer: Response) -> Response:
    """Marks a browser that has logged in: failed guesses from its address do not lock it out the next time."""
    answer.set_cookie(
        BROWSER_COOKIE,
        visit.access.mark_of_browser(),
        max_age=BROWSER_SECONDS,
        path="/desk",
        secure=visit.settings.secure_cookies,
        httponly=True,
        samesite="lax",
    )
    return answer


async def log_out(visit: Visit) -> Response:
    """This browser forgets the session in any case; on a full disk a copy of its cookie would still hold."""
    try:
        await asyncio.to_thread(visit.access.end_session, visit.session)
    except CannotKeep as problem:
        log.error("session not ended", extra={"facts": {"why": str(problem)}})
    visit.request.state.session = new_session()
    return go("/desk/login")


async def show_password(visit: Visit) -> Response:
    return _password(visit)


async def change_password(visit: Visit) -> Response:
    """A new password ends the sessions of everybody else."""
    fields = visit.form.fields
    try:
        right = await _is_right(visit, fields.get("old", ""), visit.session.name)
    except TooManyTries:
        audit.refused_login(visit.services.metrics, visit.request, visit.session.name, "too many tries")
        return _later(_password(visit, "tries", 429))
    if not right:
        audit.refused_login(visit.services.metrics, visit.request, visit.session.name, "password")
        return _password(visit, "password", 403)
    if fields.get("password", "") != fields.get("again", ""):
        return _password(visit, "again", 422)
    try:
        await asyncio.to_thread(visit.access.set_password, fields.get("password", ""))
    except PasswordRefused as refused:
        return _password(visit, refused.why, 422)
    visit.request.state.session = new_session(visit.session.name)
    return go("/desk")


async def show_language(visit: Visit) -> Response:
    return visit.page("account/language.html")


async def choose_language(visit: Visit) -> Response:
    """For the person who sits here, wherever they log in."""
    who, code = visit.steward, visit.form.text("language")

    def decide(state: Stewards) -> list[StewardEvent]:
        return decisions.choose_language(state, who, code, LANGUAGES)

    await visit.command_stewards(decide)
    return go("/desk")


async def _sent(request: Request) -> Visit:
    async with request.form(max_files=0, max_fields=20) as data:
        return Visit(request, forms.read_form(data))


def _has_setup_code(visit: Visit) -> bool:
    """Raises TooManyTries."""
    return visit.access.setup_token_fits(visit.form.text("setup_token"), visit.address)


def _own_form(visit: Visit) -> bool:
    return visit.access.form_token_fits(visit.session, visit.form.text("form_token"))


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


def _login(visit: Visit, wrong: str = "", status: int = 200) -> Response:
    return visit.page("account/login.html", status, wrong=wrong, next=visit.form.text("next") or visit.asked("next"))


def _password(visit: Visit, wrong: str = "", status: int = 200) -> Response:
    return visit.page("account/password.html", status, wrong=wrong)

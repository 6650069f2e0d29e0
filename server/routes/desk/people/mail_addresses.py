"""The address of an account: confirmed by a link that comes there by mail, and changed to another one."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from domain.fields import LONGEST_EMAIL_CHARS, email, text
from domain.organisers.decisions import AddressTaken, TooManyMessages
from domain.stewards.permissions import Action
from server.http.auth import TooManyTries
from server.journal.side.accounts import KeptAccount
from server.notifying.mail import PlayerMessage
from server.routes.desk.guards import stranger_stopped
from server.routes.desk.rows import GET, POST, desk_post, page_again
from server.routes.desk.visit import Visit, go
from server.routes.logging_in import MOST_LOGIN_FIELDS, password_wrong, send_confirmation
from web.wording import N_

_ACCOUNT, _CONFIRM = "/desk/account", "/desk/account/confirm/{token}"


async def change_address(visit: Visit) -> Response:
    """To another one once its link is followed; where the server sends no mail, at once.

    Whoever can read the mail of an account can set its password: so the password is asked for.
    """
    kept = await visit.own_account()
    typed = text("email", visit.form.text("email"), longest=LONGEST_EMAIL_CHARS, required=True)
    wanted = email("email", typed).lower()
    if kept is None:
        return go(_ACCOUNT)
    typed_password = visit.form.fields.get("old", "")
    asked = wanted != kept.email and bool(kept.password_hash)
    if asked and (stop := await password_wrong(visit, typed_password, kept.email, _again, kept)):
        return stop
    if visit.settings.sends_links:
        try:
            visit.access.count_reset(visit.address, wanted)
        except TooManyTries:
            raise TooManyMessages from None
        await send_confirmation(visit, kept, wanted)
    elif not await asyncio.to_thread(visit.accounts.change_email, kept.id, wanted):
        raise AddressTaken
    return go(f"{_ACCOUNT}{'?sent=1' if visit.settings.sends_links else ''}#address")


async def _again(visit: Visit, wrong: str, status: int) -> Response:
    """The page of the account with what was wrong."""
    visit.request.state.wrong = wrong
    answer = await page_again(visit, _ACCOUNT)
    answer.status_code = status
    return answer


async def show_address(request: Request) -> Response:
    """With a button: programs that look for viruses in mails open links, and press nothing."""
    return await _confirmation(Visit(request))


async def confirm_address(request: Request) -> Response:
    visit = Visit(request)
    if stop := await stranger_stopped(visit, MOST_LOGIN_FIELDS):
        return stop
    asked = await _asked(visit)
    if asked is None:
        return await _confirmation(visit)
    kept, wanted = asked
    now = datetime.now(UTC).isoformat(timespec="seconds")
    if not await asyncio.to_thread(visit.accounts.confirm_email, kept.id, wanted, now):
        return await _confirmation(visit, "taken", 409)
    if wanted != kept.email:
        await _tell_the_old_address(visit, kept, wanted)
    return await _confirmation(visit, done=wanted)


async def _tell_the_old_address(visit: Visit, kept: KeptAccount, now: str) -> None:
    words = visit.words
    pattern = N_("The address of your account is now {email}. If it was not you, tell the operator of this server.")
    said = words.gettext(pattern, email=now)
    await visit.services.notifier.send([PlayerMessage(kept.email, words.gettext(N_("New address")), f"{said}\n")])


async def _asked(visit: Visit) -> tuple[KeptAccount, str] | None:
    return await asyncio.to_thread(visit.access.address_to_confirm, visit.path("token"), visit.accounts.find)


async def _confirmation(visit: Visit, wrong: str = "", status: int = 200, *, done: str = "") -> Response:
    asked = None if done else await _asked(visit)
    if asked is None and not done:
        visit.services.metrics.note_refused_login(visit.request, visit.session.name, "invitation")
        return visit.page("join/unknown.html", 404, by_mail=True)
    return visit.page(
        "account/confirm.html", status, wrong=wrong, confirmed=done, wanted=done or (asked or ("", ""))[1]
    )


routes: Sequence[BaseRoute] = (
    desk_post(f"{_ACCOUNT}/email", change_address, _ACCOUNT, Action.ENTER),
    Route(_CONFIRM, show_address, methods=GET),
    Route(_CONFIRM, confirm_address, methods=POST),
)

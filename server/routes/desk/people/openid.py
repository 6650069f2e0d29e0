"""Logging in by the account of a provider of OpenID Connect: there, back, and joined to an account of ours."""

import asyncio
import hmac
import logging
from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from domain.organisers.decisions import LastWayIn
from domain.stewards.permissions import Action
from server.http.openid import Identity, Journey, OpenIdDoor, OpenIdTrouble
from server.routes.desk.rows import GET, desk_get, desk_post
from server.routes.desk.visit import Visit, go, own_path
from server.routes.logging_in import (
    enter_by_account,
    login_page,
    mark_of_link,
    openid_at,
    openid_door,
    tell_of_new_way_in,
    way_in_wrong,
    ways_in,
)

_ACCOUNT, _THERE, _BACK = "/desk/account", "/desk/account/login/openid", "/desk/account/login/openid/back"
FOUND = 302
log = logging.getLogger("tablo.logins")


async def go_to_provider(request: Request) -> Response:
    """To come in, or with `?join=` to accept an invitation."""
    visit = Visit(request)
    invited = visit.asked("join")
    if invited:
        return await _sent(visit, Journey.JOIN, invited)
    return await _sent(visit, Journey.ENTER, own_path(visit.asked("next")))


async def link_to_provider(visit: Visit) -> Response:
    """From somebody's own page alone: a page of others could bring in an account that is not theirs."""
    if not hmac.compare_digest(visit.asked("mark").encode(), mark_of_link(visit).encode()):
        return go(_ACCOUNT)
    return await _sent(visit, Journey.LINK, visit.session.account)


async def _sent(visit: Visit, journey: Journey, to: str) -> Response:
    if openid_at(visit) is None:
        return go(_ACCOUNT)
    there: list[str] = []

    async def asked() -> str:
        try:
            there.append(await openid_door(visit).way_there(journey, to))
        except OpenIdTrouble as trouble:
            log.warning("openid: %s", trouble)
            return "provider"
        return ""

    if stop := await way_in_wrong(visit, "openid", login_page, asked):
        return stop
    return RedirectResponse(there[0], FOUND, {"Cache-Control": "no-store"})


async def back_from_provider(request: Request) -> Response:
    """With a code that the provider gave for whoever stands before it."""
    visit = Visit(request)
    if openid_at(visit) is None:
        return go(_ACCOUNT)
    door, state = openid_door(visit), visit.asked("state")
    found: list[Identity] = []

    async def proved() -> str:
        if door.came_from(state) is None:
            return "openid-late"
        if not visit.asked("code"):
            return "openid-refused"
        try:
            found.append(await door.identity(state, visit.asked("code")))
        except OpenIdTrouble as trouble:
            log.warning("openid: %s", trouble)
            return "provider"
        return ""

    if stop := await way_in_wrong(visit, "openid", login_page, proved):
        return stop
    return await _arrived(visit, door, found[0])


async def _arrived(visit: Visit, door: OpenIdDoor, who: Identity) -> Response:
    journey, to = door.came_from(visit.asked("state")) or (Journey.ENTER, "/desk")
    account = await asyncio.to_thread(visit.identities.account, who.issuer, who.subject)
    if journey is Journey.LINK:
        return await _linked(visit, who, to, account)
    kept = await asyncio.to_thread(visit.accounts.find, account) if account else None
    if kept is not None:
        after = f"{_ACCOUNT}/join/{to}" if journey is Journey.JOIN else to
        return await enter_by_account(visit, kept, after, login_page)
    if journey is Journey.JOIN:
        return go(f"{_ACCOUNT}/join/{to}?proved={door.proof(who)}")
    visit.services.metrics.note_refused_login(visit.request, "", "openid")
    return await login_page(visit, "openid-unknown", 403)


async def _linked(visit: Visit, who: Identity, account: str, before: str) -> Response:
    kept = await asyncio.to_thread(visit.accounts.find, account)
    if kept is None or visit.session.account != account:
        return go(_ACCOUNT)
    if before not in ("", account):
        return await login_page(visit, "openid-taken", 409)
    if await asyncio.to_thread(visit.identities.add, who.issuer, who.subject, account):
        await tell_of_new_way_in(visit, kept)
    return go(f"{_ACCOUNT}#openid")


async def unlink_provider(visit: Visit) -> Response:
    """Raises LastWayIn: whoever has neither a password nor a passkey keeps it."""
    kept = await visit.own_account()
    if kept is None or await ways_in(visit, kept) == 1:
        raise LastWayIn
    await asyncio.to_thread(visit.identities.remove, kept.id)
    return go(f"{_ACCOUNT}#openid")


routes: Sequence[BaseRoute] = (
    Route(_THERE, go_to_provider, methods=GET),
    Route(_BACK, back_from_provider, methods=GET),
    desk_get(f"{_ACCOUNT}/openid", link_to_provider, Action.ENTER),
    desk_post(f"{_ACCOUNT}/openid/remove", unlink_provider, _ACCOUNT, Action.ENTER),
)

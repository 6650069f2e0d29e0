"""Passkeys of accounts: made and taken away on somebody's own page, and the way in by one."""

import asyncio
from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from domain.fields import text
from domain.organisers.decisions import LastWayIn, PasskeyNotTaken
from domain.stewards.permissions import Action
from server.http.passkeys import MOST_PASSKEYS, PasskeyDoor, PasskeyRefused
from server.journal.side.accounts import KeptAccount
from server.routes.desk.guards import stranger_stopped
from server.routes.desk.rows import GET, POST, desk_post
from server.routes.desk.visit import Visit, go, own_path
from server.routes.logging_in import (
    MOST_LOGIN_FIELDS,
    enter_by_account,
    login_page,
    passkeys_at,
    password_wrong,
    tell_of_new_way_in,
    way_in_wrong,
    ways_in,
)
from web.wording import N_

_ACCOUNT, _WAY_IN = "/desk/account", "/desk/account/login/passkey"
LONGEST_PASSKEY_NAME = 60


def _door(visit: Visit) -> PasskeyDoor:
    """Raises PasskeyNotTaken where browsers have no passkeys."""
    place = passkeys_at(visit)
    if place is None:
        raise PasskeyNotTaken
    return PasskeyDoor(visit.access, visit.session, place)


# The way in


async def ask_for_passkey(request: Request) -> Response:
    visit = Visit(request)
    try:
        return _question(_door(visit).to_enter())
    except PasskeyNotTaken:
        return _said(visit.words.gettext(_ELSEWHERE), 404)


def _question(options: str) -> Response:
    return Response(options, media_type="application/json", headers={"Cache-Control": "no-store"})


def _said(sentence: str, status: int) -> Response:
    return JSONResponse({"sentence": sentence}, status, {"Cache-Control": "no-store"})


_ELSEWHERE = N_("Browsers have passkeys for pages opened by https alone, or at localhost.")


async def log_in_by_passkey(request: Request) -> Response:
    visit = Visit(request)
    if stop := await stranger_stopped(visit, MOST_LOGIN_FIELDS):
        return stop
    found: list[KeptAccount] = []

    async def proved() -> str:
        kept = await _behind(visit)
        found.extend([kept] if kept else [])
        return "" if kept else "passkey"

    if stop := await way_in_wrong(visit, "passkey", login_page, proved):
        return stop
    return await enter_by_account(visit, found[0], own_path(visit.form.text("next")), login_page)


async def _behind(visit: Visit) -> KeptAccount | None:
    """Whoever has the passkey of this answer; None = nobody who has an account."""
    keys = visit.passkeys
    try:
        used = await asyncio.to_thread(_door(visit).entered_by, visit.form.text("credential"), keys.find, keys.used)
    except (PasskeyRefused, PasskeyNotTaken):
        return None
    return await asyncio.to_thread(visit.accounts.find, used.account)


# On somebody's own page


async def ask_to_make_passkey(visit: Visit) -> Response:
    """The question for a new one, to whoever types their password again: its answer holds for this session alone."""
    kept = await visit.own_account()

    async def refused(_visit: Visit, wrong: str, status: int) -> Response:
        tries = N_("Too many attempts from here. Wait a minute and try again.")
        pattern = tries if wrong == "tries" else N_("The password is not right.")
        return _said(visit.words.gettext(pattern), status)

    if kept is None:
        raise PasskeyNotTaken
    if kept.password_hash:
        typed = visit.form.fields.get("password", "")
        if stop := await password_wrong(visit, typed, kept.email, refused, kept):
            return stop
    return _question(_door(visit).to_make(kept, await asyncio.to_thread(visit.passkeys.of_account, kept.id)))


async def keep_passkey(visit: Visit) -> Response:
    kept = await visit.own_account()
    name = text("passkey_name", visit.form.text("passkey_name"), longest=LONGEST_PASSKEY_NAME)
    has = await asyncio.to_thread(visit.passkeys.of_account, visit.session.account)
    if kept is None or len(has) >= MOST_PASSKEYS:
        raise PasskeyNotTaken
    try:
        door = _door(visit)
        made = await asyncio.to_thread(door.made, visit.form.text("credential"), kept.id, name or str(len(has) + 1))
    except PasskeyRefused as refused:
        raise PasskeyNotTaken from refused
    if not await asyncio.to_thread(visit.passkeys.add, made):
        raise PasskeyNotTaken
    await tell_of_new_way_in(visit, kept)
    return go(f"{_ACCOUNT}#passkeys")


async def rename_passkey(visit: Visit) -> Response:
    form = visit.form
    name = text("passkey_name", form.text("passkey_name"), longest=LONGEST_PASSKEY_NAME, required=True)
    await asyncio.to_thread(visit.passkeys.rename, visit.session.account, form.text("passkey"), name)
    return go(f"{_ACCOUNT}#passkeys")


async def remove_passkey(visit: Visit) -> Response:
    """Raises LastWayIn for the only way in."""
    kept, wanted = await visit.own_account(), visit.form.text("passkey")
    has = await asyncio.to_thread(visit.passkeys.of_account, visit.session.account)
    if kept is None or (wanted in [one.id for one in has] and await ways_in(visit, kept) == 1):
        raise LastWayIn
    await asyncio.to_thread(visit.passkeys.remove, kept.id, wanted)
    return go(f"{_ACCOUNT}#passkeys")


routes: Sequence[BaseRoute] = (
    Route(_WAY_IN, ask_for_passkey, methods=GET),
    Route(_WAY_IN, log_in_by_passkey, methods=POST),
    desk_post(f"{_ACCOUNT}/passkeys/ask", ask_to_make_passkey, _ACCOUNT, Action.ENTER),
    desk_post(f"{_ACCOUNT}/passkeys", keep_passkey, _ACCOUNT, Action.ENTER),
    desk_post(f"{_ACCOUNT}/passkeys/name", rename_passkey, _ACCOUNT, Action.ENTER),
    desk_post(f"{_ACCOUNT}/passkeys/remove", remove_passkey, _ACCOUNT, Action.ENTER),
)

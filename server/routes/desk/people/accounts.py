"""Accounts on a server that organisers share: the way in, invitations accepted, and a person's own page."""

import asyncio
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from domain.fields import LONGEST_EMAIL_CHARS, email, text
from domain.organisers.decisions import InvitationUsed, close_account, join
from domain.organisers.state import Membership
from domain.refusals import BadField, Refusal
from domain.stewards.permissions import Action
from server.http.auth import PasswordRefused, TooManyTries, hashed_password, new_session
from server.http.auth import Session as BrowserSession
from server.http.openid import Identity
from server.journal.side.accounts import KeptAccount, KeptPasskey, KeptSession
from server.notifying.mail import PlayerMessage
from server.routes.desk.guards import stranger_stopped
from server.routes.desk.rows import GET, POST, desk_get, desk_post
from server.routes.desk.visit import Visit, go, own_path
from server.routes.logging_in import (
    MAX_LOGIN_NAME_CHARS,
    MOST_LOGIN_FIELDS,
    enter_by_account,
    login_page,
    mark_of_link,
    openid_at,
    openid_door,
    passkeys_at,
    password_wrong,
    send_confirmation,
    tell_of_new_way_in,
)
from web.wording import N_
from web.wording.refusals import sentence

_FORGOTTEN, _RESET = "/desk/account/forgotten", "/desk/account/reset/{token}"
_ACCOUNT, _LOGIN, _JOIN = "/desk/account", "/desk/account/login", "/desk/account/join/{token}"


@cache
def _nobodys_hash() -> str:
    """Compared with where there is no such account, so that an answer does not tell by its time which there are."""
    return hashed_password(secrets.token_urlsafe())


async def show_member_login(request: Request) -> Response:
    visit = Visit(request)
    if not visit.access.has_password:
        return go("/desk/first")
    return go(own_path(visit.asked("next"))) if visit.session.entered else await login_page(visit)


async def log_in_by_account(request: Request) -> Response:
    visit = Visit(request)
    if stop := await stranger_stopped(visit, MOST_LOGIN_FIELDS):
        return stop
    typed = visit.form.text("email")
    kept = await asyncio.to_thread(visit.accounts.with_email, typed)
    sought = kept or KeptAccount("", "", typed, await asyncio.to_thread(_nobodys_hash))
    if stop := await password_wrong(visit, visit.form.fields.get("password", ""), typed.casefold(), login_page, sought):
        return stop
    return await enter_by_account(visit, sought, own_path(visit.form.text("next")), login_page)


# A password that was forgotten


async def show_forgotten(request: Request) -> Response:
    return await _forgotten(Visit(request))


async def _forgotten(visit: Visit, wrong: str = "", status: int = 200, *, sent: bool = False) -> Response:
    return visit.page("account/forgotten.html", status, wrong=wrong, sent=sent, sends_links=visit.settings.sends_links)


async def send_reset(request: Request) -> Response:
    """The same answer whether or not there is such an account."""
    visit = Visit(request)
    if stop := await stranger_stopped(visit, MOST_LOGIN_FIELDS):
        return stop
    typed = visit.form.text("email")
    try:
        visit.access.count_reset(visit.address, typed.casefold())
    except TooManyTries:
        return await _forgotten(visit, "tries", 429)
    kept = await asyncio.to_thread(visit.accounts.with_email, typed)
    if kept is not None and visit.settings.sends_links:
        words = visit.words
        said = words.gettext(N_("Follow this link to set a new password. It holds for a day, and for one time:"))
        link = f"{visit.settings.public_url}/desk/account/reset/{visit.access.reset_link(kept)}"
        subject = words.gettext(N_("New password"))
        await visit.services.notifier.send([PlayerMessage(kept.email, subject, f"{said}\n\n{link}\n")])
    return await _forgotten(visit, sent=True)


async def show_reset(request: Request) -> Response:
    return await _reset_page(Visit(request))


async def reset_password(request: Request) -> Response:
    """The sessions of before are over: somebody else may have known the password."""
    visit = Visit(request)
    if stop := await stranger_stopped(visit, MOST_LOGIN_FIELDS):
        return stop
    kept = await _to_reset(visit)
    if kept is None:
        return await _reset_page(visit)
    try:
        hashed = await _new_password(visit)
    except PasswordRefused as refused:
        return await _reset_page(visit, refused.why, 422)
    await asyncio.to_thread(visit.accounts.set_password, kept.id, hashed)
    await _end(visit, kept.id, [one.id for one in await _sessions(visit, kept.id)])
    return go(_LOGIN)


async def _new_password(visit: Visit) -> str:
    """The hash of what was typed twice. Raises PasswordRefused."""
    typed = visit.form.fields.get("password", "")
    if typed != visit.form.fields.get("again", ""):
        raise PasswordRefused("again")
    return await asyncio.to_thread(hashed_password, typed)


async def _to_reset(visit: Visit) -> KeptAccount | None:
    return await asyncio.to_thread(visit.access.account_to_reset, visit.path("token"), visit.accounts.find)


async def _reset_page(visit: Visit, wrong: str = "", status: int = 200) -> Response:
    kept = await _to_reset(visit)
    if kept is None:
        visit.services.metrics.note_refused_login(visit.request, visit.session.name, "invitation")
        return visit.page("join/unknown.html", 404, by_mail=True)
    return visit.page("account/reset.html", status, wrong=wrong, kept=kept)


# An invitation to be a member


async def show_membership_offer(request: Request) -> Response:
    visit = Visit(request)
    return await _join_page(visit)


async def accept_membership(request: Request) -> Response:
    """Somebody who is logged in joins as they are; anybody else opens an account."""
    visit = Visit(request)
    if stop := await stranger_stopped(visit, MOST_LOGIN_FIELDS):
        return stop
    member = _invited(visit)
    if member is None:
        return await _join_page(visit)
    state, now, account = visit.services.organisers.state, datetime.now(UTC), visit.session.account
    try:
        if account:
            await _joined(visit, member, account, opens=False)
            return go("/desk")
        join(state, member.id, "", now, opens=True)
        return await _opened(visit, member)
    except BadField as refusal:
        return await _join_page(visit, refusal.field, 422)
    except PasswordRefused as refused:
        return await _join_page(visit, refused.why, 422)
    except Refusal as refusal:
        return await _join_page(visit, sentence(refusal, None, visit.words), 409)


async def _opened(visit: Visit, member: Membership) -> Response:
    """Raises BadField, PasswordRefused, and the refusals of joining."""
    form = visit.form
    name = text("name", form.text("name"), longest=MAX_LOGIN_NAME_CHARS, required=True)
    address = email("email", text("email", form.text("email"), longest=LONGEST_EMAIL_CHARS, required=True)).lower()
    who = _proved(visit)
    kept = KeptAccount(secrets.token_hex(8), name, address, "" if who else await _new_password(visit))
    if not await asyncio.to_thread(visit.accounts.open, kept):
        return await _join_page(visit, "taken", 409)
    try:
        if who and not await asyncio.to_thread(visit.identities.add, who.issuer, who.subject, kept.id):
            raise InvitationUsed
        await _joined(visit, member, kept.id, opens=True)
    except Refusal:
        await asyncio.to_thread(visit.accounts.erase, kept.id)
        raise
    if who and who.verified and who.email.lower() == kept.email:
        now = datetime.now(UTC).isoformat(timespec="seconds")
        await asyncio.to_thread(visit.accounts.confirm_email, kept.id, kept.email, now)
    else:
        await send_confirmation(visit, kept, kept.email)
    return await enter_by_account(visit, kept, "/desk", _join_page)


def _proved(visit: Visit) -> Identity | None:
    """Somebody who comes from the provider opens an account without a password."""
    proof = visit.form.text("proved") or visit.asked("proved")
    return openid_door(visit).proved(proof) if proof and openid_at(visit) else None


async def _joined(visit: Visit, member: Membership, account: str, *, opens: bool) -> None:
    now = datetime.now(UTC)
    await visit.services.organisers.step(
        lambda state: join(state, member.id, account, now, opens=opens), visit.session.name or visit.form.text("name")
    )


def _invited(visit: Visit) -> Membership | None:
    """The invitation of this link, as long as it holds and nobody else has accepted it."""
    member = visit.services.organisers.state.members.get(visit.access.invited_member(visit.path("token")))
    free = member is not None and not member.ended(datetime.now(UTC)) and member.account in ("", visit.session.account)
    return member if free else None


async def _join_page(visit: Visit, wrong: str = "", status: int = 200) -> Response:
    member = _invited(visit)
    if member is None:
        visit.services.metrics.note_refused_login(visit.request, visit.session.name, "invitation")
        return visit.page("join/unknown.html", 404, by_mail=True)
    return visit.page(
        "account/join_organiser.html",
        status,
        wrong=wrong,
        invited=member.invited,
        organiser=visit.services.organisers.state.founded[member.invited.organiser],
        tournament=visit.office.name_of(member.invited.tournament),
        by_account=bool(visit.session.account),
        openid=openid_at(visit),
        proved=_proved(visit),
        proof=visit.asked("proved"),
        token=visit.path("token"),
    )


# A person's own page


async def show_account(visit: Visit, wrong: str = "", status: int = 200) -> Response:
    kept = await visit.own_account()
    if kept is None:
        return go("/desk")
    state = visit.services.organisers.state
    held = state.memberships(kept.id, datetime.now(UTC))
    return visit.page(
        "desk/account.html",
        status,
        wrong=wrong or getattr(visit.request.state, "wrong", ""),
        kept=kept,
        confirmed=await asyncio.to_thread(visit.accounts.confirmed_at, kept),
        sent=visit.asked("sent") == "1",
        sends_links=visit.settings.sends_links,
        memberships=[(one.invited, state.founded[one.invited.organiser]) for one in held],
        passkeys=[_times(one) for one in await asyncio.to_thread(visit.passkeys.of_account, kept.id)],
        passkeys_at=passkeys_at(visit),
        openid=openid_at(visit),
        linked=await asyncio.to_thread(visit.identities.of_account, kept.id),
        mark=mark_of_link(visit),
        sessions=[(one, datetime.fromisoformat(one.begun_at)) for one in await _sessions(visit, visit.session.account)],
    )


def _times(one: KeptPasskey) -> tuple[KeptPasskey, datetime, datetime | None]:
    """With the times at which it was made and used."""
    used = datetime.fromisoformat(one.used_at) if one.used_at else None
    return one, datetime.fromisoformat(one.made_at), used


async def _sessions(visit: Visit, account: str) -> list[KeptSession]:
    """Those that somebody logged out of are over."""
    found = await asyncio.to_thread(visit.accounts.sessions, account)
    return [one for one in found if one.id not in visit.access.stored.ended]


async def _others(visit: Visit) -> list[str]:
    """The sessions of whoever asks but this one."""
    own = await _sessions(visit, visit.session.account)
    return [one.id for one in own if one.id != visit.session.id]


async def change_own_password(visit: Visit) -> Response:
    kept = await visit.own_account()
    if kept is None:
        return go("/desk")
    if kept.password_hash:
        typed = visit.form.fields.get("old", "")
        if stop := await password_wrong(visit, typed, kept.email, show_account, kept):
            return stop
    try:
        hashed = await _new_password(visit)
    except PasswordRefused as refused:
        return await show_account(visit, refused.why, 422)
    await asyncio.to_thread(visit.accounts.set_password, kept.id, hashed)
    if not kept.password_hash:
        await tell_of_new_way_in(visit, kept)
    await _end(visit, kept.id, await _others(visit))
    return go(_ACCOUNT)


async def end_sessions(visit: Visit) -> Response:
    """The one that is named, or all but this one; those of others are not looked for."""
    wanted, others = visit.form.text("session"), await _others(visit)
    await _end(visit, visit.session.account, [id for id in others if wanted in ("", id)])
    return go(_ACCOUNT)


async def _end(visit: Visit, account: str, sessions: Sequence[str]) -> None:
    """Every process knows at once. Raises CannotKeep, JournalTrouble."""
    for id in sessions:
        await asyncio.to_thread(visit.access.end_session, BrowserSession(id))
    await asyncio.to_thread(visit.accounts.end_sessions, account, sessions)


async def close_own_account(visit: Visit) -> Response:
    """The person is erased; the decisions about them stay, by an id that means nobody any more."""
    account = visit.session.account
    if not account:
        return go("/desk")
    if not visit.form.ticked("sure"):
        raise BadField("sure", "", "required")
    await visit.command_organisers(lambda state: close_account(state, account, datetime.now(UTC)))
    await _end(visit, account, [one.id for one in await _sessions(visit, account)])
    await asyncio.to_thread(visit.accounts.erase, account)
    visit.request.state.session = new_session()
    return go(_LOGIN)


routes: Sequence[BaseRoute] = (
    Route(_LOGIN, show_member_login, methods=GET),
    Route(_LOGIN, log_in_by_account, methods=POST),
    Route(_FORGOTTEN, show_forgotten, methods=GET),
    Route(_FORGOTTEN, send_reset, methods=POST),
    Route(_RESET, show_reset, methods=GET),
    Route(_RESET, reset_password, methods=POST),
    Route(_JOIN, show_membership_offer, methods=GET),
    Route(_JOIN, accept_membership, methods=POST),
    desk_get(_ACCOUNT, show_account, Action.ENTER),
    desk_post(f"{_ACCOUNT}/password", change_own_password, _ACCOUNT, Action.ENTER),
    desk_post(f"{_ACCOUNT}/sessions/end", end_sessions, _ACCOUNT, Action.ENTER),
    desk_post(f"{_ACCOUNT}/close", close_own_account, _ACCOUNT, Action.ENTER),
)

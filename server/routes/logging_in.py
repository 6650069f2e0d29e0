"""What every way in shares: guesses are counted, and a browser that has come in once is known."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

from starlette.responses import Response

from domain.organisers.decisions import AccountNotOpen
from domain.organisers.state import AccountState
from server.http.auth import REMEMBERED_SECONDS, TooManyTries, new_session
from server.http.openid import OpenIdDoor, can_ask_provider
from server.http.passkeys import PasskeyPlace, passkey_place
from server.journal.side.accounts import KeptAccount, KeptSession
from server.notifying.mail import PlayerMessage
from server.routes.desk.visit import Visit, go
from server.settings import OpenIdProvider
from web.wording import N_
from web.wording.refusals import sentence

MAX_LOGIN_NAME_CHARS = 60
MOST_LOGIN_FIELDS = 20
BROWSER_COOKIE = "tablo-browser"
BROWSER_SECONDS = 365 * 24 * 3600
_BROWSERS = {"Edg/": "Edge", "OPR/": "Opera", "Firefox/": "Firefox", "Chrome/": "Chrome", "Safari/": "Safari"}
_SYSTEMS = {"iPhone": "iPhone", "iPad": "iPad", "Android": "Android", "Windows": "Windows", "Mac OS": "macOS"}
"""What a browser says of itself, to what its owner calls it; the first that fits counts."""

PageAgain = Callable[[Visit, str, int], Awaitable[Response]]
"""The page with what was wrong, and the status."""


async def password_wrong(
    visit: Visit, password: str, name: str, page: PageAgain, kept: KeptAccount | None = None
) -> Response | None:
    """The page again for a wrong password, or after too many tries; None = it is right.

    `kept` is the account that somebody logs in by; None = the desk's own password.
    """
    noted = name if kept is None else ""
    try:
        if await asyncio.to_thread(visit.access.check, password, visit.address, name, _known(visit), kept):
            return None
    except TooManyTries:
        return await _too_many(visit, noted, page)
    visit.services.metrics.note_refused_login(visit.request, noted, "password")
    return await page(visit, "password" if kept is None else "account", 403)


async def way_in_wrong(visit: Visit, by: str, page: PageAgain, proved: Callable[[], Awaitable[str]]) -> Response | None:
    """As `password_wrong` for another proof: `proved` says what is wrong with it, empty = nothing."""
    try:
        counted = visit.access.count_way_in(visit.address, _known(visit))
    except TooManyTries:
        return await _too_many(visit, "", page)
    if wrong := await proved():
        visit.services.metrics.note_refused_login(visit.request, "", by)
        return await page(visit, wrong, 403)
    visit.access.came_in(counted)
    return None


def _known(visit: Visit) -> str:
    return visit.access.known_browser(visit.request.cookies.get(BROWSER_COOKIE, ""))


async def _too_many(visit: Visit, noted: str, page: PageAgain) -> Response:
    visit.services.metrics.note_refused_login(visit.request, noted, "too many tries")
    answer = await page(visit, "tries", 429)
    answer.headers["Retry-After"] = str(REMEMBERED_SECONDS)
    return answer


async def login_page(visit: Visit, wrong: str = "", status: int = 200) -> Response:
    """The page at which members come in, by all the ways that there are."""
    wanted = visit.form.text("next") or visit.asked("next")
    return visit.page(
        "account/member_login.html",
        status,
        wrong=wrong,
        next=wanted,
        passkeys_at=passkeys_at(visit),
        openid=openid_at(visit),
    )


def passkeys_at(visit: Visit) -> PasskeyPlace | None:
    return passkey_place(visit.settings, visit.request.url.scheme, visit.request.url.netloc)


def openid_at(visit: Visit) -> OpenIdProvider | None:
    return visit.settings.openid if can_ask_provider() else None


def openid_door(visit: Visit) -> OpenIdDoor:
    """Where there is a provider. Raises LookupError."""
    provider, url = openid_at(visit), visit.request.url
    if provider is None:
        raise LookupError
    here = visit.settings.public_url or f"{url.scheme}://{url.netloc}"
    return OpenIdDoor(provider, visit.access, visit.session, f"{here}/desk/account/login/openid/back")


def mark_of_link(visit: Visit) -> str:
    """So that the way to the provider begins on somebody's own page."""
    return visit.access.secret_of("openid link", visit.session.id)


async def ways_in(visit: Visit, kept: KeptAccount) -> int:
    """The number of ways in which somebody can log in by this account."""
    passkeys = await asyncio.to_thread(visit.passkeys.of_account, kept.id)
    identities = await asyncio.to_thread(visit.identities.of_account, kept.id)
    return bool(kept.password_hash) + len(passkeys) + bool(identities)


async def tell_of_new_way_in(visit: Visit, kept: KeptAccount) -> None:
    """One that somebody else added in an open browser should not stay unknown."""
    if not visit.settings.sends_links:
        return
    words = visit.words
    pattern = N_(
        "A new way to log in was added to your account. If it was not you, remove it there and set a new password: "
        "{link}"
    )
    said = words.gettext(pattern, link=f"{visit.settings.public_url}/desk/account")
    subject = words.gettext(N_("New way to log in"))
    await visit.services.notifier.send([PlayerMessage(kept.email, subject, f"{said}\n")])


async def send_confirmation(visit: Visit, kept: KeptAccount, address: str) -> None:
    """The link by which somebody confirms an address, to that address; nothing where no mail is sent."""
    if not visit.settings.sends_links:
        return
    words = visit.words
    said = words.gettext(N_("Follow this link to confirm that this address is yours. It holds for a day:"))
    link = f"{visit.settings.public_url}/desk/account/confirm/{visit.access.address_link(kept, address)}"
    subject = words.gettext(N_("Confirm your address"))
    await visit.services.notifier.send([PlayerMessage(address, subject, f"{said}\n\n{link}\n")])


async def enter_by_account(visit: Visit, kept: KeptAccount, to: str, page: PageAgain) -> Response:
    """Whoever has proved that the account is theirs comes in, unless it is suspended or closed."""
    if visit.services.organisers.state.accounts.get(kept.id) is not AccountState.OPEN:
        return await page(visit, sentence(AccountNotOpen(), None, visit.words), 403)
    session = new_session(kept.name, account=kept.id)
    now = datetime.now(UTC).isoformat(timespec="seconds")
    begun = KeptSession(session.id, now, named_browser(visit.request.headers.get("user-agent", "")))
    await asyncio.to_thread(visit.accounts.begin_session, kept.id, begun)
    visit.request.state.session = session
    return remembered(visit, go(to))


def named_browser(agent: str) -> str:
    """As its owner would call it, as in `Firefox, Windows`; empty for a program that says nothing known."""
    kinds = (next((name for mark, name in known.items() if mark in agent), "") for known in (_BROWSERS, _SYSTEMS))
    return ", ".join(filter(None, kinds))


def remembered(visit: Visit, answer: Response) -> Response:
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

"""What every way in by a password shares: guesses are counted, and a browser that has come in once is known."""

import asyncio
from collections.abc import Awaitable, Callable

from starlette.responses import Response

from server.http.auth import REMEMBERED_SECONDS, TooManyTries
from server.journal.side_store import KeptAccount
from server.routes.desk.visit import Visit

MAX_LOGIN_NAME_CHARS = 60
MOST_LOGIN_FIELDS = 20
BROWSER_COOKIE = "tablo-browser"
BROWSER_SECONDS = 365 * 24 * 3600

PageAgain = Callable[[Visit, str, int], Awaitable[Response]]
"""The page with what was wrong, and the status."""


async def password_wrong(
    visit: Visit, password: str, name: str, page: PageAgain, kept: KeptAccount | None = None
) -> Response | None:
    """The page again for a wrong password, or after too many tries; None = it is right.

    `kept` is the account that somebody logs in by; None = the desk's own password.
    """
    browser = visit.access.known_browser(visit.request.cookies.get(BROWSER_COOKIE, ""))
    noted = name if kept is None else ""
    try:
        if await asyncio.to_thread(visit.access.check, password, visit.address, name, browser, kept):
            return None
    except TooManyTries:
        visit.services.metrics.note_refused_login(visit.request, noted, "too many tries")
        answer = await page(visit, "tries", 429)
        answer.headers["Retry-After"] = str(REMEMBERED_SECONDS)
        return answer
    visit.services.metrics.note_refused_login(visit.request, noted, "password")
    return await page(visit, "password" if kept is None else "account", 403)


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

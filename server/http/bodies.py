"""Limits of request bodies: their size before and after a login, and how many may be unfinished at once. Plain ASGI.

Before a login a name and a password are all that is sent, so little is held. A body that is too large gets its
sentence at once; what the browser still sends is read and thrown away by uvicorn, so that the connection is not reset
before the sentence is read. How slowly a body may come is for `server/http/limits.py`.
"""

from collections import Counter
from collections.abc import Mapping

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.neighbourhood import neighbourhood
from server.notice import ServerNotice, notice

MAX_BODY_BYTES_BEFORE_LOGIN = 64 * 1024
"""Octets of a body from somebody who has not logged in."""
UNFINISHED_PER_ADDRESS = 16
"""Bodies of theirs that may be on their way from one address. A login is whole in one packet."""
KILOBYTE = 1024
NO_PATHS: Mapping[str, int] = {}


class BodyLimits:
    """No body larger than its limit is ever held, whatever its header promised; `Sessions` has passed it before."""

    def __init__(self, app: ASGIApp, limit: int, open_to: str, larger: Mapping[str, int] = NO_PATHS) -> None:
        """`limit` is for who has logged in, and below the path `open_to`, which asks for a key of its own.

        `larger` are the limits of paths that take files, for who has logged in.
        """
        self.app = app
        self.larger = larger
        self.limit = limit
        self.open_to = open_to
        self._unfinished: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        known = self._is_known(scope)
        limit = self.larger.get(scope["path"], self.limit) if known else MAX_BODY_BYTES_BEFORE_LOGIN
        body = CountedBody(scope, receive, limit)
        scope.setdefault("state", {})["body"] = body  # who comes with a key may send more
        if known:
            await self.app(scope, body.receive, send)
            return
        stranger = Stranger(body, self._unfinished)
        try:
            await self.app(scope, stranger.receive, send)
        finally:
            stranger.finished()

    def _is_known(self, scope: Scope) -> bool:
        session = scope.get("state", {}).get("session")
        return scope["path"].startswith(self.open_to) or (session is not None and session.entered)


class CountedBody:
    """A body on its way, counted."""

    def __init__(self, scope: Scope, receive: Receive, limit: int) -> None:
        client = scope.get("client")
        self.address = neighbourhood(client[0]) if client else "unknown"
        self.limit = limit
        self.whole = False
        self._receive = receive
        self._taken = _promised(scope)
        """The length that was promised, until more has come."""
        self._come = 0

    async def receive(self) -> Message:
        """Raises Stopped for what is or will be too large."""
        self._refuse_too_large(self._taken)
        message = await self._receive()
        self._come += len(message.get("body", b""))
        self.whole = not message.get("more_body", False)
        self._refuse_too_large(self._come)
        return message

    def _refuse_too_large(self, octets: int) -> None:
        if octets > self.limit:
            raise Stopped(413, notice("too-large", kilobytes=f"{self.limit // KILOBYTE:,}"))


class Stranger:
    """The body of somebody who has not logged in: one of few from their address."""

    def __init__(self, body: CountedBody, unfinished: Counter[str]) -> None:
        self._body = body
        self._unfinished = unfinished
        self._counted = False

    async def receive(self) -> Message:
        """Raises Stopped for one too many."""
        if not self._counted and not self._body.whole:
            self._count()
        message = await self._body.receive()
        if self._body.whole:
            self.finished()
        return message

    def finished(self) -> None:
        if self._counted:
            self._counted = False
            self._unfinished[self._body.address] -= 1
            if not self._unfinished[self._body.address]:
                del self._unfinished[self._body.address]

    def _count(self) -> None:
        if self._unfinished[self._body.address] >= UNFINISHED_PER_ADDRESS:
            raise Stopped(429, notice("too-many-forms"), {"Retry-After": "2"})
        self._counted = True
        self._unfinished[self._body.address] += 1


def _promised(scope: Scope) -> int:
    length = Headers(scope=scope).get("content-length", "")
    return int(length) if length.isascii() and length.isdigit() and len(length) < 19 else 0


# A request that is stopped with a notice of ours.


class Stopped(HTTPException):
    """An answer that is no page: its status, and what is said."""

    def __init__(self, status: int, notice: ServerNotice, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(status, str(notice), headers)
        self.notice = notice

"""Middleware around every request: limits, sessions, headers, the access log. Plain ASGI."""

import json
import logging
import re
import sys
import time
from datetime import UTC, datetime
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.http.auth import SESSION_SECONDS, Access, new_session
from server.http.problem import PROBLEM_TYPE, problem_octets
from server.notice import notice
from web.wording import language, negotiate

access_log = logging.getLogger("tablo.access")

COOKIE = "tablo"
HOST = re.compile(r"[A-Za-z0-9._\-]+(:[0-9]{1,5})?|\[[0-9a-fA-F:.]+\](:[0-9]{1,5})?")
LONGEST_HOST = 253 + len(":65535")
"""Letters that a name may have (RFC 1035), and its port."""


def is_host(text: str) -> bool:
    """A name or an address of a machine, and perhaps a port, as browsers send them."""
    if len(text) > LONGEST_HOST or not HOST.fullmatch(text):
        return False
    try:
        parts = urlsplit(f"//{text}")
        return bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        return False


def content_security_policy(host: str, frames: str = "'none'") -> str:
    """Nothing but our own files; the websocket is named because older browsers do not count it as 'self'."""
    sockets = f" ws://{host} wss://{host}" if is_host(host) else ""
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        f"connect-src 'self'{sockets}; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
        f"frame-ancestors {frames}"
    )


EMBEDDED = "/embed/"
"""Below this stand the pages that others may show within theirs: they have no form and no session."""


PARTS_OF_PAGES = (".css", ".js", ".png", ".woff2")
"""Static files that are never a page: the page says, in 450 bytes, how careful to be with it and its parts."""


def security_headers(host: str, path: str = "") -> dict[str, str]:
    """Security headers that tell a browser how careful to be with a page of ours."""
    if path.startswith("/static/") and path.endswith(PARTS_OF_PAGES):
        return {"X-Content-Type-Options": "nosniff"}
    embedded = path.startswith(EMBEDDED)
    return {
        "Content-Security-Policy": content_security_policy(host, "*" if embedded else "'none'"),
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "same-origin",
        **({} if embedded else {"X-Frame-Options": "DENY"}),
        "Cross-Origin-Opener-Policy": "same-origin",
        "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    }


class SecurityHeaders:
    """Puts them on every answer but that of a crash, which `server/routes/errors.py` makes outside of all this."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        host = HTTPConnection(scope).headers.get("host", "")

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in security_headers(host, scope["path"]).items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, sending)


class KnownHost:
    """A request with two Host headers, or one that names no machine, is answered with 400: nobody builds on it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        hosts = HTTPConnection(scope).headers.getlist("host") if scope["type"] == "http" else []
        if len(hosts) > 1 or (hosts and hosts[0] and not is_host(hosts[0])):
            words = language(negotiate(None, HTTPConnection(scope).headers.get("accept-language", "")))
            says = notice("host-impossible").in_words(words)
            await _not_understood(scope["path"], "host-impossible", says)(scope, receive, send)
            return
        await self.app(scope, receive, send)


def _not_understood(path: str, code: str, says: str) -> Response:
    """In a line for a person, as JSON for a program."""
    if path.startswith("/api/") or path.endswith(".json"):
        return Response(problem_octets(400, code, says), 400, media_type=PROBLEM_TYPE)
    return PlainTextResponse(f"{says}\n", 400)


UNDER = ("/desk", "/join", "/enter", "/entry", "/report")
"""The addresses below which somebody may be logged in, or sends a form."""


class Sessions:
    """Puts the browser's session on `request.state.session`; a browser without one gets an empty one.

    Only below `under`: readers of public pages and screens get no cookie.
    """

    def __init__(self, app: ASGIApp, access: Access, secure: bool, under: tuple[str, ...] = UNDER) -> None:
        self.app = app
        self.under = under
        self.access = access
        self.secure = secure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        if scope["type"] != "http" or not any(path == u or path.startswith(u + "/") for u in self.under):
            await self.app(scope, receive, send)
            return
        cookie = HTTPConnection(scope).cookies.get(COOKIE, "")
        known = self.access.read(cookie) if cookie else None
        state = scope.setdefault("state", {})
        state["session"] = known or new_session()

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start" and (known is None or state["session"] is not known):
                MutableHeaders(scope=message).append("Set-Cookie", self._cookie(self.access.sign(state["session"])))
            await send(message)

        await self.app(scope, receive, sending)

    def _cookie(self, value: str) -> str:
        secure = "; Secure" if self.secure else ""
        return f"{COOKIE}={value}; Path=/; Max-Age={SESSION_SECONDS}; HttpOnly; SameSite=Lax{secure}"


def loggable(path: str) -> str:
    """The link of an invitation, of somebody's own entry or of their reports is a key: it stays out of the log."""
    if path.startswith("/join/"):
        return "/join/..."
    parts = path.split("/")
    if parts[1:2] == ["report"]:
        return "/".join([*parts[:3], "..."])
    own_entry = parts[1:2] in (["enter"], ["entry"]) and parts[3:4] in (["entry"], ["mine"], ["messages"])
    return "/".join([*parts[:4], "..."]) if own_entry else path


class AccessLog:
    """A line for every answer: path without its query, status, milliseconds. No names, no secrets."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        status = 0

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, sending)
        finally:
            took = (time.perf_counter() - began) * 1000
            facts = {"method": scope["method"], "path": loggable(scope["path"]), "status": status, "ms": round(took, 1)}
            access_log.info("answered", extra={"facts": facts})


class JsonLines(logging.Formatter):
    """One JSON object a line: time, level, logger, message and the facts of the record."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "said": record.getMessage(),
        }
        facts = getattr(record, "facts", None)
        if isinstance(facts, dict):
            line.update(facts)
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def log_to_stderr() -> None:
    """Everything into a file or a pipe; to a person only what is wrong, so that the addresses stay in sight."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    level = logging.WARNING if sys.stderr.isatty() else logging.INFO
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.getLogger("uvicorn.access").disabled = True

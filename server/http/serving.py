"""Starting and stopping: the port, the addresses that are printed, the signals."""

import io
import logging
import re
import signal
import socket
from collections.abc import Iterator
from types import FrameType
from typing import Any
from urllib.parse import urlsplit

import uvicorn
from starlette.applications import Starlette

from server.http.auth import LONGEST_PASSWORD, SHORTEST_PASSWORD, Access, CannotKeep, PasswordRefused, open_access
from server.http.lan_address import NOBODY_ELSE, lan_addresses
from server.http.page_cache import ReadyPages
from server.http.process import give_large_blocks_back, look_seldom, switch_threads_often, take_all_sockets
from server.http.uvicorn_names import missing_names
from server.live.hub import Hub
from server.notice import Noticed, Why, notice, worded
from server.settings import EVERY_ADDRESS, Settings
from web.qr_codes import qr_code
from web.wording import Language

log = logging.getLogger("tablo.serving")

STOP_GRACE_SECONDS = 3
"""Seconds that requests under way get when the server stops."""

BACKLOG_CONNECTIONS = 2048


class CannotStart(Noticed):
    """The server cannot start as it is set up."""


def desk_access(settings: Settings) -> Access:
    """Raises CannotStart."""
    try:
        return open_access(settings.data, settings.password, read_only=settings.read_only)
    except PasswordRefused:
        raise CannotStart(
            notice("password-desk-must-have-to", shortest_password=SHORTEST_PASSWORD, longest_password=LONGEST_PASSWORD)
        ) from None
    except CannotKeep as problem:
        raise CannotStart(notice("cannot-be-written", path=problem.path, why=problem.why)) from None
    except OSError as error:
        raise CannotStart(
            notice("data-directory-cannot-be-used", data=settings.data, why=error.strerror or error)
        ) from None
    except ValueError:
        raise CannotStart(notice("is-damaged-move-away-to", data=settings.data / "access.json")) from None


def listen(settings: Settings) -> socket.socket:
    """The port, taken before anything is printed. Raises CannotStart."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((settings.host, settings.port))
        listening.listen(BACKLOG_CONNECTIONS)
    except OSError as error:
        listening.close()
        why = error.strerror or str(error)
        raise CannotStart(
            notice("cannot-listen-port", host=settings.host, port=settings.port, why=why.lower())
        ) from None
    listening.set_inheritable(True)
    return listening


def serve_forever(app: Starlette, hub: Hub, ready: ReadyPages, listening: socket.socket) -> None:
    """Serve until SIGTERM or Ctrl-C; both are an ordinary end.

    uvicorn raises the signal again when it has stopped, so that the process dies of it and nothing after it would be
    tidied up: the handlers here take that second signal.
    """
    look_seldom()
    switch_threads_often()
    give_large_blocks_back()
    before = {number: signal.signal(number, _ended) for number in (signal.SIGTERM, signal.SIGINT)}
    server = _server(app, hub, ready)
    try:
        server.run(sockets=[listening])
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _server(app: Starlette, hub: Hub, ready: ReadyPages) -> uvicorn.Server:
    """uvicorn with our protocols, or, where it has changed inside, with its own."""
    missing = missing_names()
    settings: dict[str, Any] = {
        "access_log": False,
        "log_config": None,
        "server_header": False,
        "timeout_graceful_shutdown": STOP_GRACE_SECONDS,
        "backlog": BACKLOG_CONNECTIONS,
    }
    if missing:
        log.warning("uvicorn has changed: served by its own protocols, slower", extra={"facts": {"missing": missing}})
        take_all_sockets()
        return PlainServer(uvicorn.Config(app, ws_per_message_deflate=False, **settings), hub)
    from server.http.protocol import fast_protocol, live_server

    return live_server(app, hub, http=fast_protocol(ready), **settings)


class PlainServer(uvicorn.Server):
    """Says goodbye to the hall before it waits for connections to end."""

    def __init__(self, config: uvicorn.Config, hub: Hub) -> None:
        super().__init__(config)
        self.hub = hub

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.hub.close(1012)
        await super().shutdown(sockets)


def _ended(_number: int, _frame: FrameType | None) -> None:
    """The server has stopped already."""


def printed_addresses(settings: Settings, port: int) -> list[str]:
    """The addresses of this server, the best one to hand out first."""
    if settings.public_url:
        return [settings.public_url]
    if settings.host not in EVERY_ADDRESS:
        shown = f"[{settings.host}]" if ":" in settings.host else settings.host
        return [f"http://{shown}:{port}"]
    return [f"http://{host}:{port}" for host in dict.fromkeys((*lan_addresses(), NOBODY_ELSE))]


def announcement(
    settings: Settings, port: int, access: Access, words: Language, tournament: str = "", password: str = ""
) -> str:
    """The text for the terminal: where to go, and what is needed to get in."""
    lines = [worded(line, words) for line in _announced(settings, port, access, tournament, password)]
    code = ""
    if settings.public_url or not settings.loopback:
        code = terminal_qr(printed_addresses(settings, port)[0] + (f"/t/{tournament}" if tournament else "/"))
    return "\n".join([*lines, "", code]) + "\n"


def _announced(settings: Settings, port: int, access: Access, tournament: str, password: str) -> Iterator[Why]:
    """The lines of the announcement; an empty one parts two paragraphs."""
    base, *others = printed_addresses(settings, port)
    path = f"/t/{tournament}" if tournament else "/"
    desk = f"/desk/t/{tournament}" if tournament else "/desk"
    yield ""
    yield notice("desk-address", base=base, desk=desk)
    if password:
        yield notice("password-any-name", password=password)
    if tournament:
        yield notice("screen-address", base=base, path=path)
    yield notice("public-page", base=base, path=path)
    yield from (notice("other-address", other=other) for other in others)
    yield from _offered(settings, port)
    yield notice("journal-address", journal_url=_without_password(settings.journal_url))
    if settings.read_only:
        yield from ("", notice("journal-is-open-for-reading"))
    elif not access.has_password:
        yield from ("", notice("no-password-is-set-yet"))
        when = notice("asked-for-where-machine-is") if settings.loopback else notice("asked-for-there")
        yield notice("setup-code", setup_token=access.setup_token, when=when)


def _offered(settings: Settings, port: int) -> Iterator[Why]:
    """The addresses that phones could use, where the server listens to this machine only."""
    if settings.public_url or not settings.loopback:
        return
    offered = [address for address in lan_addresses() if address != NOBODY_ELSE]
    if offered:
        yield from ("", notice("phones-cannot-reach"), notice("phones-could-reach", host="0.0.0.0"))
        yield from (notice("offered-address", address=f"http://{address}:{port}") for address in offered)


def terminal_qr(address: str) -> str:
    """The address for a phone's camera, in the terminal's own characters."""
    drawn = io.StringIO()
    qr_code(address, error="l").terminal(out=drawn, compact=True, border=2)
    return drawn.getvalue()


def _without_password(url: str) -> str:
    """The address without its password, which PostgreSQL takes in two places of it."""
    parts = urlsplit(url)
    shown = url.replace(f":{parts.password}@", ":***@") if parts.password else url
    return re.sub(r"([?&]\w*password=)[^&]*", r"\1***", shown)

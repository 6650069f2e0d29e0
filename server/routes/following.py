"""Permission to follow a topic: those of the desk are for people at the desk."""

from collections.abc import Callable
from datetime import UTC, datetime
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from domain.stewards.permissions import Forbidden, granted
from server.http.middleware import COOKIE
from server.live.frames import Channel
from server.live.topics import DESK_ROOT
from server.routes.desk.visit import steward_of
from server.services import Services


def may_follow(services: Services) -> Callable[[HTTPConnection, Channel], bool]:
    """Everybody everything but `d/<tournament>/...`, which takes a session that may look at this tournament.

    A page of another site is none of the desk's, whatever cookies its visitor's browser sends along.
    """

    def allowed(connection: HTTPConnection, channel: Channel) -> bool:
        root, _, rest = channel.topic.partition("/")
        if root != DESK_ROOT:
            return True
        if not _from_our_page(services, connection):
            return False
        session = services.access.read(connection.cookies.get(COOKIE, ""))
        if session is None or not session.entered:
            return False
        slug = rest.partition("/")[0]
        try:
            granted(
                steward_of(session, services.stewards.state),
                None,
                datetime.now(UTC),
                slug,
                services.office.playoff_of(slug),
            )
        except Forbidden:
            return False
        return True

    return allowed


def _from_our_page(services: Services, connection: HTTPConnection) -> bool:
    """The page that asks is one of this server; programs, which have no page, say no origin."""
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    ours = (f"//{connection.headers.get('host', '')}", services.settings.public_url)
    return _host_of(origin) in {_host_of(url) for url in ours} - {""}


def _host_of(url: str) -> str:
    """The name and the port, which is left out where it is the scheme's own; empty for what is no address."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return ""
    name = parts.hostname or ""
    return name if port in (None, 80, 443) else f"{name}:{port}"

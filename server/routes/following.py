"""Permission to follow a topic: those of the desk are for people at the desk."""

from collections.abc import Callable
from datetime import UTC, datetime

from starlette.requests import HTTPConnection

from domain.stewards.permissions import Forbidden, granted
from server.http.middleware import COOKIE
from server.live.parts import Channel
from server.live.tournaments import DESK_ROOT
from server.routes.desk.person import steward_of
from server.services import Services


def may_follow(services: Services) -> Callable[[HTTPConnection, Channel], bool]:
    """Everybody everything but `d/<tournament>/...`, which takes a session that may look at this tournament."""

    def allowed(connection: HTTPConnection, channel: Channel) -> bool:
        root, _, rest = channel.topic.partition("/")
        if root != DESK_ROOT:
            return True
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

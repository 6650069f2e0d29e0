"""Pages for this machine alone: a collector on another one asks through a proxy of its operator's."""

from starlette.requests import Request

from server.settings import is_loopback

SAID_BY_PROXIES = (
    *("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"),
    *("cf-connecting-ip", "true-client-ip", "x-client-ip", "x-cluster-client-ip"),
)
"""Headers that a collector on this machine does not send."""


def asked_here(request: Request) -> bool:
    """Through a proxy there is no such page, whatever it says that it is one."""
    local = request.client is not None and is_loopback(request.client.host)
    return local and not any(name in request.headers for name in SAID_BY_PROXIES)

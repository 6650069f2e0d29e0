"""The address of this server that others can open."""

from collections.abc import Callable

from starlette.requests import Request

from server.http.lan_address import lan_address
from server.services import services_of
from server.settings import Settings, is_loopback


def origin(request: Request) -> str:
    """The address at which phones and other computers reach this server."""
    settings = services_of(request.app).settings
    return reachable(settings, request.url.scheme, request.url.hostname or "", request.url.port, lan_address)


def reachable(settings: Settings, scheme: str, host: str, port: int | None, lan: Callable[[], str]) -> str:
    """An arbiter who came in through `localhost` still hands out an address that a phone can open."""
    if settings.public_url:
        return settings.public_url
    if is_loopback(host) and not settings.loopback:
        host = lan()
    shown = f"[{host}]" if ":" in host else host
    return f"{scheme}://{shown}:{port}" if port else f"{scheme}://{shown}"

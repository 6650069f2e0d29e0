"""The address of this server that others can open, and what to do where there is none."""

from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.requests import Request

from domain.records import dataclass
from server.http.lan_address import lan_address
from server.services import services_of
from server.settings import Settings, is_loopback


@dataclass(frozen=True, slots=True)
class NotReachable:
    """Only this machine can open the server's address: a phone would find nobody."""

    would_be: str
    """The address if the server listened to the network; empty = this machine is in no network."""


def origin(request: Request) -> str:
    """The address at which phones and other computers reach this server."""
    settings = services_of(request.app).settings
    return reachable(settings, request.url.scheme, request.url.hostname or "", request.url.port, lan_address)


def not_reachable(request: Request) -> NotReachable | None:
    """Advice in place of a QR code or a card that nobody else could use; None = the address can be handed out."""
    url = request.url
    return advice(origin(request), url.scheme, url.port, lan_address)


def by_name(request: Request) -> str:
    """The address by name in the hall's own network; empty = there is none."""
    return services_of(request.app).local_name.address


def advice(handed_out: str, scheme: str, port: int | None, lan: Callable[[], str]) -> NotReachable | None:
    if not is_loopback(urlsplit(handed_out).hostname or ""):
        return None
    address = lan()
    return NotReachable("" if is_loopback(address) else _url(scheme, address, port))


def reachable(settings: Settings, scheme: str, host: str, port: int | None, lan: Callable[[], str]) -> str:
    """An arbiter who came in through `localhost` still hands out an address that a phone can open."""
    if settings.public_url:
        return settings.public_url
    if is_loopback(host) and not settings.loopback:
        host = lan()
    return _url(scheme, host, port)


def _url(scheme: str, host: str, port: int | None) -> str:
    shown = f"[{host}]" if ":" in host else host
    return f"{scheme}://{shown}:{port}" if port else f"{scheme}://{shown}"

"""Calls to somebody else's server, for push services, webhooks and the files of rating lists.

    async with Caller(public_only) as caller:
        status = await caller.post("https://example.org/hook", b"{}", {})

The connection goes to the very address that was checked, and no redirect is followed here.
"""

import ipaddress
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Self, TypeAlias

from domain.fields import web_address
from domain.records import dataclass
from domain.refusals import BadField

if TYPE_CHECKING:
    from server.notifying.connections import Connections

CALL_SECONDS = 10.0
UNREACHED = 0
"""Instead of a status: no connection, or no answer in time."""
NOT_ALLOWED = -1
"""Instead of a status: the address may not be called from here."""

IpAddress: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
MayCall: TypeAlias = Callable[[IpAddress], bool]

METADATA_ADDRESSES = frozenset(
    map(ipaddress.ip_address, ("fd00:ec2::254", "fd20:ce::254", "100.100.100.200", "168.63.129.16", "192.0.0.192"))
)
"""Addresses at which clouds tell a machine its secrets, besides those of 169.254.0.0/16: AWS and Google by IPv6,
Alibaba, Azure, Oracle."""
IPV4_BEHIND_IPV6 = ipaddress.ip_network("64:ff9b::/96")
"""NAT64 (RFC 6052): the last 32 bits are the address that is called in truth."""


class NotAllowed(Exception):
    """The address may not be called from here."""


class Unreached(Exception):
    """No connection, or no answer in time. Its text says why."""


class Untrusted(Unreached):
    """The certificate there is not one that can be trusted."""


class BrokenOff(Unreached):
    """The answer ended before its end."""


@dataclass(frozen=True, slots=True)
class AnswerThere:
    status: int
    headers: Mapping[str, str]
    """By their names in small letters."""
    body: AsyncIterator[bytes]
    """As it comes. Raises BrokenOff, Unreached."""


def anywhere(_address: IpAddress) -> bool:
    """The host was checked before, by its name."""
    return True


def not_itself(address: IpAddress) -> bool:
    """A venue's own network and its laptop are welcome; what answers only inside a cloud machine is not."""
    never = address.is_link_local or address.is_multicast or address.is_unspecified
    return not never and address not in METADATA_ADDRESSES


def public_only(address: IpAddress) -> bool:
    return not_itself(address) and address.is_global


def of_no_public_network(address: IpAddress) -> bool:
    return not address.is_global


def called_address(text: str) -> IpAddress:
    """The address that a connection to this one reaches: an IPv4 address written as IPv6 is one. Raises ValueError."""
    address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv4Address):
        return address
    if address in IPV4_BEHIND_IPV6:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or address


def receiver_of(url: str) -> str:
    """The server that an address leads to; an address that names none stands for itself."""
    from yarl import URL

    try:
        return str(URL(url).origin())
    except ValueError:
        return url


def typed_address(field: str, typed: str, may_call: MayCall) -> str:
    """A web address that can be called from here, as far as it can be told before it is. Raises BadField."""
    url = web_address(field, typed)
    if (literal := _literal(url.host or "")) is not None and not may_call(literal):
        raise BadField(field, typed, "not-called")
    return str(url)


def _literal(host: str) -> IpAddress | None:
    try:
        return called_address(host)
    except ValueError:
        return None


@dataclass(slots=True)
class Caller:
    """Calls by connections that are kept open for a while; `may_call` judges each address before it is called."""

    may_call: MayCall = anywhere
    silent_seconds: float = CALL_SECONDS
    is_nearby: MayCall = of_no_public_network
    nearby: bool = False
    """An address was called that is one of this machine, or of the network that it is in."""
    _connections: "Connections | None" = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._connections is not None:
            await self._connections.close()
            self._connections = None

    async def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> int:
        """The status of the answer, UNREACHED or NOT_ALLOWED."""
        try:
            async with self.asked("POST", url, headers, body) as answer:
                if answer.headers.get("content-length") == "0":
                    await anext(answer.body, b"")  # a connection whose answer was read to its end is used again
                return answer.status
        except NotAllowed:
            return NOT_ALLOWED
        except Unreached:
            return UNREACHED

    @asynccontextmanager
    async def asked(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes | None = None
    ) -> AsyncIterator[AnswerThere]:
        """The answer, of which the body is still to come. Raises NotAllowed, Unreached."""
        from yarl import URL

        there = URL(url)
        if (literal := _literal(there.host or "")) is not None and not self._judged(literal):
            raise NotAllowed(there.host)
        async with self._open().asked(method, there, headers, body) as answer:
            yield answer

    def _judged(self, address: IpAddress) -> bool:
        allowed = self.may_call(address)
        self.nearby = self.nearby or (allowed and self.is_nearby(address))
        return allowed

    def _open(self) -> "Connections":
        """Imported with the first call: most venues call nobody."""
        if self._connections is None:
            from server.notifying.connections import Connections

            self._connections = Connections(self._judged, self.silent_seconds)
        return self._connections

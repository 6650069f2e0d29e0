"""Calls to somebody else's server: a POST for push services and webhooks, a connection for what is fetched.

They block: call them in a thread. The connection goes to the very address that was checked, and no redirect is
followed here.
"""

import ipaddress
import socket
import ssl
from collections.abc import Callable, Mapping
from contextlib import suppress
from http.client import HTTPS_PORT, HTTPConnection, HTTPException
from typing import TypeAlias
from urllib.parse import urlsplit

TIMEOUT_SECONDS = 10.0
UNREACHED = 0
"""Instead of a status: no connection, or no answer in time."""
NOT_ALLOWED = -1
"""Instead of a status: the address may not be called from here."""

IpAddress: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
MayCall: TypeAlias = Callable[[IpAddress], bool]


def anywhere(_address: IpAddress) -> bool:
    """The host was checked before, by its name."""
    return True


def not_itself(address: IpAddress) -> bool:
    """A venue's own network is welcome; what answers only inside a cloud machine is not."""
    return not (address.is_link_local or address.is_multicast or address.is_unspecified)


def public_only(address: IpAddress) -> bool:
    return not_itself(address) and address.is_global


class _Checked(HTTPConnection):
    """A connection to an address that was looked up before, so that a name cannot change its meaning in between."""

    def __init__(self, netloc: str, may_call: MayCall, seconds: float) -> None:
        super().__init__(netloc, timeout=seconds)
        self._may_call, self._seconds = may_call, seconds

    def connect(self) -> None:
        """Raises PermissionError, OSError."""
        found = socket.getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM)
        allowed = [str(there[0]) for *_, there in found if self._may_call(_address(str(there[0])))]
        if not allowed:
            raise PermissionError(self.host)
        for one in allowed[:-1]:
            with suppress(OSError):
                self.sock = socket.create_connection((one, self.port), self._seconds)
                return
        self.sock = socket.create_connection((allowed[-1], self.port), self._seconds)


class _CheckedTLS(_Checked):
    default_port = HTTPS_PORT

    def connect(self) -> None:
        super().connect()
        self.sock = ssl.create_default_context().wrap_socket(self.sock, server_hostname=self.host)


def _address(text: str) -> IpAddress:
    address = ipaddress.ip_address(text.partition("%")[0])
    return getattr(address, "ipv4_mapped", None) or address


def connection_to(url: str, may_call: MayCall = anywhere, seconds: float = TIMEOUT_SECONDS) -> HTTPConnection:
    """Not open yet. It is given up after so many seconds in which nothing comes."""
    parts = urlsplit(url)
    return (_CheckedTLS if parts.scheme == "https" else _Checked)(parts.netloc, may_call, seconds)


def request_target(url: str) -> str:
    """The path and the question of an address, as a request names them."""
    parts = urlsplit(url)
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def status_of_post(url: str, body: bytes, headers: Mapping[str, str], may_call: MayCall = anywhere) -> int:
    """The status of the answer, UNREACHED or NOT_ALLOWED."""
    calling = connection_to(url, may_call)
    try:
        calling.request("POST", request_target(url), body, dict(headers))
        return calling.getresponse().status
    except PermissionError:
        return NOT_ALLOWED
    except (OSError, HTTPException):
        return UNREACHED
    finally:
        calling.close()

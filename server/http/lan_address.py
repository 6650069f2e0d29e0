"""This machine's addresses in its own network."""

import ipaddress
import socket
from collections.abc import Iterator

from server.settings import EVERY_ADDRESS, Settings

NOBODY_ELSE = "127.0.0.1"
"""The answer of a machine that is in no network."""


def lan_address() -> str:
    """The address that the network's other machines reach; nothing is sent to find it."""
    return lan_addresses()[0]


def lan_addresses() -> tuple[str, ...]:
    """All of them, that of the way out first: a hall may have a cable and a Wi-Fi of its own."""
    found = tuple(dict.fromkeys((*_of_the_way_out(), *_of_interfaces())))
    return found or (NOBODY_ELSE,)


def printed_addresses(settings: Settings, port: int) -> list[str]:
    """The addresses of this server, the best one to hand out first."""
    if settings.public_url:
        return [settings.public_url]
    if settings.host not in EVERY_ADDRESS:
        shown = f"[{settings.host}]" if ":" in settings.host else settings.host
        return [f"http://{shown}:{port}"]
    return [f"http://{host}:{port}" for host in dict.fromkeys((*lan_addresses(), NOBODY_ELSE))]


def _of_the_way_out() -> Iterator[str]:
    """The address that packets to far machines would carry."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))
        except OSError:
            return
        address: str = asking.getsockname()[0]
    if is_of_network(address):
        yield address


def _of_interfaces() -> Iterator[str]:
    """Addresses of cables and radios, also of a network that leads nowhere; not those of containers on this machine."""
    import ifaddr  # with ctypes, which nothing else at the start needs

    for adapter in ifaddr.get_adapters():
        if not adapter.nice_name.startswith(("docker", "br-", "veth", "virbr", "vmnet", "vEthernet")):
            yield from (ip.ip for ip in adapter.ips if isinstance(ip.ip, str) and is_of_network(ip.ip))


def is_of_network(address: str) -> bool:
    """Other machines can open it: it is neither this machine's own, nor one without a router that gave it."""
    known = ipaddress.ip_address(address)
    return not (known.is_loopback or known.is_unspecified or known.is_link_local)

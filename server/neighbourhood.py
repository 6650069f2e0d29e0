"""Addresses that belong to one connection to the internet."""

from ipaddress import IPv6Address, ip_address


def neighbourhood(address: str) -> str:
    """The addresses whose tries are counted together: an address, or the 2^64 of them that one IPv6 connection has."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return f"{IPv6Address(int(parsed) >> 64 << 64)}/64"

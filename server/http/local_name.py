"""The name by which others in the hall find this server, `tablo.local`: mDNS (RFC 6762)."""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import field
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from domain.records import dataclass
from server.http.lan_address import NOBODY_ELSE, lan_addresses

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncZeroconf

log = logging.getLogger("tablo.name")

USUAL_NAME = "tablo"
ASKED_MILLISECONDS = 700
SAME_ADDRESSES_SECONDS = 15
AVAHI = Path("/run/avahi-daemon/socket")
"""Where it is, another program answers for this machine, by the machine's own name."""


@dataclass(slots=True)
class LocalName:
    """Found out while the server runs; a network may come and go meanwhile."""

    port: int = 0
    """0 = this server has no such name."""
    told: Callable[[str], None] = lambda _address: None
    """Called with each new address."""
    addresses: Callable[[], Sequence[str]] = lan_addresses
    name: str = ""
    """Such as `tablo-2.local`; empty = none yet."""
    _told: set[str] = field(default_factory=set)

    @property
    def address(self) -> str:
        return f"http://{self.name}:{self.port}" if self.name else ""

    async def keep(self) -> None:
        """Answer for the name as long as this runs, at the addresses that the machine has at the time.

        Without the extra `hall` there is nobody who could.
        """
        if not self.port or find_spec("zeroconf") is None:
            return
        if name := _of_this_machine():
            self._is(name)
            return
        while True:
            here = list(self.addresses())
            if here == [NOBODY_ELSE]:
                await self._until_elsewhere(here)
                continue
            try:
                async with _answering(here, self.port) as name:
                    self._is(name)
                    await self._until_elsewhere(here)
            finally:
                self.name = ""

    async def _until_elsewhere(self, here: Sequence[str]) -> None:
        while True:
            await asyncio.sleep(SAME_ADDRESSES_SECONDS)
            if list(self.addresses()) != here:
                return

    def _is(self, name: str) -> None:
        self.name = name
        if self.address not in self._told:
            self._told.add(self.address)
            log.info("found by name", extra={"facts": {"address": self.address}})
            self.told(self.address)


def _of_this_machine() -> str:
    """The name that another program answers for; empty = none does."""
    return f"{socket.gethostname().partition('.')[0]}.local" if AVAHI.exists() else ""


@asynccontextmanager
async def _answering(addresses: Sequence[str], port: int) -> AsyncIterator[str]:
    """The first name that nobody else in these networks has. The port 5353 is shared with whoever else asks there."""
    from zeroconf import IPVersion, NonUniqueNameException, ServiceInfo
    from zeroconf.asyncio import AsyncZeroconf

    octets = [socket.inet_aton(address) for address in addresses]
    answering = AsyncZeroconf(interfaces=list(addresses), ip_version=IPVersion.V4Only)
    try:
        for n in count(1):
            label = USUAL_NAME if n == 1 else f"{USUAL_NAME}-{n}"
            kind, host = "_http._tcp.local.", f"{label}.local."
            if await _is_taken(answering, host):
                continue
            with suppress(NonUniqueNameException):
                info = ServiceInfo(kind, f"{label}.{kind}", addresses=octets, port=port, server=host)
                await (await answering.async_register_service(info))
                yield host.rstrip(".")
                return
    finally:
        await answering.async_unregister_all_services()
        await answering.async_close()


async def _is_taken(answering: "AsyncZeroconf", host: str) -> bool:
    from zeroconf import AddressResolver  # type: ignore[attr-defined]

    return bool(await AddressResolver(host).async_request(answering.zeroconf, ASKED_MILLISECONDS))

"""Limits of the live feed for one address and one tournament; `Guests` counts by address.

A hall is one address to us: a thousand phones behind its router are ordinary, and so are a thousand different
views, one of each player. The limits are about what they could cost.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field
from typing import Protocol

from domain.records import dataclass
from server.live.frames import Channel

MEGABYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class FeedLimits:
    """0 = no limit."""

    sockets: int = 20_000
    sockets_per_address: int = 3_000
    """Sockets of one address; an IPv6 connection, which has 2^64 of them, counts as one."""
    topics_per_address: int = 1_500
    """Different ones, and each in one form and one language."""
    channels_per_tournament: int = 3_000
    """Topics in one form and one language, of everybody together."""
    unread_bytes_per_address: int = 64 * MEGABYTE


UNLIMITED = FeedLimits(0, 0, 0, 0, 0)
"""For measurements, which come from one address."""


@dataclass(eq=False)
class NoRoom(Exception):
    """`what` is full: the `hall`, or what an address may have of `sockets` or `topics`, a tournament of `channels`."""

    what: str


class Debtor(Protocol):
    def close(self, code: int, reason: str = "") -> None: ...


@dataclass(slots=True, eq=False)
class Guest:
    """One address: its sockets, the channels they follow, and the bytes that wait for them to be read."""

    address: str = ""
    most_unread: int = 0
    sockets: int = 0
    """Also those that are about to follow something."""
    topics: Counter[Channel] = field(default_factory=Counter)
    unread: int = 0
    _unread: dict[Debtor, int] = field(default_factory=dict)

    def follows(self, channel: Channel) -> None:
        self.topics[channel] += 1

    def leaves(self, channel: Channel) -> None:
        self.topics[channel] -= 1
        if not self.topics[channel]:
            del self.topics[channel]

    def owes(self, debtor: Debtor, unread: int) -> None:
        """Notes the bytes that wait for this one now. The worst of an address that leaves too much unread has to go."""
        self.unread += unread - self._unread.pop(debtor, 0)
        if unread:
            self._unread[debtor] = unread
        while self.most_unread and self.unread > self.most_unread:
            worst = max(self._unread, key=self._unread.__getitem__)
            self.unread -= self._unread.pop(worst)
            worst.close(1013, "too much unread")


@dataclass(slots=True)
class Guests:
    """All addresses that have a socket here."""

    limits: FeedLimits
    _guests: dict[str, Guest] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self._guests)

    @contextmanager
    def arriving(self, address: str) -> Iterator[Guest]:
        """The guest of this address, with one socket more for as long as it arrives. Raises NoRoom."""
        guest = self._guests.get(address) or Guest(address, self.limits.unread_bytes_per_address)
        if 0 < self.limits.sockets_per_address <= guest.sockets:
            raise NoRoom("sockets")
        self.came(guest)
        try:
            yield guest
        finally:
            self.went(guest)

    def came(self, guest: Guest) -> None:
        guest.sockets += 1
        self._guests[guest.address] = guest

    def went(self, guest: Guest) -> None:
        guest.sockets -= 1
        if not guest.sockets:
            self._guests.pop(guest.address, None)

    def check(self, guest: Guest, channel: Channel, more: int = 0) -> None:
        """Whether this address may follow one channel besides its own and so many `more`. Raises NoRoom."""
        if channel not in guest.topics and 0 < self.limits.topics_per_address <= len(guest.topics) + more:
            raise NoRoom("topics")

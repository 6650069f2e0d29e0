"""One channel while it is followed: its view, the ring of its last frames, and who listens.

`spread` is the reason for the whole package: one write of the same bytes to each socket. A follower
that could not take a frame whole leaves the fast list (`behind`) until its buffer has drained.
"""

import os
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Protocol, cast

from server.live.frames import Message, patch, snapshot_message
from server.live.limits import Guest
from server.live.parts import Channel, Part, Parts, Patch, difference

FEW_SOCKETS = 16
"""Sockets of one address: a family, a newsroom. More of them are a crowd, which has each frame a little later."""
RING_FRAMES = 256
RING_BYTES = 256 * 1024
MAX_KNOWN_POSITIONS = 4 * RING_FRAMES


class Follower(Protocol):
    """Somebody who wants frames. `fd` is -1, or the socket of a `DirectFollower`."""

    fd: int
    screen: "ConnectedScreen | None"
    streams: "tuple[Stream, ...]"
    guest: Guest
    """The address it comes from."""
    resumes: int
    """The times it asked to go on from a position since the hub last looked."""

    def take(self, messages: Sequence[Message]) -> None: ...

    def resume(self, wanted: "Sequence[tuple[Stream, int | None]]") -> None:
        """Send what is missing of these topics; no second view while one still waits to be read."""

    def close(self, code: int, reason: str = "") -> None: ...

    def ping(self) -> None:
        """Ask for a sign of life, if it is somebody who can be silent without being noticed."""


class DirectFollower(Follower, Protocol):
    """A follower whose socket may be written without asking."""

    def cut_short(self, data: bytes, sent: int) -> None:
        """Takes note that the socket took only the first `sent` of these bytes (-1: it is broken)."""


@dataclass(slots=True)
class ConnectedScreen:
    """Facts for the desk about a connected television: where it is, and what it has put on the screen."""

    name: str
    topic: str
    """The topic that it shows: `screen/hall`, or that of every tournament or festival, which nobody has named."""
    address: str
    since: float
    seen: dict[str, int] = field(default_factory=dict)
    lag: int = 0
    """Milliseconds from the write of the last frame to the screen's word that it shows it."""


Compare = Callable[[Mapping[str, Part], Mapping[str, Part]], Patch | None]


class Stream:
    """The life of one channel, from its first follower to some time after its last.

    `position` is where the source was asked last, `changed` where the view last differed. Between two
    questions a part may have changed and changed back, so only who stopped at a position at which
    the source was asked (`known`) can go on with frames of the ring.
    """

    __slots__ = (
        "_latest",
        "_octets",
        "_ring",
        "behind",
        "changed",
        "channel",
        "crowd",
        "deserted_at",
        "due",
        "failed",
        "fast",
        "known",
        "others",
        "path",
        "published_at",
        "screens",
        "stale_since",
        "view",
    )

    def __init__(self, channel: Channel, view: Parts, now: float) -> None:
        self.channel = channel
        self.path = channel.topic + "/"
        self.view = view
        self.changed = view.position
        self.known: dict[int, None] = {view.position: None}
        self.fast: dict[int, DirectFollower] = {}
        self.crowd: dict[int, DirectFollower] = {}
        """Followers of addresses with many sockets: written last, so that they do not set back others."""
        self.others: dict[Follower, None] = {}
        self.behind: dict[Follower, int | None] = {}
        self.screens: set[Follower] = set()
        self.stale_since: float | None = None
        self.due = self.published_at = self.deserted_at = now
        self.failed = False
        self._ring: deque[Message] = deque()
        self._octets = 0
        self._latest: Message | None = None

    @property
    def position(self) -> int:
        return self.view.position

    @property
    def followers(self) -> int:
        return len(self.fast) + len(self.crowd) + len(self.others) + len(self.behind)

    def everybody(self) -> list[Follower]:
        return [*self.fast.values(), *self.crowd.values(), *self.others, *self.behind]

    @property
    def on_a_screen(self) -> bool:
        """A television follows it."""
        return bool(self.screens)

    @property
    def snapshot(self) -> Message:
        """The whole view, encoded at most once for each position."""
        if self._latest is None:
            self._latest = snapshot_message(self.channel.topic, self.changed, self.view.parts)
        return self._latest

    def renew(self, view: Parts, compare: Compare = difference) -> Message | None:
        """Take over a newer view; the frame that tells everyone, or None where nobody would see a change."""
        change, before = compare(self.view.parts, view.parts), self.position
        self.view = view
        if view.position < before or (change is not None and view.position == before):
            return self._start_afresh()
        self._know(view.position)
        if change is None:
            return None
        message = patch(self.channel.topic, self.changed, view.position, change)
        self._move()
        self._remember(message)
        return message

    def catch_up(self, after: int | None) -> list[Message]:
        """The frames for somebody who has seen position `after`; everything, if the ring does not reach."""
        if after not in self.known:
            return [self.snapshot]
        return [message for message in self._ring if message.position > after]

    def join(self, follower: Follower) -> None:
        if follower.fd >= 0:
            direct = self.crowd if follower.guest.sockets > FEW_SOCKETS else self.fast
            direct[follower.fd] = cast(DirectFollower, follower)
        else:
            self.others[follower] = None
        if follower.screen is not None:
            self.screens.add(follower)

    def leave(self, follower: Follower) -> None:
        self.fast.pop(follower.fd, None)
        self.crowd.pop(follower.fd, None)
        self.others.pop(follower, None)
        self.behind.pop(follower, None)
        self.screens.discard(follower)

    def fall_behind(self, follower: Follower) -> None:
        """No more frames until `caught_up`: this one still has bytes of the last in its buffer."""
        self.set_back(follower, self.changed)

    def set_back(self, follower: Follower, after: int | None) -> None:
        """No more frames until `caught_up`, and then everything after this position."""
        self.leave(follower)
        self.behind[follower] = after
        if follower.screen is not None:
            self.screens.add(follower)

    def caught_up(self, follower: Follower) -> list[Message]:
        """Its buffer has drained: back to the others, with what it missed."""
        after = self.behind.pop(follower, None)
        self.join(follower)
        return self.catch_up(after)

    def spread(self, message: Message) -> int:
        """The same bytes to everyone; how many got them."""
        data, size, write = message.wire, len(message.wire), os.write
        short: list[tuple[int, int]] = []
        for fd in chain(self.fast, self.crowd):
            try:
                sent = write(fd, data)
            except BlockingIOError:
                sent = 0
            except OSError:
                sent = -1
            if sent != size:
                short.append((fd, sent))
        reached = len(self.fast) + len(self.crowd) + len(self.others)
        for fd, sent in short:
            (self.fast.get(fd) or self.crowd[fd]).cut_short(data, sent)
        for follower in list(self.others):
            follower.take((message,))
        return reached

    def _start_afresh(self) -> Message:
        """The position did not move forward, so no resume may lead across this point: everyone takes it whole."""
        self._ring.clear()
        self._octets = 0
        self.known.clear()
        self._move()
        return self.snapshot

    def _move(self) -> None:
        self.changed = self.position
        self._latest = None

    def _remember(self, message: Message) -> None:
        self._ring.append(message)
        self._octets += len(message.wire)
        while len(self._ring) > RING_FRAMES or self._octets > RING_BYTES:
            forgotten = self._ring.popleft()
            self._octets -= len(forgotten.wire)
            self._forget_before(forgotten.position)

    def _know(self, position: int) -> None:
        self.known[position] = None
        if len(self.known) > MAX_KNOWN_POSITIONS:
            del self.known[next(iter(self.known))]

    def _forget_before(self, position: int) -> None:
        while (oldest := next(iter(self.known))) < position:
            del self.known[oldest]


# Counters of the feed for the metrics page: plain integers, counted where the thing happens.


@dataclass(slots=True)
class Counters:
    """Events of the feed since the start."""

    frames: int = 0
    """Frames encoded and spread; each goes to all followers of its channel."""
    deliveries: int = 0
    octets: int = 0
    joined: int = 0
    resumed: int = 0
    """The number of those who joined and went on without a snapshot."""
    snapshots: int = 0
    """Slow followers that were sent the newest view instead of what they missed."""
    refused: int = 0
    silent: int = 0
    """Sockets given up because nobody answered any more."""
    failures: int = 0
    """Views that could not be rendered."""
    slowest: int = 0
    """Microseconds of the longest publication so far, rendering included."""

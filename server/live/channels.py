"""Channels while they are followed: the view of each, the ring of its last frames, and who listens.

`Stream.spread` is the reason for the whole package: one write of the same bytes to each socket. A follower that could
not take a frame whole leaves the fast list (`behind`) until its buffer has drained.
"""

import os
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from itertools import accumulate, chain
from typing import Any, Protocol, TypeAlias, cast

from domain.records import dataclass
from server.live.frames import (
    Channel,
    Message,
    Part,
    Parts,
    Patch,
    SnapshotFrame,
    beginning_of_patches,
    difference,
)
from server.live.limits import Guest, NoRoom

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


@dataclass(slots=True, eq=False)
class Stream:
    """The life of one channel, from its first follower to some time after its last.

    `position` is where the source was asked last, `changed` where the view last differed. Between two
    questions a part may have changed and changed back, so only who stopped at a position at which
    the source was asked (`known`) can go on with frames of the ring, and nobody where the view is not settled.
    """

    channel: Channel
    view: Parts
    due: float
    within: tuple[str, ...] = field(init=False)
    """The topic and all that it stands below: `t/open/standings` is within `t/open` and `t`."""
    begins: bytes = field(init=False)
    """How the text of each patch begins."""
    changed: int = field(init=False)
    known: dict[int, None] = field(init=False)
    fast: dict[int, DirectFollower] = field(default_factory=dict)
    crowd: dict[int, DirectFollower] = field(default_factory=dict)
    """Followers of addresses with many sockets: written last, so that they do not set back others."""
    others: dict[Follower, None] = field(default_factory=dict)
    behind: dict[Follower, int | None] = field(default_factory=dict)
    screens: set[Follower] = field(default_factory=set)
    stale_since: float | None = None
    published_at: float = field(init=False)
    deserted_at: float = field(init=False)
    failed: bool = False
    anew: bool = False
    """The next view is counted in another way: no resume may lead across it."""
    _ring: deque[Message] = field(default_factory=deque)
    _octets: int = 0
    _latest: Message | None = None

    def __post_init__(self) -> None:
        self.within = tuple(accumulate(self.channel.topic.split("/"), "{}/{}".format))
        self.begins = beginning_of_patches(self.channel.topic)
        self.changed = self.view.position
        self.known = {self.changed: None} if self.view.settled else {}
        self.published_at = self.deserted_at = self.due

    @property
    def position(self) -> int:
        return self.view.position

    @property
    def followers(self) -> int:
        return len(self.fast) + len(self.crowd) + len(self.others) + len(self.behind)

    @property
    def is_followed(self) -> bool:
        return bool(self.fast or self.crowd or self.others or self.behind)

    def everybody(self) -> list[Follower]:
        return [*self.fast.values(), *self.crowd.values(), *self.others, *self.behind]

    @property
    def snapshot(self) -> Message:
        """The whole view, encoded at most once for each position."""
        if self._latest is None:
            topic, parts = self.channel.topic, list(self.view.parts.items())
            self._latest = Message(SnapshotFrame(topic, self.changed, parts), topic, self.changed)
        return self._latest

    def renew(self, view: Parts, compare: Compare = difference) -> Message | None:
        """Take over a newer view; the frame that tells everyone, or None where nobody would see a change."""
        before, position = self.view, view.position
        change = view.patch if view.since is before.parts else compare(before.parts, view.parts)
        self.view = view
        if self.anew or position < before.position or (change is not None and position == before.position):
            return self._start_afresh()
        if view.settled and position > before.position:
            self.known[position] = None
        if len(self.known) > MAX_KNOWN_POSITIONS:
            del self.known[next(iter(self.known))]
        if change is None:
            return None
        begin = b'%b%d,"position":%d' % (self.begins, self.changed, position)
        message = Message(begin, self.channel.topic, position, change.encoded)
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
        """Send these bytes to everyone; return how many got them."""
        size, direct = message.octets, len(self.fast) + len(self.crowd)
        write: Callable[[int, Any], int]
        data: Any
        if direct == 1:  # a television: a hundred of them share the long piece, and nobody copies it
            write, data = os.writev, message.pieces
        else:
            write, data = os.write, message.wire
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
        reached = direct + len(self.others)
        whole = message.wire if short else b""
        for fd, sent in short:
            (self.fast.get(fd) or self.crowd[fd]).cut_short(whole, sent)
        for follower in list(self.others):
            follower.take((message,))
        return reached

    def _start_afresh(self) -> Message:
        """The position did not move forward, so no resume may lead across this point: everyone takes it whole."""
        self._ring.clear()
        self._octets, self.anew = 0, False
        self.known.clear()
        self._move()
        return self.snapshot

    def _move(self) -> None:
        self.changed = self.position
        self._latest = None

    def _remember(self, message: Message) -> None:
        self._ring.append(message)
        self._octets += message.octets
        while len(self._ring) > RING_FRAMES or self._octets > RING_BYTES:
            forgotten = self._ring.popleft()
            self._octets -= forgotten.octets
            while (oldest := next(iter(self.known), forgotten.position)) < forgotten.position:
                del self.known[oldest]


Sources: TypeAlias = Callable[[Channel, Parts | None], Parts | None]


@dataclass(slots=True)
class Channels:
    _render: Sources
    _most: int
    """Of one tournament or screen; 0 = any."""
    _linger: float
    """Seconds that a stream is kept after its last follower."""
    _streams: dict[Channel, Stream] = field(default_factory=dict)
    _in_group: Counter[str] = field(default_factory=Counter)

    def __iter__(self) -> Iterator[Stream]:
        return iter(self._streams.values())

    def get(self, channel: Channel) -> Stream | None:
        return self._streams.get(channel)

    def under(self, prefixes: Iterable[str]) -> list[Stream]:
        """The streams of these topics and of all below them."""
        elsewhere = frozenset(prefixes).isdisjoint
        return [stream for stream in self._streams.values() if not elsewhere(stream.within)]

    def open(self, channel: Channel) -> Stream | None:
        """A stream rendered for the first time; None if there is no such topic. Raises NoRoom."""
        group = _group(channel)
        if 0 < self._most <= self._in_group[group] and not self._make_room(group):
            raise NoRoom("channels")
        view = self._render(channel, None)
        if view is None:
            return None
        stream = self._streams[channel] = Stream(channel, view, time.monotonic())
        self._in_group[group] += 1
        return stream

    def drop(self, channel: Channel) -> None:
        if self._streams.pop(channel, None) is not None:
            group = _group(channel)
            self._in_group[group] -= 1
            if not self._in_group[group]:
                del self._in_group[group]

    def forget_deserted(self) -> None:
        """Forget streams that nobody follows any more, with all that was remembered for them."""
        long_ago = time.monotonic() - self._linger
        for stream in list(self._streams.values()):
            if not stream.is_followed and stream.deserted_at < long_ago:
                self.drop(stream.channel)

    def _make_room(self, group: str) -> bool:
        """A channel that nobody follows makes room before its time."""
        for channel, stream in self._streams.items():
            if not stream.is_followed and _group(channel) == group:
                self.drop(channel)
                return True
        return False


def _group(channel: Channel) -> str:
    """The tournament or the screen: `t/open` of `t/open/player/17`."""
    return "/".join(channel.topic.split("/", 2)[:2])

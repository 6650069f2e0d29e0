"""Channels while they are followed: the view of each, the ring of its last frames, and who listens.

A hundred televisions mostly show the same: their streams share one `ViewLine`, which is renewed once for all.
`Stream.spread` is the reason for the whole package: one write of the same bytes to each socket. A follower that could
not take a frame whole leaves the fast list (`behind`) until its buffer has drained.
"""

import os
import time
from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import field
from itertools import accumulate, chain
from typing import NamedTuple, Protocol, TypeAlias, cast

import msgspec

from domain.records import dataclass
from server.live.frames import (
    Channel,
    Message,
    Parts,
    beginning_of_patches,
    beginning_of_snapshots,
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


class ViewStep(NamedTuple):
    """A patch, or the whole view, for all streams of a line: each puts its topic in front and sends the same text."""

    position: int
    whole: bool
    middle: bytes
    """What follows the topic: the positions."""
    end: bytes
    """The long rest, which nobody copies."""


@dataclass(slots=True, eq=False)
class ViewLine:
    """The views of a channel one after the other, and of all channels that show the same.

    `position` is where the source was asked last, `changed` where the view last differed. Between two
    questions a part may have changed and changed back, so only who stopped at a position at which
    the source was asked (`known`) can go on with steps of the ring, and nobody where the view is not settled.
    """

    view: Parts
    due: float = 0.0
    changed: int = field(init=False)
    known: dict[int, None] = field(init=False)
    likeness: Hashable = None
    """That of its views, if no other line has it."""
    streams: "list[Stream]" = field(default_factory=list)
    stale_since: float | None = None
    published_at: float = field(init=False)
    failed: bool = False
    anew: bool = False
    """The next view is counted in another way: no resume may lead across it."""
    _ring: deque[ViewStep] = field(default_factory=deque)
    _octets: int = 0
    _whole: ViewStep | None = None

    def __post_init__(self) -> None:
        self.changed = self.view.position
        self.known = {self.changed: None} if self.view.settled else {}
        self.published_at = self.due

    @property
    def position(self) -> int:
        return self.view.position

    @property
    def is_followed(self) -> bool:
        return any(stream.is_followed for stream in self.streams)

    @property
    def has_screens(self) -> bool:
        return any(stream.screens for stream in self.streams)

    @property
    def whole(self) -> ViewStep:
        """The whole view, encoded at most once for each position."""
        if self._whole is None:
            end = msgspec.json.encode(list(self.view.parts.items()))
            self._whole = ViewStep(self.changed, True, b'%d,"parts":' % self.changed, end + b"}")
        return self._whole

    def renew(self, view: Parts) -> ViewStep | None:
        """Take over a newer view; the step that tells everyone, or None where nobody would see a change."""
        before, position = self.view, view.position
        change = view.patch if view.since is before.parts else difference(before.parts, view.parts)
        self.view = view
        if self.anew or position < before.position or (change is not None and position == before.position):
            return self._start_afresh()
        if view.settled and position > before.position:
            self.known[position] = None
        if len(self.known) > MAX_KNOWN_POSITIONS:
            del self.known[next(iter(self.known))]
        if change is None:
            return None
        step = ViewStep(position, False, b'%d,"position":%d' % (self.changed, position), change.encoded)
        self._move()
        self._remember(step)
        return step

    def after(self, position: int) -> list[ViewStep]:
        """The steps for somebody who has seen a known position."""
        return [step for step in self._ring if step.position > position]

    def add(self, stream: "Stream") -> None:
        """This line has the same view as the stream's own: from here on they go together.

        Nobody who has seen something of the stream before can go on from there, unless the two lines have the same
        past.
        """
        if self.known != stream.line.known or self._ring != stream.line._ring:
            stream.since = self.position
        stream.line.streams.remove(stream)
        stream.line = self
        self.streams.append(stream)

    def without(self, stream: "Stream") -> "ViewLine":
        """A line of its own, with this past, for one of the streams."""
        self.streams.remove(stream)
        stream.line = copy(self)
        stream.line.known, stream.line._ring = self.known.copy(), self._ring.copy()
        stream.line.streams, stream.line.likeness = [stream], None
        return stream.line

    def _start_afresh(self) -> ViewStep:
        """The position did not move forward, so no resume may lead across this point: everyone takes it whole."""
        self._ring.clear()
        self._octets, self.anew = 0, False
        self.known.clear()
        for stream in self.streams:
            stream.since = self.position
        self._move()
        return self.whole

    def _move(self) -> None:
        self.changed = self.position
        self._whole = None

    def _remember(self, step: ViewStep) -> None:
        self._ring.append(step)
        self._octets += len(step.end)
        while len(self._ring) > RING_FRAMES or self._octets > RING_BYTES:
            forgotten = self._ring.popleft()
            self._octets -= len(forgotten.end)
            while (oldest := next(iter(self.known), forgotten.position)) < forgotten.position:
                del self.known[oldest]


@dataclass(slots=True, eq=False)
class Stream:
    """A channel, its line, and who follows it, from the first to some time after the last."""

    channel: Channel
    line: ViewLine
    since: int = 0
    """The position from which on the line says what this channel showed."""
    within: tuple[str, ...] = field(init=False)
    """The topic and all that it stands below: `t/open/standings` is within `t/open` and `t`."""
    fast: dict[int, DirectFollower] = field(default_factory=dict)
    crowd: dict[int, DirectFollower] = field(default_factory=dict)
    """Followers of addresses with many sockets: written last, so that they do not set back others."""
    others: dict[Follower, None] = field(default_factory=dict)
    behind: dict[Follower, int | None] = field(default_factory=dict)
    screens: set[Follower] = field(default_factory=set)
    deserted_at: float = field(init=False)
    _begins: tuple[bytes, bytes] = field(init=False)
    """How the text of a patch begins, and of a whole view."""

    def __post_init__(self) -> None:
        topic = self.channel.topic
        self.within = tuple(accumulate(topic.split("/"), "{}/{}".format))
        self._begins = beginning_of_patches(topic), beginning_of_snapshots(topic)
        self.deserted_at = self.line.due
        self.line.streams.append(self)

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
        return self.message(self.line.whole)

    def message(self, step: ViewStep) -> Message:
        begin = self._begins[step.whole] + step.middle
        return Message(begin, self.channel.topic, step.position, step.end, step.whole)

    def knows(self, position: int | None) -> bool:
        """Whoever has seen this position can go on from it."""
        return position is not None and position >= self.since and position in self.line.known

    def catch_up(self, after: int | None) -> list[Message]:
        """The frames for somebody who has seen position `after`; everything, if the ring does not reach."""
        if after is None or not self.knows(after):
            return [self.snapshot]
        return list(map(self.message, self.line.after(after)))

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
        direct = len(self.fast) + len(self.crowd)
        if direct == 1:
            self._tell_one(message)
        elif direct:
            self._tell_many(message)
        for follower in list(self.others):
            follower.take((message,))
        return direct + len(self.others)

    def _tell_one(self, message: Message) -> None:
        """A television: a hundred of them share the long piece, and nobody copies it."""
        [(fd, follower)] = (self.fast or self.crowd).items()
        try:
            sent = os.writev(fd, message.pieces)
        except BlockingIOError:
            sent = 0
        except OSError:
            sent = -1
        if sent != message.octets:
            follower.cut_short(message.wire, sent)

    def _tell_many(self, message: Message) -> None:
        size, data, write = message.octets, message.wire, os.write
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
        for fd, sent in short:
            (self.fast.get(fd) or self.crowd[fd]).cut_short(data, sent)


Sources: TypeAlias = Callable[[Channel, Parts | None], Parts | None]


@dataclass(slots=True)
class Channels:
    _render: Sources
    _most: int
    """Of one tournament or screen; 0 = any."""
    _linger: float
    """Seconds that a stream is kept after its last follower."""
    _streams: dict[Channel, Stream] = field(default_factory=dict)
    _lines: dict[Hashable, ViewLine] = field(default_factory=dict)
    """By the likeness of their views."""
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
        stream = self._streams[channel] = Stream(channel, ViewLine(view, time.monotonic()))
        self._in_group[group] += 1
        self.find_its_like(stream.line)
        return stream

    def are_alike(self, line: ViewLine, view: Parts | None) -> bool:
        """The view that was rendered for the first stream of this line is that of all."""
        if len(line.streams) == 1:
            return True
        return view is not None and line.likeness is not None and view.likeness == line.likeness

    def part(self, line: ViewLine) -> list[ViewLine]:
        """A line for each of the streams, which may not show the same any more."""
        self._forget(line)
        return list(map(self.alone, line.streams.copy()))

    def alone(self, stream: Stream) -> ViewLine:
        """The line of this stream, from here on without others."""
        return stream.line.without(stream) if len(stream.line.streams) > 1 else stream.line

    def find_its_like(self, line: ViewLine) -> None:
        """A line that was renewed goes together with the one of its likeness, or others with it."""
        likeness = line.view.likeness
        if line.likeness == likeness:
            return
        self._forget(line)
        if likeness is None:
            return
        like = self._lines.get(likeness)
        if like is not None and like.view is line.view:
            if like.changed <= line.changed:  # else the next patch would leave a gap
                like.add(line.streams[0])
        elif like is None or len(like.streams) == 1:
            if like is not None:
                self._forget(like)
            self._lines[likeness], line.likeness = line, likeness

    def _forget(self, line: ViewLine) -> None:
        if line.likeness is not None:
            del self._lines[line.likeness]
            line.likeness = None

    def drop(self, channel: Channel) -> None:
        if (stream := self._streams.pop(channel, None)) is not None:
            stream.line.streams.remove(stream)
            if not stream.line.streams:
                self._forget(stream.line)
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

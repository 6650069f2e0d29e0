"""The hub: everybody who follows something, and the one place that writes to them.

It knows nothing of chess. What it is told and what it gives:

    hub = Hub(sources, version="0.1.0")
        `sources(channel, before) -> Parts | None` renders the whole view of a `Channel(topic, form, language)`
        as named parts at a journal position; None = there is no such topic. `before` is the view that it gave
        last, as long as somebody follows it. It is called on the event loop, once for each *followed* channel
        and change: no follower, no work.
    hub.changed(["t/open"], position)
        after each commit, on the event loop: the topic "t/open" and all below it ("t/open/standings")
        may look different now. The first change goes out at once, behind the answers that are ready,
        the next ones together every 50 ms.
    hub.reload(["screen/hall"], "language")     tell these pages to load themselves anew
    hub.screens()                               the named televisions, what they show and how late
    hub.counters                                plain integers for the metrics page
    hub.close(1012)                             say goodbye to everyone (1001 we go, 1012 we come back)

`server/live/routes.py` has the addresses (`live_routes(hub)`: /live and /live/events), and
`server/http/uvicorn_internals.py` the uvicorn settings that make a websocket cost no task (`serve(app, hub, ...)`).
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

from server.live.counters import Counters
from server.live.frames import Ask, Hello, Message, Refused, Reload, beat
from server.live.parts import Channel, Comparisons, NotYet, Parts
from server.live.publishing import Publisher
from server.live.stream import Follower, Screen, Stream

__all__ = ["Channel", "Counters", "Hub", "Parts", "Screen", "Sources"]

Sources: TypeAlias = Callable[[Channel, Parts | None], Parts | None]
Wanted: TypeAlias = Sequence[tuple[Channel, int | None]]

CALM = 3
"""Heartbeats of a television for one of a phone, which has a battery."""

MOST_RESUMES = 90
"""What a follower may ask between two pings. Our own page asks once a second at most, and only after a gap."""

log = logging.getLogger("tablo.live")


class Hub:
    """See the head of this file. Periods in seconds; `limit` in sockets."""

    def __init__(
        self,
        sources: Sources,
        *,
        version: str = "0",
        beat: float = 3.0,
        ping: float = 60.0,
        pace: float = 0.05,
        slice: float = 0.01,
        linger: float = 60.0,
        limit: int = 20_000,
    ) -> None:
        self.counters = Counters()
        self.announced = 0
        self.version = version
        self.limit = limit
        self.closed: int | None = None
        self._sources = sources
        self.beat, self.ping = beat, ping
        self._pace, self._linger = pace, linger
        self._streams: dict[Channel, Stream] = {}
        self._publisher = Publisher(self._renew, slice)
        self._compare = Comparisons()
        self._followers: dict[Follower, None] = {}
        self._heart: asyncio.TimerHandle | None = None
        self._pulses = 0

    @property
    def sockets(self) -> int:
        return len(self._followers)

    @property
    def full(self) -> bool:
        return len(self._followers) >= self.limit

    def screens(self) -> list[Screen]:
        """The televisions that are connected now, by name."""
        named = [follower.screen for follower in self._followers if follower.screen is not None]
        return sorted(named, key=lambda screen: screen.name)

    # What the office says

    def changed(self, prefixes: Iterable[str], position: int) -> None:
        """Something was committed: these topics, and all below them, may look different now."""
        self.announced = position
        now = time.monotonic()
        for stream in self._under(prefixes):
            stream.stale_since = stream.stale_since or now
            if stream.followers:
                self._publisher.add(stream)

    def reload(self, prefixes: Iterable[str], reason: str) -> None:
        """These pages are out of date as pages: another language, another layout."""
        message = Message(Reload(reason))
        for stream in list(self._under(prefixes)):
            self._spread(stream, message)

    def close(self, code: int = 1012) -> None:
        """No more frames: every follower is told and let go."""
        self.closed = code
        self._publisher.stop()
        if self._heart is not None:
            self._heart.cancel()
        for follower in list(self._followers):
            follower.close(code)

    # What a follower says

    def follow(
        self, follower: Follower, wanted: Sequence[tuple[Channel, int | None]], refused: Sequence[str] = ()
    ) -> bool:
        """Join these channels, each after the position already seen; False if there is none of them.

        The first frames are `hello`, a refusal for each unknown topic, and then of each channel what is missing.
        """
        opened = [(stream, after) for channel, after in wanted if (stream := self._opened(channel, after)) is not None]
        unknown = [channel.topic for channel, _ in wanted if channel not in self._streams]
        self.counters.refused += len(unknown) + len(refused)
        self.counters.joined += 1
        self.counters.resumed += bool(opened) and all(after in stream.known for stream, after in opened)
        follower.streams = tuple(stream for stream, _ in opened)
        for stream in follower.streams:
            stream.join(follower)
        self._followers[follower] = None
        follower.take(
            [
                self._hello(follower),
                *(Message(Refused(topic, "unknown-topic")) for topic in unknown),
                *(Message(Refused(topic, "not-allowed")) for topic in refused),
            ]
        )
        follower.resume(opened)
        self._start_beating()
        return bool(opened)

    def heard(self, follower: Follower, ask: Ask) -> None:
        """Somebody wants to go on from a position, or says what it shows."""
        if ask.resume is not None:
            self._resume(follower, ask.resume)
        if ask.seen is not None and follower.screen is not None:
            for stream in follower.streams:
                if stream.channel.topic in ask.seen:
                    self._note(follower.screen, stream, ask.seen[stream.channel.topic])

    def _resume(self, follower: Follower, resume: int | dict[str, int]) -> None:
        """All topics go on from one position, or those that are named from theirs; not without end."""
        follower.resumes += 1
        if follower.resumes > MOST_RESUMES:
            follower.close(1008, "too many resumes")
        elif isinstance(resume, int):
            follower.resume([(stream, resume) for stream in follower.streams])
        else:
            named = [stream for stream in follower.streams if stream.channel.topic in resume]
            follower.resume([(stream, resume[stream.channel.topic]) for stream in named])

    def leave(self, stream: Stream, follower: Follower) -> None:
        stream.leave(follower)
        if not stream.followers:
            stream.deserted_at = time.monotonic()
            self._publisher.drop(stream)

    def lost(self, follower: Follower) -> None:
        """The connection is gone."""
        for stream in follower.streams:
            self.leave(stream, follower)
        self._followers.pop(follower, None)

    # Publishing

    def _renew(self, stream: Stream) -> None:
        """Ask the source, tell the followers what is different. A source that fails must not silence the others."""
        started = time.monotonic()
        stream.due = started + self._pace
        stream.stale_since = None
        try:
            view = self._sources(stream.channel, stream.view)
        except NotYet:
            stream.failed = True
            return
        except Exception:  # any bug of a page; without beats its screens say that they are stale
            log.exception("no view of %s", stream.channel.topic)
            self.counters.failures += 1
            stream.failed = True
            return
        stream.failed = False
        if view is None:
            self._abandon(stream)
        elif (message := stream.renew(view, self._compare)) is not None:
            stream.published_at = started
            self._spread(stream, message)
        self.counters.slowest = max(self.counters.slowest, int((time.monotonic() - started) * 1e6))

    def _spread(self, stream: Stream, message: Message) -> None:
        reached = stream.spread(message)
        self.counters.frames += 1
        self.counters.deliveries += reached
        self.counters.octets += reached * len(message.wire)

    def _abandon(self, stream: Stream) -> None:
        self._spread(stream, Message(Refused(stream.channel.topic, "gone")))
        for follower in [*stream.fast.values(), *stream.others, *stream.behind]:
            follower.streams = tuple(other for other in follower.streams if other is not stream)
            stream.leave(follower)
        self._streams.pop(stream.channel, None)

    def _opened(self, channel: Channel, after: int | None) -> Stream | None:
        """The stream of a channel, rendered now if it is new, or stale with nobody waiting for its turn."""
        stream = self._streams.get(channel)
        if stream is None:
            view = self._sources(channel, None)
            if view is None:
                return None
            stream = self._streams[channel] = Stream(channel, view, time.monotonic())
        elif stream.failed or (stream.stale_since and (not stream.followers or (after or 0) > stream.position)):
            self._publisher.drop(stream)
            self._renew(stream)
        return self._streams.get(channel)

    def _under(self, prefixes: Iterable[str]) -> Iterator[Stream]:
        paths = tuple(prefix + "/" for prefix in prefixes)
        return (stream for stream in self._streams.values() if stream.path.startswith(paths))

    def _hello(self, follower: Follower) -> Message:
        positions = {stream.channel.topic: stream.changed for stream in follower.streams}
        beat = self.beat if follower.screen is not None else CALM * self.beat
        return Message(Hello(_milliseconds(), self.version, int(beat * 1000), positions))

    def _note(self, screen: Screen, stream: Stream, position: int) -> None:
        screen.seen[stream.channel.topic] = position
        if position == stream.changed:
            screen.lag = int((time.monotonic() - stream.published_at) * 1000)

    # The heart

    def _start_beating(self) -> None:
        if self._heart is None:
            loop = asyncio.get_running_loop()
            self._heart = loop.call_later(self.beat, self._pulse)

    def _pulse(self) -> None:
        """A sign of life on channels that are well, and to some sockets in turn a question for theirs."""
        self._heart = asyncio.get_running_loop().call_later(self.beat, self._pulse)
        self._pulses += 1
        now = _milliseconds()
        for stream in list(self._streams.values()):
            if not stream.followers:
                self._forget(stream)
            elif stream.failed:
                self._publisher.add(stream)
            elif stream.on_a_wall or self._pulses % CALM == 0:
                self._spread(stream, beat(stream.channel.topic, stream.changed, now))
        rounds = max(1, round(self.ping / self.beat))
        for follower in list(self._followers)[self._pulses % rounds :: rounds]:
            follower.resumes = 0
            follower.ping()

    def _forget(self, stream: Stream) -> None:
        if time.monotonic() - stream.deserted_at > self._linger:
            del self._streams[stream.channel]


def _milliseconds() -> int:
    return int(time.time() * 1000)

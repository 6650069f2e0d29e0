"""The hub: everybody who follows something, and the one place that writes to them.

It knows nothing of chess. It is told and it gives:

    hub = Hub(sources, version="0.1.0")
        `sources(channel, before) -> Parts | None` renders the whole view of a `Channel(topic, form, language)`
        as named parts at a journal position; None = there is no such topic. `before` is the view that it gave
        last, as long as somebody follows it. It is called on the event loop, once for each *followed* channel
        and change, or once for all channels of one likeness: no follower, no work. `read(channel, after)` is awaited
        before somebody joins what nobody follows yet, or has seen more of it than we have.
    hub.changed(["t/open"], position)
        after each commit, on the event loop: the topic "t/open" and all below it ("t/open/standings")
        may look different now. The first change goes out at once, behind the answers that are ready,
        the next ones together every 50 ms.
    hub.arrived(channel)                        as `changed`, for one channel
    hub.reload(["screen/hall"], "language")     tell these pages to load themselves anew
    hub.screens()                               the named televisions, what they show and how late
    hub.counters                                plain integers for the metrics page
    hub.close(1012)                             say goodbye to everyone (1001 we go, 1012 we come back)

`server/live/routes.py` has the addresses (`live_routes`: /live and /live/events), and `server/http/protocol.py` the
uvicorn settings that make a websocket cost no task (`live_server`).
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import field
from functools import partial
from itertools import chain
from typing import TypeAlias

from domain.records import dataclass
from server.live.channels import Channels, ConnectedScreen, Follower, Sources, Stream, ViewLine
from server.live.frames import (
    Ask,
    Beat,
    Channel,
    Hello,
    Message,
    NotYet,
    Parts,
    Refused,
    Reload,
)
from server.live.limits import FeedLimits, Guest, Guests, NoRoom
from server.supervisor import Supervisor


@dataclass(slots=True)
class Counters:
    frames: int = 0
    """Frames encoded and spread; each goes to all followers of its channel."""
    deliveries: int = 0
    octets: int = 0
    joined: int = 0
    resumed: int = 0
    """The number of those who joined and went on without a snapshot."""
    snapshots: int = 0
    """Slow followers that were sent the newest view instead of the patches they missed."""
    refused: int = 0
    silent: int = 0
    """Sockets given up because nobody answered any more."""
    failures: int = 0
    slowest: int = 0
    """Microseconds of the longest publication so far, rendering included."""


__all__ = ["Channel", "ConnectedScreen", "Counters", "Hub", "Parts", "Sources"]

ReadChannel: TypeAlias = Callable[[Channel, int | None], Awaitable[None]]
Wanted: TypeAlias = Sequence[tuple[Channel, int | None]]
StillMay: TypeAlias = Callable[[], Awaitable[bool]]
"""Whether somebody who follows something of the desk may still do so: the session, role and password hold."""
Beats: TypeAlias = Callable[[Iterable[Channel]], None]
Confirm: TypeAlias = Callable[[Sequence[Channel], Beats], None]
"""Told at each pulse what is kept, those that most people look at first; it gives on the channels that are well."""

SEEN_ELSEWHERE_SECONDS = 15.0
"""Seconds without a word of another process after which its televisions are not shown any more."""
MAX_RESUMES = 90
"""Questions of a follower between two pings at most. Our own page asks once a second at most, and only after a gap."""

log = logging.getLogger("tablo.live")


async def nothing_to_read(_channel: Channel, _after: int | None) -> None:
    """Default: nothing has to be loaded before a view is rendered."""


def all_well(channels: Sequence[Channel], beats: Beats) -> None:
    """Default: a view is as well as its last rendering."""
    beats(channels)


class Hub:
    """See the head of this file. Periods in seconds."""

    def __init__(
        self,
        sources: Sources,
        *,
        read: ReadChannel = nothing_to_read,
        confirm: Confirm = all_well,
        version: str = "0",
        version_of: Callable[[Channel], str] | None = None,
        beat: float = 3.0,
        ping: float = 60.0,
        pace: float = 0.05,
        slice: float = 0.002,
        linger: float = 60.0,
        limits: FeedLimits = FeedLimits(),  # noqa: B008 - frozen
    ) -> None:
        self.counters = Counters()
        self.announced = 0
        self.version = version
        self.guests = Guests(limits)
        self.closed: int | None = None
        self.ping = ping
        self._sources, self._read, self._pace = sources, read, pace
        self._channels = Channels(sources, limits.channels_per_tournament, linger)
        self._rendering = asyncio.Lock()
        """Held while somebody who joins has a channel rendered for the first time."""
        self._publisher = Publisher(self._renew, slice)
        self._followers: dict[Follower, None] = {}
        self._permitted = Permitted()
        self._version_of = version_of or (lambda _channel: self.version)
        self._elsewhere: dict[str, tuple[float, Sequence[ConnectedScreen]]] = {}
        """By process: when it said what televisions it has, and which."""
        again, ask_again = self._publisher.add, self._permitted.ask_again
        self._heart = Heart(self._channels, self._followers, self._spread, again, ask_again, confirm, beat, ping)

    @property
    def sockets(self) -> int:
        return len(self._followers)

    @contextmanager
    def arriving(self, address: str) -> Iterator[Guest]:
        """Count a newcomer from this address for as long as joining takes. Raises NoRoom."""
        if self.closed is not None or 0 < self.guests.limits.sockets <= len(self._followers):
            raise NoRoom("hall")
        with self.guests.arriving(address) as guest:
            yield guest

    @property
    def followed(self) -> frozenset[str]:
        return frozenset(stream.channel.topic for stream in self._channels if stream.is_followed)

    def screens(self) -> list[ConnectedScreen]:
        long_ago = time.monotonic() - SEEN_ELSEWHERE_SECONDS
        others = chain.from_iterable(screens for at, screens in self._elsewhere.values() if at > long_ago)
        return sorted([*self.connected(), *others], key=lambda screen: screen.name)

    def seen_elsewhere(self, process: str, screens: Sequence[ConnectedScreen]) -> None:
        """Another process has these televisions; it says so again and again."""
        self._elsewhere[process] = time.monotonic(), screens

    def connected(self) -> list[ConnectedScreen]:
        """The televisions at this process."""
        return [follower.screen for follower in self._followers if follower.screen is not None]

    # Told by the office

    def changed(self, prefixes: Iterable[str], position: int) -> None:
        """Something was committed: these topics, and all below them, may look different now."""
        self.announced = position
        now = time.monotonic()
        for line in {stream.line for stream in self._channels.under(prefixes)}:
            self._now_stale(line, now)

    def arrived(self, channel: Channel, *, anew: bool = False) -> None:
        """There is another view of this channel; `anew`: its position says nothing to who has seen an earlier one."""
        self.announced += 1
        if (stream := self._channels.get(channel)) is not None:
            stream.line.anew |= anew
            self._now_stale(stream.line, time.monotonic())

    def _now_stale(self, line: ViewLine, now: float) -> None:
        line.stale_since = line.stale_since or now
        if line.is_followed:
            self._publisher.add(line)

    def reload(self, prefixes: Iterable[str], reason: str) -> None:
        """These pages are out of date as pages: another language, another layout."""
        message = Message.of(Reload(reason))
        for stream in self._channels.under(prefixes):
            self._spread(stream, message)

    def pass_on(self, channel: Channel, message: Message) -> None:
        """This message, as it is, to the followers of one channel."""
        if (stream := self._channels.get(channel)) is not None:
            self._spread(stream, message)

    def close(self, code: int = 1012) -> None:
        """No more frames: every follower is told and let go."""
        self.closed = code
        self._publisher.stop()
        self._heart.stop()
        self._permitted.stop()
        for follower in list(self._followers):
            follower.close(code)

    # Told by followers

    async def prepare(self, wanted: Wanted, guest: Guest) -> None:
        """Read and render what nobody follows yet, behind the answers that are ready, one channel at a time for all.

        Raises NotYet and NoRoom.
        """
        for channel, after in wanted:
            if self._at_hand(channel, after) and not self._is_ahead(channel, after):
                continue
            await self._read(channel, after)
            if self._at_hand(channel, after):
                continue
            async with self._rendering:
                for _ in range(ANSWER_TURNS):
                    await asyncio.sleep(0)
                with suppress(NoRoom):
                    self.guests.check(guest, channel)
                    self._opened(channel, after)
        if self.closed is not None:
            raise NoRoom("hall")

    def follow(
        self, follower: Follower, wanted: Wanted, refused: Sequence[str] = (), still_may: StillMay | None = None
    ) -> str:
        """Join these channels, each after the position already seen; empty, or why there is none to follow.

        `still_may` is asked at each heartbeat, and who may no longer follow is let go; None = it is for everybody.
        The first frames are `hello`, a refusal for each topic that is none, and then of each channel what is missing.
        Raises NotYet.
        """
        refusals = [Refused(topic, "not-allowed") for topic in refused]
        opened: list[tuple[Stream, int | None]] = []
        for channel, after in wanted:
            stream, why = self._found(channel, after, follower.guest, len(opened))
            if stream is None:
                refusals.append(Refused(channel.topic, why))
            else:
                opened.append((stream, after))
        self.counters.refused += len(refusals)
        self._join(follower, opened)
        if still_may is not None:
            self._permitted.let_in(follower, still_may)
        positions = {stream.channel.topic: stream.line.changed for stream in follower.streams}
        version = self._version_of(opened[0][0].channel) if opened else self.version
        hello = Hello(milliseconds(), version, self._heart.milliseconds(follower), positions)
        follower.take([Message.of(hello), *map(Message.of, refusals)])
        follower.resume(opened)
        self.begin()
        return "" if opened else max((refusal.reason for refusal in refusals), default="unknown-topic")

    def begin(self) -> None:
        """Heartbeats; from the first follower on at the latest."""
        self._heart.start()

    def _join(self, follower: Follower, opened: Sequence[tuple[Stream, int | None]]) -> None:
        self.counters.joined += 1
        self.counters.resumed += bool(opened) and all(stream.knows(after) for stream, after in opened)
        follower.streams = tuple(stream for stream, _ in opened)
        if follower.screen is not None and follower.screen.topic not in [s.channel.topic for s in follower.streams]:
            follower.screen = None
        for stream in follower.streams:
            stream.join(follower)
            follower.guest.follows(stream.channel)
        self._followers[follower] = None
        self.guests.came(follower.guest)

    def heard(self, follower: Follower, ask: Ask) -> None:
        """Somebody wants to go on from a position, or says what it shows."""
        if ask.resume is not None:
            self._resume(follower, ask.resume)
        screen = follower.screen
        if ask.seen is None or screen is None:
            return
        for stream in follower.streams:
            if (position := ask.seen.get(stream.channel.topic)) is not None:
                screen.seen[stream.channel.topic] = position
                if position == stream.line.changed:
                    screen.lag = int((time.monotonic() - stream.line.published_at) * 1000)

    def _resume(self, follower: Follower, resume: int | dict[str, int]) -> None:
        """All topics go on from one position, or those that are named from theirs; not without end."""
        follower.resumes += 1
        if follower.resumes > MAX_RESUMES:
            follower.close(1008, "too many resumes")
        elif isinstance(resume, int):
            follower.resume([(stream, resume) for stream in follower.streams])
        else:
            named = [stream for stream in follower.streams if stream.channel.topic in resume]
            follower.resume([(stream, resume[stream.channel.topic]) for stream in named])

    def leave(self, stream: Stream, follower: Follower) -> None:
        stream.leave(follower)
        follower.guest.leaves(stream.channel)
        if not stream.is_followed:
            stream.deserted_at = time.monotonic()
            if not stream.line.is_followed:
                self._publisher.drop(stream.line)

    def lost(self, follower: Follower) -> None:
        """The connection is gone."""
        for stream in follower.streams:
            self.leave(stream, follower)
        follower.streams = ()
        self._permitted.forget(follower)
        follower.guest.owes(follower, 0)
        if follower in self._followers:
            del self._followers[follower]
            self.guests.went(follower.guest)

    # Publishing

    def _renew(self, line: ViewLine) -> NotYet | None:
        """Ask the source, tell the followers what is different."""
        started = time.monotonic()
        line.due, line.stale_since, silent = started + self._pace, None, line.failed
        view, not_yet = self._rendered(line)
        if not self._channels.are_alike(line, view):
            for each in self._channels.part(line):
                each.due = started
                self._now_stale(each, started)
        elif view is not None:
            step = line.renew(view)
            if step is not None:
                line.published_at = started
            if step is not None or silent:
                for stream in line.streams:
                    self._spread(stream, stream.message(step) if step is not None else beat_of(stream, milliseconds()))
            self._channels.find_its_like(line)
        elif not line.failed:
            self._abandon(line.streams[0])
        self.counters.slowest = max(self.counters.slowest, int((time.monotonic() - started) * 1e6))
        return not_yet

    def _rendered(self, line: ViewLine) -> tuple[Parts | None, NotYet | None]:
        """The newest view for the first stream of a line. A source that fails must not silence the others."""
        line.failed = True
        channel = line.streams[0].channel
        try:
            view = self._sources(channel, line.view)
        except NotYet as not_yet:
            return None, not_yet
        except Exception:  # any bug of a page; without beats its screens say that they are stale
            log.exception("no view of %s", channel.topic)
            self.counters.failures += 1
            return None, None
        line.failed = False
        return view, None

    def _spread(self, stream: Stream, message: Message) -> None:
        reached = stream.spread(message)
        self.counters.frames += 1
        self.counters.deliveries += reached
        self.counters.octets += reached * message.octets

    def _abandon(self, stream: Stream) -> None:
        self._spread(stream, Message.of(Refused(stream.channel.topic, "gone")))
        for follower in stream.everybody():
            follower.streams = tuple(other for other in follower.streams if other is not stream)
            self.leave(stream, follower)
        self._channels.drop(stream.channel)

    def _found(self, channel: Channel, after: int | None, guest: Guest, more: int) -> tuple[Stream | None, str]:
        """The stream of a channel, or why there is none for this guest, who is about to follow so many `more`."""
        try:
            self.guests.check(guest, channel, more)
            return self._opened(channel, after), "unknown-topic"
        except NoRoom as no_room:
            return None, f"too-many-{no_room.what}"

    def _opened(self, channel: Channel, after: int | None) -> Stream | None:
        """The stream of a channel, rendered now if it is not at hand; None if there is no such topic.

        Raises NoRoom and NotYet.
        """
        stream = self._channels.get(channel)
        if stream is None:
            return self._channels.open(channel)
        if not self._at_hand(channel, after):
            line = self._channels.alone(stream)
            self._publisher.drop(line)
            if (not_yet := self._renew(line)) is not None:
                raise not_yet  # a greeting would say that the view is as it should be
        return self._channels.get(channel)

    def _at_hand(self, channel: Channel, after: int | None) -> bool:
        """It is followed, and as new as it need be: who waits for its turn is not set back."""
        stream = self._channels.get(channel)
        if stream is None or stream.line.failed:
            return False
        return not stream.line.stale_since or (stream.line.is_followed and (after or 0) <= stream.line.position)

    def _is_ahead(self, channel: Channel, after: int | None) -> bool:
        """Whoever has seen this position knows more than we do: of a page that another process has rendered."""
        stream = self._channels.get(channel)
        return stream is not None and (after or 0) > stream.line.position


@dataclass(slots=True)
class Permitted:
    """Followers of topics not for everybody; their right is checked at each heartbeat, not at each frame."""

    _still_may: dict[Follower, StillMay] = field(default_factory=dict)
    _background: Supervisor = field(default_factory=Supervisor)
    _asking: asyncio.Task[None] | None = None

    def let_in(self, follower: Follower, still_may: StillMay) -> None:
        self._still_may[follower] = still_may

    def forget(self, follower: Follower) -> None:
        self._still_may.pop(follower, None)

    def ask_again(self) -> None:
        if self._still_may and (self._asking is None or self._asking.done()):
            self._asking = self._background.begin("permissions", self._let_go_who_may_no_longer)

    def stop(self) -> None:
        if self._asking is not None:
            self._asking.cancel()

    async def _let_go_who_may_no_longer(self) -> None:
        asked = list(self._still_may.items())
        answers = await asyncio.gather(*(still_may() for _, still_may in asked))
        for (follower, _), may in zip(asked, answers, strict=True):
            if not may and self._still_may.pop(follower, None) is not None:
                follower.close(1008, "not allowed any more")


# Signs of life: heartbeats on all channels that are well, and a question to each socket in turn.

SCREEN_BEATS_PER_PHONE_BEAT = 3
"""Heartbeats of a television for one of a phone, which has a battery."""
SIGN_OF_LIFE_SHARE = 0.2
"""The part of the time between two beats in which a frame before a beat makes it needless."""


@dataclass(slots=True)
class Heart:
    _channels: Channels
    _followers: Iterable[Follower]
    _spread: Callable[[Stream, Message], None]
    _again: Callable[[ViewLine], None]
    """Has a line that failed rendered once more."""
    _ask_again: Callable[[], None]
    """Lets go those who may no longer follow."""
    _confirm: Confirm
    _beat: float
    """Seconds, as is the next."""
    _ping: float
    _pulses: int = 0
    _next: asyncio.TimerHandle | None = None

    def start(self) -> None:
        if self._next is None:
            self._next = asyncio.get_running_loop().call_later(self._beat, self._pulse)

    def stop(self) -> None:
        if self._next is not None:
            self._next.cancel()

    def milliseconds(self, follower: Follower) -> int:
        """Between two beats for this follower."""
        return int(self._between(screens=follower.screen is not None) * 1000)

    def _pulse(self) -> None:
        self._next = asyncio.get_running_loop().call_later(self._beat, self._pulse)
        self._pulses += 1
        self._channels.forget_deserted()
        self._ask_again()
        for stream in self._channels:
            if stream.line.failed and stream.is_followed:
                self._again(stream.line)
        calm = self._pulses % SCREEN_BEATS_PER_PHONE_BEAT != 0
        streams = sorted(self._channels, key=lambda stream: (not stream.screens, -stream.followers))
        self._confirm([stream.channel for stream in streams], partial(self._beats, calm))
        rounds = max(1, round(self._ping / self._beat))
        for follower in list(self._followers)[self._pulses % rounds :: rounds]:
            follower.resumes = 0
            follower.ping()

    def _beats(self, calm: bool, channels: Iterable[Channel]) -> None:
        """A sign of life on each of these channels; on a calm pulse on those of televisions alone."""
        now, moment = milliseconds(), time.monotonic()
        for stream in filter(None, map(self._channels.get, channels)):
            silent = moment - stream.line.published_at > SIGN_OF_LIFE_SHARE * self._between(
                screens=bool(stream.screens)
            )
            if silent and stream.is_followed and not stream.line.failed and (stream.screens or not calm):
                self._spread(stream, beat_of(stream, now))

    def _between(self, *, screens: bool) -> float:
        """Seconds between two beats for televisions, or for phones alone."""
        return self._beat * (1 if screens else SCREEN_BEATS_PER_PHONE_BEAT)


def beat_of(stream: Stream, now: int) -> Message:
    topic, position = stream.channel.topic, stream.line.changed
    return Message.of(Beat(topic, position, now), topic, position)


def milliseconds() -> int:
    return int(time.time() * 1000)


# The order of rendering: the changes of one commit in slices, between which everybody else has a turn.
# The order is by what people wait for: answers that are ready first (an arbiter is typing), then televisions (a
# hundred people look at one), then the most followed channels, but none later than `LATE_SECONDS`.

LATE_SECONDS = 0.2
"""Seconds after which a channel goes before others that have more followers."""

ANSWER_TURNS = 8
"""Turns of the event loop between a change and its publication. An answer that only waited for the commit needs
fewer, so the arbiter has it before a thousand sockets are written to; a clock would not know."""


@dataclass(slots=True)
class Publisher:
    """Stale lines wait here until they are due."""

    _renew: Callable[[ViewLine], object]
    """Renders a line and tells its followers."""
    _slice: float
    """Seconds."""
    _waiting: dict[ViewLine, None] = field(default_factory=dict)
    _in_turn: list[ViewLine] = field(default_factory=list)
    """Lines that are due, the next at the end: put in order once for all slices of a change."""
    _next: asyncio.Handle | None = None
    _at: float = 0.0

    def add(self, line: ViewLine) -> None:
        self._waiting[line] = None
        self._in_turn = []
        if self._next is None or line.due < self._at:
            self._schedule(line.due)

    def drop(self, line: ViewLine) -> None:
        """Nobody waits for it any more, or it has been renewed by other means."""
        self._waiting.pop(line, None)

    def stop(self) -> None:
        self._waiting.clear()
        self._in_turn = []
        if self._next is not None:
            self._next.cancel()

    def _schedule(self, due: float) -> None:
        if self._next is not None:
            self._next.cancel()
        self._at = due
        wait = max(0.0, due - time.monotonic())
        self._next = asyncio.get_running_loop().call_later(wait, self._give_way, ANSWER_TURNS)

    def _give_way(self, turns: int) -> None:
        if turns:
            self._next = asyncio.get_running_loop().call_soon(self._give_way, turns - 1)
        else:
            self._publish()

    def _publish(self) -> None:
        """Renew what is due, for no longer than a slice."""
        self._next = None
        started = time.monotonic()
        in_turn = self._in_turn = self._in_turn or self._due(started)
        while in_turn:
            line = in_turn.pop()
            if line not in self._waiting:
                continue
            del self._waiting[line]
            self._renew(line)
            if time.monotonic() - started > self._slice:
                break
        if self._waiting:
            self._schedule(started if self._in_turn else min(line.due for line in self._waiting))

    def _due(self, now: float) -> list[ViewLine]:
        late = now - LATE_SECONDS

        def turn(line: ViewLine) -> tuple[bool, bool, int, int]:
            many = -len(line.streams), -line.streams[0].followers
            return (line.stale_since or now) > late, not line.has_screens, *many

        return sorted((line for line in self._waiting if line.due <= now), key=turn)[::-1]

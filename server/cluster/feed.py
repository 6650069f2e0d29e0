"""The live feed over the bus: the owner renders each frame once, and the gateways give it to their sockets.

The owner's side is `Publishing`, a gateway's is `RemoteViews`. Both speak over `own.<token>.view`:

    ViewAsked       the whole view of a channel, which from now on is published
    WantedChannels  every three seconds, from each gateway for each key: its channels, and its last frame of each.
                    The answer is the owner's sign of life; a gateway beats only the channels that it says are well.
    MayAsked        may this visitor follow a topic of the desk?

Frames go to `feed.<token>.<channel>` as they go to a socket, behind the line they belong to and their number in it. A
number that is missing, or another line, says that a frame is missing: the view is asked for anew. The view that a
gateway keeps is the source of its hub, so its own sockets resume, catch up and wait as they do at a single process.
"""

import asyncio
import logging
import secrets
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import field, replace
from functools import partial
from hashlib import blake2s
from itertools import chain, cycle, repeat
from time import monotonic
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import msgspec
from nats.aio.msg import Msg
from nats.nuid import NUID
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp

from domain.records import dataclass
from server.cluster.bus import (
    GIVE_WAY_SECONDS,
    LARGEST_MESSAGE_BYTES,
    Bus,
    NobodyThere,
    Unanswered,
    token_of,
)
from server.cluster.lease_keys import key_of_topic
from server.live.channels import ConnectedScreen, Stream
from server.live.frames import (
    DESK_ROOT,
    PUBLIC_ROOT,
    Channel,
    Message,
    NotYet,
    Part,
    Parts,
    Patch,
    Refused,
    Reload,
    apply,
)
from server.live.hub import Beats, Hub
from server.live.limits import FeedLimits, Guest, NoRoom
from server.live.routes import MayFollow
from server.supervisor import Supervisor, Work

if TYPE_CHECKING:
    from nats.aio.subscription import Subscription

log = logging.getLogger("tablo.feed")

UNWANTED_SECONDS = 15.0
"""Seconds without a word of any gateway after which a channel is published no more, and a gateway forgotten."""
OWNER_SILENT_SECONDS = 3.5
"""Seconds without a word of the owner after which its views count as failed, and nobody is greeted with one: less than
the time in which a wall gives up and comes again."""
OWNERS_WORD_SECONDS = (1.5, 0.5, 0.5)
"""Seconds that the owner may take for an answer, in turn: who is slow has time, who hangs costs little."""
JOINING_SECONDS = 2.5
"""Seconds that somebody who joins waits for a view; a browser gives up a little later."""
NO_OWNER_SECONDS = (0.05, 0.1, 0.2, 0.4)
"""Seconds between two questions for an owner while there is none; the last again and again."""
MOST_AT_ONCE = 8
"""Views that a gateway asks an owner for at the same time."""
PACKED_BYTES = 64 * 1024
MOST_WAITING_FRAMES = 256
TOO_MANY = "too-many-channels"
OF_A_VISITOR = frozenset({b"cookie", b"host", b"origin"})

OwnersAnswerT = TypeVar("OwnersAnswerT", bound="OwnersAnswer")
Headers: TypeAlias = tuple[tuple[bytes, bytes], ...]


def subject_of(channel: Channel) -> str:
    named = blake2s("\n".join(channel).encode(), digest_size=12).hexdigest()
    return f"feed.{token_of(key_of_topic(channel.topic))}.{named}"


def _counted_by_journal(topic: str) -> bool:
    """The positions of one journal mean the same at every worker; sums of several may not."""
    return topic.partition("/")[0] in (PUBLIC_ROOT, DESK_ROOT)


# Messages


class ViewAsked(msgspec.Struct, frozen=True, tag="view"):
    key: str
    channel: Channel
    after: int | None
    """The position that somebody who joins has seen."""
    position: int | None = None
    """That of the view that the gateway has; None = it has none."""
    line: str = ""
    """The line of frames that it has followed so far; empty = none."""
    number: int = 0


class LastFrame(msgspec.Struct, frozen=True, array_like=True):
    """A channel, and the last frame of it that a gateway has."""

    channel: Channel
    line: str
    number: int


class WantedChannels(msgspec.Struct, frozen=True, tag="wanted"):
    key: str
    places: tuple[LastFrame, ...]


class MayAsked(msgspec.Struct, frozen=True, tag="may"):
    key: str
    channel: Channel
    headers: Headers


class OwnersAnswer(msgspec.Struct, frozen=True):
    misdirected: bool = False
    """The worker does not own the key."""


class View(OwnersAnswer, frozen=True):
    why: str = ""
    """Empty: here it is. `same` as the asker has, `none`, not yet (`soon`, `later`), or `too-many-channels`."""
    position: int = 0
    parts: bytes = b""
    """JSON, deflated where it is long."""
    packed: bool = False
    line: str = ""
    number: int = 0
    version: str = ""
    """Of the program that made it."""
    settled: bool = True


class Wells(OwnersAnswer, frozen=True):
    """What of that which is wanted is not well: by its number in the question."""

    others: tuple[int, ...] = ()
    """Something is missing; the view is wanted anew."""
    failed: tuple[int, ...] = ()


class May(OwnersAnswer, frozen=True):
    may: bool = False


class ScreensSeen(msgspec.Struct, frozen=True):
    """The televisions of a gateway."""

    gateway: str
    screens: list[ConnectedScreen]


# The owner's side


@dataclass(slots=True, eq=False)
class Published:
    """A follower of the hub that publishes what it is told. `line` and `number` say which frame was the last."""

    channel: Channel
    tell: Callable[[str, bytes], None]
    guest: Guest = field(init=False)
    screen: ConnectedScreen | None = None
    fd: int = -1
    streams: tuple[Stream, ...] = ()
    resumes: int = 0
    line: str = field(default_factory=lambda: secrets.token_hex(4))
    number: int = 0
    wanted_at: float = field(default_factory=monotonic)
    _subject: str = field(init=False)
    _position: int = -1
    _joined: bool = False
    _settled: bool = True
    """As gateways have been told with the whole view."""

    def __post_init__(self) -> None:
        self._subject = subject_of(self.channel)
        self.guest = Guest(self._subject)

    def joined(self) -> None:
        """From now on frames are published; the greeting before was for nobody."""
        self._position, self._joined, self._settled = self.stream.line.changed, True, self.stream.line.view.settled

    @property
    def stream(self) -> Stream:
        return self.streams[0]

    def take(self, messages: Sequence[Message]) -> None:
        for message in messages if self._joined else ():
            if message.topic and not message.whole and message.position <= self._position:
                continue  # a heartbeat
            self._position = message.position if message.topic else self._position
            if message.octets > LARGEST_MESSAGE_BYTES or self.stream.line.view.settled != self._settled:
                self._settled = self.stream.line.view.settled
                self.tell_of_a_gap()
                continue
            self.number += 1
            self.tell(self._subject, f"{self.line} {self.number} ".encode() + message.json)

    def tell_of_a_gap(self) -> None:
        """A frame without a text: the view is wanted anew."""
        self.number += 1
        self.tell(self._subject, f"{self.line} {self.number} ".encode())

    def resume(self, wanted: Sequence[tuple[Stream, int | None]]) -> None:
        """Gateways ask for the whole view."""

    def close(self, code: int, reason: str = "") -> None:
        """It has no connection of its own."""

    def ping(self) -> None:
        """Gateways give signs of life for it."""


@dataclass(slots=True, eq=False)
class Publishing:
    """The frames of the keys that this worker owns, for the gateways that want them."""

    hub: Hub
    bus: Bus
    owned: Callable[[str], bool]
    """Whether this worker surely holds the lease of a key."""
    app: ASGIApp
    may_follow: MayFollow
    """Asked with a connection of this app."""
    background: Supervisor = field(default_factory=Supervisor)
    _published: dict[str, dict[Channel, Published]] = field(default_factory=dict)
    """By key."""
    _out: asyncio.Queue[tuple[float, Callable[[], Awaitable[None]]]] = field(default_factory=asyncio.Queue)
    """What is to be sent, and from when on, in order: an answer never overtakes a frame that it knows of."""

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Publishing"]:
        works: Mapping[str, Work] = {"feed": self._send, "unwanted": self._forget_unwanted}
        async with self.bus.hearing("seen.*", self._heard_of_screens), self.background.keeping(works):
            try:
                yield self
            finally:
                for key in list(self._published):
                    self.lost(key)

    @property
    def channels(self) -> int:
        return sum(map(len, self._published.values()))

    async def asked(self, message: Msg) -> None:
        """Answer a question to `own.<token>.view`."""
        question = msgspec.msgpack.decode(message.data, type=ViewAsked | WantedChannels | MayAsked)
        answer: OwnersAnswer
        if not self.owned(question.key):
            answer = OwnersAnswer(misdirected=True)
        elif isinstance(question, ViewAsked):
            answer = await self._view(question)
        elif isinstance(question, WantedChannels):
            answer = self._wells(question)
        else:
            scope = {"type": "http", "app": self.app, "headers": question.headers}
            answer = May(may=await self.may_follow(HTTPConnection(scope), question.channel))
        self._out.put_nowait((0.0, partial(self.bus.answer, message, answer)))

    def lost(self, key: str) -> None:
        """The lease is gone: nothing of it is published any more, and gateways look for the next owner at once."""
        for published in self._published.pop(key, {}).values():
            self.hub.lost(published)
            published.tell_of_a_gap()

    async def _view(self, asked: ViewAsked) -> View:
        channel, published = asked.channel, self._at_hand(asked.key, asked.channel)
        if key_of_topic(channel.topic) != asked.key:
            return View(why="none")
        joining = published or Published(channel, self._tell)
        try:
            await self.hub.prepare([(channel, asked.after)], joining.guest)
            if not self.owned(asked.key):
                return View(misdirected=True)
            published = self._at_hand(asked.key, channel) or self._joined(asked, joining)
        except NotYet as not_yet:
            return View(why="soon" if not_yet.soon else "later")
        except NoRoom as no_room:
            return View(why=TOO_MANY if no_room.what == "channels" else "soon")
        except Exception:  # any bug of a page
            log.exception("no view of %s", channel.topic)
            return View(why="later")
        if published is None:
            return View(why="none")
        published.wanted_at = monotonic()
        if published.stream.line.failed:
            return View(why="soon")
        return _view_of(published, asked, self.hub.version)

    def _joined(self, asked: ViewAsked, joining: Published) -> Published | None:
        """Follows its channel from now on; None if there is no such topic. Raises NotYet, NoRoom."""
        of_key = self._published.setdefault(asked.key, {})
        if (gone := of_key.pop(asked.channel, None)) is not None:
            self.hub.lost(gone)
        if why := self.hub.follow(joining, [(asked.channel, asked.after)]):
            self.hub.lost(joining)
            if why == TOO_MANY:
                raise NoRoom("channels")
            return None
        joining.joined()
        if "screen" in asked.channel.topic.split("/"):
            joining.stream.screens.add(joining)  # rendered before the others
        of_key[asked.channel] = joining
        return joining

    def _at_hand(self, key: str, channel: Channel) -> Published | None:
        published = self._published.get(key, {}).get(channel)
        return published if published is not None and published.streams else None

    def _wells(self, wanted: WantedChannels) -> Wells:
        now, others, failed = monotonic(), [], []
        for n, place in enumerate(wanted.places):
            published = self._at_hand(wanted.key, place.channel)
            if published is None or (published.line, published.number) != (place.line, place.number):
                others.append(n)
            elif published.stream.line.failed:
                failed.append(n)
            if published is not None:
                published.wanted_at = now
        return Wells(others=tuple(others), failed=tuple(failed))

    def _tell(self, subject: str, data: bytes) -> None:
        self._out.put_nowait((monotonic() + GIVE_WAY_SECONDS, partial(self.bus.tell, subject, data)))

    async def _send(self) -> None:
        while True:
            due, send = await self._out.get()
            await asyncio.sleep(max(0.0, due - monotonic()))
            await send()

    async def _forget_unwanted(self) -> None:
        while True:
            await asyncio.sleep(UNWANTED_SECONDS / 3)
            long_ago = monotonic() - UNWANTED_SECONDS
            for key, of_key in list(self._published.items()):
                for one in [one for one in of_key.values() if one.wanted_at < long_ago or not one.streams]:
                    del of_key[one.channel]
                    self.hub.lost(one)
                if not of_key:
                    del self._published[key]

    async def _heard_of_screens(self, message: Msg) -> None:
        seen = msgspec.msgpack.decode(message.data, type=ScreensSeen)
        self.hub.seen_elsewhere(seen.gateway, seen.screens)


def _view_of(published: Published, asked: ViewAsked, version: str) -> View:
    stream, shown, had = published.stream, published.stream.line, asked.position
    line, number, settled = published.line, published.number, shown.view.settled
    view = View(position=shown.position, line=line, number=number, version=version, settled=settled)
    same = (asked.line, asked.number) == (published.line, published.number)
    if not same and had is not None and _counted_by_journal(asked.channel.topic):
        same = had >= shown.changed and stream.knows(had)
    if same:
        return msgspec.structs.replace(view, why="same")
    parts = msgspec.json.encode(list(shown.view.parts.items()))
    packed = len(parts) > PACKED_BYTES
    return msgspec.structs.replace(view, parts=zlib.compress(parts, 1) if packed else parts, packed=packed)


# A gateway's side


class PatchHeard(msgspec.Struct, frozen=True, tag_field="type", tag="patch", rename={"since": "from"}):
    position: int
    set: tuple[tuple[str, msgspec.Raw], ...] = ()
    gone: tuple[str, ...] = ()
    moved: tuple[tuple[str, str], ...] = ()


class SnapshotHeard(msgspec.Struct, frozen=True, tag_field="type", tag="snapshot"):
    position: int
    parts: tuple[tuple[str, msgspec.Raw], ...]


_FRAMES = msgspec.json.Decoder(PatchHeard | SnapshotHeard | Reload | Refused)
_PARTS = msgspec.json.Decoder(tuple[tuple[str, msgspec.Raw], ...])


def _kept_parts(parts: Iterable[tuple[str, msgspec.Raw]]) -> dict[str, Part]:
    """By name; each in bytes of its own, so that none keeps the whole message."""
    return {name: part.copy() for name, part in parts}


@dataclass(slots=True, eq=False)
class Owner:
    """What a gateway knows of the owner of a key."""

    key: str
    heard_at: float = field(default_factory=monotonic)
    views: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(MOST_AT_ONCE))
    asking: asyncio.Task[None] | None = None

    @property
    def subject(self) -> str:
        return f"own.{token_of(self.key)}.view"

    @property
    def silent(self) -> bool:
        return self.patience <= 0

    @property
    def patience(self) -> float:
        """Seconds until it counts as silent, if it says nothing."""
        return self.heard_at + OWNER_SILENT_SECONDS - monotonic()


@dataclass(slots=True, eq=False)
class RemoteView:
    """A view that a gateway keeps as new as its owner's."""

    channel: Channel
    owner: Owner
    view: Parts | None = None
    why: str = "soon"
    """Why there is none, or none that is as new as it should be; empty = it is here."""
    mute: bool = False
    """The hub was told so when it asked last."""
    line: str = ""
    number: int = 0
    version: str = ""
    """Of the program that renders it."""
    wanted_at: float = field(default_factory=monotonic)
    asking: asyncio.Task[None] | None = None
    waiting: list[bytes] = field(default_factory=list)
    """Frames that came while the view was asked for."""
    heard: "Subscription | None" = None

    @property
    def place(self) -> LastFrame:
        return LastFrame(self.channel, self.line, self.number)


@dataclass(slots=True, eq=False)
class Permission:
    """What a worker has said about a visitor and a topic of the desk."""

    may: bool = False
    said_at: float = float("-inf")
    asked_at: float = float("-inf")
    asking: asyncio.Lock = field(default_factory=asyncio.Lock)


@dataclass(slots=True, eq=False)
class RemoteViews:
    """The hub of a gateway, and its views."""

    limits: FeedLimits = field(default_factory=FeedLimits)
    beat: float = 3.0
    name: str = field(default_factory=lambda: NUID().next().decode())
    hub: Hub = field(init=False)
    bus: Bus | None = None
    _views: dict[Channel, RemoteView] = field(default_factory=dict)
    _owners: dict[str, Owner] = field(default_factory=dict)
    _permissions: dict[tuple[Headers, str], Permission] = field(default_factory=dict)
    _had_screens: bool = False
    _background: Supervisor = field(default_factory=Supervisor)

    def __post_init__(self) -> None:
        self.hub = Hub(
            self,
            read=self.read,
            confirm=self.confirm,
            beat=self.beat,
            pace=0.0,  # the owner's frames are apart already
            linger=UNWANTED_SECONDS,
            limits=self.limits,
            version_of=self._version,
        )

    @asynccontextmanager
    async def running(self, bus: Bus) -> AsyncIterator["RemoteViews"]:
        """For as long as there is a bus."""
        bus.reconnected.append(self._ask_all)
        async with self._background.running():
            self.bus = bus
            self.hub.begin()
            yield self

    # Asked by the hub

    def __call__(self, channel: Channel, before: Parts | None) -> Parts | None:
        """The newest view. Raises NotYet and NoRoom."""
        kept = self._views.get(channel)
        if not key_of_topic(channel.topic) or (kept is not None and kept.why == "none"):
            return None
        if kept is None or kept.view is None or kept.why or kept.owner.silent:
            if kept is None:
                raise NotYet(channel.topic)
            kept.mute = True
            if kept.why == TOO_MANY and before is None:
                raise NoRoom("channels")
            raise NotYet(channel.topic, soon=kept.why != "later")
        kept.mute = False
        return kept.view

    async def read(self, channel: Channel, after: int | None) -> None:
        """The view is here, and as new as a page of position `after`; if it takes too long, it is not."""
        if not (key := key_of_topic(channel.topic)):
            return
        kept = self._views.get(channel)
        if kept is None:
            kept = self._views[channel] = RemoteView(channel, self._owners.setdefault(key, Owner(key)))
        kept.wanted_at = monotonic()
        if kept.view is None or kept.why or kept.owner.silent or (after or 0) > kept.view.position:
            with suppress(TimeoutError):
                async with asyncio.timeout(JOINING_SECONDS):
                    await asyncio.shield(self._ask(kept, after))

    def confirm(self, channels: Sequence[Channel], beats: Beats) -> None:
        """At each pulse: tell the owners what is wanted. Channels that are well get their heartbeat."""
        self._forget(frozenset(channels))
        by_owner: dict[Owner, list[RemoteView]] = {}
        for channel in channels:
            if (kept := self._views.get(channel)) is not None:
                by_owner.setdefault(kept.owner, []).append(kept)
        for owner, views in by_owner.items():
            if owner.asking is None or owner.asking.done():
                owner.asking = self._background.begin("views", partial(self._confirm, owner, views, beats))
            asyncio.get_running_loop().call_later(owner.patience, self._look_whether_silent, owner, views)
        self._background.begin("views", self._tell_of_screens)

    async def may_follow(self, connection: HTTPConnection, channel: Channel) -> bool:
        """Everybody everything but topics of the desk; about those a worker is asked, once in a heartbeat.

        Raises NotYet where none has ever answered.
        """
        if channel.topic.partition("/")[0] != DESK_ROOT:
            return True
        if not (key := key_of_topic(channel.topic)):
            return False
        headers = tuple((name, value) for name, value in connection.headers.raw if name in OF_A_VISITOR)
        permission = self._permissions.setdefault((headers, key), Permission())
        async with permission.asking:
            if monotonic() - permission.asked_at > self.beat / 2:
                question = MayAsked(key, channel, headers)
                owner = self._owners.setdefault(key, Owner(key))
                with suppress(TimeoutError):
                    async with asyncio.timeout(JOINING_SECONDS):
                        answer = await self._answer(owner, lambda: question, May)
                        permission.may, permission.said_at = answer is not None and answer.may, monotonic()
                permission.asked_at = monotonic()
        if permission.said_at < 0:
            raise NotYet(channel.topic)
        return permission.may and monotonic() - permission.said_at < UNWANTED_SECONDS

    # Asking the owner

    async def _answer(
        self, owner: Owner, question: Callable[[], msgspec.Struct], kind: type[OwnersAnswerT]
    ) -> OwnersAnswerT | None:
        """The answer of whoever owns it, now or as soon as somebody does; None: there is nothing to own."""
        pauses = chain(NO_OWNER_SECONDS, repeat(NO_OWNER_SECONDS[-1]))
        for pause, seconds in zip(pauses, cycle(OWNERS_WORD_SECONDS), strict=False):
            if (bus := self.bus) is not None:
                with suppress(NobodyThere, Unanswered):
                    answer = await bus.ask(owner.subject, question(), kind, seconds)
                    if not answer.misdirected:
                        owner.heard_at = monotonic()
                        return answer
                taken = await bus.owner(owner.key)
                if taken.unknown:
                    return None
                if taken.anew:
                    continue
            await asyncio.sleep(pause)
        raise AssertionError

    def _ask(self, kept: RemoteView, after: int | None = None) -> asyncio.Task[None]:
        """Ask for the view anew, unless it is being asked for."""
        if kept.asking is None or kept.asking.done():
            kept.asking = self._background.begin("views", partial(self._ask_for, kept, after))
        return kept.asking

    async def _ask_for(self, kept: RemoteView, after: int | None) -> None:
        if kept.heard is None and self.bus is not None:  # before the question, so that no frame is missed
            kept.heard = await self.bus.hear(subject_of(kept.channel), partial(self._heard, kept))

        def question() -> ViewAsked:
            if kept.view is None:
                return ViewAsked(kept.owner.key, kept.channel, after)
            return ViewAsked(kept.owner.key, kept.channel, after, kept.view.position, kept.line, kept.number)

        async with kept.owner.views:
            view = await self._answer(kept.owner, question, View)
        self._take_over(kept, view or View(why="none"))
        waiting, kept.waiting, kept.asking = kept.waiting, [], None
        for frame in waiting:
            self._take_in(kept, frame)

    def _take_over(self, kept: RemoteView, view: View) -> None:
        if kept.version and view.version and kept.version != view.version:
            self.hub.pass_on(kept.channel, Message.of(Reload("version")))
        kept.version = view.version or kept.version
        kept.why = "" if view.why == "same" else view.why
        anew = bool(kept.line) and kept.line != view.line and not _counted_by_journal(kept.channel.topic)
        if not kept.why:
            kept.line, kept.number = view.line, view.number
            if view.why == "same" and kept.view is not None:
                kept.view = replace(kept.view, position=max(view.position, kept.view.position))
            else:
                parts = _kept_parts(_PARTS.decode(_unpacked(view)))
                kept.view = Parts(view.position, parts, settled=view.settled)
        elif view.why == "none":
            kept.view = None
        self.hub.arrived(kept.channel, anew=anew)

    async def _confirm(self, owner: Owner, views: list[RemoteView], beats: Beats) -> None:
        asked: list[RemoteView] = []

        def wanted() -> WantedChannels:
            asked[:] = [kept for kept in views if kept.view is not None and kept.channel in self._views]
            return WantedChannels(owner.key, tuple(kept.place for kept in asked))

        answer = await self._answer(owner, wanted, Wells) or Wells(others=tuple(range(len(asked))))
        others = {asked[n] for n in answer.others if n < len(asked)}
        failed = {asked[n] for n in answer.failed if n < len(asked)}
        well = [kept for kept in asked if kept not in others and kept not in failed]
        for kept in failed:
            kept.why = "soon"
        for kept in well:
            kept.why = ""
        self._tell_hub(failed)
        self._tell_hub(kept for kept in well if kept.mute)
        beats(kept.channel for kept in well)
        for kept in views:
            missing = kept in others or (kept.view is None and kept.why != "none")
            if missing and self._views.get(kept.channel) is kept:
                self._ask(kept)

    # Told by the owner

    async def _heard(self, kept: RemoteView, message: Msg) -> None:
        if kept.asking is None or kept.asking.done():
            self._take_in(kept, message.data)
        elif len(kept.waiting) < MOST_WAITING_FRAMES:
            kept.waiting.append(message.data)

    def _take_in(self, kept: RemoteView, data: bytes) -> None:
        """A frame in its turn; a repeat is left out, and a gap asked about."""
        line, number, text = data.split(b" ", 2)
        if line == kept.line.encode() and int(number) <= kept.number:
            return
        if line != kept.line.encode() or int(number) != kept.number + 1 or not text or kept.view is None:
            self._ask(kept)
            return
        kept.number += 1
        kept.owner.heard_at = monotonic()
        match _FRAMES.decode(text):
            case PatchHeard() as heard:
                patch = Patch(tuple(_kept_parts(heard.set).items()), heard.gone, heard.moved)
                parts, settled = apply(kept.view.parts, patch), kept.view.settled
                kept.view = Parts(heard.position, parts, since=kept.view.parts, patch=patch, settled=settled)
                self.hub.arrived(kept.channel)
            case SnapshotHeard() as heard:
                kept.view = Parts(heard.position, _kept_parts(heard.parts), settled=kept.view.settled)
                self.hub.arrived(kept.channel, anew=True)
            case Reload() as reload:
                self.hub.pass_on(kept.channel, Message.of(reload))
            case _:
                kept.view, kept.why = None, "none"
                self.hub.arrived(kept.channel)

    # What is kept

    def _version(self, channel: Channel) -> str:
        kept = self._views.get(channel)
        return kept.version if kept is not None else ""

    def _forget(self, channels: frozenset[Channel]) -> None:
        """Views that nobody follows any more, owners without views, and permissions that nobody asked for."""
        long_ago = monotonic() - UNWANTED_SECONDS
        for kept in [kept for kept in self._views.values() if kept.channel not in channels]:
            if kept.wanted_at < long_ago or (kept.why == "none" and kept.wanted_at < monotonic() - JOINING_SECONDS):
                del self._views[kept.channel]
                if kept.asking is not None:
                    kept.asking.cancel()
                if kept.heard is not None:
                    self._background.begin("views", kept.heard.unsubscribe)
        owners = {kept.owner for kept in self._views.values()}
        for owner in [owner for owner in self._owners.values() if owner not in owners]:
            del self._owners[owner.key]
            if owner.asking is not None:
                owner.asking.cancel()
        self._permissions = {
            who: one for who, one in self._permissions.items() if one.asked_at > long_ago or one.asking.locked()
        }

    def _look_whether_silent(self, owner: Owner, views: Iterable[RemoteView]) -> None:
        if owner.silent:
            self._tell_hub(views)

    def _tell_hub(self, views: Iterable[RemoteView]) -> None:
        for kept in views:
            self.hub.arrived(kept.channel)

    def _ask_all(self) -> None:
        """The connection is back: what came meanwhile has been missed."""
        for kept in self._views.values():
            if kept.view is not None:
                self._ask(kept)

    async def _tell_of_screens(self) -> None:
        screens = self.hub.connected()
        if self.bus is not None and (screens or self._had_screens):
            self._had_screens = bool(screens)
            await self.bus.tell(f"seen.{self.name}", ScreensSeen(self.name, screens))


def _unpacked(view: View) -> bytes:
    return zlib.decompress(view.parts) if view.packed else view.parts

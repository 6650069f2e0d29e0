"""Views cut into parts, their differences, and the frames of the feed in JSON (`web/api/asyncapi.yaml`).

A `Message` is encoded once for everyone: the websocket frame around the text is part of it, so that
a follower costs one write of ready bytes. `type` comes first in every frame.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from itertools import accumulate, chain, compress, count, groupby, repeat, starmap
from operator import is_not, ne, not_, sub
from struct import Struct
from typing import NamedTuple, TypeAlias

import msgspec
from websockets.frames import Close, Frame, Opcode

from domain.records import dataclass

# A view cut into named parts, and the difference of two views.
# Nothing here knows what a part says: a table row in HTML, a number, a JSON object. A patch is always the difference of
# two views, so there is no event for which somebody forgot to push something; who made one view from the other knows
# it without comparing a thousand parts.

Part: TypeAlias = "str | int | float | bool | Sequence[Part] | Mapping[str, Part] | msgspec.Raw | None"
"""A rendered piece of HTML, or anything that JSON can say; `Raw` where another process has encoded it."""


NamedPart: TypeAlias = tuple[str, Part]
RunOfNames: TypeAlias = tuple[str, list[str], list[str]]
"""Names behind a part, before and now, as many as before."""

CATALOGUE = "catalogue"
ORGANISER_ROOT = "o"
"""The root of the topic of an organiser: the part of the catalogue that belongs to it."""
BEFORE_CODE = "~"
"""In the topic of a screen in the hall, before its code."""
PUBLIC_ROOT, DESK_ROOT = "t", "d"
"""The roots of the topics of a tournament: those for everybody, and those of the desk, of drafts too.

The desk's say which boards are in dispute."""


class Channel(NamedTuple):
    """A thing to follow: a topic in one form ("json" or "html") and one language."""

    topic: str
    form: str = "json"
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Parts:
    """The whole view of a channel at a journal position; the order of the mapping is the order on the screen.

    `position` must move whenever `parts` do, except where the view says that it is not `settled`. A view of several
    journals adds their positions up.
    """

    position: int
    parts: Mapping[str, Part]
    """Kept as it is for the next comparison: its maker does not change it any more."""
    since: Mapping[str, Part] | None = field(default=None, kw_only=True, repr=False)
    """The parts that `patch` turns into these, where the maker knows: nobody compares them."""
    patch: "Patch | None" = field(default=None, kw_only=True)
    settled: bool = field(default=True, kw_only=True)
    """False: other parts may have been shown at this position, because chances and results of a delayed broadcast come
    while nothing happens. Whoever joins is sent them whole.
    """
    likeness: Hashable = field(default=None, kw_only=True)
    """Channels whose views have the same show the same, now and later, as long as a new view of one of them has it
    too. None = each for itself.
    """


@dataclass(eq=False)
class NotYet(Exception):
    """A source has nothing to show for now: whoever asks comes again, soon or in half a minute.

    To answer "no such topic" would make a page that reconnects after a restart give up for good.
    """

    what: str
    soon: bool = True


_NOTHING = object()
FRONT = ""
"""In moves: behind no part."""


@dataclass(frozen=True)
class Patch:
    """The steps from one view to the next: first `gone`, then `changed`, then `moved`.

    A changed part that was not there yet is added at the end. Of `moved` each part is taken out and put behind the
    other one, or in front of all ("").
    """

    changed: tuple[tuple[str, Part], ...]
    gone: tuple[str, ...] = ()
    moved: tuple[tuple[str, str], ...] = ()

    @cached_property
    def encoded(self) -> bytes:
        """The steps as the end of a frame, encoded once for all channels that show the same view."""
        frame = PatchFrame("", 0, 0, self.changed, self.gone, self.moved)
        return msgspec.json.encode(frame).removeprefix(msgspec.json.encode(PatchFrame("", 0, 0))[:-1])


def beginning_of_patches(topic: str) -> bytes:
    """How the text of each patch of this topic begins, up to the position that it is for."""
    return msgspec.json.encode(PatchFrame(topic, 0, 0)).removesuffix(b'0,"position":0}')


def beginning_of_snapshots(topic: str) -> bytes:
    """How the text of each whole view of this topic begins, up to its position."""
    return msgspec.json.encode(SnapshotFrame(topic, 0, [])).removesuffix(b'0,"parts":[]}')


def difference(old: Mapping[str, Part], new: Mapping[str, Part]) -> Patch | None:
    """The patch that `apply` needs to turn `old` into `new`; None if nobody could see a difference."""
    if list(old) == list(new):  # nearly always so: side by side, without looking anything up
        return patch_of(others(compress(new.items(), map(is_not, new.values(), old.values())), old))
    changed = others(compress(new.items(), map(is_not, new.values(), map(old.get, new, repeat(_NOTHING)))), old)
    gone = [key for key in old if key not in new]
    return patch_of(changed, gone, [(FRONT, _order_after(old, gone, (key for key, _ in changed)), list(new))])


def others(parts: Iterable[NamedPart], old: Mapping[str, Part]) -> list[NamedPart]:
    """Those that are new or say something else."""
    return [(key, part) for key, part in parts if key not in old or not _same(old[key], part)]


def patch_of(changed: Sequence[NamedPart], gone: Sequence[str] = (), runs: Iterable[RunOfNames] = ()) -> Patch | None:
    """`difference` where it is known: the order has changed in these runs alone."""
    moved = tuple(chain.from_iterable(starmap(_moved, runs)))
    return Patch(tuple(changed), tuple(gone), moved) if changed or gone or moved else None


def apply(parts: Mapping[str, Part], patch: Patch) -> dict[str, Part]:
    """The view after the patch: what a faithful client does, and what the tests hold it to."""
    after = {key: part for key, part in parts.items() if key not in patch.gone}
    after.update(patch.changed)
    return {key: after[key] for key in _rearranged(after, patch.moved) if key != FRONT} if patch.moved else after


def _rearranged(keys: Iterable[str], moved: Iterable[tuple[str, str]]) -> Iterator[str]:
    """From the front on, each part that stays followed by those that go behind it."""
    movers, behind = {key for key, _ in moved}, {before: key for key, before in moved}
    for stays in (FRONT, *(key for key in keys if key not in movers)):
        key: str | None = stays
        while key is not None:
            yield key
            key = behind.get(key)


def _order_after(old: Mapping[str, Part], gone: Iterable[str], changed: Iterable[str]) -> list[str]:
    left = dict.fromkeys(old)
    for key in gone:
        del left[key]
    left.update(dict.fromkeys(changed))
    return list(left)


NEW = -1
"""The place of what was not there, next to no other: those count from 1."""


def _moved(behind: str, before: list[str], after: list[str]) -> Iterator[tuple[str, str]]:
    """The moves that bring parts into their new order: all but the longest run that keeps its order.

    What is new moves. Parts that stand side by side before and after are one block: all of them stay, or none.
    """
    if before == after:
        return
    first = next(compress(count(), map(ne, before, after)))
    end = len(after) - next(compress(count(), map(ne, reversed(before), reversed(after))))
    place_of = dict(zip(before[first:end], count(1), strict=False))
    places = list(map(place_of.get, after[first:end], repeat(NEW)))
    lengths = [len(list(block)) for _, block in groupby(map(sub, places, count()))]
    starts = list(accumulate(lengths[:-1], initial=0))
    blocks = list(zip(map(places.__getitem__, starts), lengths, strict=True))
    for start, length in compress(zip(starts, lengths, strict=True), map(not_, _longest_rise(blocks))):
        for at in range(first + start, first + start + length):
            yield after[at], after[at - 1] if at else behind


def _longest_rise(blocks: Sequence[tuple[int, int]]) -> list[bool]:
    """Which of these blocks, each a place and a length, stay: those in rising order that are longest together.

    Of all that come to a length, or to less, only the one that ends lowest goes on.
    """
    lowest, sums, ends = list[int](), list[int](), list[int]()
    earlier: list[int] = []
    for at, (place, length) in enumerate(blocks):
        here = bisect_left(lowest, place)
        earlier.append(ends[here - 1] if here else -1)
        if place != NEW:
            together = length + (sums[here - 1] if here else 0)
            worse = slice(here, bisect_right(sums, together, here))
            lowest[worse], sums[worse], ends[worse] = [place], [together], [at]
    stay, at = [False] * len(blocks), ends[-1] if ends else -1
    while at >= 0:
        stay[at], at = True, earlier[at]
    return stay


def _same(old: Part, new: Part) -> bool:
    """Equal as JSON: Python holds 1, 1.0 and True for the same, a reader of JSON does not."""
    if old is new:
        return True
    if isinstance(old, str):
        return old == new
    if isinstance(old, msgspec.Raw) and isinstance(new, msgspec.Raw):
        return memoryview(old) == memoryview(new)
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        return old.keys() == new.keys() and all(_same(old[key], new[key]) for key in old)
    if isinstance(new, str) or not isinstance(old, Sequence) or not isinstance(new, Sequence):
        return type(old) is type(new) and old == new
    return len(old) == len(new) and all(map(_same, old, new))


PING = Frame(Opcode.PING, b"").serialize(mask=False)


class Hello(msgspec.Struct, tag_field="type", tag="hello"):
    """The first frame: `time` and `beat` in milliseconds, and where each topic stands."""

    time: int
    version: str
    beat: int
    positions: dict[str, int]


class SnapshotFrame(msgspec.Struct, tag_field="type", tag="snapshot"):
    """The whole view: forget what you had. `parts` are pairs, because their order matters."""

    topic: str
    position: int
    parts: list[tuple[str, Part]]


class PatchFrame(msgspec.Struct, tag_field="type", tag="patch", rename={"since": "from"}, omit_defaults=True):
    """For who has seen at least `from` and not yet `position`: drop `gone`, put `set`, then put `moved` in place."""

    topic: str
    since: int
    position: int
    set: tuple[tuple[str, Part], ...] = ()
    gone: tuple[str, ...] = ()
    moved: tuple[tuple[str, str], ...] = ()


class Beat(msgspec.Struct, tag_field="type", tag="beat"):
    """A sign of life. A reader behind `position` has missed something and asks to resume."""

    topic: str
    position: int
    time: int


class Reload(msgspec.Struct, tag_field="type", tag="reload"):
    """The page itself is out of date; a new one is wanted."""

    reason: str


class Refused(msgspec.Struct, tag_field="type", tag="refused"):
    """No: `unknown-topic`, `not-allowed`, `gone`, `nonsense`, `too-many-topics`, `too-many-channels`."""

    topic: str
    reason: str


class Ask(msgspec.Struct):
    """All that a follower may say: where to go on from, and (a named screen) what it shows.

    Both map a topic to a position; a bare number in `resume` is for all topics of the socket.
    """

    resume: int | dict[str, int] | None = None
    seen: dict[str, int] | None = None


class Message:
    """Bytes ready for the wire, and the text inside them; who has it has seen `topic` at `position`."""

    __slots__ = ("_text_at", "octets", "pieces", "position", "topic", "whole")

    def __init__(self, begin: bytes, topic: str = "", position: int = 0, end: bytes = b"", whole: bool = False) -> None:
        """The text is `begin` and `end`. `whole`: it is the view."""
        octets = len(begin) + len(end)
        header = _text_header(octets)
        self.pieces = header + begin, end
        """Until somebody wants the wire whole; the second is shared by all channels that show the same."""
        self.octets = len(header) + octets
        self._text_at = len(header)
        self.topic, self.position, self.whole = topic, position, whole

    @classmethod
    def of(cls, frame: msgspec.Struct, topic: str = "", position: int = 0) -> "Message":
        return cls(msgspec.json.encode(frame), topic, position)

    @property
    def wire(self) -> bytes:
        begin, end = self.pieces
        if end:
            self.pieces = begin + end, b""
        return self.pieces[0]

    @property
    def text(self) -> str:
        return self.json.decode()

    @property
    def json(self) -> bytes:
        return self.wire[self._text_at :]


def _text_header(octets: int) -> bytes:
    """The beginning of a whole text frame that is not masked (RFC 6455, 5.2): the library takes 10 us for it."""
    if octets < 126:
        return bytes((0x81, octets))
    return _HEADER_OF_TWO(0x81, 126, octets) if octets < 65536 else _HEADER_OF_EIGHT(0x81, 127, octets)


_HEADER_OF_TWO, _HEADER_OF_EIGHT = Struct("!BBH").pack, Struct("!BBQ").pack


def closing(code: int, reason: str = "") -> bytes:
    """A close frame (RFC 6455, 7.4): 1001 and 1012 we go, 1008 and 1009 you misbehave, 1013 try later."""
    return Frame(Opcode.CLOSE, Close(code, reason).serialize()).serialize(mask=False)

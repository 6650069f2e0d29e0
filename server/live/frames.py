"""Frames of the feed. The text is JSON; `web/api/asyncapi.yaml` describes it for other people's programs.

A `Message` is encoded once for everyone: the websocket frame around the text is part of it, so that
a follower costs one write of ready bytes. `type` comes first in every frame.
"""

from collections.abc import Mapping

import msgspec
from websockets.frames import Close, Frame, Opcode

from server.live.parts import Part, Patch

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
    """For who has seen at least `from` and not yet `position`: drop `gone`, put `set`, then put in `order`."""

    topic: str
    since: int
    position: int
    set: tuple[tuple[str, Part], ...] | msgspec.Raw = ()
    gone: tuple[str, ...] = ()
    order: tuple[str, ...] | msgspec.Raw | None = None


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

    __slots__ = ("_text_at", "position", "topic", "whole", "wire")

    def __init__(self, frame: msgspec.Struct, topic: str = "", position: int = 0) -> None:
        text = msgspec.json.encode(frame)
        self.wire = _text_header(len(text)) + text
        self._text_at = len(self.wire) - len(text)
        self.topic = topic
        self.whole = isinstance(frame, SnapshotFrame)
        self.position = position

    @property
    def text(self) -> str:
        return self.wire[self._text_at :].decode()


def _text_header(octets: int) -> bytes:
    """The beginning of a whole text frame that is not masked (RFC 6455, 5.2): the library takes 10 us for it."""
    if octets < 126:
        return bytes((0x81, octets))
    return b"\x81\x7e" + octets.to_bytes(2, "big") if octets < 65536 else b"\x81\x7f" + octets.to_bytes(8, "big")


def snapshot_message(topic: str, position: int, parts: Mapping[str, Part]) -> Message:
    return Message(SnapshotFrame(topic, position, list(parts.items())), topic, position)


def patch(topic: str, since: int, position: int, change: Patch) -> Message:
    changed, order = change.in_json
    return Message(PatchFrame(topic, since, position, changed, change.gone, order), topic, position)


def beat(topic: str, position: int, time: int) -> Message:
    return Message(Beat(topic, position, time), topic, position)


def closing(code: int, reason: str = "") -> bytes:
    """A close frame (RFC 6455, 7.4): 1001 and 1012 we go, 1008 and 1009 you misbehave, 1013 try later."""
    return Frame(Opcode.CLOSE, Close(code, reason).serialize()).serialize(mask=False)

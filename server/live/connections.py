"""Followers: websockets that cost no task once the handshake is over, and `Mailbox` for those that have one.

Written to by `Stream.spread`; what a follower may still say (pong, close, `{"resume": 57}`) is little
enough to be parsed from scratch each time, with the parser of the websockets library.
"""

import asyncio
import os
import socket
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field

import msgspec
from websockets.exceptions import PayloadTooBig, ProtocolError
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from domain.records import dataclass
from server.live.channels import ConnectedScreen, Stream
from server.live.frames import PING, Ask, Message, closing
from server.live.hub import Hub
from server.live.limits import Guest

MAX_MESSAGE_BYTES = 4096
"""Octets: a resume of eight topics needs less than a tenth."""
MAX_CLIENT_FRAMES = 600
"""Frames that one socket may send between two pings."""
BARE_PONG_BEGINS, BARE_PONG_OCTETS = b"\x8a\x80", 6
"""An answer to our question, which has no text: these two octets and the four of its mask."""
UNPLUGGED_MILLISECONDS = 20_000
"""Milliseconds after which the system gives up a connection that acknowledges nothing: there is a beat to
acknowledge every few seconds, and the desk wants to know of a television without power."""
CLOSING_SECONDS = 1.0
"""Seconds in which a misbehaving client may still read why it is closed."""


@dataclass(slots=True, eq=False)
class Wire(asyncio.Protocol):
    """One socket in the hall. At most one view of one of its topics, or one frame, ever waits in its buffer."""

    _hub: Hub
    transport: asyncio.Transport
    guest: Guest
    screen: ConnectedScreen | None = None
    fd: int = field(init=False)
    streams: tuple[Stream, ...] = ()
    silent: int = 0
    """Questions for a sign of life since the last one."""
    resumes: int = 0
    _rest: bytes = b""
    _said: int = 0
    _farewell: bool = False

    def __post_init__(self) -> None:
        self.fd = _writable(self.transport)

    def begin(self) -> None:
        """From now on the transport is ours; its buffer counts as full as soon as it holds anything."""
        sock: socket.socket | None = self.transport.get_extra_info("socket")
        internet = socket.AF_INET, socket.AF_INET6
        if sock is not None and sock.family in internet and hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux alone has it
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNPLUGGED_MILLISECONDS)
        self.transport.set_write_buffer_limits(high=0)
        self.transport.set_protocol(self)
        self.transport.resume_reading()

    # Asked by the hub

    def take(self, messages: Sequence[Message]) -> None:
        for message in messages:
            self._write(message.wire)
        self._watch_buffer()

    def resume(self, wanted: Sequence[tuple[Stream, int | None]]) -> None:
        """Send what is missing of these topics: now, or when what waits in the buffer has been read."""
        for stream, after in wanted:
            stream.set_back(self, after)
        if not self.transport.get_write_buffer_size():
            self._go_on()

    def cut_short(self, data: bytes, sent: int) -> None:
        if sent < 0:
            self.transport.abort()
            return
        self.transport.write(memoryview(data)[sent:])
        self._watch_buffer()

    def close(self, code: int, reason: str = "") -> None:
        """Say why and go; who does not even read is cut off."""
        self._leave()
        self._farewell = True
        if self.transport.get_write_buffer_size():
            self.transport.abort()
        elif not self.transport.is_closing():
            self.transport.write(closing(code, reason))
            self.transport.close()

    def ping(self) -> None:
        """Ask for a sign of life; without one since the last two times, give up."""
        if self.silent >= 2:
            self._hub.counters.silent += 1
            self.transport.abort()
            return
        self.silent += 1
        self._said = 0
        if not self.transport.get_write_buffer_size():
            self._write(PING)
            self._watch_buffer()

    # Told by the transport

    def resume_writing(self) -> None:
        self.guest.owes(self, 0)
        if not self._farewell:
            self._hub.counters.snapshots += self._go_on()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        self._hub.lost(self)

    def data_received(self, data: bytes) -> None:
        self.silent = 0
        if self._farewell:
            return
        if self._is_bare_pong(data):
            self._said += 1
            return
        try:
            for frame in self._frames(data):
                self._hear(frame)
        except PayloadTooBig:
            self._refuse(1009, "too large")
        except ProtocolError:
            self._refuse(1002, "not a websocket frame")
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            self._refuse(1008, "not understood")

    def _is_bare_pong(self, data: bytes) -> bool:
        """The answer to our question, and nothing else: a thousand come in a minute, and to parse one takes 40 us."""
        alone = len(data) == BARE_PONG_OCTETS and data.startswith(BARE_PONG_BEGINS) and not self._rest
        return alone and self._said < MAX_CLIENT_FRAMES

    def _frames(self, data: bytes) -> Iterator[Frame]:
        data = self._rest + data
        self._rest = b""
        reader = StreamReader()
        reader.feed_data(data)
        while reader.buffer and not self._farewell:
            left = len(reader.buffer)
            try:
                next(Frame.parse(reader.read_exact, mask=True, max_size=MAX_MESSAGE_BYTES))
            except StopIteration as parsed:
                yield parsed.value
            else:
                self._rest = data[-left:]
                return

    def _hear(self, frame: Frame) -> None:
        self._said += 1
        if self._said > MAX_CLIENT_FRAMES:
            self._refuse(1008, "too much")
        elif frame.opcode is Opcode.TEXT and frame.fin:
            self._hub.heard(self, msgspec.json.decode(frame.data, type=Ask))
        elif frame.opcode is Opcode.CLOSE:
            self.close(1000)
        elif frame.opcode is Opcode.PING:
            if not self.transport.get_write_buffer_size():
                self._write(Frame(Opcode.PONG, bytes(frame.data)).serialize(mask=False))
                self._watch_buffer()
        elif frame.opcode is not Opcode.PONG:
            self._refuse(1003, "whole text frames only")

    def _refuse(self, code: int, reason: str) -> None:
        """Close, but keep on reading for a moment: unread input would make the kernel drop our last words."""
        self._leave()
        self._farewell = True
        if self.transport.get_write_buffer_size():
            self.transport.abort()
            return
        self._write(closing(code, reason))
        if self.transport.can_write_eof():
            self.transport.write_eof()
        asyncio.get_running_loop().call_later(CLOSING_SECONDS, self.transport.abort)

    def _write(self, data: bytes) -> None:
        """Straight to the socket; what it does not take now, the transport keeps."""
        sent = 0
        if self.fd >= 0 and not self.transport.get_write_buffer_size() and not self.transport.is_closing():
            try:
                sent = os.write(self.fd, data)
            except BlockingIOError:
                pass
            except OSError:
                self.transport.abort()
                return
        if sent < len(data):
            self.transport.write(memoryview(data)[sent:] if sent else data)

    def _watch_buffer(self) -> None:
        if unread := self.transport.get_write_buffer_size():
            self.guest.owes(self, unread)
            for stream in self.streams:
                if self not in stream.behind:
                    stream.set_back(self, stream.line.changed)

    def _go_on(self) -> int:
        """Send what it missed, topic by topic, as long as the socket takes it; how many whole views that was."""
        whole = 0
        for stream in self.streams:
            if self in stream.behind:
                missed = stream.caught_up(self)
                whole += sum(message.whole for message in missed)
                self.take(missed)
            if self.transport.get_write_buffer_size():
                break
        return whole

    def _leave(self) -> None:
        for stream in self.streams:
            self._hub.leave(stream, self)
        self.streams = ()


def _writable(transport: asyncio.Transport) -> int:
    """The socket's number if bytes written to it are what the other side reads: not under TLS."""
    sock = transport.get_extra_info("socket")
    if os.name != "posix" or sock is None or transport.get_extra_info("ssl_object") is not None:
        return -1
    number: int = sock.fileno()
    return number


# A follower that has a task of its own: server-sent events, and websockets on any other server.
# It costs more than a `Wire` and promises the same: what waits is bounded, and who is too slow gets the newest view
# instead of everything missed.

MAX_UNREAD_FRAMES = 32


@dataclass(slots=True, eq=False)
class Mailbox:
    """Frames wait here until the task that owns it has sent the ones before."""

    guest: Guest
    screen: ConnectedScreen | None = None
    fd: int = -1
    streams: tuple[Stream, ...] = ()
    close_code: int | None = None
    resumes: int = 0
    _waiting: deque[Message] = field(default_factory=deque)
    _arrived: asyncio.Event = field(default_factory=asyncio.Event)
    _lost: bool = False
    _sending: int = 0
    """Bytes that were given to its task, which has not come back for more."""

    def take(self, messages: Sequence[Message]) -> None:
        if self._waiting and len(self._waiting) + len(messages) > MAX_UNREAD_FRAMES:
            self._lose()
        if not self._lost:
            self._waiting.extend(messages)
        self._arrived.set()
        self._owe()

    def resume(self, wanted: Sequence[tuple[Stream, int | None]]) -> None:
        """Send what is missing; the newest views instead, once what waits has been sent."""
        if self._sending or any(message.whole for message in self._waiting):
            self._lose()
        else:
            self.take([message for stream, after in wanted for message in stream.catch_up(after)])

    def close(self, code: int, reason: str = "") -> None:
        self.close_code = code
        self._arrived.set()

    def ping(self) -> None:
        """Its task notices by itself: what it sends is not taken."""

    async def next(self) -> list[Message]:
        """All that has arrived since what was given last was sent; waits for the first. Empty once it is closed."""
        self._sending = 0
        self._owe()
        await self._arrived.wait()
        if self.close_code is not None:
            return []
        self._arrived.clear()
        messages = [stream.snapshot for stream in self.streams] if self._lost else list(self._waiting)
        self._lost = False
        self._waiting.clear()
        self._sending = _size(messages)
        self._owe()
        return messages

    def _lose(self) -> None:
        """Frames are given up: the newest views say the same."""
        self._waiting.clear()
        self._lost = True
        self._arrived.set()

    def _owe(self) -> None:
        self.guest.owes(self, self._sending + _size(self._waiting))


def _size(messages: Iterable[Message]) -> int:
    return sum(message.octets for message in messages)

"""The tests' way to speak to the hall without a websocket library."""

import asyncio
import socket
import struct

from websockets.frames import Frame, Opcode


def unread(address: str, topic: str = "t/open/pairings") -> socket.socket:
    """A raw client that says the opening words and then never reads; its buffer is as small as the kernel allows."""
    host, port = address.split(":")
    sock = socket.socket()
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    sock.connect((host, int(port)))
    sock.sendall(handshake(address, topic))
    return sock


def handshake(address: str, topic: str = "t/open/pairings", after: int | None = None) -> bytes:
    lines = [
        f"GET /live?topic={topic}&after={'' if after is None else after} HTTP/1.1",
        f"Host: {address}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
    ]
    return "\r\n".join([*lines, "", ""]).encode()


def said(text: str) -> bytes:
    """A text frame as a client sends it."""
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=True)


async def spoken(address: str, skip: int = 0) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection after the handshake and after `skip` frames."""
    reader, writer = await asyncio.open_connection(*address.split(":"), limit=2**22)
    writer.write(handshake(address))
    await reader.readuntil(b"\r\n\r\n")
    for _ in range(skip):
        await server_frame(reader)
    return reader, writer


async def server_frame(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """Opcode and payload of the next frame."""
    head, size = await reader.readexactly(2)
    if size == 126:
        (size,) = struct.unpack("!H", await reader.readexactly(2))
    elif size == 127:
        (size,) = struct.unpack("!Q", await reader.readexactly(8))
    return head & 15, await reader.readexactly(size)


async def last_words(address: str, data: bytes) -> int:
    """The close code with which the server answers these bytes."""
    reader, writer = await spoken(address, 2)
    writer.write(data)
    opcode, payload = await server_frame(reader)
    while opcode != 8:
        opcode, payload = await server_frame(reader)
    writer.close()
    return int.from_bytes(payload[:2], "big")

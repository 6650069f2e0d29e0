"""A door between a process and those it speaks with: `python -m tests.cluster.door FROM=TO ...`.

Each of FROM and TO is a port of this machine or the path of a socket. Says `open` when it listens. Stopped (SIGSTOP) it
is a cable that was pulled out: connections stay and nothing comes through, neither in nor out; after SIGCONT everything
that was under way arrives, as after a wire that was mended in time.
"""

import asyncio
import sys
from contextlib import suppress

import uvloop

CHUNK_BYTES = 1 << 16


async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while data := await reader.read(CHUNK_BYTES):
            writer.write(data)
            await writer.drain()
    writer.close()


async def through(to: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Who is not there is refused here too."""
    try:
        if to.isdecimal():
            there, back = await asyncio.open_connection("127.0.0.1", int(to))
        else:
            there, back = await asyncio.open_unix_connection(to)
    except OSError:
        writer.transport.abort()
        return
    await asyncio.gather(carry(reader, back), carry(there, writer))


async def main(ways: list[str]) -> None:
    for way in ways:
        here, _, to = way.partition("=")

        async def came(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, to: str = to) -> None:
            await through(to, reader, writer)

        if here.isdecimal():
            await asyncio.start_server(came, "127.0.0.1", int(here), backlog=1024)
        else:
            await asyncio.start_unix_server(came, here, backlog=1024)
    print("open", flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    uvloop.run(main(sys.argv[1:]))

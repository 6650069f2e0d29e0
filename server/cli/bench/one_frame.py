"""Two servers with one frame to tell: `python -m server.cli.bench.one_frame limit|tablo PORT`.

`limit` is an epoll loop that writes the same bytes to every socket and does nothing else; `tablo` is the
real hub behind the real routes. Any POST sends the next frame; its text carries `"position":<n>`.
"""

import os
import resource
import select
import socket
import sys

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from websockets.frames import Frame, Opcode

from server.http.protocol import live_server
from server.live.hub import Channel, Hub, Parts
from server.live.limits import UNLIMITED
from server.live.routes import live_routes

FRAME_BYTES = 2048
FIRST_POSITION = 1000
"""Positions of four digits: every frame has the same length."""
ENVELOPE_BYTES = 91
"""Octets of our frame around the part."""


def tablo(port: int) -> None:
    position = FIRST_POSITION

    def source(channel: Channel, before: Parts | None) -> Parts:
        return Parts(position, {"row": str(position).ljust(FRAME_BYTES - ENVELOPE_BYTES, "x"), "stays": "x"})

    async def publish(request: Request) -> Response:
        nonlocal position
        position += 1
        hub.changed(["t"], position)
        return Response(status_code=204)

    hub = Hub(source, limits=UNLIMITED)
    app = Starlette(routes=[*live_routes(lambda _: hub), Route("/publish", publish, methods=["POST"])])
    live_server(app, lambda: hub, port=port, backlog=4096, access_log=False, log_level="warning").run()


def serve_limit(port: int) -> None:
    listening = socket.create_server(("127.0.0.1", port), backlog=4096)
    poll = select.epoll()
    poll.register(listening.fileno(), select.EPOLLIN)
    fresh: dict[int, socket.socket] = {}
    followers: list[int] = []
    position = FIRST_POSITION
    while True:
        for fd, _ in poll.poll():
            if fd == listening.fileno():
                sock = listening.accept()[0]
                fresh[sock.fileno()] = sock
                poll.register(sock.fileno(), select.EPOLLIN)
                continue
            request = os.read(fd, 65536)
            if request.startswith(b"GET"):
                os.write(fd, b"HTTP/1.1 101 Switching Protocols\r\n\r\n")
                followers.append(fd)
            elif request.startswith(b"POST"):
                position += 1
                text = f'{{"position":{position},'.ljust(FRAME_BYTES, "x").encode()
                frame = Frame(Opcode.TEXT, text).serialize(mask=False)
                os.write(fd, b"HTTP/1.1 204 No Content\r\n\r\n")
                for follower in followers:
                    os.write(follower, frame)
            elif not request:
                poll.unregister(fd)
                fresh.pop(fd).close()


if __name__ == "__main__":
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    {"limit": serve_limit, "tablo": tablo}[sys.argv[1]](int(sys.argv[2]))

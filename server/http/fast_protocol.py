"""The HTTP protocol of uvicorn, which looks for a ready answer before each request.

`tests/public/test_fast_path.py` fails when uvicorn changes one of the names used here, and a server that starts
looks for them (`server/http/uvicorn_names.py`).
"""

from typing import Any

from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

from server.http.fast_path import ReadyAnswer, ReadyPages
from server.http.limits import LimitedProtocol


class FastProtocol(LimitedProtocol):
    """The protocol of uvicorn for HTTP/1.1, with the ready pages in front of it."""

    ready: ReadyPages
    answered = False

    def on_headers_complete(self) -> None:
        self.answered = False
        found = self._ready()
        if found is None:
            super().on_headers_complete()
            return
        answer, known = found
        self.answered = True
        date = b"".join(name + b": " + value + b"\r\n" for name, value in self.server_state.default_headers)
        if known:
            self.transport.write(b"HTTP/1.1 304 Not Modified\r\n" + date + _without_body(answer.head))
        else:
            self.transport.writelines((b"HTTP/1.1 200 OK\r\n", date, answer.head, answer.body))

    def _ready(self) -> tuple[ReadyAnswer, bool] | None:
        """Only for the plainest of requests, when nothing else is under way on this connection."""
        cycle: RequestResponseCycle | None = self.cycle
        busy = cycle is not None and not cycle.response_complete
        if busy or self.flow.write_paused or self.parser.get_method() != b"GET":
            return None
        if self.parser.get_http_version() != "1.1" or not self.parser.should_keep_alive():
            return None
        return self.ready.find(self.url, self.headers)

    def on_body(self, body: bytes) -> None:
        if not self.answered:
            super().on_body(body)

    def on_message_complete(self) -> None:
        if not self.answered:
            super().on_message_complete()
            return
        self.arrived()
        self.server_state.total_requests += 1
        self._unset_keepalive_if_required()
        self.timeout_keep_alive_task = self.loop.call_later(self.timeout_keep_alive, self.timeout_keep_alive_handler)


def _without_body(head: bytes) -> bytes:
    """The headers of a 304: all but those that describe a body (RFC 9110, 15.4.5)."""
    described = (b"content-length:", b"content-encoding:", b"content-type:")
    return b"".join(line + b"\r\n" for line in head.split(b"\r\n")[:-1] if not line.startswith(described))


def fast_protocol(ready: ReadyPages) -> type[Any]:
    """For `uvicorn.Config(http=...)`."""
    return type("FastProtocol", (FastProtocol,), {"ready": ready})

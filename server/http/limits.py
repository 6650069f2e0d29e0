"""Limits of a request's size and slowness that uvicorn does not set by itself.

Its parser keeps a head of any size, and a connection that says nothing, or half a request, stays open for ever:
anybody in the hall's network could fill the memory or take all connections. Bodies have their limit in
`server/http/middleware.py`; a slow reader of the live feed has a limit in `server/live`.
`tests/server/test_limits.py` fails when uvicorn changes one of the names used here.
"""

from http import HTTPStatus

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from server.http.problem import PROBLEM_TYPE, problem_octets

MAX_HEAD_BYTES = 64 * 1024
"""Octets of the address and the headers together, and of what comes after a body."""
REQUEST_PATIENCE_SECONDS = 60
"""Seconds that a request may take to arrive whole."""
MAX_PIPELINED_REQUESTS = 16
"""Requests that a connection may ask before it has the answer to the first. No browser and no proxy asks two."""
MIN_BODY_BYTES_PER_SECOND = 1000
"""Octets of a body that buy another second: slower than any telephone line."""
LONGEST_BODY_SECONDS = 600
"""However much of a body has come: for the largest, 14 kB a second."""


class TooManyAtOnce(Exception):
    """Becomes the parser's error, which uvicorn answers with 400."""


class LimitedProtocol(HttpToolsProtocol):
    """The protocol of uvicorn for HTTP/1.1; `LiveServer` tells it when a second has passed."""

    patience = REQUEST_PATIENCE_SECONDS
    _arriving = True
    """A request is expected or under way; between two requests uvicorn itself looks at the clock."""
    _seconds = 0
    _head = 0
    _body = 0
    _body_before = 0
    """Bytes of the body that had come when a second last passed."""
    _still = 0
    """Seconds since more of the body has come."""
    _unread = 0
    """Octets of an answer that the client had not taken a second ago."""
    _stuck = 0

    def data_received(self, data: bytes) -> None:
        self._head += len(data)
        super().data_received(data)
        if self._head > MAX_HEAD_BYTES:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._arriving = True

    def on_headers_complete(self) -> None:
        if len(self.pipeline) >= MAX_PIPELINED_REQUESTS:
            raise TooManyAtOnce
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._head = 0
        self._body += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self.arrived()

    def arrived(self) -> None:
        """The request is here as a whole: the counters start again."""
        self._arriving = False
        self._seconds = self._head = self._body = self._body_before = self._still = 0

    def second_passed(self) -> None:
        """Close the connection if its request or its reading has been too slow."""
        self._look_at_the_answer()
        if not self._arriving:
            return
        self._seconds += 1
        self._still = self._still + 1 if self._body == self._body_before else 0
        self._body_before = self._body
        if self._still > self.patience or self._seconds > self._allowed:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT)

    @property
    def _allowed(self) -> int:
        """Seconds for the whole request."""
        return min(self.patience + self._body // MIN_BODY_BYTES_PER_SECOND, LONGEST_BODY_SECONDS)

    def _look_at_the_answer(self) -> None:
        unread = self.transport.get_write_buffer_size()
        self._stuck = self._stuck + 1 if unread and unread == self._unread else 0
        self._unread = unread
        if self._stuck > self.patience:
            self.pipeline.clear()
            self.transport.abort()

    def send_400_response(self, msg: str) -> None:
        """Bytes that are no HTTP: whoever sends them is a program."""
        octets = problem_octets(HTTPStatus.BAD_REQUEST, "not-http", msg)
        head = f"HTTP/1.1 400 Bad Request\r\ncontent-type: {PROBLEM_TYPE}\r\ncontent-length: {len(octets)}\r\n"
        self.transport.write(f"{head}connection: close\r\n\r\n".encode() + octets)
        self.transport.close()

    def _refuse(self, status: HTTPStatus) -> None:
        """Close the connection, with a status where no answer has been begun."""
        if self.transport.is_closing():
            return
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is None or cycle.response_complete:
            line = f"HTTP/1.1 {status.value} {status.phrase}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
            self.transport.write(line.encode())
        self.transport.close()

"""Servers of others that tests stand in for: each listens on this machine for the length of a `with`."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ssl import SSLContext


class StandIn(BaseHTTPRequestHandler):
    """Says nothing on the terminal, reads bodies and answers with their lengths."""

    def body(self) -> bytes:
        return self.rfile.read(int(self.headers["Content-Length"] or 0))

    def answer(self, status: int, body: bytes = b"", kind: str = "") -> None:
        self.send_response(status)
        if kind:
            self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nothing to say."""


@contextmanager
def standing_in(handler: type[StandIn], secure: SSLContext | None = None) -> Iterator[str]:
    """The host and port at which it answers. What keeps an answer waiting is let go before this ends."""
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as running:
        if secure:
            running.socket = secure.wrap_socket(running.socket, server_side=True)
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        try:
            yield f"127.0.0.1:{running.server_address[1]}"
        finally:
            running.shutdown()
            thread.join()

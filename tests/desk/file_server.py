"""A server of files on this machine, as a federation has one: with marks of each file, redirects and bad days."""

import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from email.utils import formatdate
from pathlib import Path

from tests.stand_ins import StandIn, standing_in


@dataclass
class FileServer:
    url: str = ""
    files: dict[str, bytes] = field(default_factory=dict)
    """By path."""
    leads_to: dict[str, str] = field(default_factory=dict)
    cut_off: bool = False
    """Every answer breaks off in the middle."""
    heard: list[tuple[str, int]] = field(default_factory=list)
    """Path and status of each answer."""


@contextmanager
def serving(files: dict[str, bytes], certificate: Path | None = None) -> Iterator[FileServer]:
    served = FileServer(files=files)

    class Handler(StandIn):
        def do_GET(self) -> None:
            body, there = served.files.get(self.path), served.leads_to.get(self.path, "")
            etag = f'"{hash(body)}"'
            status = 302 if there else 404 if body is None else 200
            if status == 200 and self.headers.get("If-None-Match") == etag:
                status = 304
            served.heard.append((self.path, status))
            with suppress(ConnectionError):
                self.answer_with(status, there, etag, body or b"")

        def answer_with(self, status: int, there: str, etag: str, body: bytes) -> None:
            self.send_response(status)
            if there:
                self.send_header("Location", there)
            if status == 200:
                self.send_header("ETag", etag)
                self.send_header("Last-Modified", formatdate(1762300800, usegmt=True))
                self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if status == 200:
                self.wfile.write(body[: len(body) // 2] if served.cut_off else body)

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER) if certificate else None
    if context and certificate:
        context.load_cert_chain(certificate)
    with standing_in(Handler, context) as host:
        served.url = f"{'https' if certificate else 'http'}://{host}"
        yield served

"""A push service, and a browser behind it that reads what it gets as browsers do."""

import base64
import os
import queue
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import http_ece
import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from tests.stand_ins import StandIn, standing_in


def plain(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


@dataclass
class PushService:
    """Answers with `answers` one after another, the last one for ever; `open` = cleared while it lets callers wait."""

    host: str = ""
    answers: list[int] = field(default_factory=lambda: [201])
    notices: "queue.Queue[dict[str, str]]" = field(default_factory=queue.Queue)
    headers: list[dict[str, str]] = field(default_factory=list)
    asked: "queue.Queue[int]" = field(default_factory=queue.Queue)
    open: threading.Event = field(default_factory=threading.Event)
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = field(default_factory=lambda: os.urandom(16))

    def subscription(self, *players: int) -> dict[str, object]:
        """As `PushSubscription.toJSON()` writes it."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": plain(point), "auth": plain(self.auth)}
        return {"endpoint": f"http://{self.host}/for/anna", "keys": keys, "players": list(players)}

    def take(self, headers: dict[str, str], body: bytes) -> int:
        self.asked.put(len(body))
        self.open.wait(20)
        status = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if status < 300:
            assert Vapid02.verify(headers["Authorization"])
            text = http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
            self.headers.append(headers)
            self.notices.put(msgspec.json.decode(text))
        return status


@contextmanager
def push_service(answers: Sequence[int] = (201,)) -> Iterator[PushService]:
    service = PushService(answers=list(answers))
    service.open.set()

    class Handler(StandIn):
        def do_POST(self) -> None:
            self.answer(service.take(dict(self.headers), self.body()))

    with standing_in(Handler) as host:
        service.host = host
        try:
            yield service
        finally:
            service.open.set()

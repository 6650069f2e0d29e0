"""Another program that listens to webhooks and checks each signature as its own library would."""

import asyncio
import base64
import hashlib
import hmac
import queue
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from tests.stand_ins import StandIn, standing_in

PATIENCE_SECONDS = 120


@dataclass
class Listener:
    """Answers with `answers` one after another, the last one for ever; while `may_answer` is not set it is silent."""

    url: str = ""
    answers: list[int] = field(default_factory=lambda: [204])
    heard: "queue.Queue[tuple[dict[str, str], bytes]]" = field(default_factory=queue.Queue)
    may_answer: threading.Event = field(default_factory=threading.Event)

    async def next(self) -> tuple[dict[str, str], bytes]:
        """Headers and body of the next message."""
        return await asyncio.to_thread(self.heard.get, True, PATIENCE_SECONDS)


def fits(secret: str, headers: dict[str, str], body: bytes) -> bool:
    """Standard Webhooks: one of the signatures is that of id, time and body."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    said = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    wanted = base64.b64encode(hmac.new(key, said, hashlib.sha256).digest()).decode()
    return f"v1,{wanted}" in headers["webhook-signature"].split()


@contextmanager
def listening(answers: Sequence[int] = (204,)) -> Iterator[Listener]:
    listener = Listener(answers=list(answers))
    listener.may_answer.set()

    class Handler(StandIn):
        def do_POST(self) -> None:
            listener.heard.put(({name.lower(): value for name, value in self.headers.items()}, self.body()))
            listener.may_answer.wait()
            with suppress(ConnectionError):
                self.answer(listener.answers.pop(0) if len(listener.answers) > 1 else listener.answers[0])

    with standing_in(Handler) as host:
        listener.url = f"http://{host}/tablo"
        try:
            yield listener
        finally:
            listener.may_answer.set()

"""Small services of messengers at one address, which take messages as the published descriptions say and no others.

Telegram https://core.telegram.org/bots/api#sendmessage, Discord
https://discord.com/developers/docs/resources/webhook#execute-webhook, Slack
https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks, Matrix
https://spec.matrix.org/latest/client-server-api/#put_matrixclientv3roomsroomidsendeventtypetxnid, and a gateway of SMS
by GET and by POST.
"""

import asyncio
import json
import queue
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import parse_qs, unquote, urlsplit

from tests.stand_ins import StandIn, standing_in

BOT_TOKEN = "123456:AAbbCCddEEffGGhhIIjjKKllMMnnOOppQQ0"
MATRIX_TOKEN = "syt_dGFibG8_secretSecret"
GATEWAY_KEY = "Bearer gateway-secret"
HOOK = "hook-secret"
CHAT, ROOM = "@chess_club", "!abc:example.org"
PATIENCE_SECONDS = 60
MATRIX = re.compile(r"/_matrix/client/v3/rooms/(?P<room>[^/]+)/send/m\.room\.message/(?P<txn>[^/]+)")

Taken = tuple[int, object]


@dataclass
class Messengers:
    url: str = ""
    answers: list[tuple[int, object]] = field(default_factory=list)
    """Of the next calls, before it answers as it should."""
    members: set[str] = field(default_factory=lambda: {CHAT})
    """The chats in which the bot of Telegram is."""
    got: "queue.Queue[tuple[str, str]]" = field(default_factory=queue.Queue)
    """The service, or the phone, and the text that it showed."""
    calls: list[str] = field(default_factory=list)
    """Every path that was called."""
    events: dict[str, str] = field(default_factory=dict)
    """Of Matrix, by transaction."""

    async def next(self) -> tuple[str, str]:
        return await asyncio.to_thread(self.got.get, True, PATIENCE_SECONDS)

    def take(self, method: str, path: str, key: str, body: bytes) -> Taken:
        self.calls.append(path)
        if self.answers:
            return self.answers.pop(0)
        if path.startswith("/bot"):
            return self._telegram(path, json.loads(body))
        if path.startswith("/api/webhooks/"):
            return self._discord(json.loads(body))
        if path.startswith("/services/"):
            return self._slack(json.loads(body))
        if found := MATRIX.fullmatch(path):
            return self._matrix(method, unquote(found["room"]), found["txn"], key, json.loads(body))
        return self._sms(method, path, key, body)

    def _telegram(self, path: str, said: dict[str, object]) -> Taken:
        if path != f"/bot{BOT_TOKEN}/sendMessage":
            return 401, {"ok": False, "error_code": 401, "description": "Unauthorized"}
        if said["chat_id"] not in self.members:
            words = "Forbidden: bot is not a member of the channel chat"
            return 403, {"ok": False, "error_code": 403, "description": words}
        assert set(said) == {"chat_id", "text", "link_preview_options"}, "no parse_mode: the text is plain"
        text = str(said["text"])
        assert 1 <= len(text) <= 4096
        self.got.put(("telegram", text))
        return 200, {"ok": True, "result": {"message_id": 1}}

    def _discord(self, said: dict[str, object]) -> Taken:
        text = str(said["content"])
        if not 1 <= len(text) <= 2000:
            return 400, {"message": "Invalid Form Body", "code": 50035}
        assert said["allowed_mentions"] == {"parse": []}
        self.got.put(("discord", re.sub(r"\\([^0-9A-Za-z\s])", r"\1", text)))
        return 204, None

    def _slack(self, said: dict[str, object]) -> Taken:
        text = str(said["text"])
        assert said["mrkdwn"] is False
        assert "<" not in text
        self.got.put(("slack", text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")))
        return 200, "ok"

    def _matrix(self, method: str, room: str, txn: str, key: str, said: dict[str, object]) -> Taken:
        assert method == "PUT"
        if key != f"Bearer {MATRIX_TOKEN}":
            return 401, {"errcode": "M_UNKNOWN_TOKEN", "error": "Unrecognised access token"}
        if room != ROOM:
            return 403, {"errcode": "M_FORBIDDEN", "error": "User not in room"}
        assert said["msgtype"] in ("m.text", "m.notice")
        if txn not in self.events:
            self.events[txn] = str(said["body"])
            self.got.put(("matrix", self.events[txn]))
        return 200, {"event_id": f"${txn}"}

    def _sms(self, method: str, path: str, key: str, body: bytes) -> Taken:
        if method == "POST" and key != GATEWAY_KEY:
            return 401, "no"
        query = {name: values[0] for name, values in parse_qs(urlsplit(path).query).items()}
        said = json.loads(body) if body else query
        self.got.put((str(said["to"]), str(said["text"])))
        return 200, {"sent": True}


@contextmanager
def messengers_there() -> Iterator[Messengers]:
    there = Messengers()

    class Handler(StandIn):
        def do_POST(self) -> None:
            status, said = there.take(self.command, self.path, self.headers["Authorization"] or "", self.body())
            text = said if isinstance(said, str) else json.dumps(said)
            self.answer(status, b"" if said is None else text.encode())

        do_PUT = do_GET = do_POST

    with standing_in(Handler) as host:
        there.url = f"http://{host}"
        yield there

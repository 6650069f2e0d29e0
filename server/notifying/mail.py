"""Messages to players by e-mail (`server/notifying/smtp.py`), or a line of the log where no mail server is set.

await notifier.send([PlayerMessage("anna@example.org", "Thursday blitz 7", "It starts at 19:30.")])
"""

import logging
from collections.abc import Sequence
from typing import Protocol
from urllib.parse import parse_qs, unquote, urlsplit

from domain.records import dataclass
from server.notifying.outbox import Way, WayLimits

log = logging.getLogger("tablo.messages")

SUBMISSION_PORT, SUBMISSION_TLS_PORT = 587, 465
PATIENCE_SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class PlayerMessage:
    to: str
    subject: str
    text: str
    key: str = ""
    """One id however often this message is tried, so that a mailbox that gets it twice can know it; empty = none."""
    stop: str = ""
    """The address at which the receiver stops further messages; empty = there is none."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """The fate of messages that were handed to a way out; those that are in neither list still wait."""

    taken: tuple[PlayerMessage, ...] = ()
    lost: tuple[PlayerMessage, ...] = ()
    trouble: str = ""
    closed: bool = False
    """The way out is closed: more messages need not be tried now."""


class Notifier(Protocol):
    async def send(self, messages: Sequence[PlayerMessage]) -> Delivery:
        """An address that is refused is logged and keeps nobody else from theirs. Raises nothing."""
        ...


class LogNotifier:
    """Says in the log that there was something to say. Addresses are personal and do not stand in it."""

    async def send(self, messages: Sequence[PlayerMessage]) -> Delivery:
        for subject in dict.fromkeys(message.subject for message in messages):
            count = sum(message.subject == subject for message in messages)
            log.info("not sent: no mail server is set", extra={"facts": {"subject": subject, "messages": count}})
        return Delivery(lost=tuple(messages))


@dataclass(frozen=True, slots=True)
class MailServer:
    host: str
    port: int
    sender: str
    user: str = ""
    password: str = ""
    tls: bool = False
    """From the first byte on (`smtps`); otherwise as soon as the server offers it."""


def mail_server(url: str) -> MailServer:
    """`smtp://user:password@mail.example.org:587?from=chess@example.org`, `smtps` for TLS. Raises ValueError."""
    parts = urlsplit(url)
    sender = parse_qs(parts.query).get("from", [""])[0]
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname or "@" not in sender:
        raise ValueError(parts.scheme)
    tls = parts.scheme == "smtps"
    port = parts.port or (SUBMISSION_TLS_PORT if tls else SUBMISSION_PORT)
    return MailServer(parts.hostname, port, sender, unquote(parts.username or ""), unquote(parts.password or ""), tls)


def mail_way() -> Way:
    return Way("mail", WayLimits(try_seconds=3 * PATIENCE_SECONDS))

"""E-mail by SMTP, one connection for all messages of one occasion."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import parse_qs, unquote, urlsplit

import aiosmtplib

from server.notifying import CannotSend, PlayerMessage

log = logging.getLogger("tablo.messages")

SUBMISSION_PORT, SUBMISSION_TLS_PORT = 587, 465
PATIENCE_SECONDS = 20.0


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


@dataclass(frozen=True, slots=True)
class MailNotifier:
    server: MailServer

    async def send(self, messages: Sequence[PlayerMessage]) -> int:
        """Raises CannotSend where the server is not reached or lets nobody in."""
        known = self.server
        client = aiosmtplib.SMTP(
            hostname=known.host,
            port=known.port,
            username=known.user or None,
            password=known.password or None,
            use_tls=known.tls,
            timeout=PATIENCE_SECONDS,
        )
        try:
            async with client:
                return sum([await self._sent(client, message) for message in messages])
        except (aiosmtplib.SMTPException, OSError) as why:
            raise CannotSend(type(why).__name__) from why

    async def _sent(self, client: aiosmtplib.SMTP, message: PlayerMessage) -> bool:
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = self.server.sender, message.to, message.subject
        mail["Date"], mail["Message-ID"] = formatdate(), make_msgid(domain=self.server.sender.rpartition("@")[2])
        mail["Auto-Submitted"] = "auto-generated"
        mail.set_content(message.text)
        try:
            await client.send_message(mail)
        except (aiosmtplib.SMTPRecipientsRefused, aiosmtplib.SMTPDataError) as refused:
            log.warning("a message was refused", extra={"facts": {"why": type(refused).__name__}})
            return False
        return True

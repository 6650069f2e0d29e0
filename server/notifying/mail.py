"""E-mail by SMTP, one connection for all messages of one occasion."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from enum import StrEnum
from urllib.parse import parse_qs, unquote, urlsplit

import aiosmtplib

from server.notifying import NOT_NOW, Delivery, PlayerMessage

log = logging.getLogger("tablo.messages")

SUBMISSION_PORT, SUBMISSION_TLS_PORT = 587, 465
PATIENCE_SECONDS = 20.0
PERMANENT_REPLY = 500
"""The least reply code that says `never` (RFC 5321, 4.2.1); one below it says `not now`, such as a greylist."""


class MailAnswer(StrEnum):
    """The answer of a mail server to one message."""

    TAKEN = "taken"
    NOT_NOW = NOT_NOW
    NEVER = "never"


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

    async def send(self, messages: Sequence[PlayerMessage]) -> Delivery:
        """By one connection. Where it breaks, those that the server has taken until then are taken."""
        answers, trouble = list[MailAnswer](), ""
        try:
            async with self._connection() as client:
                for message in messages:
                    answers.append(await self._sent(client, message))
        except (aiosmtplib.SMTPException, OSError) as why:
            trouble = type(why).__name__
        taken = tuple(one for one, answer in zip(messages, answers, strict=False) if answer is MailAnswer.TAKEN)
        lost = tuple(one for one, answer in zip(messages, answers, strict=False) if answer is MailAnswer.NEVER)
        waiting = len(messages) - len(taken) - len(lost)
        return Delivery(taken, lost, (trouble or MailAnswer.NOT_NOW) if waiting else "")

    def _connection(self) -> aiosmtplib.SMTP:
        known = self.server
        return aiosmtplib.SMTP(
            hostname=known.host,
            port=known.port,
            username=known.user or None,
            password=known.password or None,
            use_tls=known.tls,
            timeout=PATIENCE_SECONDS,
        )

    async def _sent(self, client: aiosmtplib.SMTP, message: PlayerMessage) -> MailAnswer:
        """Raises SMTPException where the server says nothing about this message."""
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = self.server.sender, message.to, message.subject
        mail["Date"], mail["Message-ID"] = formatdate(), self._id_of(message)
        mail["Auto-Submitted"] = "auto-generated"
        mail.set_content(message.text)
        try:
            await client.send_message(mail)
        except (aiosmtplib.SMTPRecipientsRefused, aiosmtplib.SMTPDataError) as refused:
            log.warning("a message was refused", extra={"facts": {"why": type(refused).__name__}})
            return (
                MailAnswer.NEVER
                if all(code >= PERMANENT_REPLY for code in _reply_codes(refused))
                else MailAnswer.NOT_NOW
            )
        return MailAnswer.TAKEN

    def _id_of(self, message: PlayerMessage) -> str:
        domain = self.server.sender.rpartition("@")[2]
        return f"<{message.key}@{domain}>" if message.key else make_msgid(domain=domain)


def _reply_codes(refused: aiosmtplib.SMTPRecipientsRefused | aiosmtplib.SMTPDataError) -> list[int]:
    if isinstance(refused, aiosmtplib.SMTPRecipientsRefused):
        return [one.code for one in refused.recipients]
    return [refused.code]

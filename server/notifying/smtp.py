"""Mail by SMTP: one connection for all messages of one occasion.

Loaded where a mail server is set: what it needs of the library takes 15 ms.
"""

import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import field
from email.header import Header
from email.headerregistry import Address, BaseHeader, HeaderRegistry, UnstructuredHeader
from email.message import EmailMessage
from email.policy import Policy
from email.policy import default as DEFAULT_LINES
from email.utils import formatdate, make_msgid
from functools import partial

import aiosmtplib

from domain.records import dataclass
from server.notifying.mail import PATIENCE_SECONDS, Delivery, MailServer, PlayerMessage, mail_way
from server.notifying.outbox import Fate, Way

log = logging.getLogger("tablo.messages")

PERMANENT_REPLY = 500
"""The least reply code that says `never` (RFC 5321, 4.2.1); one below it says `not now`, such as a greylist."""


class UnbrokenHeader(UnstructuredHeader, BaseHeader):
    """A header of one address, however long: folded as text it would be encoded, and no mail program could read it."""

    def fold(self, *, policy: Policy) -> str:
        return f"{self.name}: {self}{policy.linesep}"


class Subject(UnstructuredHeader, BaseHeader):
    """Encodes what is not ASCII with the spaces in it: Python before 3.12.5 loses one at each new line."""

    def fold(self, *, policy: Policy) -> str:
        if str(self).isascii():
            return super().fold(policy=policy)
        encoded = Header(str(self), "utf-8", header_name=self.name).encode(linesep=policy.linesep)
        return f"{self.name}: {encoded}{policy.linesep}"


MAIL_HEADERS = HeaderRegistry()
MAIL_HEADERS.map_to_type("subject", Subject)
MAIL_HEADERS.map_to_type("list-unsubscribe", UnbrokenHeader)
MAIL_LINES = DEFAULT_LINES.clone(header_factory=MAIL_HEADERS)


@dataclass(slots=True)
class MailNotifier:
    server: MailServer
    way: Way = field(default_factory=mail_way)

    async def send(self, messages: Sequence[PlayerMessage]) -> Delivery:
        """Each message is tried by itself. A connection that breaks is opened again for the next one."""
        fates, client, trouble = list[Fate](), self._connection(), ""
        for message in messages:
            if not client.is_connected:
                client = self._connection()
                if trouble := await _trouble_of_opening(client):
                    self.way.trouble = trouble
                    break
            fates.append(await self.way.attempt(self.server.host, partial(self._sent, client, message)))
            if fates[-1] is not Fate.TAKEN:
                client.close()  # whatever was half said on it is no business of the next message
        if client.is_connected:
            with suppress(aiosmtplib.SMTPException, OSError):
                await client.quit()
        client.close()
        told = list(zip(messages, fates, strict=False))
        taken = tuple(one for one, fate in told if fate is Fate.TAKEN)
        lost = tuple(one for one, fate in told if fate is Fate.LOST)
        waits = len(messages) > len(taken) + len(lost)
        return Delivery(taken, lost, (trouble or Fate.NOT_NOW) if waits else "", bool(trouble))

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

    async def _sent(self, client: aiosmtplib.SMTP, message: PlayerMessage) -> Fate:
        """To one address. An answer that is no answer to this message lets it wait."""
        to = Address(addr_spec=message.to)
        mail = EmailMessage(MAIL_LINES)
        mail["From"], mail["To"], mail["Subject"] = self.server.sender, to, message.subject
        domain = self.server.sender.rpartition("@")[2]
        id = f"<{message.key}@{domain}>" if message.key else make_msgid(domain=domain)
        mail["Date"], mail["Message-ID"] = formatdate(), id
        mail["Auto-Submitted"] = "auto-generated"
        if message.stop:
            mail["List-Unsubscribe"] = f"<{message.stop}>"
            if message.stop.startswith("https:"):  # RFC 8058, 3.1: one click needs an address of HTTPS
                mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        mail.set_content(message.text)
        try:
            await client.send_message(mail, recipients=[to.addr_spec])
        except (aiosmtplib.SMTPRecipientsRefused, aiosmtplib.SMTPDataError) as refused:
            log.warning("a message was refused", extra={"facts": {"why": type(refused).__name__}})
            answers = refused.recipients if isinstance(refused, aiosmtplib.SMTPRecipientsRefused) else [refused]
            return Fate.LOST if all(one.code >= PERMANENT_REPLY for one in answers) else Fate.NOT_NOW
        except aiosmtplib.SMTPNotSupported:
            return Fate.LOST
        except (aiosmtplib.SMTPException, OSError) as error:
            log.warning("a message waits", extra={"facts": {"why": type(error).__name__}})
            return Fate.NOT_NOW
        return Fate.TAKEN


async def _trouble_of_opening(client: aiosmtplib.SMTP) -> str:
    """Empty = the connection is open."""
    try:
        await client.connect()
    except Exception as error:  # noqa: BLE001 the edge of the way: what was sent before is to be noted, whatever it is
        return type(error).__name__
    return ""

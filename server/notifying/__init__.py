"""Messages to players: one contract, and a line of the log where nothing else is set.

await notifier.send([PlayerMessage("anna@example.org", "Thursday blitz 7", "It starts at 19:30.")])
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

log = logging.getLogger("tablo.messages")


@dataclass(frozen=True, slots=True)
class PlayerMessage:
    to: str
    """An e-mail address."""
    subject: str
    text: str


class CannotSend(Exception):
    """The way out is closed: nobody has got anything, and all of it can be sent again."""


class Notifier(Protocol):
    """A way to reach players."""

    async def send(self, messages: Sequence[PlayerMessage]) -> int:
        """The number of messages taken on; an address that is refused is logged and keeps nobody else from theirs.

        Raises CannotSend.
        """
        ...


class LogNotifier:
    """Says in the log that there was something to say. Addresses are personal and do not stand in it."""

    async def send(self, messages: Sequence[PlayerMessage]) -> int:
        for subject in dict.fromkeys(message.subject for message in messages):
            count = sum(message.subject == subject for message in messages)
            log.info("not sent: no mail server is set", extra={"facts": {"subject": subject, "messages": count}})
        return 0

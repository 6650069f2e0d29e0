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
    key: str = ""
    """The same each time this message is tried, so that a mailbox that gets it twice can know it; empty = none."""


NOT_NOW = "not-now"
"""The trouble of single messages: the way out is open, and other messages can be tried."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """The fate of messages that were handed to a way out; those that are in neither list still wait."""

    taken: tuple[PlayerMessage, ...] = ()
    lost: tuple[PlayerMessage, ...] = ()
    """Nobody will ever get them by this way."""
    trouble: str = ""
    """A code: the way out was closed before all were through."""


class Notifier(Protocol):
    """A way to reach players."""

    async def send(self, messages: Sequence[PlayerMessage]) -> Delivery:
        """An address that is refused is logged and keeps nobody else from theirs."""
        ...


class LogNotifier:
    """Says in the log that there was something to say. Addresses are personal and do not stand in it."""

    async def send(self, messages: Sequence[PlayerMessage]) -> Delivery:
        for subject in dict.fromkeys(message.subject for message in messages):
            count = sum(message.subject == subject for message in messages)
            log.info("not sent: no mail server is set", extra={"facts": {"subject": subject, "messages": count}})
        return Delivery(lost=tuple(messages))

"""Whoever knows for which keys this process answers: alone for all, among several for those whose leases it holds."""

from typing import Protocol

from domain.words.streams import FESTIVAL, is_festival, is_tournament

HOUSE = "house"
"""The key of all that is about no tournament, festival or screen: logins, people, keys, lists, ways out."""


def key_of_stream(stream: str) -> str:
    """The lease key of whoever answers for a stream of the journal."""
    if is_festival(stream):
        return f"f/{stream.removeprefix(FESTIVAL)}"
    return f"t/{stream}" if is_tournament(stream) else HOUSE


class Holding(Protocol):
    """Whoever knows for which keys this process answers."""

    async def mine(self, key: str) -> bool:
        """This process answers for the key, or does from now on."""

    def owned(self, key: str) -> bool:
        """As `mine`; nothing is taken."""


class Alone:
    """Without other processes everything is ours."""

    async def mine(self, key: str) -> bool:
        return True

    def owned(self, key: str) -> bool:
        return True

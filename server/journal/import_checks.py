"""Entries from elsewhere: sealed by whoever sent them, so the seals alone do not say that they can be read and shown.

What is stored once is read by every process at every start. An entry that cannot follow those before it, or says more
than this program understands, is refused while it is still somebody else's.
"""

from collections.abc import Iterable
from typing import Any

from domain.screens import state
from domain.stewards import permissions
from domain.tournament import replay
from server.journal.codec import Codec
from server.journal.entries import Entry
from server.journal.errors import BrokenChain, JournalTrouble

REPLAYS: dict[str, Any] = {state.STREAM: state.replay, permissions.STREAM: permissions.replay}
"""Of the streams that are no tournaments."""


def check_story(stream: str, entries: Iterable[Entry], into: Any = None) -> None:
    """From nothing, or from where `into` stands, which is folded on. Raises `BrokenChain` where it cannot go on."""
    last = 0

    def events() -> Iterable[Any]:
        nonlocal last
        for entry in entries:
            last = entry.version
            yield entry.event

    try:
        REPLAYS.get(stream, replay)(events(), into)
    except JournalTrouble:
        raise
    except Exception as error:  # a fold may stumble over anything in a history that never was
        why = f"it cannot follow what is before it ({type(error).__name__}: {error})"
        raise BrokenChain(stream, last, why) from error


def check_understood(codec: Codec, row: bytes, stream: str, version: int) -> None:
    """Raises `BrokenChain` for fields that this program would silently leave out."""
    if unknown := codec.unknown_fields(row):
        why = f"a newer Tablo wrote fields this one does not know: {', '.join(sorted(unknown))}"
        raise BrokenChain(stream, version, why)

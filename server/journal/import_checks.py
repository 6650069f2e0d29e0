"""Entries from elsewhere: sealed by whoever sent them, so the seals alone do not say that they can be read and shown.

An entry once stored is read by every process at every start. An entry that cannot follow those before it, or says more
than this program understands, is refused while it is still somebody else's.
"""

from collections.abc import Iterable
from typing import Any

from domain.festival.state import replay_festival
from domain.pictures import kept_picture
from domain.screens.state import replay_screens as replay_screens
from domain.stewards.state import replay_stewards as replay_stewards
from domain.tournament import replay
from domain.words.streams import SCREENS, STEWARDS, is_festival, owner_of_picture
from server.journal.codec import Codec
from server.journal.entries import Entry
from server.journal.errors import BrokenChain, JournalTrouble
from server.notice import notice


def _replay_of(stream: str) -> Any:
    """The function that folds the events of a stream."""
    if is_festival(stream):
        return replay_festival
    if owner_of_picture(stream):
        return lambda events, _: kept_picture(stream, events)
    return {SCREENS: replay_screens, STEWARDS: replay_stewards}.get(stream, replay)


def check_story(stream: str, entries: Iterable[Entry], into: Any = None) -> None:
    """Folds from nothing, or from where `into` stands. Raises `BrokenChain` where it cannot go on."""
    last = 0

    def events() -> Iterable[Any]:
        nonlocal last
        for entry in entries:
            last = entry.version
            yield entry.event

    try:
        _replay_of(stream)(events(), into)
    except JournalTrouble:
        raise
    except Exception as error:  # a fold may stumble over anything in a history that never was
        why = notice("does-not-follow", kind=type(error).__name__, why=error)
        raise BrokenChain(stream, last, why) from error


def check_understood(codec: Codec, row: bytes, stream: str, version: int) -> None:
    """Raises `BrokenChain` for fields that this program would silently leave out."""
    if unknown := codec.unknown_fields(row):
        why = notice("newer-tablo-wrote-fields-does", unknown=", ".join(sorted(unknown)))
        raise BrokenChain(stream, version, why)

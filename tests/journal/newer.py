"""A Tablo of the future, which writes what this one does not know."""

from dataclasses import dataclass

from server.journal.codec import ALL_EVENTS, Codec


@dataclass(frozen=True, slots=True)
class Invented:
    """An event of a later version."""

    what: str


NEWER = Codec({**ALL_EVENTS, "Invented": Invented})

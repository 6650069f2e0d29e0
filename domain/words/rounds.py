"""Rounds: from which to which something holds, and the faults of a pairing made by hand."""

from enum import StrEnum
from typing import Generic, TypeVar

from domain.records import dataclass
from domain.words.articles import Article

AnyId = TypeVar("AnyId", bound=int)


class Fault(StrEnum):
    """The kind of fault. A rule of the system has its article; the rest is the same everywhere."""

    RULE = "rule"
    NOT_SEATED = "not-seated"
    SEATED_TWICE = "seated-twice"
    AWAY = "away"
    KEPT_APART = "forbidden"
    """Two whom the arbiter keeps apart. Journals store this value where an article stands otherwise."""

    MET_TOO_OFTEN = "met-too-often"
    COLOUR_RUN = "colour-run"

    @property
    def final(self) -> bool:
        """Somebody seated twice, forgotten, or not present: no arbiter can override that."""
        return self in (Fault.NOT_SEATED, Fault.SEATED_TWICE, Fault.AWAY)


@dataclass(frozen=True, slots=True)
class Breach(Generic[AnyId]):
    """A rule that a pairing breaks, and the players concerned: pairing numbers of a task, or ids of a tournament."""

    fault: Fault
    players: tuple[AnyId, ...]
    article: Article | None = None
    """None: the arbiter's own ban."""

    @property
    def number(self) -> str:
        """The article as people read it."""
        return self.article.number if self.article else self.fault.value

    @property
    def stored(self) -> str:
        return self.article.stored if self.article else self.fault.value


@dataclass(frozen=True, slots=True)
class RoundSpan:
    first: int = 0
    """0 = from the start."""
    last: int = 0
    """0 = to the end."""

    def covers(self, round: int) -> bool:
        return self.first <= round and (self.last == 0 or round <= self.last)


ALWAYS = RoundSpan()

"""Who meets whom in the rounds to come: by a pairing system, or from a table (of brackets: `brackets`)."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Protocol

from domain.cards.card import PairingTask, RoundPairing
from domain.pairing import system_under
from domain.records import dataclass
from domain.words.players import PairingNumber
from domain.words.regulations import Regulations

WentOn = Mapping[int, AbstractSet[PairingNumber]]
"""By round: the winners of its matches, be it after further games or by lots. Of a bracket alone."""


class Course(Protocol):
    """The way of an event from round to round."""

    def paired(self, task: PairingTask, went_on: WentOn) -> RoundPairing:
        """The round of the task. Raises NoLegalPairing."""

    def places(self, went_on: WentOn) -> Mapping[int, int]:
        """Where the course itself places everybody; else nobody."""


@dataclass(frozen=True, slots=True)
class BySystem:
    laws: Regulations
    """And not the system itself, which does not travel to a worker."""

    def paired(self, task: PairingTask, went_on: WentOn) -> RoundPairing:
        return system_under(self.laws).pair(task)

    def places(self, went_on: WentOn) -> Mapping[int, int]:
        return {}


@dataclass(frozen=True, slots=True)
class ByTable:
    known: Mapping[int, RoundPairing]
    """By round: no result changes these."""

    def paired(self, task: PairingTask, went_on: WentOn) -> RoundPairing:
        return self.known[task.round]

    def places(self, went_on: WentOn) -> Mapping[int, int]:
        return {}

"""Who meets whom in the rounds to come: by a pairing system, or from a table."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Protocol

from domain.cards.card import PairingTask, RoundPairing
from domain.pairing import System
from domain.records import dataclass
from domain.words.players import PairingNumber

WentOn = Mapping[int, AbstractSet[PairingNumber]]
"""By round: the winners of its matches, be it after further games or by lots. Of a bracket alone."""


class Course(Protocol):
    """The way of an event from round to round."""

    def paired(self, task: PairingTask, went_on: WentOn) -> RoundPairing:
        """The round of the task. Raises NoLegalPairing."""


@dataclass(frozen=True, slots=True)
class BySystem:
    system: System

    def paired(self, task: PairingTask, went_on: WentOn) -> RoundPairing:
        return self.system.pair(task)


@dataclass(frozen=True, slots=True)
class ByTable:
    known: Mapping[int, RoundPairing]
    """By round: no result changes these."""

    def paired(self, task: PairingTask, went_on: WentOn) -> RoundPairing:
        return self.known[task.round]

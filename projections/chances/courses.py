"""The way of an event from round to round: by a pairing system or from a table (see also `brackets`, `by_playoff`)."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet

from domain.cards.card import Cards, Pair, PairingTask, RoundPairing
from domain.pairing import system_under
from domain.records import dataclass
from domain.words.games import Colour
from domain.words.players import PairingNumber
from domain.words.regulations import Regulations

WentOn = Mapping[int, AbstractSet[PairingNumber]]
"""By round: the winners of its matches, be it after further games or by lots. Of a bracket alone."""
OpenMatch = tuple[int, Pair]
"""The round and the two, White of the first game first."""


class Course(ABC):
    """As it is here, points place everybody, and the event is over when all its rounds are played."""

    __slots__ = ()
    points_place = True
    """Whoever has more points stands before the others."""

    @abstractmethod
    def paired(self, task: PairingTask, went_on: WentOn) -> RoundPairing:
        """The round of the task. Raises NoLegalPairing."""

    def open_matches(self, cards: Cards) -> Iterable[OpenMatch]:
        """Those that are paired and still to be played or decided."""
        for number, card in cards.items():
            for round, line in enumerate(card.lines, 1):
                if line.code.open and line.opponent is not None and line.colour is Colour.WHITE:
                    yield round, Pair(number, line.opponent)

    def over(self, all_played: bool) -> bool:
        """`all_played`: no game is open and no round to be paired."""
        return all_played

    def places(self, went_on: WentOn) -> Mapping[int, int]:
        """Where the course itself places everybody; else nobody."""
        return {}


@dataclass(frozen=True, slots=True)
class BySystem(Course):
    laws: Regulations
    """And not the system itself, which does not travel to a worker."""

    def paired(self, task: PairingTask, went_on: WentOn) -> RoundPairing:
        return system_under(self.laws).pair(task)


@dataclass(frozen=True, slots=True)
class ByTable(Course):
    known: Mapping[int, RoundPairing]
    """By round: no result changes these."""

    def paired(self, task: PairingTask, went_on: WentOn) -> RoundPairing:
        return self.known[task.round]

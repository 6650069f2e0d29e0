"""C1 to C4: what a pairing must keep. The layout has the same as sets of places, for the choice."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace

from domain.cards.card import Pair, PairingTask
from domain.pairing.dutch_2026.competitors import Competitor, everybody
from domain.pairing.dutch_2026.layout import laid_out
from domain.pairing.no_legal_pairing import conflict
from domain.pairing.swiss.colours import Strength
from domain.words.players import PairingNumber

PlayerNumbers = tuple[PairingNumber, ...]


class TaskSeating:
    """Boards made by hand, and the players as the criteria see them."""

    def __init__(self, task: PairingTask, boards: Collection[Pair], bye: PairingNumber | None) -> None:
        self.task, self.boards, self.bye = task, boards, bye
        self.players = everybody(task)

    @property
    def left(self) -> frozenset[PairingNumber]:
        """Those present who have no seat yet."""
        seated = {number for pair in self.boards for number in (pair.white, pair.black)} | {self.bye}
        return frozenset(n for n, card in self.task.cards.items() if card.present and n not in seated)


@dataclass(frozen=True, slots=True)
class ForbidsPair:
    """A criterion that keeps two players from meeting."""

    number: str
    forbids: Callable[[Competitor, Competitor], bool]

    def broken(self, seating: TaskSeating) -> Iterator[PlayerNumbers]:
        """The players of each board that breaks it."""
        for pair in seating.boards:
            if self.forbids(seating.players[pair.white], seating.players[pair.black]):
                yield pair.white, pair.black


@dataclass(frozen=True, slots=True)
class BarsFromBye:
    """A criterion that keeps somebody from the bye."""

    number: str
    bars: Callable[[Competitor], bool]

    def broken(self, seating: TaskSeating) -> Iterator[PlayerNumbers]:
        if seating.bye is not None and self.bars(seating.players[seating.bye]):
            yield (seating.bye,)


@dataclass(frozen=True, slots=True)
class LeavesPairing:
    """A criterion about those who have no opponent yet."""

    number: str
    stranded: Callable[[PairingTask, Collection[PairingNumber]], PlayerNumbers]
    """Players among some who cannot all be paired; empty = they can."""

    def broken(self, seating: TaskSeating) -> Iterator[PlayerNumbers]:
        if stranded := self.stranded(seating.task, seating.left):
            yield stranded


def have_met(one: Competitor, other: Competitor) -> bool:
    """C1: two who have played each other."""
    return other.number in one.met or one.number in other.met


def had_bye(player: Competitor) -> bool:
    """C2: a pairing-allocated bye, or a win's points from one round without playing."""
    return not player.bye_allowed


def same_absolute(one: Competitor, other: Competitor) -> bool:
    """C3: two who are not topscorers, with the same absolute preference."""
    preferences = one.preference, other.preference
    absolute = all(preference.strength is Strength.ABSOLUTE for preference in preferences)
    same = preferences[0].colour is preferences[1].colour
    return absolute and same and not one.topscorer and not other.topscorer


def stranded_players(task: PairingTask, left: Collection[PairingNumber]) -> PlayerNumbers:
    """C4: those who are left must have a complete legal pairing among themselves; who competes if they have none."""
    cards = {n: replace(card, present=n in left) for n, card in task.cards.items()}
    layout = laid_out(replace(task, cards=cards))
    return conflict(layout.legal, layout.bye, tuple(player.number for player in layout.players))

"""Facts that the rules ask of one player: score, colours, floats, and whether the bye is open to them."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

from domain.cards.card import Card, CardLine, Float, PairingTask
from domain.words.games import Code, Colour, Scoring

W, B = Colour.WHITE, Colour.BLACK


class Strength(IntEnum):
    """Of a colour preference."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


@dataclass(frozen=True, eq=False)
class Player:
    """Somebody to be paired in the coming round."""

    number: int
    """As the task has it: the place among all who entered."""
    tpn: int
    """The place among those who have arrived: who has not come yet has no TPN (GHR 2.4)."""
    score: int
    """Half-points that decide the bracket: the score and, in an accelerated event, the virtual points."""
    colours: tuple[Colour, ...]
    """Of the games played, the oldest first, squeezed together (GHR 3.4)."""
    floats: tuple[Float | None, ...]
    """By round, never squeezed."""
    met: frozenset[int]
    """Numbers of the opponents of games played."""
    topscorer: bool
    unplayed: int
    """Rounds without a game played."""
    may_have_bye: bool

    @cached_property
    def rank(self) -> tuple[int, int]:
        """Smallest = highest: score, then TPN, which comes in the order of the numbers."""
        return -self.score, self.number

    @cached_property
    def difference(self) -> int:
        """Whites less Blacks: the cd."""
        return self.colours.count(W) - self.colours.count(B)

    @cached_property
    def strength(self) -> Strength:
        """Absolute: |cd| > 1 or the last two colours equal; strong: |cd| = 1; mild: cd = 0; none: never played."""
        if abs(self.difference) > 1 or len(set(self.colours[-2:])) == 1 < len(self.colours):
            return Strength.ABSOLUTE
        if self.difference:
            return Strength.STRONG
        return Strength.MILD if self.colours else Strength.NONE

    @cached_property
    def wish(self) -> Colour | None:
        """The colour preferred: the one had less often, else the other than the last one.

        Two equal last colours decide where the cd alone is not absolute.
        """
        if not self.colours:
            return None
        if abs(self.difference) > 1 or (self.difference and self.strength is Strength.STRONG):
            return B if self.difference > 0 else W
        return self.colours[-1].opposite

    def had_float(self, kind: Float, rounds_before: int) -> bool:
        """Whether they floated so in the last round (1) or the one before it (2)."""
        return len(self.floats) >= rounds_before and self.floats[-rounds_before] is kind


def players_of(task: PairingTask) -> tuple[Player, ...]:
    """Everybody present, the highest-ranked first."""
    tpns = {number: place for place, number in enumerate(sorted(filter(arrived(task), task.cards)), 1)}
    present = (card for card in task.cards.values() if card.present)
    return tuple(sorted((_player(card, tpns[card.number], task) for card in present), key=lambda p: p.rank))


def arrived(task: PairingTask) -> Callable[[int], bool]:
    """Players who take part in this pairing or took part in an earlier one, played or not."""

    def has_come(number: int) -> bool:
        card = task.cards[number]
        return card.present or any(line.opponent or line.code is Code.PAIRING_BYE for line in card.lines)

    return has_come


def _player(card: Card, tpn: int, task: PairingTask) -> Player:
    played = [line for line in card.lines if line.code.played]
    return Player(
        number=card.number,
        tpn=tpn,
        score=card.score + task.virtual_points(card.number, task.round),
        colours=tuple(line.colour for line in played if line.colour),
        floats=tuple(floated(task, card.number, round) for round in range(1, task.round)),
        met=frozenset(line.opponent for line in played if line.opponent is not None),
        topscorer=is_topscorer(card, task),
        unplayed=len(card.lines) - len(played),
        may_have_bye=not any(bars_from_bye(line, task.scoring) for line in card.lines),
    )


def is_topscorer(card: Card, task: PairingTask) -> bool:
    """More than half of the points possible before the last round, and only when that round is paired."""
    return task.round == task.rounds and 2 * card.score > task.scoring.win * (task.rounds - 1)


def floated(task: PairingTask, number: int, round: int) -> Float | None:
    """Down or up: a game played with unequal scores; down: the bye, or more than a loss's points without a game.

    Scores are those of the pairing, virtual points included; a card has them without.
    """
    line = task.cards[number].lines[round - 1]
    if line.code.played and line.opponent is not None:
        virtual = task.virtual_points(number, round) - task.virtual_points(line.opponent, round)
        return Float.of(line.ahead + virtual)
    if line.code is Code.PAIRING_BYE or (not line.code.played and line.points > task.scoring.loss):
        return Float.DOWN
    return None


def bars_from_bye(line: CardLine, scoring: Scoring) -> bool:
    """C2: the bye, or the points of a win in one round without playing."""
    return line.code is Code.PAIRING_BYE or (not line.code.played and line.points >= scoring.win)

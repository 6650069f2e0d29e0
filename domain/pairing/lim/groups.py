"""Scoregroups in the order in which they are paired (2.2)."""

from collections.abc import Sequence
from dataclasses import dataclass

from domain.cards.card import PairingTask
from domain.pairing.lim.direction import Direction
from domain.pairing.lim.players import LimPlayer
from domain.pairing.swiss.places import Places


@dataclass(frozen=True, slots=True)
class Scoregroup:
    """The players of one score."""

    score: int
    """Half-points."""
    residents: Places
    """Number 1 first."""
    direction: Direction


@dataclass(frozen=True, slots=True)
class GroupOrder:
    above: tuple[Scoregroup, ...]
    """From the highest down to just above the median."""
    below: tuple[Scoregroup, ...]
    """From the lowest up to just below it."""
    median: Scoregroup
    """Paired last, and downward. It may have no residents of its own."""


def group_order(task: PairingTask, players: Sequence[LimPlayer], places: Sequence[int]) -> GroupOrder:
    """The groups of these places. The median's score is half of what the rounds played can give."""
    by_score: dict[int, list[int]] = {}
    for place in places:
        by_score.setdefault(players[place].score, []).append(place)
    twice_median = task.scoring.win * (task.round - 1)
    scores = sorted(by_score, reverse=True)
    above = tuple(Scoregroup(s, tuple(by_score[s]), Direction.DOWNWARD) for s in scores if 2 * s > twice_median)
    below = tuple(Scoregroup(s, tuple(by_score[s]), Direction.UPWARD) for s in reversed(scores) if 2 * s < twice_median)
    middle = next((tuple(by_score[s]) for s in scores if 2 * s == twice_median), ())
    return GroupOrder(above, below, Scoregroup(twice_median // 2, middle, Direction.DOWNWARD))

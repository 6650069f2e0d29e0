"""Options of brackets: knock-out and double elimination."""

from dataclasses import dataclass
from enum import StrEnum

from domain.words.further_games import GameKind


class BracketOrder(StrEnum):
    """The way to the lines of the bracket. The values are stored in journals."""

    SEEDED = "seeded"
    """By pairing number: 1-16, 8-9, ..."""
    LOT = "lot"
    """One drawn permutation: 1st-2nd, 3rd-4th, ... (document 003, KO3)."""


class LevelRule(StrEnum):
    """The end of a match that is level after its games. The values are stored in journals."""

    FURTHER_GAMES = "further-games"
    """Further games in the order of the regulations; lots if those are level too."""
    LOWER_RATING = "lower-rating"
    """The lower rating goes on, the unrated before all others; equal ratings draw lots (document 003, KO6)."""
    LOTS = "lots"


@dataclass(frozen=True, slots=True)
class FurtherStep:
    """Games that are played together while a match is level."""

    kind: GameKind
    games: int = 1


USUAL_STEPS = (FurtherStep(GameKind.RAPID, 2), FurtherStep(GameKind.BLITZ, 2), FurtherStep(GameKind.ARMAGEDDON))


@dataclass(frozen=True, slots=True)
class KnockoutOptions:
    bracket: BracketOrder = BracketOrder.SEEDED
    byes: bool = True
    """The first are free in round 1 of a field that is no power of two; without byes such a field is refused."""
    level: LevelRule = LevelRule.FURTHER_GAMES
    further: tuple[FurtherStep, ...] = USUAL_STEPS
    """Steps of a level match, in their order."""
    games_at_once: bool = False
    """The games of a match are played side by side and not one after the other."""
    round_a_day: bool = False
    third_place: bool = False
    """The losers of the half-finals meet; without it they share the third place."""
    second_final: bool = True
    """Double elimination: both have lost once when the lower bracket wins the final, and meet again."""

"""Events of 6 to 200 players with everything that the rules of 2026 speak of, as report files."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random

from domain.files.rechecking import replayed
from domain.files.trf import parse
from domain.pairing import SYSTEMS
from domain.words.games import Scoring
from tests.pairing.compare_2026 import by_engine
from tests.pairing.random_events import Profile
from tests.pairing.random_events_2026 import MadeUpEvent
from tests.pairing.report_of_task import report_of

SYSTEM = SYSTEMS["dutch-2026"]
SIZES = (((6, 20), 80), ((21, 50), 16), ((51, 100), 3), ((101, 200), 1))
"""Fewest and most players, and how many events of a hundred are of that size."""
ROUNDS = (5, 13)
CLUB_SHARE = 0.1
"""Of events in which whole clubs are kept apart."""
MOST_OF_CLUB = 6


@dataclass(frozen=True, slots=True)
class PairedEvent:
    """The file for a program that checks pairings."""

    file: str
    """All rounds that were paired."""
    rounds: int
    refused: str = ""
    """The round after them, where nothing legal is left."""


def size(dice: Random) -> tuple[int, int]:
    """Fewest and most players."""
    return dice.choices([size for size, _ in SIZES], [share for _, share in SIZES])[0]


def ours(seed: str) -> PairedEvent:
    """The event of a seed, every round paired by our engine."""
    dice = Random(f"both-ways-2026-{seed}")
    event = MadeUpEvent(Profile(size(dice), ROUNDS, messy=True), dice)
    if event.scoring.pairing_bye <= event.scoring.loss:
        event.scoring = Scoring()  # other programs see no float in such a bye, against 1.4.3
    if dice.random() < CLUB_SHARE:
        event.forbidden = frozenset(_clubs(event, dice))
    played, refused = 0, ""
    for task, pairing in event.rounds(by_engine):
        if pairing is None:
            refused = report_of(task)
        else:
            played = task.round
    lasting = replace(task, cards={n: replace(card, present=True) for n, card in event.cards.items()})
    return PairedEvent(report_of(lasting), played, refused)


def _clubs(event: MadeUpEvent, dice: Random) -> Iterator[frozenset[int]]:
    numbers, size = list(event.cards), dice.randint(2, MOST_OF_CLUB)
    dice.shuffle(numbers)
    for first in range(0, len(numbers), size):
        yield from map(frozenset, combinations(numbers[first : first + size], 2))


def checked_by_us(file: str) -> list[str]:
    """A line for each round that our engine pairs otherwise."""
    report = parse(file.encode())
    if not report.rounds_paired:
        return []
    planned = report.rounds_planned or report.rounds_paired
    return [str(difference) for difference in replayed(report, SYSTEM, planned)]

"""Events of 6 to 200 players with everything that the rules of 2026 speak of, as report files."""

from collections.abc import Iterator
from contextlib import redirect_stderr
from dataclasses import dataclass, replace
from io import StringIO
from itertools import combinations
from pathlib import Path
from random import Random

from domain.files.rechecking import replayed
from domain.files.trf import parse
from domain.pairing import SYSTEMS
from domain.words.games import Scoring
from server.cli import main
from server.cli.check import wrong_ranks
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

TIEBREAKS = (
    "BH", "BH/C1", "BH/C2", "BH/M1", "BH/M2", "BH/P", "FB", "FB/C1", "SB", "SB/C1", "SB/P", "AOB", "DE", "DE/P", "PS",
    "PS/C1", "WIN", "WON", "BPG", "BWG", "REP", "STD", "ARO", "ARO/C1", "TPR", "PTP", "APRO", "APPO", "RTNG", "TPN",
)  # fmt: skip
"""The tie-breaks of C.07 for a Swiss of players, with cuts, medians and modes.

Not AOB/F: 8.2 does not say whether an opponent of the last round who forfeits has been met, and the programs differ.
"""
FEWEST_TIEBREAKS, MOST_TIEBREAKS = 2, 6


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


def size_up_to(most: int, dice: Random) -> int:
    """Players of an event."""
    fewest, largest = size(dice)
    return dice.randint(min(fewest, most), min(largest, most))


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


def list_of_chance(dice: Random) -> tuple[str, ...]:
    """Tie-breaks, no two the same."""
    return tuple(dice.sample(TIEBREAKS, dice.randint(FEWEST_TIEBREAKS, MOST_TIEBREAKS)))


def generated(seed: str, most: int, folder: Path) -> PairedEvent:
    """The event that `tablo generate` makes up of a seed, ranked by tie-breaks of chance."""
    dice, path = Random(f"generated-2026-{seed}"), folder / "generated.trf"
    players = size_up_to(most, dice)
    wanted = ["--players", str(players), "--rounds", str(min(dice.randint(*ROUNDS), players // 2)), "--seed", seed]
    wanted += ["--acceleration", dice.choice(("none", "none", "none", "baku"))]
    wanted += ["--tiebreaks", ",".join(list_of_chance(dice)), "--output", str(path)]
    with redirect_stderr(StringIO()):
        main(["generate", *wanted])
    text = path.read_text()
    return PairedEvent(text, parse(text.encode()).rounds_paired)


def ranked_otherwise_by_us(file: str) -> list[str]:
    """A line for each rank of the file that its own tie-breaks contradict."""
    return wrong_ranks(parse(file.encode()))

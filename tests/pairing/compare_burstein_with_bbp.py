"""Burstein of 2026 beside bbpPairings, which has an older text of the same name: how often the two pair alike.

    python -m tests.pairing.compare_burstein_with_bbp --bbp PATH --count 200 --seed 1

Rounds are told apart: those that the text of 2026 gives to the Dutch system, those before which everybody played
every game, with and without floaters in its answer, and others. Where everybody played, `older order` is ours with the
ranking of the older text: Sonneborn-Berger, Buchholz, median. An event goes on from our answer.
"""

import argparse
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from domain.cards.card import Card, Pair, PairingTask, RoundPairing
from domain.pairing.burstein_2026 import competitors
from domain.words.players import PairingNumber
from tests.pairing.compare_with_py4swiss.answers import same
from tests.pairing.compare_with_py4swiss.events import event_of
from tests.pairing.comparing import answer_of
from tests.pairing.report_of_task import report_of

NO_ACCELERATION = "XXA    1  0.0\n"
"""Without such a line the program gives virtual points of its own."""
MOST_DUTCH_ROUNDS = 4
SECONDS_TO_ANSWER = 60


def ours(task: PairingTask) -> RoundPairing | None:
    return answer_of("burstein-2026", task)


@dataclass(frozen=True, order=True)
class OlderIndex:
    """The ranking of the older text where everybody has played; of two with unequal scores times the score."""

    sonneborn_berger: int
    buchholz: int
    median: int


def older_indices(task: PairingTask) -> Mapping[PairingNumber, OlderIndex]:
    return {number: older_index(card, task) for number, card in task.cards.items()}


def older_index(card: Card, task: PairingTask) -> OlderIndex:
    met = [(line.points, task.cards[line.opponent].score) for line in card.lines if line.opponent]
    scores = sorted(theirs for _, theirs in met)
    sums = (sum(mine * theirs for mine, theirs in met), sum(scores), sum(scores[1:-1]))
    return OlderIndex(sums[0], sums[1] * max(1, card.score), sums[2] * max(1, card.score))


def ours_in_older_order(task: PairingTask) -> RoundPairing | None:
    with patch.object(competitors, "indices", older_indices):
        return ours(task)


def theirs(binary: str, task: PairingTask, folder: Path) -> RoundPairing | None:
    given, answer = folder / "round.trf", folder / "pairs"
    given.write_text(report_of(task) + NO_ACCELERATION)
    answer.unlink(missing_ok=True)
    command = [binary, "--burstein", given, "-p", answer]
    subprocess.run(command, capture_output=True, check=False, timeout=SECONDS_TO_ANSWER)
    if not answer.exists():
        return None
    pairs = [tuple(map(int, line.split())) for line in answer.read_text().splitlines()[1:] if line.strip()]
    byes = [white for white, black in pairs if not black]
    if not pairs:
        return None
    return RoundPairing(tuple(Pair(white, black) for white, black in pairs if black), byes[0] if byes else None)


def kind(task: PairingTask, answer: RoundPairing | None) -> str:
    if task.round <= min(task.rounds // 2, MOST_DUTCH_ROUNDS):
        return "first rounds"
    everybody = all(card.present and all(line.code.played for line in card.lines) for card in task.cards.values())
    if not everybody or len(task.cards) % 2:
        return "other rounds"
    floats = answer and any(task.cards[pair.white].score != task.cards[pair.black].score for pair in answer.pairs)
    return "everybody played, floaters" if floats else "everybody played, no floaters"


def met(answer: RoundPairing | None) -> object:
    return answer and {frozenset((pair.white, pair.black)) for pair in answer.pairs}


def told(task: PairingTask, mine: RoundPairing | None, other: RoundPairing | None) -> Iterator[str]:
    """The counts that this round adds to."""
    of = kind(task, other)
    yield of
    if same(mine, other):
        yield f"{of}: same"
    elif met(mine) == met(other):
        yield f"{of}: colours alone"
    elif mine and other and mine.bye != other.bye:
        yield f"{of}: another bye"
    else:
        yield f"{of}: other pairs"
    if of.startswith("everybody") and same(ours_in_older_order(task), other):
        yield f"{of}: same in the older order"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.pairing.compare_burstein_with_bbp", description=__doc__)
    parser.add_argument("--bbp", required=True, help="its binary")
    parser.add_argument("--count", type=int, default=200, help="how many events")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--plain", action="store_true", help="nobody is late, away, forfeited or gone")
    asked = parser.parse_args()
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(1, asked.count + 1):
            event = event_of(f"{asked.seed}-{number}")
            if asked.plain:
                event.messy, event.forbidden = False, frozenset()
                event.habits.absences = event.habits.forfeits = 0.0
                event.stays = {n: type(stay)(1, event.planned + 2) for n, stay in event.stays.items()}
            for task, mine in event.rounds(ours):
                if any(card.present for card in task.cards.values()):
                    counts.update(told(task, mine, theirs(asked.bbp, task, Path(folder))))
    for name, times in sorted(counts.items()):
        print(f"{times:6}  {name}")


if __name__ == "__main__":
    main()

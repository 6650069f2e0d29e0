"""Burstein of 2026 beside bbpPairings, which has an older text of the same name: how often the two pair alike.

    python -m tests.pairing.compare_burstein_with_bbp --bbp PATH --count 200 --seed 1

Rounds are told apart: those that the text of 2026 gives to the Dutch system, those of events in which everybody
plays every game, and others. Where everybody plays, `older order` is ours with the ranking of the older text:
Sonneborn-Berger before Buchholz. An event goes on from our answer.
"""

import argparse
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from unittest.mock import patch

from domain.cards.card import Pair, PairingTask, RoundPairing
from domain.pairing import SYSTEMS, NoLegalPairing
from domain.pairing.burstein_2026 import competitors
from domain.pairing.burstein_2026.index import Index, indices
from domain.words.players import PairingNumber
from tests.pairing.compare_with_py4swiss.answers import same
from tests.pairing.compare_with_py4swiss.events import event_of
from tests.pairing.report_of_task import report_of

NO_ACCELERATION = "XXA    1  0.0\n"
"""Without such a line the program gives virtual points of its own."""
MOST_DUTCH_ROUNDS = 4
SECONDS_TO_ANSWER = 60


def ours(task: PairingTask) -> RoundPairing | None:
    try:
        return SYSTEMS["burstein-2026"].pair(task)
    except NoLegalPairing:
        return None


def ours_in_older_order(task: PairingTask) -> RoundPairing | None:
    def older(asked: PairingTask) -> Mapping[PairingNumber, Index]:
        return {n: Index(one.sonneborn_berger, one.buchholz) for n, one in indices(asked).items()}

    with patch.object(competitors, "indices", older):
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
    return RoundPairing(tuple(Pair(white, black) for white, black in pairs if black), byes[0] if byes else None)


def kind(task: PairingTask) -> str:
    if task.round <= min(task.rounds // 2, MOST_DUTCH_ROUNDS):
        return "first rounds"
    everybody = all(card.present and all(line.code.played for line in card.lines) for card in task.cards.values())
    return "everybody played" if everybody and len(task.cards) % 2 == 0 else "other rounds"


def met(answer: RoundPairing | None) -> object:
    return answer and {frozenset((pair.white, pair.black)) for pair in answer.pairs}


def told(task: PairingTask, mine: RoundPairing | None, other: RoundPairing | None) -> Iterator[str]:
    """The counts that this round adds to."""
    of = kind(task)
    yield of
    if same(mine, other):
        yield f"{of}: same"
    elif met(mine) == met(other):
        yield f"{of}: colours alone"
    elif mine and other and mine.bye != other.bye:
        yield f"{of}: another bye"
    else:
        yield f"{of}: other pairs"
    if of == "everybody played" and same(ours_in_older_order(task), other):
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

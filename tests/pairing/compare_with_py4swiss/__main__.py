"""Our engine and that of py4swiss pair every round of the same random events.

    python -m tests.pairing.compare_with_py4swiss --system dubov-2026 --count 5000 --seed 1
        [--keep FOLDER] [--write FILE]

Who meets whom, the colours and the bye are compared; the order of boards is not. An event goes on from our answer.
A difference that an article settles is counted under that article (`peers`); any other one is shown, and the
command ends with exit code 1. `--keep` writes the file of each round that differs, `--write` all the events in which
none does, a blank line between them. `--mended` asks their engine with all that is settled mended in it, where there
is such a one: that says less, but takes a quarter of the time.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path

from domain.cards.card import PairingTask, RoundPairing
from domain.pairing import SYSTEMS, NoLegalPairing, System
from tests.pairing.compare_with_py4swiss.answers import same
from tests.pairing.compare_with_py4swiss.events import event_of
from tests.pairing.compare_with_py4swiss.peers import PEERS, Peer
from tests.pairing.random_rounds import described
from tests.pairing.report_of_task import report_of

SECONDS_BETWEEN_REPORTS = 60


@dataclass(slots=True)
class Tally:
    """The differences found so far."""

    system: str
    seed: str
    events: int = 0
    rounds: int = 0
    open: int = 0
    settled: Counter[str] = field(default_factory=Counter)

    def summary(self) -> str:
        known = "".join(f"\n  {count} settled: {article}" for article, count in sorted(self.settled.items()))
        return f"{self.system}, seed {self.seed}: {self.events} events, {self.rounds} rounds, {self.open} differ{known}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """One system of ours beside one of theirs."""

    system: System
    peer: Peer
    file: Path
    keep: Path | None
    mended: bool

    def ours(self, task: PairingTask) -> RoundPairing | None:
        try:
            return self.system.pair(task)
        except NoLegalPairing:
            return None

    def theirs(self, task: PairingTask) -> RoundPairing | None:
        if self.mended and self.peer.mended:
            return self.peer.mended(task)
        return self.peer.pair(task, self.file)

    def one_event(self, tally: Tally) -> str:
        """The file of the whole event, if no round differs."""
        tally.events += 1
        event, agreed = event_of(f"{tally.seed}-{tally.events}"), True
        for task, ours in event.rounds(self.ours):
            if not self.peer.compared(task) or not any(card.present for card in task.cards.values()):
                continue
            tally.rounds += 1
            theirs = self.theirs(task)
            if not same(ours, theirs):
                agreed = False
                self.differs(tally, task, ours, theirs)
        everybody = {n: replace(card, present=True) for n, card in event.cards.items()}
        return report_of(replace(task, cards=everybody)) if agreed else ""

    def differs(self, tally: Tally, task: PairingTask, ours: RoundPairing | None, theirs: RoundPairing | None) -> None:
        article = self.peer.settled(task, ours, theirs)
        if article:
            tally.settled[article] += 1
        else:
            tally.open += 1
            print(f"event {tally.events}", *described(task), f"ours   {ours}", f"theirs {theirs}", sep="\n")
        if self.keep:
            self.keep.mkdir(parents=True, exist_ok=True)
            (self.keep / f"{tally.seed}-{tally.events}-{task.round}.trf").write_text(report_of(task))


def main() -> int:
    asked = _arguments()
    tally, reported, agreed = Tally(asked.system, asked.seed), time.monotonic(), list[str]()
    with tempfile.TemporaryDirectory() as folder:
        system, peer, file = SYSTEMS[asked.system], PEERS[asked.system], Path(folder) / "round.trf"
        comparison = Comparison(system, peer, file, asked.keep, asked.mended)
        while tally.events < asked.count:
            agreed.append(comparison.one_event(tally))
            if time.monotonic() - reported > SECONDS_BETWEEN_REPORTS:
                reported = time.monotonic()
                print(tally.summary(), flush=True)
    if asked.write:
        asked.write.write_text("\n".join(filter(None, agreed)))
    print(tally.summary())
    return int(tally.open > 0)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.pairing.compare_with_py4swiss",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--system", choices=sorted(PEERS.keys() & SYSTEMS.keys()), required=True)
    parser.add_argument("--count", type=int, default=100, help="how many events")
    parser.add_argument("--seed", default="1", help="the same seed plays the same events with the same engine")
    parser.add_argument("--keep", type=Path, help="folder for the files of rounds that differ")
    parser.add_argument("--write", type=Path, help="file for the events in which no round differs")
    parser.add_argument("--mended", action="store_true", help="ask their engine as it would be with all mends")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())

"""bbpPairings, a program that stands beside ours: it makes events up, pairs rounds and checks files."""

import subprocess
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.pairing.both_ways_2026.events import ROUNDS, size

SECONDS_TO_ANSWER = 120
NOTHING_LEGAL = 1
"""Its exit code for a round that cannot be paired."""
MOST_SEED = 2**31
THREE_POINTS = "PointsForWin=3.0\nPointsForDraw=1.0\n"


@dataclass(frozen=True, slots=True)
class BbpPairings:
    binary: str
    folder: Path
    """For the files between us."""

    def differences(self, file: str) -> list[str]:
        """The words of its checker on a file beyond the number of each round; empty = it pairs every round the same."""
        done = self._run("-c", file)
        told = done.stdout + done.stderr
        lines = [line for line in told.splitlines() if line.strip() and ": Round #" not in line]
        return lines if not done.returncode else [f"exit {done.returncode}", *lines]

    def refuses(self, file: str) -> bool:
        """It finds no legal pairing for the round after those of the file, either."""
        return self._run("-p", file).returncode == NOTHING_LEGAL

    def event(self, seed: str) -> str:
        """An event of its own generator."""
        dice = Random(f"theirs-2026-{seed}")
        wishes, made = self.folder / "wishes.txt", self.folder / "theirs.trf"
        wishes.write_text(_wishes(dice))
        command = [self.binary, "--dutch", "-g", wishes, "-o", made, "-s", str(dice.randrange(MOST_SEED))]
        subprocess.run(command, check=False, capture_output=True, timeout=SECONDS_TO_ANSWER)
        return made.read_text()

    def _run(self, wanted: str, file: str) -> subprocess.CompletedProcess[str]:
        given = self.folder / "ours.trf"
        given.write_text(file)
        command = [self.binary, "--dutch", given, wanted]
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS_TO_ANSWER)


def _wishes(dice: Random) -> str:
    """Its configuration; a rate is one event in so many."""
    players = dice.randint(*size(dice))
    rounds = min(dice.randint(*ROUNDS), players - 1)
    rates = {name: dice.choice((4, 10, 30, 100, 1000)) for name in ("ForfeitRate", "RetiredRate", "HalfPointByeRate")}
    lines = {"PlayersNumber": players, "RoundsNumber": rounds, "DrawPercentage": dice.choice((0, 10, 30, 60)), **rates}
    text = "".join(f"{name}={value}\n" for name, value in lines.items())
    return text + (THREE_POINTS if dice.random() < 0.2 else "")

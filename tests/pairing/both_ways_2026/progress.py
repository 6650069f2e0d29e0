"""The progress of a run: kept in a file, so that a run can be stopped and go on."""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path


@dataclass(slots=True)
class Tally:
    events: int = 0
    rounds: int = 0
    different: int = 0
    """Events in which something differs."""
    settled: dict[str, int] = field(default_factory=dict)
    """Events in which all that differs is settled for ours, by the article."""

    def add(self, rounds: int, different: bool, settled: str = "") -> None:
        self.events += 1
        self.rounds += rounds
        if settled:
            self.settled[settled] = self.settled.get(settled, 0) + 1
        else:
            self.different += different

    def told(self) -> str:
        return "".join(f", {count} settled ({article})" for article, count in self.settled.items())


@dataclass(slots=True)
class Progress:
    seed: str
    done: int = 0
    """Numbers of events looked at, from 1."""
    ways: dict[str, Tally] = field(default_factory=dict)

    def of(self, way: str) -> Tally:
        return self.ways.setdefault(way, Tally())

    def summary(self) -> str:
        told = (
            f"{way}: {tally.events} events, {tally.rounds} rounds, {tally.different} events differ{tally.told()}"
            for way, tally in self.ways.items()
        )
        return f"seed {self.seed}, {self.done} seeds done; " + "; ".join(told)


def read(path: Path, seed: str) -> Progress:
    """From the file if it is there and of this seed."""
    kept = json.loads(path.read_text()) if path.exists() else {}
    if kept.get("seed") != seed:
        return Progress(seed)
    return Progress(seed, kept["done"], {way: Tally(**tally) for way, tally in kept["ways"].items()})


def write(path: Path, progress: Progress) -> None:
    """In one step, so that a stop in between leaves the file as it was."""
    unfinished = path.with_suffix(".new")
    unfinished.write_text(json.dumps(asdict(progress)))
    unfinished.replace(path)

"""Starting beside the least it could be: `python -m tests.benchmarks.bench_import`.

Processor time of new processes, in turn: our application, the same libraries without it, and the first words of the
command line, a round of 20 players paired from a file among them. A class of `domain.records` stands beside the same
class of `dataclasses`.
"""

import argparse
import dataclasses
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from domain.records import lazy_dataclass
from tests.benchmarks.hard_fields import generated
from tests.pairing.report_of_task import report_of

OURS = ("domain", "projections", "web", "server")
ROWS = 200
"""Classes that are made in one measurement."""

LOADED = (
    f"import sys, server.app; print(*[n for n in sys.modules if n.partition('.')[0] not in {OURS} and n != '__main__'])"
)
MEASURED = "import sys, time; began = time.process_time()\n{}\nprint(time.process_time() - began, file=sys.stderr)"
IMPORTED = (
    "from importlib import import_module\nfor name in {!r}:\n    try: import_module(name)\n    except ImportError: pass"
)
SAID = "from server.cli import main; sys.stdout = open('/dev/null', 'w'); main({!r})"
PLAYERS, ROUND, ROUNDS = 20, 6, 9

Make = Callable[..., Callable[[type], type]]


def run(code: str) -> subprocess.CompletedProcess[str]:
    """In a new process, which writes compiled files as an installed program has them."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return subprocess.run((sys.executable, "-c", code), capture_output=True, text=True, check=True, env=environment)


def seconds(code: str) -> float:
    return float(run(MEASURED.format(code)).stderr.split()[-1])


def class_seconds(make: Make) -> float:
    names = {"a": int, "b": str, "c": float, "d": bool}
    kinds = [
        type(f"Kind{n}", (), {"__annotations__": names, "__doc__": "", "__module__": __name__}) for n in range(ROWS)
    ]
    began = time.process_time()
    for kind in kinds:
        make(frozen=True, slots=True)(kind)
    return (time.process_time() - began) / ROWS


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=5)
    turns = parser.parse_args().turns
    with TemporaryDirectory() as folder:
        report = Path(folder) / "event.trf"
        report.write_text(report_of(generated(PLAYERS, ROUNDS, ROUND, seed=1)))
        starts(turns, str(report))
    ours, library = (min(class_seconds(make) for _ in range(turns)) for make in (lazy_dataclass, dataclasses.dataclass))
    print(f"{'a class':24} {ours * 1e6:6.0f} us, dataclasses {library * 1e6:4.0f} us {ours / library:6.2f} x")


def starts(turns: int, report: str) -> None:
    libraries = run(LOADED).stdout.split()
    cases = {
        "import server.app": "import server.app",
        "its libraries alone": IMPORTED.format(libraries),
        "tablo --help": SAID.format(["--help"]),
        "tablo pair --help": SAID.format(["pair", "--help"]),
        f"tablo pair, {PLAYERS} players": SAID.format(["pair", report]),
    }
    taken = {name: [seconds(code) for _ in range(turns)] for name, code in cases.items()}
    least = min(taken["its libraries alone"])
    for name, times in taken.items():
        print(f"{name:24} {min(times):6.3f} s, middle {statistics.median(times):6.3f} s {min(times) / least:6.2f} x")


if __name__ == "__main__":
    main()

"""The time to pair a round: ours side by side with other programs, and fields made to be hard.

    python -m tests.benchmarks.bench_pairing [--system dutch-2026] [--sizes 20,50,100,200,400] [--round 6] [--repeat 5]
                                             [--bbp PATH ...] [--peer NAME=COMMAND ...] [--limit SECONDS]
                                             [--processor] [--hard | --worst]

Each field is made up by our generator (30 % draws as far as the ratings leave room, 2 % forfeits, byes and
withdrawals) and paired once by every program in turn, so that a busy machine slows them all. py4swiss
(its Dubov and Burstein for those of ours, else its Dutch of 2017) runs in this process on a parsed file, without the
parsing; a bbpPairings binary
is given as a path and includes its start and its reading of the file. So does any other program: its command has
{file} for the report and {out} for the pairing, or {old} for the report with the letters of byes before 2017:

    --peer "javafo-2.2=java -jar javafo-2.2.jar {file} -p {out}"
    --peer "javafo-1.4=java -jar javafo-1.4.jar {old} -p {out}"
    --peer "gacrux=python pairingchecker.py -i {file} -o {out} -p -dT"

A program that has taken longer than
the limit is not asked about larger fields. The rules differ, so the answers do: only times are compared.

--processor gives the least processor time, with that of a program that was started, instead of the median by the
clock: on a machine with other work it is the only steady one.

--hard pairs the fields of `hard_fields` instead, ours alone; --worst those of them that a report file can say,
with the other programs.
"""

import argparse
import re
import shlex
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from math import ceil, log
from pathlib import Path
from resource import RLIMIT_CPU, RUSAGE_CHILDREN, RUSAGE_SELF, getrusage, setrlimit
from signal import SIGKILL
from statistics import median
from time import perf_counter

from py4swiss.engines import DutchEngine
from py4swiss.trf import TrfParser

from domain.cards.card import PairingTask
from domain.pairing import SYSTEMS, NoLegalPairing, System
from tests.benchmarks.hard_fields import HARD_FIELDS, WORST_CASES, begun_by_rating, generated
from tests.pairing.compare_with_py4swiss.peers import PEERS
from tests.pairing.report_of_task import report_of

BYES_BEFORE_2017 = {"U": "+", "H": "=", "Z": "-"}


Clock = Callable[[], float]


def seconds(run: Callable[[], object], clock: Clock) -> float:
    start = clock()
    run()
    return clock() - start


def processor_time() -> float:
    """The seconds of this process and of those that it started and that have ended."""
    used = (getrusage(who) for who in (RUSAGE_SELF, RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)


def allow_seconds(most: int) -> None:
    """Of the processor, to this process: it is killed then."""
    setrlimit(RLIMIT_CPU, (most, most))


class Contest:
    """Programs that pair the same field one after the other."""

    def __init__(self, system: System, commands: dict[str, str], limit: float, processor: bool) -> None:
        self.system, self.commands, self.limit = system, commands, limit
        self.clock: Clock = processor_time if processor else perf_counter
        self.figure: Callable[[list[float]], float] = min if processor else median
        self.figure_name = "least ms of processor" if processor else "median ms"
        self.names = ("ours", "py4swiss", *commands)
        self.out: set[str] = set()

    def programs(self, task: PairingTask, file: Path) -> Iterator[tuple[str, Callable[[], object]]]:
        report = report_of(task)
        file.write_text(report)
        old, out = file.with_suffix(".old"), file.with_suffix(".out")
        old.write_text(re.sub(r"0000 - ([UHZ])", lambda bye: f"0000 - {BYES_BEFORE_2017[bye[1]]}", report))
        yield "ours", lambda: self.system.pair(task)
        parsed = TrfParser.parse(file)
        peer = PEERS[self.system.name].engine if self.system.name in PEERS else DutchEngine
        yield "py4swiss", lambda: peer.generate_pairings(parsed)
        for name, command in self.commands.items():
            words = [word.format(file=file, old=old, out=out) for word in shlex.split(command)]
            yield name, lambda words=words: self.answer(words, out)  # type: ignore[misc]

    def answer(self, command: list[str], out: Path) -> None:
        """A program that is far over the limit, by the clock that is asked, is stopped; one that pairs nothing is no
        peer."""
        out.unlink(missing_ok=True)
        most = ceil(3 * self.limit)
        if self.clock is processor_time:
            done = subprocess.run(command, capture_output=True, preexec_fn=partial(allow_seconds, most))
            if done.returncode == -SIGKILL:
                raise subprocess.TimeoutExpired(command, most)
            done.check_returncode()
        else:
            subprocess.run(command, check=True, capture_output=True, timeout=most)
        if not out.exists() or not out.read_text().strip():
            raise SystemExit(f"no pairing came from {shlex.join(command)}")

    def times(self, tasks: list[PairingTask], file: Path) -> dict[str, list[float]]:
        times: dict[str, list[float]] = {}
        for task in tasks:
            for name, run in self.programs(task, file):
                if name not in self.out:
                    self.out |= self.added(name, run, times)
        return times

    def added(self, name: str, run: Callable[[], object], times: dict[str, list[float]]) -> set[str]:
        """The program itself if it took too long; a program that was stopped has no time."""
        try:
            times.setdefault(name, []).append(seconds(run, self.clock))
        except subprocess.TimeoutExpired:
            return {name}
        return {name} if times[name][-1] > self.limit else set()


def fields(system: System, size: int, round: int, repeat: int) -> list[PairingTask]:
    """The field before this round of so many made-up events of 9 rounds."""
    made = begun_by_rating if system.starting_points else generated
    return [made(size, 9, round, seed=n, forfeits=0.02, byes=0.02, withdrawals=0.02) for n in range(repeat)]


def contest(rivals: Contest, sizes: list[int], round: int, repeat: int) -> None:
    ours: dict[int, float] = {}
    print(f"{'players':>8}  " + "".join(f"{name:>14}" for name in rivals.names) + f"   {rivals.figure_name}")
    with tempfile.TemporaryDirectory() as folder:
        for size in sizes:
            times = rivals.times(fields(rivals.system, size, round, repeat), Path(folder) / "field.trf")
            ours[size] = rivals.figure(times["ours"])
            print(f"{size:>8}  " + row_of(rivals, times), flush=True)
    if len(sizes) > 1:
        first, last = sizes[0], sizes[-1]
        exponent = log(ours[last] / ours[first]) / log(last / first)
        print(f"ours grows like n^{exponent:.2f} from {first} to {last}")


def binary_name(path: str) -> str:
    """The folder of a binary tells its versions apart."""
    return Path(path).parent.name


def row_of(rivals: Contest, times: dict[str, list[float]]) -> str:
    row = [times.get(name, []) for name in rivals.names]
    return "".join(f"{rivals.figure(t) * 1000:>14.1f}" if t else f"{'-':>14}" for t in row)


def worst(rivals: Contest, repeat: int) -> None:
    print(" " * 45 + "".join(f"{name:>14}" for name in rivals.names) + f"   {rivals.figure_name}")
    with tempfile.TemporaryDirectory() as folder:
        for field in WORST_CASES:
            rivals.out.clear()
            times = rivals.times([field.build()] * repeat, Path(folder) / "field.trf")
            print(f"{field.name:<45}" + row_of(rivals, times), flush=True)


def hard(system: System, clock: Clock) -> None:
    for field in HARD_FIELDS:
        task = field.build()
        answer = "paired"
        start = clock()
        try:
            system.pair(task)
        except NoLegalPairing as none:
            answer = f"nothing legal: {len(none.conflict)} conflicting"
        print(f"{field.name:<45}{clock() - start:>9.3f} s  {answer}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--system", choices=SYSTEMS, default="dutch-1998")
    parser.add_argument("--sizes", default="20,50,100,200,400")
    parser.add_argument("--round", type=int, default=6)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--bbp", action="append", default=[])
    parser.add_argument("--peer", action="append", default=[])
    parser.add_argument("--limit", type=float, default=30.0)
    parser.add_argument("--processor", action="store_true")
    parser.add_argument("--hard", action="store_true")
    parser.add_argument("--worst", action="store_true")
    wanted = parser.parse_args()
    system = SYSTEMS[wanted.system]
    commands = {binary_name(path): f"{shlex.quote(path)} --dutch {{file}} -p {{out}}" for path in wanted.bbp}
    commands |= dict(peer.split("=", 1) for peer in wanted.peer)
    rivals = Contest(system, commands, wanted.limit, wanted.processor)
    if wanted.hard:
        hard(system, rivals.clock)
    elif wanted.worst:
        worst(rivals, wanted.repeat)
    else:
        contest(rivals, [int(size) for size in wanted.sizes.split(",")], wanted.round, wanted.repeat)


if __name__ == "__main__":
    main()

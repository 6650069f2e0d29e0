"""Processor time of a round beside the number of players, or teams, for every pairing system and its peers."""

import shlex
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from itertools import islice
from pathlib import Path

from domain.cards.card import PairingTask
from domain.decisions.setup.regulations import SYSTEM_OF_TEAMS
from domain.pairing import SYSTEMS
from domain.words.teams import TeamOptions
from tests.benchmarks.bench_pairing import Contest, binary_name, fields
from tests.benchmarks.bench_team_pairing import event_of
from tests.benchmarks.curves.drawing import Chart, Curve
from tests.pairing.compare_team_swiss import by_engine
from tests.pairing.compare_with_py4swiss.peers import PEERS
from web.wording.pairing import EDITIONS

ROUND, ROUNDS = 6, 9
OPTIONS_OF_BBP = {"dutch-2026": "--dutch", "dutch-1998": "--dutch"}
UP = "processor time of one round"


@dataclass(frozen=True, slots=True)
class Asked:
    sizes: Sequence[int]
    repeat: int
    limit: float
    """Seconds; a program that has taken longer is not asked about larger fields."""
    bbp: Sequence[str]
    """Paths of bbpPairings."""


def pairing_chart(name: str, asked: Asked) -> Chart:
    found = _of_teams(asked) if name == SYSTEM_OF_TEAMS else _of_players(name, asked)
    who = "teams" if name == SYSTEM_OF_TEAMS else "players"
    curves = [Curve(program, points) for program, points in found.items() if points]
    return Chart(f"{EDITIONS[name].short}: round {ROUND} of {ROUNDS}", f"number of {who}", UP, curves)


def _of_players(name: str, asked: Asked) -> Mapping[str, list[tuple[float, float]]]:
    system, option = SYSTEMS[name], OPTIONS_OF_BBP.get(name)
    paths = asked.bbp if option else ()
    commands = {binary_name(path): f"{shlex.quote(path)} {option} {{file}} -p {{out}}" for path in paths}
    rivals = Contest(system, commands, asked.limit, processor=True)
    dutch = "" if name in PEERS or name.startswith("dutch") else " (its Dutch)"
    known = {"ours": "Tablo", "py4swiss": f"py4swiss {version('py4swiss')}{dutch}"}
    found: dict[str, list[tuple[float, float]]] = {known.get(one, one): [] for one in rivals.names}
    with tempfile.TemporaryDirectory() as folder:
        for size in asked.sizes:
            tasks = fields(system, size, ROUND, asked.repeat)
            for one, took in rivals.times(tasks, Path(folder) / "field.trf").items():
                found[known.get(one, one)] += [(size, 1000 * min(took))] if took else []
    return found


def _of_teams(asked: Asked) -> Mapping[str, list[tuple[float, float]]]:
    found: dict[str, list[tuple[float, float]]] = {}
    programs = dict(_programs_of_teams())
    for size in asked.sizes:
        task = next(islice(event_of(size, ROUNDS, TeamOptions()), ROUND - 1, None))
        for name, run in list(programs.items()):
            took = min(_seconds(run, task) for _ in range(asked.repeat))
            found.setdefault(name, []).append((size, 1000 * took))
            if took > asked.limit:
                del programs[name]
    return found


def _programs_of_teams() -> Iterator[tuple[str, Callable[[PairingTask], object]]]:
    yield "Tablo", by_engine
    if find_spec("gacrux"):  # not installed with the project
        from tests.pairing.compare_with_gacrux import by_gacrux

        yield f"Gacrux {version('gacrux')}", lambda task: by_gacrux(task, 6)


def _seconds(run: Callable[[PairingTask], object], task: PairingTask) -> float:
    start = time.process_time()
    run(task)
    return time.process_time() - start

"""The tier of every test, decided here and nowhere else.

`sh tests/run fast` runs the tier `fast`: chess and words, in this process, on SQLite or on nothing. `sh tests/run`
runs every tier, and `pytest -m database` one of them.

A test belongs to the first tier that fits: `browser` and `database` by the fixture that it asks for, `process` by its
mark `@pytest.mark.process`, `long` by the two tables below; else to the tier of its room, the folder in `tests/`.
"""

import os
import re
import sys
from collections.abc import Iterable
from enum import StrEnum
from itertools import chain, repeat
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

TESTS = Path(__file__).parent


class Tier(StrEnum):
    FAST = "fast"
    LONG = "long"
    """Large random samples, every page in every language: as the fast ones, and more of it."""
    APPLICATION = "application"
    """The whole application in this process, on a real journal."""
    PROCESS = "process"
    """Starts processes, listens on ports or ends them: servers, workers, `kill -9`, Caddy, systemd."""
    DATABASE = "database"
    """On a PostgreSQL server of its own."""
    BROWSER = "browser"
    """In Chromium."""


FIXTURES = {"playwright": Tier.BROWSER, "postgres_server": Tier.DATABASE}
"""Whoever asks for one of them, directly or through another fixture, is in its tier."""

ROOMS = {
    "api": Tier.APPLICATION,
    "benchmarks": Tier.FAST,
    "cli": Tier.FAST,
    "cluster": Tier.PROCESS,
    "decisions": Tier.FAST,
    "deploy": Tier.PROCESS,
    "desk": Tier.APPLICATION,
    "downloads": Tier.APPLICATION,
    "faces": Tier.APPLICATION,
    "festival": Tier.APPLICATION,
    "files": Tier.FAST,
    "formats": Tier.FAST,
    "help": Tier.APPLICATION,
    "house": Tier.FAST,
    "journal": Tier.APPLICATION,
    "live": Tier.PROCESS,
    "live_boards": Tier.APPLICATION,
    "moves": Tier.FAST,
    "mutants": Tier.PROCESS,
    "needs": Tier.FAST,
    "norms": Tier.FAST,
    "pairing": Tier.FAST,
    "paper": Tier.APPLICATION,
    "plugins": Tier.PROCESS,
    "projections": Tier.FAST,
    "public": Tier.APPLICATION,
    "push": Tier.PROCESS,
    "ranking": Tier.FAST,
    "screens": Tier.APPLICATION,
    "server": Tier.PROCESS,
    "stewards": Tier.APPLICATION,
    "stories": Tier.BROWSER,
    "web": Tier.FAST,
    "workers": Tier.PROCESS,
}
"""Folders of `tests/`; a folder that is not here fails the run."""

LONG = frozenset(
    {
        "benchmarks/test_calibration.py",
        "cli/test_languages.py",
        "decisions/test_histories.py",
        "files/test_damaged.py",
        "files/test_fuzz.py",
        "files/test_mutated.py",
        "formats/test_forfeited_matches.py",
        "formats/test_playoff_invariants.py",
        "pairing/test_blossoms.py",
        "pairing/test_dubov_2026_told.py",
        "pairing/test_explanation.py",
        "pairing/test_invariants.py",
        "pairing/test_two_implementations.py",
        "pairing/test_two_implementations_2026.py",
        "projections/test_one_after_another.py",
        "ranking/test_invariants.py",
        "ranking/test_remembering.py",
        "web/test_every_page_speaks.py",
        "web/test_no_language.py",
        "web/test_rendering.py",
        "web/test_typeface.py",
    }
)
"""Files of fast rooms that take more than three seconds of processor time for what others claim with fewer cases."""

SAMPLED = re.compile(
    r"pairing/test_(literal_twin\w*|dutch_2026(_(exhaustive|explained|told|two_ways))?|(two_implementations|both_ways)\w*"
    r"|burstein_2026|dubov_2026|first_matching|account_1998|whole_accounts|work)\.py"
    r"|(projections/test_(whole_views|chances|courses)|ranking/test_ratings_literally)\.py"
)
"""Files of large samples: the first cases of each of their tests are fast, the others long."""
SAMPLE = 2


def tier_of(place: str, fixtures: Iterable[str], marked: Iterable[Tier], case: int = 0) -> Tier:
    """The tier of a test in the file `place` of `tests/`, which asks for these fixtures and has these marks.

    `case` counts the cases of one test function from 0. Raises KeyError for a room without a tier.
    """
    asked = [tier for fixture, tier in FIXTURES.items() if fixture in fixtures]
    room = ROOMS[place.partition("/")[0]]
    is_long = place in LONG or (case >= SAMPLE and SAMPLED.fullmatch(place))
    long = [Tier.LONG] if room is Tier.FAST and is_long else []
    return next(iter([*asked, *marked, *long, room]))


def sample(cases: Iterable[object], count: int) -> list[object]:
    """The first cases as they are; the others run with `--whole` alone. For `pytest.mark.parametrize`, where a case of
    several arguments is a tuple.
    """
    marks = chain(repeat((), count), repeat(pytest.mark.whole))
    values = (case if isinstance(case, tuple) else (case,) for case in cases)
    return [pytest.param(*value, marks=mark) for value, mark in zip(values, marks, strict=False)]


SHARE_OF_TRIES = 3
_whole: list[bool] = []


def try_all() -> None:
    """To be called before tests are read: this run is one with `--whole`."""
    _whole.append(True)


def tries(most: int, name: str = "", share: int = SHARE_OF_TRIES) -> int:
    """The number of random cases that a test draws in this run: `most` with `--whole`, otherwise a third of them.

    `share`: or a fifth, a tenth. The environment can say another number, in the variable `name`.
    """
    return int(os.environ.get(name) or (most if _whole else -(-most // share)))


FORBIDDEN = frozenset(
    {"subprocess.Popen", "os.exec", "os.fork", "os.forkpty", "os.kill", "os.posix_spawn", "os.system", "socket.bind"}
)
"""Events of `sys.audit` that a fast test never causes."""

_seen: list[str] = []


def watch() -> None:
    """Notes from now on what no fast test does; to be called once a process."""
    forbidden, seen, start = FORBIDDEN, _seen, BaseProcess.start

    def note(event: str, _details: tuple[object, ...]) -> None:  # also while this module is torn down
        if event in forbidden:
            seen.append(event)

    def noted_start(process: BaseProcess) -> None:
        seen.append("multiprocessing.Process.start")  # below `sys.audit`
        start(process)

    sys.addaudithook(note)
    BaseProcess.start = noted_start  # type: ignore[method-assign]


def seen_since() -> list[str]:
    """Processes started or killed and ports opened since the last call: no fast test does so."""
    seen = list(_seen)
    _seen.clear()
    return seen


def fast_paths() -> list[str]:
    """The folders that `fast` collects."""
    return [f"tests/{room}" for room, tier in ROOMS.items() if tier is Tier.FAST]


if __name__ == "__main__":
    print(*fast_paths())

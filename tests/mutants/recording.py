"""The record which test executes which line, made by one run of the tests under `coverage`."""

import json
import os
import sys
import time
from collections import Counter
from collections.abc import Generator, Sequence, Set
from dataclasses import asdict, dataclass
from itertools import accumulate
from pathlib import Path

import coverage
import pytest

from tests.mutants.changes import Change

IMPORT_SECONDS = 20.0
"""Of tests for a line that is run at import: none of them is known to look at it."""


class _OneContextEachTest:
    def __init__(self, measuring: coverage.Coverage) -> None:
        self.measuring = measuring
        self.seconds: dict[str, float] = {}
        self.failing: set[str] = set()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self.measuring.switch_context(item.nodeid)
        began = time.process_time()
        answer = yield
        self.seconds[item.nodeid] = time.process_time() - began
        self.measuring.switch_context("")
        return answer

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failing.add(report.nodeid)


@dataclass(frozen=True, slots=True)
class Recording:
    """Seconds of each test, the tests that execute each line of each file, and the lines run outside all tests."""

    seconds: dict[str, float]
    lines: dict[str, dict[str, list[str]]]
    at_import: dict[str, list[int]]

    def is_run_at_import(self, change: Change) -> bool:
        """True where what the line does may be kept from before the first test."""
        lines = self.at_import.get(change.file, [])
        return change.line in lines or change.statement in lines

    def tests_of(self, change: Change) -> list[str]:
        """The tests that execute the changed line, quickest first.

        A line run at import may be a table that is read anywhere: first come tests called by the name of the module,
        then the quickest of its file and those that execute most of it, then the quickest of all others.
        """
        lines = self.lines.get(change.file, {})
        found = set(lines.get(str(change.line), ())) | set(lines.get(str(change.statement), ()))
        if found:
            return sorted(found, key=lambda test: (self.seconds[test], test))
        of_the_file = Counter(test for tests in lines.values() for test in tests)
        widest = sorted(of_the_file, key=lambda test: (-of_the_file[test], self.seconds[test], test))
        by_name = [test for test in self.seconds if test.endswith(f"[{_module(change.file)}]")]
        known = self._quickest(of_the_file.keys()) + self._in_time(widest)
        return list(dict.fromkeys([*by_name, *known, *self._quickest(self.seconds.keys() - of_the_file.keys())]))

    def _quickest(self, tests: Set[str]) -> list[str]:
        """As many as take `IMPORT_SECONDS` together."""
        return self._in_time(sorted(tests, key=lambda test: (self.seconds[test], test)))

    def _in_time(self, ordered: Sequence[str]) -> list[str]:
        spent = accumulate(self.seconds[test] for test in ordered)
        return [test for test, so_far in zip(ordered, spent, strict=True) if so_far < IMPORT_SECONDS]

    def write(self, path: Path) -> None:
        path.write_text(json.dumps(asdict(self)), "utf-8")


def _module(file: str) -> str:
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def read_recording(path: Path) -> Recording:
    return Recording(**json.loads(path.read_text("utf-8")))


def record(tree: Path, packages: list[str], tests: list[str]) -> Recording:
    """Runs the tests in this process, which must not have imported the packages yet."""
    os.chdir(tree)
    sys.path.insert(0, str(tree))
    measuring = coverage.Coverage(data_file=None, source=[str(tree / package) for package in packages])
    marks = _OneContextEachTest(measuring)
    measuring.start()
    code = pytest.main(["-q", "--rootdir", str(tree), *tests], plugins=[marks])
    measuring.stop()
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        sys.exit("The tests could not be run before anything is changed.")
    for test in sorted(marks.failing):
        print(f"{test} fails before anything is changed, and is left out.")
    data = measuring.get_data()
    lines: dict[str, dict[str, list[str]]] = {}
    at_import: dict[str, list[int]] = {}
    for file in sorted(data.measured_files()):
        by_line = data.contexts_by_lineno(file)
        at_import[str(Path(file).relative_to(tree))] = [line for line, names in by_line.items() if "" in names]
        found = {str(line): sorted(set(names) - marks.failing - {""}) for line, names in by_line.items()}
        lines[str(Path(file).relative_to(tree))] = {line: names for line, names in found.items() if names}
    return Recording({test: s for test, s in marks.seconds.items() if test not in marks.failing}, lines, at_import)

"""One change tried: the tests that execute its line, in a child process of a server that has read in the libraries."""

import multiprocessing
import os
import shutil
import sys
from pathlib import Path

import pytest

from tests.mutants.changes import Change
from tests.mutants.recording import Recording

LIBRARIES = ["pytest", "hypothesis", "coverage", "playwright.sync_api", "rustworkx", "msgspec", "starlette", "httpx"]
PRELOADED = "ignore::pytest.PytestAssertRewriteWarning"
FIRST_TESTS = 40
START_SECONDS = 90.0
SLOWER_AT_MOST = 10.0
NOT_COPIED = shutil.ignore_patterns(".venv", ".git", ".hypothesis", ".*_cache", "*.egg-info", "node_modules")


class _OnlyThese:
    def __init__(self, tests: list[str]) -> None:
        self.place = {test: place for place, test in enumerate(tests)}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted((i for i in items if i.nodeid in self.place), key=lambda item: self.place[item.nodeid])


def silent(tree: Path) -> None:
    """This process becomes one that runs the tests of the tree and says nothing."""
    from hypothesis import HealthCheck, Phase, settings

    os.chdir(tree)
    sys.dont_write_bytecode = True
    for name in [name for name in sys.modules if name == "tests" or name.startswith("tests.")]:
        del sys.modules[name]
    sys.path.insert(0, str(tree))
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    settings.register_profile(
        "mutants", phases=[Phase.explicit, Phase.generate], deadline=None, suppress_health_check=list(HealthCheck)
    )
    settings.load_profile("mutants")


def pytest_options(tree: Path) -> list[str]:
    return ["-x", "-q", "-p", "no:cacheprovider", "-W", PRELOADED, "--rootdir", str(tree)]


def _run(tree: Path, tests: list[str]) -> None:
    """The body of the child process: ends with 0 where every test passes."""
    silent(tree)
    files = sorted({test.split("::")[0] for test in tests})
    os._exit(int(pytest.main([*pytest_options(tree), *files], plugins=[_OnlyThese(tests)])))


def _pass(tree: Path, tests: list[str], seconds: float) -> bool:
    children = multiprocessing.get_context("forkserver")
    children.set_forkserver_preload(LIBRARIES)
    child = children.Process(target=_run, args=(tree, tests))
    child.start()
    child.join(START_SECONDS + SLOWER_AT_MOST * seconds)
    if child.is_alive():
        child.kill()
        child.join()
    return child.exitcode == 0


def unchanged_passes(tree: Path, recording: Recording) -> bool:
    """True where the quickest tests pass in this copy with nothing changed: else every change would seem noticed."""
    tests = sorted(recording.seconds, key=lambda test: recording.seconds[test])[:FIRST_TESTS]
    return _pass(tree, tests, sum(recording.seconds[test] for test in tests))


def is_noticed(tree: Path, change: Change, recording: Recording) -> bool:
    """True where a test fails, or does not end, with the change in this private copy of the tree."""
    tests = recording.tests_of(change)
    path = tree / change.file
    kept = path.stat()
    path.write_text(change.changed_source(), "utf-8")
    try:
        parts = [part for part in (tests[:FIRST_TESTS], tests[FIRST_TESTS:]) if part]
        return not all(_pass(tree, part, sum(recording.seconds[test] for test in part)) for part in parts)
    finally:
        path.write_text(change.source, "utf-8")
        os.utime(path, ns=(kept.st_atime_ns, kept.st_mtime_ns))

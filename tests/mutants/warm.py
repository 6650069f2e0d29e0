"""A process that has collected the tests once; for each change it forks, and the copy runs the tests of the change."""

import multiprocessing
import os
import resource
import signal
import time
from collections.abc import Generator
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from tests.mutants.changes import Change
from tests.mutants.swapping import swap
from tests.mutants.trial import LIBRARIES, SLOWER_AT_MOST, START_SECONDS, pytest_options, silent

LEAST_SECONDS = 3.0
"""Of processor time for one test: what takes longer will not end."""
MEMORY = 3 << 30
NOTICED, NOT_NOTICED, NOT_POSSIBLE = 1, 0, 7


class WarmTests:
    """Tries changes of lines that no import runs."""

    def __init__(self, tree: Path, files: list[str]) -> None:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(LIBRARIES)
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(tree, files, theirs), daemon=True)
        self._process.start()
        theirs.close()

    def is_noticed(self, change: Change, tests: dict[str, float]) -> bool | None:
        """None where the changed function could not be found in the process. `tests`: with their seconds."""
        self._pipe.send((change, tests))
        status: int = self._pipe.recv()
        return None if status == NOT_POSSIBLE else status != NOT_NOTICED

    def close(self) -> None:
        self._pipe.send(None)
        self._process.join()


def _serve(tree: Path, files: list[str], pipe: Connection) -> None:
    silent(tree)
    pytest.main([*pytest_options(tree), *files], plugins=[_Loop(tree, pipe)])


class _Loop:
    def __init__(self, tree: Path, pipe: Connection) -> None:
        self.tree, self.pipe = tree, pipe
        self.seconds: dict[str, float] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        while (asked := self.pipe.recv()) is not None:
            change, self.seconds = asked
            child = os.fork()
            if not child:
                self._try(change, [items[test] for test in self.seconds if test in items])
            self.pipe.send(_ended(child, START_SECONDS + SLOWER_AT_MOST * sum(self.seconds.values())))
        return True

    def _try(self, change: Change, items: list[pytest.Item]) -> None:
        """The body of the copy."""
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        if not swap(self.tree, change):
            os._exit(NOT_POSSIBLE)
        for item, following in zip(items, [*items[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        os._exit(NOT_NOTICED)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """A test that does not end in time is killed by the signal, and the copy with it."""
        signal.setitimer(signal.ITIMER_PROF, LEAST_SECONDS + SLOWER_AT_MOST * self.seconds[item.nodeid])
        return (yield)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            os._exit(NOTICED)


def _ended(child: int, seconds: float) -> int:
    """The exit code of the copy, which is killed after so many seconds."""
    deadline, pause = time.monotonic() + seconds, 0.002
    while time.monotonic() < deadline:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(pause)
        pause = min(0.05, pause * 1.5)
    os.kill(child, signal.SIGKILL)
    return -os.waitpid(child, 0)[1]

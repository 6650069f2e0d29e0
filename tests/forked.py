"""`tablo` in a process of its own, forked from one that has read in the program: a start costs next to nothing.

What is forked is `server.cli.main` with its words and its environment; `python -m server.cli` itself is started by
`tests/server/test_commands.py`, and as it is installed by `tests/deploy/test_package.py`.
"""

import atexit
import ctypes
import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any

from tests.first_alone import first_alone

PR_CAPBSET_DROP = 24
CAPABILITIES_OF_ROOT = (1, 2)
"""CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH."""


READ_IN = (
    *("server.cli.serve", "server.cli.demo", "server.app", "server.http.protocol", "server.journal.postgres"),
    *("server.notifying.push_encryption", "uvloop", "argon2", "uvicorn.lifespan.on", "anyio._backends._asyncio"),
    *("uvicorn.protocols.http.httptools_impl", "uvicorn.protocols.websockets.websockets_sansio_impl"),
)
"""What nearly every server reads in."""


class Program:
    """A running `tablo`, with the questions of `subprocess.Popen`."""

    def __init__(
        self,
        words: Sequence[str],
        out: Path,
        err: Path,
        environment: Mapping[str, str],
        *,
        ordinary: bool = False,
        own_session: bool = False,
    ) -> None:
        """Standard output and error are appended to two files. `ordinary`: stopped by permissions, even as root.

        `own_session`: as a terminal or systemd starts it. The kernel divides the processor among sessions, so that its
        own processes give way to it and not to all other tests.
        """
        sys.audit("subprocess.Popen", "tablo", list(words), None, None)
        files = {"out": str(out), "err": str(err), "at": os.getcwd()}
        how = {"ordinary": ordinary, "own_session": own_session}
        start = {"words": words, "environment": dict(environment), **how, **files}
        self.pid: int = stem().ask(start)
        self.returncode: int | None = None
        self._end = os.pidfd_open(self.pid)

    def poll(self) -> int | None:
        return self._ended(0)

    def wait(self, timeout: float | None = None) -> int:
        code = self._ended(timeout)
        if code is None:
            raise subprocess.TimeoutExpired("tablo", timeout or 0)
        return code

    def send_signal(self, what: signal.Signals) -> None:
        if self.poll() is None:
            os.kill(self.pid, what)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def _ended(self, seconds: float | None) -> int | None:
        if self.returncode is None and select.select([self._end], [], [], seconds)[0]:
            os.close(self._end)
            self.returncode = stem().ask({"ended": self.pid})
        return self.returncode


def answer(*words: str, ordinary: bool = False, **environment: str) -> "subprocess.CompletedProcess[str]":
    """What `tablo` says to these words, run to its end. The environment is this one and nothing else."""
    with TemporaryDirectory() as folder:
        out, err = Path(folder) / "out", Path(folder) / "err"
        program = Program(words, out, err, environment, ordinary=ordinary)
        try:
            code = program.wait(timeout=60)
        finally:
            program.kill()
        return subprocess.CompletedProcess(words, code, out.read_text(), err.read_text())


def announced_port(process: "Program | subprocess.Popen[bytes]", said: Path, seconds: float = 120) -> int:
    """The port of a server that says its address in this file."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if found := re.search(r"http://127\.0\.0\.1:(\d+)", said.read_text()):
            return int(found[1])
        if process.poll() is not None:
            break
        time.sleep(0.02)
    raise AssertionError("the server ended before it announced its address, or took too long")


class Stem:
    """The process that the others are forked from. One for each process of tests; it ends when that does."""

    def __init__(self) -> None:
        self._lock = Lock()
        command = [sys.executable, "-m", "tests.forked"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        atexit.register(self._process.communicate)

    def ask(self, question: dict[str, Any]) -> int:
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        with self._lock:
            stdin.write(json.dumps(question) + "\n")
            stdin.flush()
            return int(stdout.readline())


@cache
def stem() -> Stem:
    return Stem()


def main() -> None:
    """Answers each line: the number of a new process, or how one ended."""
    import gc
    from importlib import import_module

    from projections.moment.name_order import name_order
    from web.compile_ahead import compile_all, is_due
    from web.wording import LANGUAGES, language

    with first_alone(__file__):
        if is_due():
            compile_all()  # or every server would begin with it
    for name in READ_IN:
        import_module(name)
    for code in LANGUAGES:
        language(code)
    name_order("")("A")  # reads the table of Unicode
    gc.collect()
    gc.freeze()
    for line in sys.stdin:
        asked = json.loads(line)
        if "ended" in asked:
            answer = os.waitstatus_to_exitcode(os.waitpid(asked["ended"], 0)[1])
        elif not (answer := os.fork()):
            run(**asked)
        print(answer, flush=True)


def stop_by_permissions() -> None:
    """Give up what lets root read and write files that their permissions protect, for this process and all below."""
    sets = (ctypes.c_uint32 * 6)()
    c, version_3 = ctypes.CDLL(None), (ctypes.c_uint32 * 2)(0x20080522, 0)
    c.capget(version_3, sets)
    for kept in (0, 1):  # effective, permitted
        sets[kept] &= ~sum(1 << capability for capability in CAPABILITIES_OF_ROOT)
    c.capset(version_3, sets)
    for capability in CAPABILITIES_OF_ROOT:
        c.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)


def run(
    words: list[str], out: str, err: str, environment: dict[str, str], at: str, *, ordinary: bool, own_session: bool
) -> None:
    """In the new process; it does not return."""
    from server.cli import main as tablo

    if own_session:
        os.setsid()
    if ordinary:
        stop_by_permissions()
    for number, path, how in ((0, os.devnull, os.O_RDONLY), (1, out, os.O_WRONLY), (2, err, os.O_WRONLY)):
        opened = os.open(path, how | os.O_CREAT | os.O_APPEND, 0o666)
        os.dup2(opened, number)
        os.close(opened)
    os.chdir(at)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv[:] = ["tablo", *words]
    code: object = 1
    try:
        code = tablo(words)
    except SystemExit as leaving:
        code = leaving.code
    except BaseException:  # noqa: BLE001 - said where the interpreter itself would
        sys.excepthook(*sys.exc_info())  # type: ignore[arg-type]
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code if isinstance(code, int) else int(code is not None))


if __name__ == "__main__":
    main()

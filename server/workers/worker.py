"""A process that does one piece of work after another: started, limited, and gone as soon as the server is.

It shields the server from what a file does to the memory, not from a hostile library: it runs as the same user.
`multiprocessing` would import the server's `__main__` once more in each of them.
"""

import logging
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
import time
import traceback
import weakref
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import Any, BinaryIO, cast

from domain.records import dataclass
from server.plugins import install
from server.workers.limits import FileLimits, largest_megabytes, limit_this_process

START = "import sys; sys.path[:] = sys.argv[1:]; from server.workers.worker import work; work()"
LENGTH_BYTES = 8
WORN_MEGABYTES = 500
"""A worker that has had so much memory is renewed: libraries keep what they have made."""
GOODBYE_SECONDS = 2
NICE = 5
"""Below the hall: a result that is entered meanwhile has the processor first."""
THREADS_OF_A_LIBRARY = "2"

log = logging.getLogger("tablo.workers")


class WorkBroken(Exception):
    """The worker died at its work, or ran out of memory."""


class WorkTooLong(Exception):
    """The work was not done in its time."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a function that a module has under its name, with what can be pickled."""

    call: Callable[..., Any]
    limits: FileLimits
    reports: bool = False
    """The function takes `progress`, which sends a share of the work that is done."""


@dataclass(frozen=True, slots=True)
class _Done:
    value: Any
    worn: bool


@dataclass(frozen=True, slots=True)
class _Raised:
    error: Exception


@dataclass(frozen=True, slots=True)
class _OutOfMemory:
    what: str


class Worker:
    """The server's end of a worker. One thread at a time gives it work; any may kill it."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", START, *sys.path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._requests = cast(BinaryIO, self._process.stdin)
        self._answers = cast(BinaryIO, self._process.stdout)
        weakref.finalize(self, _end, self._process)
        self.worn = False
        self.rests_since = time.monotonic()

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    @property
    def pid(self) -> int:
        return self._process.pid

    def do(self, work: Call, told: Callable[[float], None]) -> Any:
        """The answer. Raises what the function raises, WorkBroken, WorkTooLong; after these two the worker is gone."""
        late = threading.Event()

        def end() -> None:
            late.set()
            self._process.kill()

        watch = threading.Timer(work.limits.seconds, end)
        watch.start()
        try:
            _send(self._requests, pickle.dumps(work))
            while isinstance(answer := pickle.loads(_received(self._answers)), float):
                told(answer)
        except (EOFError, OSError):
            self.kill()
            raise WorkTooLong if late.is_set() else WorkBroken(f"exit code {self._process.returncode}") from None
        finally:
            watch.cancel()
        self.rests_since = time.monotonic()
        match answer:
            case _Done():
                self.worn = answer.worn
                return answer.value
            case _Raised():
                raise answer.error
            case _:
                self.kill()
                raise WorkBroken(answer.what)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def leave(self) -> None:
        """Let it go in peace, when nobody waits for it."""
        with suppress(OSError):  # what was still to be written to a worker that is no more
            self._requests.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GOODBYE_SECONDS)
        _end(self._process)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Also of a worker that nobody has let go."""
    process.kill()
    process.wait()
    for pipe in filter(None, (process.stdin, process.stdout)):
        with suppress(OSError):
            pipe.close()


def _send(pipe: BinaryIO, message: bytes) -> None:
    """Raises OSError when nobody is left at the other end."""
    pipe.write(len(message).to_bytes(LENGTH_BYTES))
    pipe.write(message)
    pipe.flush()


def _received(pipe: BinaryIO) -> bytes:
    """Raises EOFError when nobody is left at the other end."""
    head = pipe.read(LENGTH_BYTES)
    message = pipe.read(int.from_bytes(head))
    if len(head) < LENGTH_BYTES or len(message) < int.from_bytes(head):
        raise EOFError
    return message


def work() -> None:
    """The life of the process: until the server closes the pipe, or is no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # a library that prints
    requests: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, requests), daemon=True).start()
    os.environ["RAYON_NUM_THREADS"] = THREADS_OF_A_LIBRARY
    if hasattr(os, "nice"):
        with suppress(PermissionError):  # a unit that lets nobody say who goes first
            os.nice(NICE)
    install()
    for tasks in count(1):
        answer = _answer(requests.get(), answers, tasks)
        with suppress(OSError):  # the server is no more, and this process neither in a moment
            _send(answers, answer)


def _listen(pipe: BinaryIO, requests: "queue.SimpleQueue[bytes]") -> None:
    """Take requests, and end with the server: also in the middle of some work, and also where it was killed."""
    with suppress(EOFError, OSError):
        while True:
            requests.put(_received(pipe))
    os._exit(0)


def _answer(request: bytes, pipe: BinaryIO, tasks: int) -> bytes:
    """The answer, pickled; on the way to it the pipe takes shares of the work that is done."""
    try:
        work: Call = pickle.loads(request)
        limit_this_process(work.limits)

        def progress(share: float) -> None:
            _send(pipe, pickle.dumps(float(share)))

        value = work.call(progress=progress) if work.reports else work.call()
        worn = tasks >= work.limits.tasks or largest_megabytes() > WORN_MEGABYTES
        return pickle.dumps(_Done(value, worn))
    except MemoryError as error:
        return pickle.dumps(_OutOfMemory(repr(error)))
    except Exception as error:  # noqa: BLE001 - the edge of a process: whoever asked is told
        return _raised(error)
    except BaseException as error:  # noqa: BLE001 - a library of Rust panics with one
        return pickle.dumps(_OutOfMemory(repr(error)))


def _raised(error: Exception) -> bytes:
    """The error with the lines where it was raised; in words alone where it cannot be sent."""
    error.add_note("".join(traceback.format_exception(error)))
    try:
        sent = pickle.dumps(_Raised(error))
        pickle.loads(sent)
    except Exception:  # noqa: BLE001 - the error of some library
        return pickle.dumps(_Raised(RuntimeError(repr(error))))
    return sent

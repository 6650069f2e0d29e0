"""A process that does one piece of work after another: spawned, limited, and gone as soon as the server is.

It shields the server from what a file does to the memory, not from a hostile library: it runs as the same user.
"""

import logging
import multiprocessing
import os
import pickle
import signal
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection
from typing import Any

from server.workers.limits import FileLimits, largest_megabytes, limit_this_process

SPAWN = multiprocessing.get_context("spawn")
WORN_MEGABYTES = 500
"""A worker that has had so much memory is renewed: libraries keep what they have made."""
TASKS_OF_A_WORKER = 200
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
        self._pipe, theirs = SPAWN.Pipe()
        self._process = SPAWN.Process(target=_work, args=(theirs,), name="tablo-worker", daemon=True)
        self._process.start()
        theirs.close()
        self.worn = False
        self.rests_since = time.monotonic()

    @property
    def alive(self) -> bool:
        return self._process.is_alive()

    @property
    def pid(self) -> int | None:
        return self._process.pid

    def do(self, work: Call, told: Callable[[float], None]) -> Any:
        """The answer. Raises what the function raises, WorkBroken, WorkTooLong; after these two the worker is gone."""
        deadline = time.monotonic() + work.limits.seconds
        try:
            self._pipe.send(work)
            while isinstance(answer := self._heard(deadline), float):
                told(answer)
        except (EOFError, OSError):
            self.kill()
            raise WorkBroken(f"exit code {self._process.exitcode}") from None
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

    def _heard(self, deadline: float) -> Any:
        """Raises WorkTooLong, EOFError, OSError."""
        if not self._pipe.poll(max(0.0, deadline - time.monotonic())):
            self.kill()
            raise WorkTooLong
        return self._pipe.recv()

    def kill(self) -> None:
        self._process.kill()
        self._process.join()

    def leave(self) -> None:
        """Let it go in peace, when nobody waits for it."""
        self._pipe.close()
        self._process.join(GOODBYE_SECONDS)
        self.kill()


def _work(pipe: Connection) -> None:
    """The life of the process: until the server closes the pipe, or is no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    os.environ["RAYON_NUM_THREADS"] = THREADS_OF_A_LIBRARY
    if hasattr(os, "nice"):
        os.nice(NICE)
    tasks = 0
    while True:
        try:
            answer = _answer(pipe, worn=(tasks := tasks + 1) >= TASKS_OF_A_WORKER)
            pipe.send_bytes(answer)
        except (EOFError, OSError):
            return


def _end_with_the_server() -> None:
    """Also in the middle of some work, and also where the server was killed."""
    if server := multiprocessing.parent_process():
        server.join()
        os._exit(1)


def _answer(pipe: Connection, worn: bool) -> bytes:
    """The answer to the next piece of work, pickled. Raises EOFError, OSError when there is none to come."""
    request = pipe.recv_bytes()
    try:
        work: Call = pickle.loads(request)
        limit_this_process(work.limits)
        value = work.call(progress=partial(_report, pipe)) if work.reports else work.call()
        return pickle.dumps(_Done(value, worn or largest_megabytes() > WORN_MEGABYTES))
    except MemoryError as error:
        return pickle.dumps(_OutOfMemory(repr(error)))
    except Exception as error:  # noqa: BLE001 - the edge of a process: whoever asked is told
        return _raised(error)
    except BaseException as error:  # noqa: BLE001 - a library of Rust panics with one
        return pickle.dumps(_OutOfMemory(repr(error)))


def _report(pipe: Connection, share: float) -> None:
    pipe.send(float(share))


def _raised(error: Exception) -> bytes:
    """The error with the lines where it was raised; in words alone where it cannot be sent."""
    error.add_note("".join(traceback.format_exception(error)))
    try:
        sent = pickle.dumps(_Raised(error))
        pickle.loads(sent)
    except Exception:  # noqa: BLE001 - the error of some library
        return pickle.dumps(_Raised(RuntimeError(repr(error))))
    return sent

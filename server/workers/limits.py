"""The time and the memory that a worker gets for a file."""

import sys
from contextlib import suppress
from pathlib import Path

from domain.records import dataclass

if sys.platform != "win32":
    import resource

SECONDS_BEYOND = 5
"""Seconds of the processor beyond those of the clock: for a worker that nobody is left to end."""


@dataclass(frozen=True, slots=True)
class FileLimits:
    seconds: float
    megabytes: int
    tasks: int = 200
    """After so many a worker is renewed: libraries keep what they have made."""


def limit_this_process(limits: FileLimits) -> None:
    """As far as the system has such limits: Windows has none, macOS not that of memory."""
    if sys.platform == "win32":
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = int(used.ru_utime + used.ru_stime + limits.seconds) + SECONDS_BEYOND
    _lower(resource.RLIMIT_AS, limits.megabytes * 1024**2)
    _lower(resource.RLIMIT_CPU, seconds)
    _lower(resource.RLIMIT_CORE, 0)


def _lower(which: int, wanted: int) -> None:
    if sys.platform != "win32":
        hard = resource.getrlimit(which)[1]
        with suppress(ValueError, OSError):
            resource.setrlimit(which, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))


def largest_megabytes() -> int:
    """The most memory that this process has had; 0 where the system does not say."""
    status = Path("/proc/self/status")
    if status.exists():  # on Linux `ru_maxrss` begins with what the process had that started this one
        peak = next((line for line in status.read_text().splitlines() if line.startswith("VmHWM:")), "VmHWM: 0")
        return int(peak.split()[1]) // 1024
    if sys.platform == "win32":
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most // 1024**2 if sys.platform == "darwin" else most // 1024

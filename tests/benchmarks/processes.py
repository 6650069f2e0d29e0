"""The time that another process has had of the processor."""

import time

CLOCK_OF_PROCESS = 2
"""The last bits of the number of such a clock, after the process, as `clock_getcpuclockid` makes it."""


def processor_seconds(pid: int) -> float:
    """Of all its threads, those that have ended too."""
    return time.clock_gettime(~pid << 3 | CLOCK_OF_PROCESS)

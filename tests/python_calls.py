"""Python functions entered while something is done: work that can be counted where time cannot be measured."""

import sys
from collections.abc import Callable
from types import FrameType


def python_calls(work: Callable[[], object]) -> int:
    """Calls of functions, generators and comprehensions."""
    entered = 0

    def count(_: FrameType, what: str, __: object) -> None:
        nonlocal entered
        entered += what == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return entered

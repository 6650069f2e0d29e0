"""Handicap games: the time of both sides by the difference of their ratings."""

import re
from collections.abc import Sequence
from typing import NamedTuple

CLOCK_FORM = re.compile(r"([0-9]{1,3})(?::([0-5][0-9]))?(?:\+([0-9]{1,2}))?")


class ClockTime(NamedTuple):
    seconds: int
    increment: int = 0
    """Seconds for each move."""

    @property
    def written(self) -> str:
        """As a form and a report file have it: `10`, `4:30`, `10+5`."""
        minutes, seconds = divmod(self.seconds, 60)
        return f"{minutes}{f':{seconds:02}' if seconds else ''}{f'+{self.increment}' if self.increment else ''}"


Clocks = tuple[ClockTime, ClockTime]


class HandicapStep(NamedTuple):
    difference: int
    """From so many points of rating on, up to the next step."""
    stronger: ClockTime
    weaker: ClockTime


def read_clock(written: str) -> ClockTime | None:
    found = CLOCK_FORM.fullmatch(written)
    if found is None:
        return None
    return ClockTime(int(found[1]) * 60 + int(found[2] or 0), int(found[3] or 0))


def clocks_of(steps: Sequence[HandicapStep], white: int, black: int) -> Clocks | None:
    """The times of White and Black by their ratings; of somebody without a rating nothing is known, as of equals.

    `steps` by their differences. None below the first of them: the usual time of the event holds.
    """
    difference = abs(white - black) if white and black else 0
    step = next((one for one in reversed(steps) if one.difference <= difference), None)
    if step is None:
        return None
    return (step.weaker, step.stronger) if white < black else (step.stronger, step.weaker)

"""Times of handicap games as they stand at a board, and of a clock that was typed in minutes."""

import re

from domain.words.choices.handicap import Clocks, ClockTime

_FEW_SECONDS = re.compile(r"([1-9]\d{0,2})\+(\d{1,2})")
_FEWEST_SECONDS = 180
"""Of a game with more than two seconds a move: three minutes."""


def meant_in_minutes(typed: str) -> str:
    """`5400+30` for `90+30`, whose first number was meant as minutes; empty for what may be seconds."""
    found = _FEW_SECONDS.fullmatch(typed)
    if found is None or int(found[1]) >= _FEWEST_SECONDS or (int(found[1]) >= 60 and int(found[2]) <= 2):
        return ""
    return f"{int(found[1]) * 60}+{found[2]}"


def clock(time: ClockTime) -> str:
    """`10′`, `4′30″`, `10′ + 5″`, in any language."""
    minutes, seconds = divmod(time.seconds, 60)
    whole = f"{minutes}′" if minutes or not seconds else ""
    part = f"{seconds}″" if seconds else ""
    return f"{whole}{part}{f' + {time.increment}″' if time.increment else ''}"


def clocks(times: Clocks | None) -> str:
    """White's, then Black's; empty: both have the time of the event."""
    return f"{clock(times[0])} – {clock(times[1])}" if times else ""


def own_clock(times: Clocks | None, white: bool) -> str:
    return clock(times[0 if white else 1]) if times else ""

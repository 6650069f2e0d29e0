"""Times of handicap games as they stand at a board."""

from domain.words.handicap import Clocks, ClockTime


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

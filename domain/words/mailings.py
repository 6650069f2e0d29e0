"""Messages to players as facts: on what occasion, about which stage, and to whom."""

from enum import StrEnum


class Occasion(StrEnum):
    """The reasons to write to players. The values are stored in journals."""

    START = "start"
    """An edition is about to begin."""
    STAGE = "stage"
    """A group or a final is full and begins."""
    MOVED = "moved"
    """The start of an edition in which players have entered has moved: by the series itself, or by a new plan."""
    OVER = "over"
    """A stage has ended."""

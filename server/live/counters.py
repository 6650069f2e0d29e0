"""Counters of the feed for the metrics page: plain integers, counted where the thing happens."""

from dataclasses import dataclass


@dataclass(slots=True)
class Counters:
    """Events of the feed since the start."""

    frames: int = 0
    """Frames encoded and spread; each goes to all followers of its channel."""
    deliveries: int = 0
    octets: int = 0
    joined: int = 0
    resumed: int = 0
    """The number of those who joined and went on without a snapshot."""
    snapshots: int = 0
    """Slow followers that were sent the newest view instead of what they missed."""
    refused: int = 0
    silent: int = 0
    """Sockets given up because nobody answered any more."""
    failures: int = 0
    """Views that could not be rendered."""
    slowest: int = 0
    """Microseconds of the longest publication so far, rendering included."""

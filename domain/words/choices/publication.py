"""Times at which the pairings of rounds are published by the clock."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from domain.records import dataclass


class PublicationTime(NamedTuple):
    """Of one round, in the place of the rule for all."""

    round: int
    at: str
    """ISO date and local time; empty = by hand."""


@dataclass(frozen=True, slots=True)
class PublicationPlan:
    minutes: int = 0
    """Minutes before the start of each round by the schedule; 0 = by hand."""
    times: tuple[PublicationTime, ...] = ()
    """By round."""

    def at(self, round: int, schedule: Sequence[str]) -> datetime | None:
        """The local time at which this round is published; None = by hand, or its start is not announced."""
        own = next((one.at for one in self.times if one.round == round), None)
        if own is not None:
            return datetime.fromisoformat(own) if own else None
        start = start_of(round, schedule) if self.minutes else None
        return start - timedelta(minutes=self.minutes) if start is not None else None


def start_of(round: int, schedule: Sequence[str]) -> datetime | None:
    """The local time of its start; None: the schedule does not say the hour."""
    start = schedule[round - 1] if 1 <= round <= len(schedule) else ""
    return datetime.fromisoformat(start) if "T" in start else None


def is_moment(iso: str) -> bool:
    try:
        datetime.fromisoformat(iso)
    except ValueError:
        return False
    return True


ALL_BY_HAND = PublicationPlan()

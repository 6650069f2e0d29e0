"""Forecasts of held events in every phase, and what came of them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from domain.ranking.order import tabulate
from domain.ranking.tiebreaks import Field
from domain.words.players import PairingNumber
from projections.chances.lots import EndsByLot, ends_drawn
from projections.chances.playing_out import play_out
from projections.chances.rest import RestOfEvent
from projections.chances.tally import LAST_ROUNDS, Tally
from tests.benchmarks.calibration.held import Held


class Phase(StrEnum):
    START = "before round 1"
    THIRD = "after a third"
    HALF = "after half"
    LAST = "two rounds and one before the end"


@dataclass(frozen=True, slots=True)
class Forecast:
    """Of one player in one phase of one event."""

    event: str
    of_tables: bool
    phase: Phase
    players: int
    """In the field."""
    chances: Mapping[int, float]
    """Of a place up to so many."""
    came: Mapping[int, float]
    """1 = it came so, 0 = it did not; of a shared place the part."""
    points: float
    """Expected at the end."""
    points_came: float
    points_now: float
    rounds: tuple[int, int]
    """Played, and in all."""
    rating: int
    by_rating: tuple[int, int]
    """The place by rating, and how many share it."""
    by_points: tuple[int, int]
    """The present place in the table."""


PLACES = (1, 3)


def phases(rounds: int) -> Iterator[tuple[int, Phase]]:
    """After which rounds an event is forecast."""
    yield 0, Phase.START
    yield round(rounds / 3), Phase.THIRD
    yield round(rounds / 2), Phase.HALF
    yield rounds - 2, Phase.LAST
    yield rounds - 1, Phase.LAST


def forecasts(held: Held, runs: int) -> Iterator[Forecast]:
    [end] = play_out(held.rest(held.rounds), ends_drawn, last_rounds=1)
    came, points_came = end.places(), end.points
    ratings = sorted(held.ratings, reverse=True)
    for after, phase in phases(held.rounds):
        rest = held.rest(after)
        tally, points = _told(rest, f"{held.name} {after}", runs)
        now = {row.number: row for row in tabulate(Field.of(rest.table, rest.context), rest.order).rows}
        for number, rating in enumerate(held.ratings, 1):
            one = PairingNumber(number)
            yield Forecast(
                event=held.name,
                of_tables=held.cycles > 0,
                phase=phase,
                players=len(held.ratings),
                chances={place: tally.best_to(one, place).chance for place in PLACES},
                came={place: _part(came[one], place) for place in PLACES},
                points=points[one],
                points_came=points_came[one] / 2,
                points_now=rest.table[one].score / 2,
                rounds=(after, held.rounds),
                rating=rating,
                by_rating=(ratings.index(rating) + 1, ratings.count(rating)),
                by_points=(now[one].place, now[one].tied_with),
            )


def _told(rest: RestOfEvent, seed: str, runs: int) -> tuple[Tally, Mapping[PairingNumber, float]]:
    tally, sums = Tally(tuple(rest.table)), dict.fromkeys(rest.table, 0.0)
    lot = EndsByLot(Random(seed).random)
    for _ in range(runs):
        endings = list(play_out(rest, lot, last_rounds=LAST_ROUNDS))
        tally.add(endings)
        for ending in endings:
            for number, points in ending.points.items():
                sums[number] += points / 2 / len(endings)
    return tally, {number: total / runs for number, total in sums.items()}


def _part(place: tuple[int, int], last: int) -> float:
    """The part of a shared place that is among the first."""
    first, tied = place
    return max(0, min(tied, last + 1 - first)) / tied

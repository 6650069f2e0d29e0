"""How good forecasts were: Brier scores beside two baselines, and the reliability of each tenth.

The Brier score (G. W. Brier, "Verification of Forecasts Expressed in Terms of Probability", Monthly Weather Review 78,
1950) is the mean square of what was forecast less what came; here it is summed over the players of an event.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import sqrt
from typing import NamedTuple
from zlib import crc32

from tests.benchmarks.calibration.forecasts import PLACES, Forecast, Phase

FIRST_OF_CLASS = (1, 2, 3, 4, 6, 11, 21)
"""The places of which a baseline knows how often they came first: 1, 2, 3, 4 to 5, 6 to 10, 11 to 20, further ones."""
SHARE_OF_A_POINT = 1 / 700
"""Score expected more for each point of rating, between equals (B.02, 8.1.2)."""
WEIGHT_OF_DOUBT = 1.0
"""Cases that a class is given beforehand, with the share of the whole field."""

Class = tuple[bool, Phase, int, int]


def for_fitting(event: str) -> bool:
    """One event in three is for fitting: of the model's constants and of the baselines. The others prove them."""
    return crc32(event.encode()) % 3 == 0


class Baseline:
    """The chance by a place alone: how often that place came among the first in the events for fitting.

    By kind of event and by phase; those who share places share their chances. In an event they add up to the places.
    """

    def __init__(self, place: Callable[[Forecast], tuple[int, int]], fitting: Sequence[Forecast]) -> None:
        self.place = place
        self.hits: dict[Class, float] = defaultdict(float)
        self.cases: dict[Class, float] = defaultdict(float)
        for one in fitting:
            first, tied = place(one)
            for at in range(first, first + tied):
                for last in PLACES:
                    key = one.of_tables, one.phase, last, _class_of(at)
                    self.hits[key] += (one.came[last] + WEIGHT_OF_DOUBT * last / one.players / one.players) / tied
                    self.cases[key] += (1 + WEIGHT_OF_DOUBT / one.players) / tied

    def chances(self, field: Iterable[Forecast], last: int) -> list[float]:
        """Of the players of one event in one phase."""
        plain = [self._plain(one, last) for one in field]
        return [min(1.0, chance * last / (sum(plain) or 1)) for chance in plain]

    def _plain(self, one: Forecast, last: int) -> float:
        first, tied = self.place(one)
        keys = [(one.of_tables, one.phase, last, _class_of(at)) for at in range(first, first + tied)]
        return sum(self.hits[key] / self.cases[key] if self.cases[key] else last / one.players for key in keys) / tied


def by_rating(one: Forecast) -> tuple[int, int]:
    return one.by_rating


def by_points(one: Forecast) -> tuple[int, int]:
    return one.by_points


def _class_of(place: int) -> int:
    return max(first for first in FIRST_OF_CLASS if first <= place)


def by_field(told: Iterable[Forecast]) -> dict[tuple[str, int], list[Forecast]]:
    """The forecasts of each event and round."""
    found: dict[tuple[str, int], list[Forecast]] = defaultdict(list)
    for one in told:
        found[one.event, one.rounds[0]].append(one)
    return found


class Row(NamedTuple):
    """Brier scores of a phase, and the advantage over each baseline with its standard error over the events."""

    phase: Phase
    last: int
    events: int
    ours: float
    rating: float
    points: float
    over_rating: float
    over_points: float


class Baselines(NamedTuple):
    rating: Baseline
    points: Baseline


def baselines(fitting: Sequence[Forecast]) -> Baselines:
    return Baselines(Baseline(by_rating, fitting), Baseline(by_points, fitting))


def of_the_others(told: Sequence[Forecast]) -> dict[str, Baselines]:
    """By event, fitted on all events but this one."""
    return {event: baselines([one for one in told if one.event != event]) for event in {one.event for one in told}}


def brier(told: Sequence[Forecast], beside: Callable[[str], Baselines]) -> list[Row]:
    """Beside the baselines of each event."""
    rows = []
    for phase in Phase:
        fields = by_field(one for one in told if one.phase is phase)
        for last in PLACES:
            scores = [
                [
                    _score([one.chances[last] for one in field], field, last),
                    *(_score(base.chances(field, last), field, last) for base in beside(event)),
                ]
                for (event, _), field in fields.items()
            ]
            ours, by_rating, by_points = (sum(column) / len(scores) for column in zip(*scores, strict=True))
            errors = [_error([score[0] - score[at] for score in scores]) for at in (1, 2)]
            rows.append(Row(phase, last, len(fields), ours, by_rating, by_points, *errors))
    return rows


def _score(chances: Sequence[float], field: Sequence[Forecast], last: int) -> float:
    return sum((chance - one.came[last]) ** 2 for chance, one in zip(chances, field, strict=True))


def _error(values: Sequence[float]) -> float:
    mean = sum(values) / len(values)
    return sqrt(sum((value - mean) ** 2 for value in values) / (len(values) * max(1, len(values) - 1)))


class Tenth(NamedTuple):
    """Forecasts between two tenths: how many, their mean, how often it came, and the error of the difference."""

    cases: int
    forecast: float
    came: float
    error: float


def reliability(told: Iterable[Forecast], places: Sequence[int] = PLACES) -> list[Tenth]:
    """By tenths; the players of one event count together for the error, since one's win is another's loss."""
    tenths: list[dict[str, list[tuple[float, float]]]] = [defaultdict(list) for _ in range(10)]
    for one in told:
        for last in places:
            tenths[min(9, int(10 * one.chances[last]))][one.event].append((one.chances[last], one.came[last]))
    return [_tenth(cases) for cases in tenths]


def _tenth(by_event: Mapping[str, Sequence[tuple[float, float]]]) -> Tenth:
    cases = [case for known in by_event.values() for case in known]
    if not cases:
        return Tenth(0, 0.0, 0.0, 0.0)
    apart = [sum(came - chance for chance, came in known) for known in by_event.values()]
    count = len(cases)
    return Tenth(
        count,
        sum(chance for chance, _ in cases) / count,
        sum(came for _, came in cases) / count,
        sqrt(sum(one * one for one in apart)) / count,
    )


class Missed(NamedTuple):
    """Root mean squares of final points less those expected."""

    phase: Phase
    ours: float
    rating: float
    """By the points so far, and for the rest the share that a line through the ratings of the field promises."""
    points: float
    """By the points so far, and for the rest at the same rate; before round 1 half of the points."""


def misses(told: Sequence[Forecast]) -> list[Missed]:
    rows = []
    for phase in Phase:
        apart = [_apart(one, field) for field in _fields(told, phase) for one in field]
        means = [sum(values) / len(values) for values in zip(*apart, strict=True)]
        rows.append(Missed(phase, *(sqrt(mean) for mean in means)))
    return rows


def _fields(told: Iterable[Forecast], phase: Phase) -> Iterable[list[Forecast]]:
    return by_field(one for one in told if one.phase is phase).values()


def _apart(one: Forecast, field: Sequence[Forecast]) -> tuple[float, float, float]:
    """Squares, by the chances and by both baselines."""
    played, rounds = one.rounds
    rated = [other.rating for other in field if other.rating]
    ahead = (one.rating or sum(rated) / len(rated)) - sum(rated) / len(rated)
    by_line = one.points_now + (rounds - played) * min(1.0, max(0.0, 0.5 + ahead * SHARE_OF_A_POINT))
    by_rate = one.points_now + (rounds - played) * (one.points_now / played if played else 0.5)
    return (one.points - one.points_came) ** 2, (by_line - one.points_came) ** 2, (by_rate - one.points_came) ** 2

"""Chances counted over many endings of an event, each with its error."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from heapq import nlargest
from itertools import chain
from math import fsum, sqrt

from domain.cards.card import RoundPairing
from domain.pairing import NoLegalPairing
from domain.records import dataclass
from domain.words.games import Colour
from domain.words.players import PairingNumber
from projections.chances.aims import AimsOfEvent
from projections.chances.lots import Lot
from projections.chances.playing_out import Ending, next_pairing, pairing_of_all_runs, play_out
from projections.chances.rest import RestOfEvent
from projections.moment.chances_found import FIRST_THREE, Share, WithPoints

ROUGH_ERROR = 0.012
"""A figure with a larger error is worth the work that makes it smaller, once there are `RUNS_OF_GOOD_FIGURES`."""
RUNS_OF_GOOD_FIGURES = 100
RIVALS = 2
"""Others whose luck counts too where a figure is rough."""
LAST_ROUNDS = 4
"""The times the last round of a run is played: its pairing costs more than its games."""


OpponentMet = tuple[PairingNumber | None, Colour | None]
"""The opponent and the own colour; None and None: the bye."""


@dataclass(slots=True)
class Tally:
    """The endings so far. Those of one run are alike, and count as one with their mean."""

    numbers: tuple[PairingNumber, ...]
    runs: int = 0
    stopped: int = 0
    """Runs that came to a round without a legal pairing; they count for nothing."""
    _luck: dict[PairingNumber, list[tuple[float, ...]]] = field(default_factory=dict)
    """By player and run: the luck, its square without the variance, the strength drawn, its square without 1, the luck
    times the strength; all are 0 on average."""
    _places: dict[PairingNumber, list[dict[int, float]]] = field(default_factory=dict)
    """By player and run: the share of each place; of a shared one its part to each."""
    _fulfilled: dict[tuple[int, PairingNumber], dict[int, float]] = field(default_factory=dict)
    """By aim, where the place alone does not say it, and player: by run the share of it."""
    _sums: dict[PairingNumber, dict[int, tuple[float, float]]] = field(default_factory=dict)
    """By player and place: the shares of all runs added up, and their squares."""
    _points: dict[PairingNumber, dict[int, list[tuple[float, float, float]]]] = field(default_factory=dict)
    """By player and half-points from here: by run the part of its endings, of first places, of the first three."""

    def add(self, endings: Sequence[Ending]) -> None:
        part, aims = 1 / len(endings), endings[0].rest.aims
        only_places = all(map(aims.by_place, range(len(aims.aims))))
        rows = [() if only_places else ending.rows() for ending in endings]
        tables = [
            {row.number: (row.place, row.tied_with) for row in table} or ending.places()
            for ending, table in zip(endings, rows, strict=True)
        ]
        for ending, table in zip(endings, rows, strict=True):
            for at, found in enumerate(aims.fulfilled(table, ending.cards)):
                for number, share in (found or {}).items():
                    by_run = self._fulfilled.setdefault((at, number), {})
                    by_run[self.runs] = by_run.get(self.runs, 0.0) + share * part
        before = {number: card.score for number, card in endings[0].rest.table.items()}
        for number in self.numbers:
            shares: dict[int, float] = {}
            for places in tables:
                place, tied = places[number]
                for one in range(place, place + tied):
                    shares[one] = shares.get(one, 0.0) + part / tied
            self._places.setdefault(number, []).append(shares)
            sums = self._sums.setdefault(number, {})
            for one, share in shares.items():
                whole, squares = sums.get(one, (0.0, 0.0))
                sums[one] = whole + share, squares + share * share
            points = [ending.cards[number].score - before[number] for ending in endings]
            self._add_points(number, points, [table[number] for table in tables])
            lucks = [ending.luck[number] for ending in endings]
            mean = sum(lucks) * part
            doubled = sum([luck * luck for luck in lucks]) * part
            doubled -= sum([ending.spread[number] for ending in endings]) * part
            form = endings[0].form.get(number, 0.0)
            self._luck.setdefault(number, []).append((mean, doubled, form, form * form - 1, mean * form))
        self.runs += 1

    def _add_points(self, number: PairingNumber, points: Sequence[int], places: Sequence[tuple[int, int]]) -> None:
        """Half-points from here and the place, with those who share it, at each ending."""
        part, by_points = 1 / len(points), dict[int, tuple[float, float, float]]()
        for won, (place, tied) in zip(points, places, strict=True):
            times, first, three = by_points.get(won, (0.0, 0.0, 0.0))
            if 1 <= place <= FIRST_THREE.places:
                first += (place == 1) * part / tied
                three += min(1.0, (FIRST_THREE.places + 1 - place) / tied) * part
            by_points[won] = times + part, first, three
        known = self._points.setdefault(number, {})
        for won, sums in by_points.items():
            known.setdefault(won, []).append(sums)

    def with_points(self, number: PairingNumber, most_error: float) -> Iterator[WithPoints]:
        """The chances of the first place and the first three by points from here, where the errors are no larger."""
        for points, runs in sorted(self._points.get(number, {}).items(), reverse=True):
            found = WithPoints(points, *(_share_of_parts([(run[0], run[at]) for run in runs]) for at in (1, 2)))
            if max(found.first.error, found.first_three.error) <= most_error:
                yield found

    def chance(self, number: PairingNumber, wanted: range) -> Share:
        """The chance that a player ends at one of these places; the mean corrected by the luck of the runs.

        Where that leaves it rough, by the luck of those too whose chance of it is as open.
        """
        hits = [_share_of(shares, wanted) for shares in self._places.get(number, ())]
        found = estimate(hits, self._luck.get(number, ()))
        if found.error <= ROUGH_ERROR or self.runs < RUNS_OF_GOOD_FIGURES:
            return found
        others = (one for one in self.numbers if one != number)
        those = [number, *nlargest(RIVALS, others, lambda one: self._variance(one, wanted))]
        lucks = zip(*[self._luck[one] for one in those], strict=True)
        return min(found, estimate(hits, [tuple(chain.from_iterable(one)) for one in lucks]), key=lambda one: one.error)

    def _variance(self, number: PairingNumber, wanted: range) -> float:
        """Of whether a player ends at one of these places."""
        sums = self._sums[number]
        chance = fsum(sums[place][0] for place in wanted if place in sums) / self.runs
        return chance * (1 - chance)

    def places(self, number: PairingNumber, least: float) -> dict[int, Share]:
        """The places that a player comes to no less often than `least`, the best first."""
        found = sorted(self._sums.get(number, {}).items())
        return {place: self._mean(*sums) for place, sums in found if sums[0] >= least * self.runs}

    def _mean(self, whole: float, squares: float) -> Share:
        mean = whole / self.runs
        variance = max(0.0, squares / self.runs - mean**2)
        return Share(mean, max(sqrt(variance / max(1, self.runs - 1)), 1 / self.runs))

    def fulfilled(self, number: PairingNumber, aims: AimsOfEvent, at: int) -> Share:
        """The chance of one of the aims of the event."""
        if aims.by_place(at):
            return self.best_to(number, aims.aims[at].places)
        by_run = self._fulfilled.get((at, number), {})
        return estimate([by_run.get(run, 0.0) for run in range(self.runs)], self._luck.get(number, ()))

    def at(self, number: PairingNumber, place: int) -> Share:
        """As `places`, and the mean corrected: it takes much longer."""
        return self.chance(number, range(place, place + 1))

    def best_to(self, number: PairingNumber, place: int) -> Share:
        return self.chance(number, range(1, place + 1))


def _share_of(shares: Mapping[int, float], wanted: range) -> float:
    """Of an ending at one of these places."""
    return fsum(shares[place] for place in wanted if place in shares) if len(wanted) > 1 else shares.get(wanted[0], 0.0)


def estimate(hits: Sequence[float], luck: Sequence[Sequence[float]]) -> Share:
    """The mean of the hits and its standard error, what the luck explains taken out of both (control variates).

    Every kind of luck is 0 on average over all endings, so that their mean over these runs is known to be chance. How
    much of it counts is read from the same runs, which makes the error larger (S. S. Lavenberg and P. D. Welch, "A
    Perspective on the Use of Control Variables to Increase the Efficiency of Monte Carlo Simulations", Management
    Science 27, 1981). What no run has seen has an error all the same: 1 in so many runs.
    """
    runs = len(hits)
    if runs < 2:
        return Share(fsum(hits), 1.0)
    mean = fsum(hits) / runs
    left = [hit - mean for hit in hits]
    if not any(left):
        return Share(mean, 1 / runs)
    shift = 0.0
    for kind in range(len(luck[0])):
        values = [one[kind] for one in luck]
        middle = fsum(values) / runs
        around = [value - middle for value in values]
        square = fsum(value * value for value in around)
        if square > 0:
            slope = fsum(a * b for a, b in zip(around, left, strict=True)) / square
            left = [b - slope * a for a, b in zip(around, left, strict=True)]
            shift += slope * middle
    kinds = len(luck[0])
    variance = fsum(value * value for value in left) / max(1, runs - 1 - kinds)
    error = sqrt(variance / runs * (runs - 2) / max(1, runs - 2 - kinds))
    return Share(min(1.0, max(0.0, mean - shift)), max(error, 1 / runs))


def _share_of_parts(runs: Sequence[tuple[float, float]]) -> Share:
    """All second numbers as a share of all first ones. Those of one run are alike: its error is that of the ratio."""
    whole = fsum(part for part, _ in runs)
    share = fsum(hit for _, hit in runs) / whole
    return Share(share, max(sqrt(fsum((hit - share * part) ** 2 for part, hit in runs)) / whole, 1 / len(runs)))


def played_out(rest: RestOfEvent, lot: Lot, runs: int) -> Tally:
    tally = Tally(tuple(rest.task.cards))
    play_on(tally, rest, lot, range(runs))
    return tally


def play_on(tally: Tally, rest: RestOfEvent, lot: Lot, more: Iterable[object]) -> None:
    """Play the event to its end as often as there is more of it."""
    first: RoundPairing | None = None
    for _ in more:
        try:
            first = first or pairing_of_all_runs(rest)
            tally.add(list(play_out(rest, lot, last_rounds=LAST_ROUNDS, first=first)))
        except NoLegalPairing:
            tally.stopped += 1


@dataclass(slots=True)
class Meetings:
    """Whom each meets in the next round with which colour, counted over many pairings of it."""

    pairings: int = 0
    _met: dict[PairingNumber, Counter[OpponentMet]] = field(default_factory=dict)

    def add(self, made: RoundPairing) -> None:
        self.pairings += 1
        for pair in made.pairs:
            self._met.setdefault(pair.white, Counter())[pair.black, Colour.WHITE] += 1
            self._met.setdefault(pair.black, Counter())[pair.white, Colour.BLACK] += 1
        if made.bye is not None:
            self._met.setdefault(made.bye, Counter())[None, None] += 1

    def likeliest(self) -> Iterator[tuple[PairingNumber, list[tuple[OpponentMet, Share]]]]:
        """By player, the likeliest first."""
        for number, met in self._met.items():
            yield number, [(one, counted_share(times, self.pairings)) for one, times in met.most_common()]


def counted_share(times: int, runs: int) -> Share:
    share = times / runs
    return Share(share, sqrt(share * (1 - share) / runs))


def draw_on(meetings: Meetings, rest: RestOfEvent, lot: Lot, more: Iterable[object]) -> None:
    """Pair the next round with the open games decided by lot, as often as there is more of it."""
    for _ in more:
        try:
            meetings.add(next_pairing(rest, lot))
        except NoLegalPairing:
            continue

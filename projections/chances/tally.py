"""Chances counted over many endings of an event, each with its error."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import field
from math import fsum, sqrt
from typing import NamedTuple

from domain.cards.card import RoundPairing
from domain.pairing import NoLegalPairing
from domain.records import dataclass
from domain.words.games import Colour
from domain.words.players import PairingNumber
from projections.chances.playing_out import Ending, Lot, RestOfEvent, next_pairing, play_out

LAST_ROUNDS = 4
"""The times the last round of a run is played: its pairing costs more than its games."""


class Share(NamedTuple):
    """A chance between 0 and 1, and its standard error."""

    chance: float
    error: float


class LikelyOpponent(NamedTuple):
    opponent: PairingNumber | None
    """None: the bye."""
    colour: Colour | None
    share: Share


@dataclass(slots=True)
class Tally:
    """The endings so far. Those of one run are alike, and count as one with their mean."""

    numbers: tuple[PairingNumber, ...]
    runs: int = 0
    stopped: int = 0
    """Runs that came to a round without a legal pairing; they count for nothing."""
    _luck: dict[PairingNumber, list[tuple[float, float]]] = field(default_factory=dict)
    """By player and run: the luck, and its square without the variance; both are 0 on average."""
    _places: dict[PairingNumber, list[dict[int, float]]] = field(default_factory=dict)
    """By player and run: the share of each place; of a shared one its part to each."""

    def add(self, endings: Sequence[Ending]) -> None:
        part, tables = 1 / len(endings), [ending.places() for ending in endings]
        for number in self.numbers:
            shares: dict[int, float] = {}
            for places in tables:
                place, tied = places[number]
                for one in range(place, place + tied):
                    shares[one] = shares.get(one, 0.0) + part / tied
            self._places.setdefault(number, []).append(shares)
            lucks = [(ending.luck[number], ending.spread[number]) for ending in endings]
            mean = fsum(luck for luck, _ in lucks) * part
            self._luck.setdefault(number, []).append((mean, fsum(luck**2 - spread for luck, spread in lucks) * part))
        self.runs += 1

    def chance(self, number: PairingNumber, wanted: Callable[[int], bool]) -> Share:
        """The chance that a player ends at a place that is wanted; the mean corrected by the luck of the runs."""
        hits = [
            fsum(share for place, share in shares.items() if wanted(place)) for shares in self._places.get(number, ())
        ]
        return estimate(hits, self._luck.get(number, ()))

    def best_to(self, number: PairingNumber, place: int) -> Share:
        return self.chance(number, lambda one: one <= place)


def estimate(hits: Sequence[float], luck: Sequence[tuple[float, float]]) -> Share:
    """The mean of the hits and its standard error, what the luck explains taken out of both (control variates).

    Both kinds of luck are 0 on average over all endings, so that their mean over these runs is known to be chance. What
    no run has seen has an error all the same: 1 in so many runs.
    """
    runs = len(hits)
    if runs < 2:
        return Share(fsum(hits), 1.0)
    mean = fsum(hits) / runs
    left = [hit - mean for hit in hits]
    shift = 0.0
    for kind in (0, 1):
        values = [one[kind] for one in luck]
        middle = fsum(values) / runs
        around = [value - middle for value in values]
        square = fsum(value * value for value in around)
        if square > 0:
            slope = fsum(a * b for a, b in zip(around, left, strict=True)) / square
            left = [b - slope * a for a, b in zip(around, left, strict=True)]
            shift += slope * middle
    error = sqrt(fsum(value * value for value in left) / (runs * max(1, runs - 3)))
    return Share(min(1.0, max(0.0, mean - shift)), max(error, 1 / runs))


def played_out(rest: RestOfEvent, lot: Lot, runs: int | Callable[[], bool]) -> Tally:
    """So many runs, or runs until asked to stop."""
    tally = Tally(tuple(rest.task.cards))
    more: Iterable[object] = range(runs) if isinstance(runs, int) else iter(runs, False)
    for _ in more:
        try:
            tally.add(list(play_out(rest, lot, last_rounds=LAST_ROUNDS)))
        except NoLegalPairing:
            tally.stopped += 1
    return tally


def likely_opponents(pairings: Iterable[RoundPairing]) -> dict[PairingNumber, tuple[LikelyOpponent, ...]]:
    """Whom each may meet in the next round with which colour, the likeliest first."""
    counted: dict[PairingNumber, Counter[tuple[PairingNumber | None, Colour | None]]] = {}
    runs = 0
    for made in pairings:
        runs += 1
        for pair in made.pairs:
            counted.setdefault(pair.white, Counter())[pair.black, Colour.WHITE] += 1
            counted.setdefault(pair.black, Counter())[pair.white, Colour.BLACK] += 1
        if made.bye is not None:
            counted.setdefault(made.bye, Counter())[None, None] += 1
    return {
        number: tuple(LikelyOpponent(*whom, counted_share(times, runs)) for whom, times in meeting.most_common())
        for number, meeting in counted.items()
    }


def counted_share(times: int, runs: int) -> Share:
    share = times / runs
    return Share(share, sqrt(share * (1 - share) / runs))


def drawn_pairings(rest: RestOfEvent, lot: Lot, more: Iterable[object]) -> Iterable[RoundPairing]:
    """The next round with the open games decided by lot, as often as there is more of it."""
    for _ in more:
        try:
            yield next_pairing(rest, lot)
        except NoLegalPairing:
            continue

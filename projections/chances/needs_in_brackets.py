"""What an entrant of a bracket needs: how far they come with so many matches won from here, and with none.

A place follows from the round that somebody reaches, and each match sends one of its two home: who wins the matches of
others does not matter but for walk-overs, so that two ways to play them, the better and the lesser seeds winning, give
the limits.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain, repeat
from typing import NamedTuple

from domain.cards.card import Pair
from domain.words.players import PairingNumber
from projections.chances.brackets import ByBracket
from projections.chances.playing_out import RestOfEvent
from projections.moment.chances_found import Need, NeedKind

WinnerOf = Callable[[Pair], PairingNumber]
Wins = Iterable[bool]

WAYS_OF_OTHERS: Sequence[WinnerOf] = (
    lambda pair: min(pair.white, pair.black),
    lambda pair: max(pair.white, pair.black),
)


class PlacesAsked(NamedTuple):
    """Places that fulfil an aim."""

    certain: int
    """The last place that does, whatever else happens; 0 = none is certain to."""
    possible: int | None
    """The last place that may; None: any may."""


class PlacesBetween(NamedTuple):
    best: int
    worst: int
    """The last of those who share it."""


class PlayedBracket(NamedTuple):
    places: Mapping[PairingNumber, PlacesBetween]
    first_round: Mapping[PairingNumber, int]
    """From here; nobody is listed who plays no more."""
    matches: Mapping[PairingNumber, int]


def needs_in_bracket(
    rest: RestOfEvent, bracket: ByBracket, asked: Callable[[PairingNumber], Sequence[PlacesAsked]]
) -> dict[PairingNumber, tuple[Need, ...]]:
    """Of everybody, in step with the places that are asked of them."""
    at_once = [_played(rest, others) for others in WAYS_OF_OTHERS]
    next_round = {**at_once[1].first_round, **at_once[0].first_round}
    lost = bracket.losses
    alike = not any(rest.away.values())
    known: dict[tuple[int, ...], _Ways] = {}
    needs = {}
    for number in rest.table:
        if number in next_round:
            key = (next_round[number], lost[number]) if alike else (number,)
            ways = known.setdefault(key, _Ways(rest, number))
            needs[number] = tuple(map(ways.need, asked(number)))
        else:
            standing = _limits([run.places[number] for run in at_once if number in run.places])
            needs[number] = tuple(_decided(standing, places) for places in asked(number))
    return needs


def _decided(standing: PlacesBetween | None, asked: PlacesAsked) -> Need:
    """Of somebody who plays no more."""
    if standing is None or not _may(standing, asked):
        return Need(NeedKind.OUT, matches=True)
    if standing.worst <= asked.certain:
        return Need(NeedKind.CERTAIN, enough=0, needed=0, matches=True)
    return Need(NeedKind.OPEN, needed=0, matches=True)


def _may(standing: PlacesBetween, asked: PlacesAsked) -> bool:
    return asked.possible is None or standing.best <= asked.possible


def _limits(places: Sequence[PlacesBetween]) -> PlacesBetween | None:
    return PlacesBetween(min(one.best for one in places), max(one.worst for one in places)) if places else None


def _played(
    rest: RestOfEvent,
    others: Callable[[Pair], PairingNumber],
    number: PairingNumber | None = None,
    wins: Iterable[bool] = (),
) -> PlayedBracket:
    """The bracket to its end: `number` wins and loses as it is said, the matches of others end as `others` says."""
    own, went_on = iter(wins), dict[int, set[PairingNumber]]()
    first, matches = dict[PairingNumber, int](), Counter[PairingNumber]()

    def winner_of(pair: Pair) -> PairingNumber:
        if number is None or number not in (pair.white, pair.black):
            return others(pair)
        other = pair.black if number == pair.white else pair.white
        return number if next(own) else other

    def play(round: int, pairs: Iterable[Pair]) -> None:
        for pair in pairs:
            both = pair.white, pair.black
            matches.update(both)
            for one in both:
                first.setdefault(one, round)
            went_on.setdefault(round, set()).add(winner_of(pair))

    for round, pair in rest.open:
        play(round, [pair])
    for round in rest.rounds_to_pair:
        play(round, rest.course.paired(replace(rest.task, round=round), went_on).pairs)
    places = rest.course.places(went_on)
    sharing = Counter(places.values())
    return PlayedBracket(
        {PairingNumber(n): PlacesBetween(place, place + sharing[place] - 1) for n, place in places.items()},
        first,
        matches,
    )


class _Ways:
    """What becomes of somebody who still plays."""

    def __init__(self, rest: RestOfEvent, number: PairingNumber) -> None:
        self.rest, self.number = rest, number

    def _with(self, wins: Sequence[bool], then: bool) -> PlacesBetween:
        runs = [_played(self.rest, others, self.number, chain(wins, repeat(then))) for others in WAYS_OF_OTHERS]
        found = _limits([run.places[self.number] for run in runs])
        assert found is not None
        return found

    @cached_property
    def _wins_and_no_more(self) -> Sequence[PlacesBetween]:
        """With no match won, with the first one, with the first two ..."""
        most = max(
            _played(self.rest, others, self.number, repeat(True)).matches[self.number] for others in WAYS_OF_OTHERS
        )
        return [self._with([True] * wins, then=False) for wins in range(most + 1)]

    @cached_property
    def _but_one(self) -> Sequence[PlacesBetween]:
        """With all matches won but the first one, but the second one ..."""
        return [self._with([*[True] * wins, False], then=True) for wins in range(len(self._wins_and_no_more) - 1)]

    def need(self, asked: PlacesAsked) -> Need:
        wins = next((n for n, limits in enumerate(self._wins_and_no_more) if limits.worst <= asked.certain), None)
        lost_one = [_may(limits, asked) for limits in self._but_one]
        if wins == 0:
            return Need(NeedKind.CERTAIN, enough=0, needed=0, matches=True)
        if not _may(self._wins_and_no_more[-1], asked) and not any(lost_one):
            return Need(NeedKind.OUT, matches=True)
        if wins == 1:
            kind = NeedKind.WIN if lost_one[0] else NeedKind.WIN_DECIDES
        elif lost_one[0]:
            kind = NeedKind.OPEN
        else:
            kind = NeedKind.MUST_WIN if wins is None or any(lost_one[:wins]) else NeedKind.WIN_ALL
        return Need(kind, wins or 1, needed=0, matches=True)

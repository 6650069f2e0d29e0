"""What an entrant of a bracket needs: how far they come with so many matches won from here, and with none.

A place follows from the round that somebody reaches, and each match sends one of its two home: who wins the matches of
others does not matter but for walk-overs, so that two ways to play them, the better and the lesser seeds winning, give
the limits.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain, repeat
from typing import NamedTuple

from domain.cards.card import Pair
from domain.words.players import PairingNumber
from projections.chances.brackets import ByBracket
from projections.chances.rest import RestOfEvent
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
    at_once = [_played(rest, bracket, others) for others in WAYS_OF_OTHERS]
    next_round = {**at_once[1].first_round, **at_once[0].first_round}
    lost = bracket.losses
    alike = not any(rest.away.values())
    known: dict[tuple[int, ...], _Ways] = {}
    needs = {}
    for number in rest.table:
        if number in next_round:
            key = (next_round[number], lost[number]) if alike else (number,)
            ways = known.setdefault(key, _Ways(rest, bracket, number))
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
    bracket: ByBracket,
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

    def played(round: int, pair: Pair) -> PairingNumber:
        for one in (pair.white, pair.black):
            matches[one] += 1
            first.setdefault(one, round)
        return winner_of(pair)

    for round, pair in rest.open:
        went_on.setdefault(round, set()).add(played(round, pair))
    places = bracket.won_by(went_on, played)
    sharing = Counter(places.values())
    return PlayedBracket(
        {PairingNumber(n): PlacesBetween(place, place + sharing[place] - 1) for n, place in places.items()},
        first,
        matches,
    )


class _Ways:
    """What becomes of somebody who still plays."""

    def __init__(self, rest: RestOfEvent, bracket: ByBracket, number: PairingNumber) -> None:
        self.rest, self.bracket, self.number = rest, bracket, number
        self._known: dict[tuple[int, tuple[bool, ...]], PlacesBetween] = {}

    @cached_property
    def _most(self) -> int:
        """Matches, if all are won."""
        return max(self._ended(others, repeat(True)).matches[self.number] for others in WAYS_OF_OTHERS)

    def _ended(self, others: WinnerOf, wins: Wins) -> PlayedBracket:
        return _played(self.rest, self.bracket, others, self.number, wins)

    def _with(self, wins: int, *then: bool) -> PlacesBetween:
        """So many of the next matches won, then as it is said, the last word for all that follow."""
        if (wins, then) not in self._known:
            told = (*repeat(True, wins), *then)
            runs = [self._ended(others, chain(told, repeat(then[-1]))) for others in WAYS_OF_OTHERS]
            found = _limits([run.places[self.number] for run in runs])
            assert found is not None
            self._known[wins, then] = found
        return self._known[wins, then]

    def need(self, asked: PlacesAsked) -> Need:
        """Nobody comes less far with one more match won: the fewest that are enough are found by halving."""
        tried = range(self._most + 1)
        enough = bisect_left(tried, True, key=lambda wins: self._with(wins, False).worst <= asked.certain)
        wins = enough if enough in tried else None

        def possible_without(match: int) -> bool:
            """All matches won but this one."""
            return _may(self._with(match, False, True), asked)

        if wins == 0:
            return Need(NeedKind.CERTAIN, enough=0, needed=0, matches=True)
        if not _may(self._with(self._most, False), asked) and not any(map(possible_without, tried[:-1])):
            return Need(NeedKind.OUT, matches=True)
        if wins == 1:
            kind = NeedKind.WIN if possible_without(0) else NeedKind.WIN_DECIDES
        elif possible_without(0):
            kind = NeedKind.OPEN
        else:
            kind = NeedKind.MUST_WIN if wins is None or any(map(possible_without, range(wins))) else NeedKind.WIN_ALL
        return Need(kind, wins or 1, needed=0, matches=True)

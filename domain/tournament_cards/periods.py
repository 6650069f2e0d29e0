"""Rating periods of an event of more than thirty days: the rounds of each list, and the ratings in them.

A player's own rating is that of the start: numbers come from it. Those of later lists stand beside it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import groupby
from types import MappingProxyType

from domain.cards.card import Card
from domain.records import dataclass
from domain.tournament import Tournament
from domain.words.players import EntrantId, PairingNumber
from domain.words.rating_lists import FIDE, CountedRating, PeriodRating
from domain.words.regulations import Details

LONG_EVENT_DAYS = 30
MONTH_CHARS = len("2026-11")


def is_long(details: Details) -> bool:
    """By the announced days."""
    start, end = day_of(details.start), day_of(details.end)
    return start is not None and end is not None and (end - start).days > LONG_EVENT_DAYS


def day_of(text: str) -> date | None:
    try:
        return date.fromisoformat(text[:10])
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class RatingPeriod:
    first: int
    last: int
    list: str
    """`FIDE 2026-11`; empty = neither the announcement nor the schedule says it."""

    @property
    def rounds(self) -> range:
        return range(self.first, self.last + 1)


def rating_periods(tournament: Tournament) -> tuple[RatingPeriod, ...]:
    """At least one. They are cut where the announced lists change, or else where a month of the schedule begins."""
    laws = tournament.regulations
    if not laws.rating_periods:
        return (RatingPeriod(1, laws.rounds, next(iter(tournament.details.rating_lists), "")),)
    listed = list(enumerate(lists_by_round(tournament.details, laws.rounds), 1))
    runs = [(name, [round for round, _ in run]) for name, run in groupby(listed, key=lambda one: one[1])]
    return tuple(RatingPeriod(rounds[0], rounds[-1], name) for name, rounds in runs)


def lists_by_round(details: Details, rounds: int) -> Sequence[str]:
    """A round of which nothing is said has the list of the round before."""
    announced = details.rating_lists
    if len(set(announced)) < 2:
        announced = tuple(f"{FIDE} {start[:MONTH_CHARS]}" if start else "" for start in details.schedule)
    lists: list[str] = []
    for name in (announced + ("",) * rounds)[:rounds]:
        lists.append(name or (lists[-1] if lists else ""))
    return lists


def period_of(tournament: Tournament, round: int) -> RatingPeriod:
    """The last one for a round beyond the plan."""
    periods = rating_periods(tournament)
    return next((one for one in periods if round in one.rounds), periods[-1])


def period_without_ratings(tournament: Tournament) -> RatingPeriod | None:
    """The later period of the round that comes next, while nobody has taken over its ratings."""
    period = period_of(tournament, tournament.published + 1)
    open_yet = period.first > 1 and period.first not in tournament.period_ratings
    return period if open_yet and not tournament.closed else None


Later = Mapping[EntrantId, Sequence[tuple[int, PeriodRating]]]
"""By player: first rounds with the ratings from there on, the earliest first."""
NONE_LATER: Later = MappingProxyType({})


def later_ratings(tournament: Tournament) -> Later:
    """Nobody whose only rating is that of the start is listed."""
    if not (tournament.regulations.rating_periods and tournament.period_ratings):
        return NONE_LATER
    found: dict[EntrantId, list[tuple[int, PeriodRating]]] = {}
    for first, taken in sorted(tournament.period_ratings.items()):
        for one in taken.ratings:
            found.setdefault(one.player, []).append((first, one))
    return found


def rating_in(
    tournament: Tournament, later: Later, player: EntrantId, round: int, at_start: int | None = None
) -> PeriodRating:
    """What a player has in a round: rating, title and K. `at_start` is the rating of the start in the rating report."""
    start = tournament.players[player]
    now = PeriodRating(player, start.rating if at_start is None else at_start, start.title, start.k)
    for first, one in later.get(player, ()):
        if first <= round:
            now = replace(one, title=one.title or now.title, k=one.k or now.k)
    return now


def ratings_of_tiebreaks(
    tournament: Tournament, numbers: Mapping[EntrantId, PairingNumber]
) -> dict[int, tuple[tuple[int, int], ...]]:
    """Pairing number to first rounds and ratings from there on, where tie-breaks count others than the first."""
    counted = tournament.regulations.counted_rating
    if counted is CountedRating.FIRST:
        return {}
    listed = {id: [(first, one.rating) for first, one in their] for id, their in later_ratings(tournament).items()}
    if counted is CountedRating.NEWEST:
        listed = {id: [(1, their[-1][1])] for id, their in listed.items()}
    return {numbers[id]: tuple(their) for id, their in listed.items() if id in numbers}


def cards_of_period(
    tournament: Tournament,
    cards: Mapping[PairingNumber, Card],
    numbers: Mapping[EntrantId, PairingNumber],
    period: RatingPeriod,
) -> dict[PairingNumber, Card]:
    """The rounds of the period alone, with its ratings and titles: cards of the rating report, cut."""
    return {card.number: card for card in _cut(tournament, cards, numbers, period)}


def _cut(
    tournament: Tournament,
    cards: Mapping[PairingNumber, Card],
    numbers: Mapping[EntrantId, PairingNumber],
    period: RatingPeriod,
) -> Iterator[Card]:
    later = later_ratings(tournament)
    for id, number in numbers.items():
        if card := cards.get(number):
            now = rating_in(tournament, later, id, period.first, card.rating)
            lines = card.lines[period.first - 1 : period.last]
            yield replace(card, rating=now.rating, title=now.title, lines=lines, carried=0)

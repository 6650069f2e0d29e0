"""Changes of the ratings by the tournament, game by game, as the rating report will have them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction

from domain.cards.card import CardLine, Cards
from domain.ranking import elo
from domain.records import dataclass
from domain.tournament import Round, Tournament
from domain.tournament_cards.cards import (
    annulled,
    member_cards,
    member_numbers,
    numbers_of,
    official_ratings,
    table_cards,
)
from domain.tournament_cards.periods import RatingPeriod, cards_of_period, later_ratings, rating_in, rating_periods
from domain.words.games import Scoring
from domain.words.players import EntrantId, PairingNumber, Player
from projections.moment.people import NO_NUMBER, Person
from projections.moment.snapshot import Snapshot

ESTABLISHED_GAMES = 30
"""Games after which K is no longer that of a newcomer; nobody is a newcomer unless the player's K says so."""


@dataclass(frozen=True, slots=True)
class RatingRow:
    person: Person
    rating: int
    """Of the list of the period; over all periods that of the start."""
    k: int
    games: tuple[elo.RatedGame, ...]
    scored: Fraction
    expected: Fraction
    change: Fraction
    new_rating: int
    performance: int | None
    """The performance in the rated games against rated opponents; None = there were none."""
    period: RatingPeriod | None = None
    """None: the whole event."""


def rating_report(snapshot: Snapshot) -> tuple[RatingRow, ...]:
    """Everybody once in each rating period that has begun."""
    return snapshot.now(("rating report",), lambda _: tuple(_rows(snapshot, list(snapshot.members.values()))))


def rating_row(snapshot: Snapshot, person: Person) -> RatingRow | None:
    """Over the whole event."""
    rows = [*_rows(snapshot, [person])]
    return _together(snapshot, rows) if len(rows) > 1 else next(iter(rows), None)


def _together(snapshot: Snapshot, rows: Sequence[RatingRow]) -> RatingRow:
    """K and the new rating are those of the newest period."""
    newest = rows[-1]
    met = [one for row in rows for one in _met_in(snapshot, row.period, row.person.number)]
    return replace(
        newest,
        rating=rows[0].rating,
        games=tuple(game for row in rows for game in row.games),
        scored=sum((row.scored for row in rows), Fraction(0)),
        expected=sum((row.expected for row in rows), Fraction(0)),
        change=sum((row.change for row in rows), Fraction(0)),
        performance=_performance(met),
        period=None,
    )


def _met_in(snapshot: Snapshot, period: RatingPeriod | None, number: PairingNumber) -> list[tuple[int, int]]:
    cards = cards_of_report(snapshot, period)
    return _met(cards[number].lines, _ratings_of(cards, number), snapshot.tournament.regulations.game_scoring)


def periods_begun(snapshot: Snapshot) -> tuple[RatingPeriod, ...]:
    """Empty where the event is one period."""
    periods = rating_periods(snapshot.tournament)
    return tuple(one for one in periods if one.first <= snapshot.round) if len(periods) > 1 else ()


def cards_of_report(snapshot: Snapshot, period: RatingPeriod | None) -> Cards:
    """The cards of the rating report: of a period its rounds alone, with the ratings of its list."""
    return snapshot.now(("report cards", period), lambda _: _cards_of(snapshot, period))


def _cards_of(snapshot: Snapshot, period: RatingPeriod | None) -> Cards:
    t, cards = snapshot.tournament, report_cards(snapshot)
    numbers = member_numbers(t) if t.regulations.of_teams else numbers_of(t)
    return cards if period is None else cards_of_period(t, cards, numbers, period)


def rule_in_force(tournament: Tournament) -> elo.FourHundred:
    """The 400-point rule of the day the event ends; of today's edition where no day is announced."""
    try:
        return elo.four_hundred_rule(date.fromisoformat((tournament.details.end or tournament.details.start)[:10]))
    except ValueError:
        return elo.FourHundred.BELOW_2650


def _rows(snapshot: Snapshot, wanted: list[Person]) -> Iterator[RatingRow]:
    for period in periods_begun(snapshot) or (None,):
        yield from _rows_of(snapshot, wanted, period)


def _rows_of(snapshot: Snapshot, wanted: list[Person], period: RatingPeriod | None) -> Iterator[RatingRow]:
    t, year, later = snapshot.tournament, year_of(snapshot.tournament), later_ratings(snapshot.tournament)
    cards, first = cards_of_report(snapshot, period), period.first if period else 1
    by_number = {person.number: person for person in _numbered(snapshot, wanted) if person.number}

    def k_of(id: EntrantId) -> int:
        now = rating_in(t, later, id, first)
        return coefficient(replace(t.players[id], k=now.k) if id in later else t.players[id], year)

    k = {number: k_of(person.id) for number, person in by_number.items()}
    for number, change in sorted(elo.rating_changes(cards, k, rule_in_force(t)).items()):
        yield RatingRow(
            person=by_number[number],
            rating=change.rating,
            k=change.k,
            games=tuple(replace(game, round=game.round + first - 1) for game in change.games),
            scored=sum((game.score for game in change.games), Fraction(0)),
            expected=sum((game.expected for game in change.games), Fraction(0)),
            change=change.change,
            new_rating=change.new_rating,
            performance=performance_of(cards, number, t.regulations.game_scoring),
            period=period,
        )


def _numbered(snapshot: Snapshot, wanted: list[Person]) -> list[Person]:
    """Entrants who play games; of teams their players, under the numbers that these have in the report."""
    t = snapshot.tournament
    if not t.regulations.of_teams:
        return wanted
    numbers = member_numbers(t)
    ids = {person.id for person in wanted}
    return [replace(snapshot.members[id], number=numbers[id]) for id in numbers if id in ids]


def numbered_players(snapshot: Snapshot) -> dict[PairingNumber, Person]:
    """Everybody who plays games, by the number that they have in the report."""
    everybody = list(snapshot.members.values())
    return {person.number: person for person in _numbered(snapshot, everybody) if person.number}


def number_in_report(snapshot: Snapshot, player: EntrantId) -> PairingNumber:
    """Their number there; 0 = none."""
    if snapshot.tournament.regulations.of_teams:
        return member_numbers(snapshot.tournament).get(player, NO_NUMBER)
    return snapshot.people[player].number if player in snapshot.people else NO_NUMBER


def report_cards(snapshot: Snapshot) -> Cards:
    """As the table, unless a correction came too late for it or it leaves out games of somebody who left too early."""
    return snapshot.now(("report cards",), lambda _: _report_cards_of(snapshot))


def _report_cards_of(snapshot: Snapshot) -> Cards:
    if snapshot.tournament.regulations.of_teams:
        return member_cards(snapshot.tournament, for_rating=True)
    rounds = snapshot.tournament.rounds[: snapshot.round]
    late = snapshot.settled(("late",), lambda: _any_late(rounds[:-1])) or _any_late(rounds[-1:])
    differs = late or annulled(snapshot.tournament) or official_ratings(snapshot.tournament)
    return table_cards(snapshot.tournament, for_rating=True) if differs else snapshot.cards


def _any_late(rounds: Iterable[Round]) -> bool:
    return any(game.rating_only for round in rounds for game in round.games)


def performance_of(cards: Cards, number: PairingNumber, scoring: Scoring) -> int | None:
    return performance_in(cards[number].lines, _ratings_of(cards, number), scoring)


def _ratings_of(cards: Cards, number: PairingNumber) -> dict[PairingNumber, int]:
    """Of everybody whom they met."""
    return {foe: cards[foe].rating for line in cards[number].lines if (foe := line.opponent)}


def performance_in(lines: Iterable[CardLine], ratings: Mapping[PairingNumber, int], scoring: Scoring) -> int | None:
    return _performance(_met(lines, ratings, scoring))


def _met(lines: Iterable[CardLine], ratings: Mapping[PairingNumber, int], scoring: Scoring) -> list[tuple[int, int]]:
    """Rating of the opponent and half-points of the rated games against rated opponents."""
    return [
        (rating, elo.rated_half_points(line.code, line.points, scoring))
        for line in lines
        if line.opponent is not None and line.code.rated and (rating := ratings[line.opponent])
    ]


def _performance(met: Sequence[tuple[int, int]]) -> int | None:
    return elo.performance([rating for rating, _ in met], sum(score for _, score in met)) if met else None


def coefficient(player: Player, year: int) -> int:
    """The player's own K where it is known, else that of an established player of this age and rating."""
    if player.k:
        return player.k
    age = year - player.birth_year if year and player.birth_year else None
    return elo.development_coefficient(player.official_rating or player.rating, ESTABLISHED_GAMES, age)


def year_of(tournament: Tournament) -> int:
    """The year the event ends in, as announced; 0 = not announced."""
    stated = tournament.details.end or tournament.details.start
    return int(stated[:4]) if stated[:4].isdigit() else 0

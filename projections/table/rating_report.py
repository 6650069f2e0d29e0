"""Changes of the ratings by the tournament, game by game, as the rating report will have them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date
from fractions import Fraction

from domain.cards.card import CardLine, Cards
from domain.ranking import elo
from domain.records import dataclass
from domain.tournament import Round, Tournament
from domain.tournament_cards.cards import annulled, member_cards, member_numbers, official_ratings, table_cards
from domain.words.games import Scoring
from domain.words.players import PairingNumber, Player
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot

ESTABLISHED_GAMES = 30
"""Games after which K is no longer that of a newcomer; nobody is a newcomer unless the player's K says so."""


@dataclass(frozen=True, slots=True)
class RatingRow:
    person: Person
    k: int
    games: tuple[elo.RatedGame, ...]
    scored: Fraction
    expected: Fraction
    change: Fraction
    new_rating: int
    performance: int | None
    """The performance in the rated games against rated opponents; None = there were none."""


def rating_report(snapshot: Snapshot) -> tuple[RatingRow, ...]:
    return snapshot.now(("rating report",), lambda _: tuple(_rows(snapshot, list(snapshot.members.values()))))


def rating_row(snapshot: Snapshot, person: Person) -> RatingRow | None:
    return next(iter(_rows(snapshot, [person])), None)


def rule_in_force(tournament: Tournament) -> elo.FourHundred:
    """The 400-point rule of the day the event ends; of today's edition where no day is announced."""
    try:
        return elo.four_hundred_rule(date.fromisoformat((tournament.details.end or tournament.details.start)[:10]))
    except ValueError:
        return elo.FourHundred.BELOW_2650


def _rows(snapshot: Snapshot, wanted: list[Person]) -> Iterator[RatingRow]:
    t = snapshot.tournament
    cards = report_cards(snapshot)
    year = year_of(t)
    by_number = {person.number: person for person in _numbered(snapshot, wanted) if person.number}
    k = {number: coefficient(t.players[person.id], year) for number, person in by_number.items()}
    for number, change in sorted(elo.rating_changes(cards, k, rule_in_force(t)).items()):
        yield RatingRow(
            person=by_number[number],
            k=change.k,
            games=change.games,
            scored=sum((game.score for game in change.games), Fraction(0)),
            expected=sum((game.expected for game in change.games), Fraction(0)),
            change=change.change,
            new_rating=change.new_rating,
            performance=performance_of(cards, number, t.regulations.game_scoring),
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
    lines = cards[number].lines
    return performance_in(lines, {foe: cards[foe].rating for line in lines if (foe := line.opponent)}, scoring)


def performance_in(lines: Iterable[CardLine], ratings: Mapping[PairingNumber, int], scoring: Scoring) -> int | None:
    met = [
        (rating, elo.rated_half_points(line.code, line.points, scoring))
        for line in lines
        if line.opponent is not None and line.code.rated and (rating := ratings[line.opponent])
    ]
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

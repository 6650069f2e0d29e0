"""One player's card: the rounds, the sum, and why the place is what it is."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from domain.cards import Card, Float
from domain.games import Code, Colour
from domain.players import PlayerId
from domain.ranking import LOTS, Comparison, Ranked, why
from domain.tiebreaks import Working, rule_of, working
from domain.tournament import Round
from projections.pairings import Mark, mark
from projections.people import Person
from projections.rating_report import RatingRow, rating_row
from projections.sheet import Sheet
from projections.standings import field, ranking


@dataclass(frozen=True, slots=True)
class RoundLine:
    """One round on the card."""

    round: int
    code: Code
    points: int
    """Half-points of this round."""
    total: int
    """Half-points up to and with this round."""
    board: int = 0
    """0 = no board."""
    opponent: Person | None = None
    opponent_points: int = 0
    """What the opponent has now."""
    colour: Colour | None = None
    floated: Float | None = None
    mark: Mark = Mark.NONE
    change: Fraction | None = None
    """Of the rating, by this game."""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """The next one above or below, and what put them in this order."""

    person: Person
    place: int
    comparison: Comparison


@dataclass(frozen=True, slots=True)
class PlayerCard:
    person: Person
    place: int
    """0 = not in the table yet."""
    tied_with: int
    points: int
    after: int
    planned: int
    lines: tuple[RoundLine, ...]
    workings: tuple[Working, ...]
    """Tie-breaks in the order of the regulations, points and lots left out."""
    above: Neighbour | None
    below: Neighbour | None
    rating: RatingRow | None
    """None = unrated."""
    who: Mapping[int, Person]
    """By pairing number: whoever the workings and comparisons speak of."""
    byes: tuple[int, ...] = ()
    """Rounds to come that the player will miss by leave."""


def player_card(sheet: Sheet, player: PlayerId) -> PlayerCard | None:
    """None: nobody has this number in the journal."""
    person = sheet.people.get(player)
    if person is None:
        return None
    t, number = sheet.tournament, person.number
    if not number or not sheet.round:
        return PlayerCard(person, 0, 0, 0, 0, t.regulations.rounds, (), (), None, None, None, {}, _byes(sheet, player))
    who = sheet.by_number
    table = ranking(sheet, sheet.round)
    at = next(i for i, row in enumerate(table) if row.number == number)
    rating = rating_row(sheet, person)
    return PlayerCard(
        person=person,
        place=table[at].place,
        tied_with=table[at].tied_with,
        points=sheet.cards[number].score,
        after=sheet.round,
        planned=t.regulations.rounds,
        lines=tuple(_lines(sheet, sheet.cards[number], who, rating)),
        workings=tuple(_workings(sheet, table, table[at])),
        above=_neighbour(table, at, at - 1, who) if at > 0 else None,
        below=_neighbour(table, at, at + 1, who) if at + 1 < len(table) else None,
        rating=rating,
        who=who,
        byes=_byes(sheet, player),
    )


def _byes(sheet: Sheet, player: PlayerId) -> tuple[int, ...]:
    return tuple(sorted(r for r, who in sheet.tournament.byes if who == player and r > sheet.tournament.paired))


def _lines(sheet: Sheet, card: Card, who: Mapping[int, Person], rating: RatingRow | None) -> Iterator[RoundLine]:
    changes = {game.round: game.change for game in rating.games} if rating else {}
    boards = sheet.settled(("boards of players",), lambda: _boards(sheet.tournament.rounds[: sheet.round]))
    total = 0
    for round, line in enumerate(card.lines, 1):
        total += line.points
        if line.opponent is None:
            yield RoundLine(round, line.code, line.points, total, floated=line.floated)
            continue
        game = sheet.tournament.round(round).games[boards[round, who[card.number].id]]
        yield RoundLine(
            round,
            line.code,
            line.points,
            total,
            game.board,
            who[line.opponent],
            sheet.cards[line.opponent].score,
            line.colour,
            line.floated,
            mark(game),
            changes.get(round),
        )


def _boards(rounds: Iterable[Round]) -> dict[tuple[int, PlayerId], int]:
    """The board by round and player."""
    return {
        (round.number, player): game.board
        for round in rounds
        for game in round.games.values()
        for player in (game.white, game.black)
    }


def _workings(sheet: Sheet, table: tuple[Ranked, ...], mine: Ranked) -> Iterator[Working]:
    """How each value came about. A tie-break among the tied is worked out among those still tied then."""
    known = field(sheet, sheet.round)
    for i, tiebreak in enumerate(mine.order):
        if tiebreak.code == "PTS" or tiebreak == LOTS:
            continue
        if rule_of(tiebreak).how.column is not None:
            yield working(known, mine.number, tiebreak, known.context)
        elif mine.values[i] is not None:
            tied = [row.number for row in table if row.values[:i] == mine.values[:i] and row.score == mine.score]
            yield working(known, mine.number, tiebreak, known.context, tied)


def _neighbour(table: tuple[Ranked, ...], at: int, other: int, who: Mapping[int, Person]) -> Neighbour:
    """The comparison always has the better placed one first."""
    first, second = table[min(at, other)], table[max(at, other)]
    return Neighbour(who[table[other].number], table[other].place, why((first, second), first.number, second.number))

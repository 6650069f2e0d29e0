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
    table = ranking(sheet, sheet.round)
    at = sheet.fresh(("lines of the table",), lambda: {row.number: i for i, row in enumerate(table)})[number]
    known = sheet.settled(("player cards",), dict[PlayerId, tuple[object, PlayerCard]])
    made_of = _made_of(sheet, number, table, at)
    if player not in known or known[player][0] != made_of:
        known[player] = made_of, _card(sheet, person, table, at)
    return known[player][1]


def _made_of(sheet: Sheet, number: int, table: tuple[Ranked, ...], at: int) -> tuple[object, ...]:
    """All that can change the card while no round before the newest does: no tie-break looks beyond the opponents
    of opponents, or those who are tied."""
    foes = {line.opponent for line in sheet.cards[number].lines if line.opponent}
    theirs = {line.opponent for foe in foes for line in sheet.cards[foe].lines if line.opponent}
    tied = {row.number for row in table if row.score == table[at].score} if _among_tied(table[at]) else set[int]()
    cards = tuple(sheet.cards[n] for n in sorted({number, *foes, *theirs, *tied}))
    games = sheet.tournament.round(sheet.round).games
    board = _boards_of(sheet).get((sheet.round, sheet.by_number[number].id))
    return table[max(0, at - 1) : at + 2], cards, games[board] if board else None, sheet.tournament.details


def _among_tied(mine: Ranked) -> bool:
    """A tie-break that is worked out among the tied was asked for this player."""
    return any(
        value is not None and rule_of(tiebreak).how.column is None
        for tiebreak, value in zip(mine.order, mine.values, strict=True)
        if tiebreak.code != "PTS" and tiebreak != LOTS
    )


def _card(sheet: Sheet, person: Person, table: tuple[Ranked, ...], at: int) -> PlayerCard:
    who, number = sheet.by_number, person.number
    rating = rating_row(sheet, person)
    return PlayerCard(
        person=person,
        place=table[at].place,
        tied_with=table[at].tied_with,
        points=sheet.cards[number].score,
        after=sheet.round,
        planned=sheet.tournament.regulations.rounds,
        lines=tuple(_lines(sheet, sheet.cards[number], who, rating)),
        workings=tuple(_workings(sheet, table, table[at])),
        above=_neighbour(table, at, at - 1, who) if at > 0 else None,
        below=_neighbour(table, at, at + 1, who) if at + 1 < len(table) else None,
        rating=rating,
        who=who,
        byes=_byes(sheet, person.id),
    )


def _byes(sheet: Sheet, player: PlayerId) -> tuple[int, ...]:
    return tuple(sorted(r for r, who in sheet.tournament.byes if who == player and r > sheet.tournament.paired))


def _lines(sheet: Sheet, card: Card, who: Mapping[int, Person], rating: RatingRow | None) -> Iterator[RoundLine]:
    changes = {game.round: game.change for game in rating.games} if rating else {}
    boards = _boards_of(sheet)
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


def _boards_of(sheet: Sheet) -> Mapping[tuple[int, PlayerId], int]:
    return sheet.settled(("boards of players",), lambda: _boards(sheet.tournament.rounds[: sheet.round]))


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

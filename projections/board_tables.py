"""Tables of the players of an event of teams by board: games, points, percentage, performance."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from domain.cards.card import Card
from domain.member_cards import member_cards, member_numbers
from domain.tournament import Tournament
from domain.words.games import Code
from domain.words.players import PairingNumber
from domain.words.regulations import Entrants
from projections.people import Person
from projections.rating_report import performance_of
from projections.snapshot import Snapshot

LEAST_SHARE = Fraction(2, 3)
"""Of the rounds counted: who has played fewer games stands behind the others, without a place."""


@dataclass(frozen=True, slots=True)
class BoardTableRow:
    """A player among those who have the same board in their teams."""

    place: int
    """Shared by equals; 0: too few games."""
    person: Person
    team: Person
    games: int
    """Played over the board."""
    points: int
    """Half-points of these games."""
    percentage: Fraction
    """Of the points that these games had."""
    performance: int | None
    """Over the rated games against rated opponents; None = there were none."""


@dataclass(frozen=True, slots=True)
class BoardTable:
    board: int
    """The board that the players have in their teams; one more than a match has: the reserves."""
    reserves: bool
    rows: tuple[BoardTableRow, ...]

    @property
    def name(self) -> tuple[int, bool]:
        """All of it but its rows."""
        return self.board, self.reserves


@dataclass(frozen=True, slots=True)
class BoardTablesHead:
    after: int
    rounds: int
    newest: int
    """The newest round that is published."""
    least_games: int
    """The games that give a place."""


@dataclass(frozen=True, slots=True)
class BoardTables:
    head: BoardTablesHead
    tables: tuple[BoardTable, ...]


def board_tables(snapshot: Snapshot, after: int | None = None, least_games: int | None = None) -> BoardTables | None:
    """The tables after round `after` (default: the newest published), best performance first; None without teams.

    `least_games` is two thirds of the rounds unless somebody says otherwise.
    """
    if snapshot.tournament.regulations.entrants is not Entrants.TEAMS:
        return None
    rounds = snapshot.round if after is None else max(0, min(after, snapshot.round))
    least = -(-rounds * LEAST_SHARE.numerator // LEAST_SHARE.denominator) if least_games is None else least_games
    return snapshot.now(("board tables", rounds, least), lambda _: _tables(snapshot, rounds, least))


def _tables(snapshot: Snapshot, rounds: int, least: int) -> BoardTables:
    t = snapshot.tournament
    cards = member_cards(t, rounds)
    boards = t.regulations.match_games
    rows: dict[int, list[BoardTableRow]] = {board: [] for board in range(1, boards + 2)}
    for board, row in _rows(snapshot, cards, boards):
        rows[board].append(row)
    tables = (BoardTable(board, board > boards, _placed(found, least)) for board, found in rows.items() if found)
    return BoardTables(BoardTablesHead(rounds, t.regulations.rounds, snapshot.round, least), tuple(tables))


def _rows(snapshot: Snapshot, cards: dict[PairingNumber, Card], boards: int) -> Iterator[tuple[int, BoardTableRow]]:
    t, numbers = snapshot.tournament, member_numbers(snapshot.tournament)
    for team in t.teams.values():
        for place, player in enumerate(team.players, 1):
            board = place if place <= min(boards, len(team.squad)) else boards + 1
            row = _row(t, snapshot.members[player], snapshot.people[team.id], cards, numbers[player])
            if row.games:
                yield board, row


def _row(
    t: Tournament, person: Person, team: Person, cards: dict[PairingNumber, Card], number: PairingNumber
) -> BoardTableRow:
    scoring = t.regulations.teams.game
    played = [line for line in cards[number].lines if line.code.played and line.code is not Code.PENDING]
    points = sum(line.points for line in played)
    most = scoring.win * len(played)
    percentage = Fraction(100 * points, most) if most else Fraction(0)
    return BoardTableRow(0, person, team, len(played), points, percentage, performance_of(cards, number, scoring))


def _placed(rows: list[BoardTableRow], least: int) -> tuple[BoardTableRow, ...]:
    """Best performance first, then the percentage, then the games; those with too few games at the end."""

    def merit(row: BoardTableRow) -> tuple[bool, int, Fraction, int]:
        return row.games >= least, row.performance or 0, row.percentage, row.games

    ordered = sorted(rows, key=lambda row: (*(merit(row)), row.person.rating), reverse=True)
    keys = [merit(row) for row in ordered]
    return tuple(
        BoardTableRow(
            keys.index(key) + 1 if row.games >= least else 0,
            row.person,
            row.team,
            row.games,
            row.points,
            row.percentage,
            row.performance,
        )
        for row, key in zip(ordered, keys, strict=True)
    )

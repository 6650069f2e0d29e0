"""Tables of the players of an event of teams by board: games, points, percentage, performance."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from operator import is_

from domain.cards.card import CardLine
from domain.records import dataclass
from domain.tournament import Game, Tournament
from domain.tournament_cards.cards import NO_GAME, member_cards, member_lines, member_numbers, member_seats
from domain.words.choices.prizes import BoardMerit
from domain.words.games import Code, Scoring
from domain.words.players import EntrantId, PairingNumber, PlayerId
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot
from projections.moment.table_pages import TABLE_LINES_A_PAGE
from projections.table.rating_report import performance_in
from projections.table.standings import round_in_play

LEAST_SHARE = Fraction(2, 3)
"""Of the rounds counted: who has played fewer games stands behind the others, without a place."""
NO_LINES: tuple[CardLine, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardTableRow:
    place: int
    """Shared by equals; 0: too few games."""
    person: Person
    team: Person
    games: int
    points: int
    percentage: Fraction
    """Of the points that these games had."""
    performance: int | None
    """Over the rated games against rated opponents; None = there were none."""


BoardRowsInOrder = tuple[list[BoardTableRow], tuple[BoardTableRow, ...]]
"""The players of a board team by team, and in the order of their table."""


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
    least_games: int
    in_play: int = 0
    by: BoardMerit = BoardMerit.PERFORMANCE


@dataclass(frozen=True, slots=True)
class BoardTables:
    head: BoardTablesHead
    tables: tuple[BoardTable, ...]

    def pages(self) -> Sequence[Sequence[BoardTable]]:
        """Whole tables, as many as a page has room for."""
        pages: list[list[BoardTable]] = [[]]
        for table in self.tables:
            if pages[-1] and sum(len(one.rows) for one in (*pages[-1], table)) > TABLE_LINES_A_PAGE:
                pages.append([])
            pages[-1].append(table)
        return pages


def board_tables(snapshot: Snapshot, after: int | None = None, least_games: int | None = None) -> BoardTables | None:
    """The tables after round `after` (default: the newest published), None without teams.

    `least_games` is what the regulations say, else two thirds of the rounds.
    """
    if not snapshot.tournament.regulations.of_teams:
        return None
    rounds = snapshot.round if after is None else max(0, min(after, snapshot.round))
    said = snapshot.tournament.regulations.teams.least_board_games if least_games is None else least_games
    least = -(-rounds * LEAST_SHARE.numerator // LEAST_SHARE.denominator) if said is None else said
    return snapshot.now(("board tables", rounds, least), lambda _: _tables(snapshot, rounds, least))


def _tables(snapshot: Snapshot, rounds: int, least: int) -> BoardTables:
    t = snapshot.tournament
    boards, by = t.regulations.match_games, t.regulations.teams.boards_by
    found: dict[int, list[BoardTableRow]] = {board: [] for board in range(1, boards + 2)}
    for board, row in zip(_boards(snapshot), _rows(snapshot, rounds), strict=True):
        if row.games:
            found[board].append(row)
    tables = (
        BoardTable(board, board > boards, _table(snapshot, (rounds, least, board, by), rows))
        for board, rows in found.items()
        if rows
    )
    head = BoardTablesHead(rounds, t.regulations.rounds, snapshot.round, least, round_in_play(snapshot, rounds), by)
    return BoardTables(head, tuple(tables))


def _boards(snapshot: Snapshot) -> tuple[int, ...]:
    t = snapshot.tournament
    boards = t.regulations.match_games
    return tuple(
        place if place <= min(boards, len(team.squad)) else boards + 1
        for team in t.teams.values()
        for place, _ in enumerate(team.players, 1)
    )


def _rows(snapshot: Snapshot, rounds: int) -> tuple[BoardTableRow, ...]:
    """Everybody, team by team; a row is made again when the newest of these rounds gives the player another line."""
    t = snapshot.tournament
    people = snapshot.members
    members = [(player, team.id) for team in t.teams.values() for player in team.players]
    before = snapshot.settled(("members before", rounds), lambda: _lines_before(t, rounds))
    newest = _newest_lines(snapshot, rounds)
    ratings = snapshot.settled(
        ("member ratings",), lambda: {n: t.players[PlayerId(player)].rating for player, n in member_numbers(t).items()}
    )
    scoring = t.regulations.teams.game

    def row(person: Person, team: Person, earlier: tuple[CardLine, ...], line: CardLine) -> BoardTableRow:
        return _row(person, team, (*earlier, line), ratings, scoring)

    return snapshot.rows("board tables", rounds, row)(
        [people[player] for player, _ in members],
        [snapshot.people[team] for _, team in members],
        [before.get(player, NO_LINES) for player, _ in members],
        [newest.get(player, NO_GAME) for player, _ in members],
    )


def _lines_before(t: Tournament, rounds: int) -> dict[EntrantId, tuple[CardLine, ...]]:
    cards = member_cards(t, rounds - 1)
    return {player: cards[number].lines for player, number in member_numbers(t).items()}


def _newest_lines(snapshot: Snapshot, round: int) -> dict[EntrantId, CardLine]:
    """The line that the newest of the rounds counted gives each player."""
    if not round:
        return {}
    t = snapshot.tournament
    numbers = snapshot.settled(("member numbers",), lambda: member_numbers(t))

    def lines(game: Game, white: PlayerId | None, black: PlayerId | None) -> tuple[tuple[EntrantId, CardLine], ...]:
        return member_lines(t, numbers, game, (white, black))

    games = t.round(round).games
    seated = [member_seats(t, round, game) for game in games]
    seats = [white for white, _ in seated], [black for _, black in seated]
    made = snapshot.rows("member lines", round, lines)(games, *seats)
    return {player: line for both in made for player, line in both}


def _row(
    person: Person, team: Person, lines: Sequence[CardLine], ratings: Mapping[PairingNumber, int], scoring: Scoring
) -> BoardTableRow:
    played = [line for line in lines if line.code.played and line.code is not Code.PENDING]
    points = sum(line.points for line in played)
    most = scoring.win * len(played)
    percentage = Fraction(100 * points, most) if most else Fraction(0)
    return BoardTableRow(0, person, team, len(played), points, percentage, performance_in(lines, ratings, scoring))


def _table(
    snapshot: Snapshot, of: tuple[int, int, int, BoardMerit], rows: list[BoardTableRow]
) -> tuple[BoardTableRow, ...]:
    def work(before: BoardRowsInOrder | None) -> BoardRowsInOrder:
        if before and len(before[0]) == len(rows) and all(map(is_, before[0], rows)):
            return before
        return rows, _placed(rows, of[1], of[3])

    return snapshot.now(("board table", *of), work)[1]


def figures(row: BoardTableRow, by: BoardMerit) -> tuple[Fraction, ...]:
    """The one that orders a table, then those that separate equals."""
    performance, points, games = (Fraction(one) for one in (row.performance or 0, row.points, row.games))
    match by:
        case BoardMerit.PERFORMANCE:
            return performance, row.percentage, games
        case BoardMerit.SCORE:
            return points, row.percentage, performance
        case BoardMerit.PERCENTAGE:
            return row.percentage, games, performance


def _placed(rows: list[BoardTableRow], least: int, by: BoardMerit) -> tuple[BoardTableRow, ...]:
    """Best first; those with too few games at the end."""

    def merit(row: BoardTableRow) -> tuple[bool, tuple[Fraction, ...]]:
        return row.games >= least, figures(row, by)

    ordered = sorted(((merit(row), row) for row in rows), key=lambda one: (one[0], one[1].person.rating), reverse=True)
    placed, shared = [], 0
    for at, (key, row) in enumerate(ordered, 1):
        if at == 1 or key != ordered[at - 2][0]:
            shared = at
        place = shared if row.games >= least else 0
        placed.append(row if row.place == place else replace(row, place=place))
    return tuple(placed)

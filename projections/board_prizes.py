"""The players of teams in the order in which a prize for a board is theirs."""

from collections.abc import Sequence
from fractions import Fraction

from domain.ranking.prizes import Placed
from domain.words.players import PlayerId
from domain.words.prizes import RESERVES, BoardMerit, BoardPrize
from projections.board_tables import BoardTableRow, board_tables
from projections.snapshot import Snapshot


def placed_at_board(snapshot: Snapshot, prize: BoardPrize) -> list[Placed]:
    """Players with enough games, best first; equals in the figure of the prize share it; empty without teams."""
    rows = [row for row in _of_board(snapshot, prize) if row.place]
    if prize.merit is BoardMerit.SCORE:
        rows.sort(key=lambda row: (row.points, row.percentage, row.performance or 0), reverse=True)
    figures = [_figure(row, prize.merit) for row in rows]
    players = snapshot.tournament.players
    return [
        Placed(players[PlayerId(row.person.id)], figures.index(figure) + 1, figure)
        for row, figure in zip(rows, figures, strict=True)
    ]


def _of_board(snapshot: Snapshot, prize: BoardPrize) -> Sequence[BoardTableRow]:
    found = board_tables(snapshot, least_games=prize.least_games)
    for table in found.tables if found else ():
        if (RESERVES if table.reserves else table.board) == prize.board:
            return table.rows
    return ()


def _figure(row: BoardTableRow, merit: BoardMerit) -> Fraction:
    return Fraction(row.points, 2) if merit is BoardMerit.SCORE else Fraction(row.performance or 0)

"""The tables of players by board for other people's programs."""

from projections.table.board_tables import BoardTable, BoardTableRow, BoardTables, BoardTablesHead
from web.api import views
from web.api.views import Json


def tables_head(view: BoardTablesHead) -> dict[str, Json]:
    """`in_play` is None where all games counted are decided."""
    return {
        "after_round": view.after,
        "in_play": view.in_play or None,
        "rounds": view.rounds,
        "least_games": view.least_games,
    }


def tables(view: BoardTables) -> dict[str, Json]:
    return {
        **tables_head(view.head),
        "tables": [{**table_of_board(one), "rows": [row(line) for line in one.rows]} for one in view.tables],
    }


def table_of_board(one: BoardTable) -> dict[str, Json]:
    """Reserves have no board of their own."""
    return {"board": None if one.reserves else one.board, "reserves": one.reserves}


def row(line: BoardTableRow) -> dict[str, Json]:
    """`place` is None for those who have played too few games."""
    return {
        "place": line.place or None,
        "player": views.person(line.person),
        "team": views.person(line.team),
        "games": line.games,
        "points": views.points_json(line.points),
        "percentage": views.exact_json(line.percentage),
        "performance": line.performance,
    }

"""Topics of the feed about teams: one match, the players on the page of a team, and the tables by board."""

from collections.abc import Mapping, Sequence
from itertools import chain

from domain.words.players import EntrantId
from projections.moment.snapshot import Snapshot
from projections.player.team_page import match_page, team_page
from projections.round.team_matches import MatchLine, TeamMatch
from projections.table.board_tables import BoardTable, BoardTableRow, BoardTables, board_tables
from web.api import board_tables as by_board
from web.api import team_matches, teams, views
from web.public.topic_form import Pieces, TopicForm

MATCHES_OF_A_ROUND = 10_000
"""The topic of board 3 of round 2 is `match/20003`."""

RoundRow = TeamMatch | MatchLine
"""A row of a round: that of a match, or of one of its boards."""


def _match_row(row: RoundRow) -> views.Json:
    return team_matches.match(row) if isinstance(row, TeamMatch) else team_matches.match_board(row)


MATCH_FORM = TopicForm("team_matches", "row", _match_row)
BoardTablesRow = BoardTable | BoardTableRow
"""A row of the tables by board: the heading of one, or a player's."""


def _row_by_board(row: BoardTablesRow) -> views.Json:
    return by_board.table_of_board(row) if isinstance(row, BoardTable) else by_board.row(row)


def _without_rows(row: BoardTablesRow) -> object:
    return row.name if isinstance(row, BoardTable) else row


_TABLES_HEAD = TopicForm("board_tables", "heading", by_board.tables_head)
_TABLES_ROW = TopicForm("board_tables", "row", _row_by_board, _without_rows)
_SQUAD = TopicForm("team_page", "squad", teams.team_page)


def match_topic(round: int, board: int) -> str:
    return f"match/{round * MATCHES_OF_A_ROUND + board}"


def one_match(snapshot: Snapshot, number: int) -> Pieces | None:
    """One match of teams, of any round."""
    view = match_page(snapshot, *divmod(number, MATCHES_OF_A_ROUND))
    return iter([(MATCH_FORM, dict(match_rows(view.match)))]) if view is not None else None


def rows_of_matches(
    snapshot: Snapshot, round: int, matches: Sequence[TeamMatch], page: int = 0
) -> Mapping[str, RoundRow]:
    """Each of these matches of a round with its boards below it, by the names of their parts."""
    return dict(chain.from_iterable(snapshot.rows(f"match-parts/{page}", round, match_rows)(matches)))


def match_rows(match: TeamMatch) -> tuple[tuple[str, RoundRow], ...]:
    """A match and its boards, each with the name of its part."""
    return (f"m{match.board}", match), *((f"b{line.spot}", line) for line in match.lines)


def of_team(snapshot: Snapshot, team: int) -> Pieces:
    """The players of somebody who is a team."""
    view = team_page(snapshot, EntrantId(team))
    if view is not None:
        yield _SQUAD, {"squad": view}


def by_board_topic(snapshot: Snapshot, round: int) -> Pieces | None:
    """The tables by board, after the newest round or this one."""
    view = board_tables(snapshot, round or None) if round <= snapshot.round else None
    return _by_board(view, view.tables) if view is not None else None


def page_of_board_tables(snapshot: Snapshot, round: int, page: int) -> Pieces | None:
    view = board_tables(snapshot, round or None) if round <= snapshot.round else None
    pages = view.pages() if view is not None else ()
    return _by_board(view, pages[page - 1]) if view is not None and page <= len(pages) else None


def _by_board(view: BoardTables, tables: Sequence[BoardTable]) -> Pieces:
    rows: dict[str, BoardTablesRow] = {}
    for table in tables:
        rows[f"t{table.board}"] = table
        rows |= {f"p{row.person.id}": row for row in table.rows}
    yield _TABLES_HEAD, {"heading": view.head}
    yield _TABLES_ROW, rows

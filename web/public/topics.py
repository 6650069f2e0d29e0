"""Topics of a tournament that can be followed: each one as named pieces, in HTML and in JSON from the same view.

A piece is a value and a macro of `templates/parts/`: the row that is pushed is the row that the
page includes. Only pieces that differ from the last view are rendered again; they are grouped by template, so that
unchanged rows cost almost nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import NamedTuple, TypeVar

from domain.moves.position import square_name
from domain.ranking.tiebreaks import Working
from domain.words.players import EntrantId
from projections.lists.catalogue import Summary
from projections.lists.followed import followed_games, followed_places
from projections.moment.overview import overview
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot
from projections.moment.table_pages import last_page, on_page
from projections.player.card import PlayerCard, PlayerHead, player_card
from projections.player.team_page import match_page, team_page
from projections.playoff.bracket import BracketView, bracket_view
from projections.playoff.stages import PlayoffView, playoff_view
from projections.playoff.tree import playoff_tree
from projections.round.latest_results import latest_results
from projections.round.live_boards import LiveBoard, LiveBoards
from projections.round.pairings import Pairings, PairingsHead, RoundPage, pairings
from projections.round.seats import SeatRow, seats
from projections.round.team_matches import MatchLine, TeamMatch
from projections.table.board_tables import BoardTable, BoardTableRow, BoardTables, board_tables
from projections.table.standings import Standings, StandingsHead, standings
from web.api import board_tables as by_board
from web.api import brackets, cards, followers, playoffs, team_matches, teams, views
from web.public.crosstables import crosstable_feed
from web.public.topic_form import Feed, PagedFeed, Pieces, TopicForm, of_player, rows_by_part

# The topics of a round, by board and by name: all of it, or a page of it where it is long; and one board.


def _uncounted(head: PairingsHead) -> PairingsHead:
    """Without the number of open games, of which the line below speaks."""
    return replace(head, open=0)


def _progress(head: PairingsHead) -> views.Json:
    return {"games": head.games, "open": head.open}


_BY_BOARD = TopicForm("pairings", "heading", views.pairings_head, _uncounted)
_BY_NAME = TopicForm("pairings", "heading_by_name", views.pairings_head, _uncounted)
_PROGRESS = TopicForm("pairings", "progress", _progress)
_BOARD = TopicForm("pairings", "board", views.board)
_UNPAIRED = TopicForm("pairings", "unpaired", views.unpaired)
_SEAT = TopicForm("seats", "seat", views.seat_row)


def round_by_board(snapshot: Snapshot, round: int) -> Pieces | None:
    view = _view(snapshot, round)
    return _boards(snapshot, view, RoundPage(view.matches, view.boards, view.unpaired), 0) if view else None


def page_by_board(snapshot: Snapshot, round: int, page: int) -> Pieces | None:
    view = _view(snapshot, round)
    return _boards(snapshot, view, view.page(page), page) if view and page <= view.last_page() else None


def round_by_name(snapshot: Snapshot, round: int) -> Pieces | None:
    view = _view(snapshot, round)
    return _seats(snapshot, view, 0) if view else None


def page_by_name(snapshot: Snapshot, round: int, page: int) -> Pieces | None:
    view = _view(snapshot, round)
    return _seats(snapshot, view, page) if view and page <= last_page(len(seats(snapshot, view))) else None


def one_board(snapshot: Snapshot, board: int) -> Pieces | None:
    """One board of the newest round, for a camera or a demonstration board."""
    view = _view(snapshot, 0)
    rows = {f"b{row.spot}": row for row in view.boards if row.board == board} if view else {}
    return iter([(_BOARD, rows)]) if rows else None


def _view(snapshot: Snapshot, round: int) -> Pairings | None:
    return pairings(snapshot, round or snapshot.current)


def _boards(snapshot: Snapshot, view: Pairings, shown: RoundPage, page: int) -> Pieces:
    yield from _round_head(view, _BY_BOARD)
    if view.matches:
        yield MATCH_FORM, rows_of_matches(snapshot, view.round, shown.matches, page)
    else:
        yield _BOARD, rows_by_part(snapshot, f"boards/{page}", view.round, shown.boards, lambda row: f"b{row.spot}")
    yield _UNPAIRED, {f"u{left.person.id}": left for left in shown.unpaired}


def _seats(snapshot: Snapshot, view: Pairings, page: int) -> Pieces:
    yield from _round_head(view, _BY_NAME)
    rows = seats(snapshot, view)
    shown = on_page(rows, page) if page else rows
    yield _SEAT, rows_by_part(snapshot, f"seats/{page}", view.round, shown, _of_seat)


def _of_seat(row: SeatRow) -> str:
    return f"s{row.person.id}"


def _round_head(view: Pairings, heading: TopicForm) -> Pieces:
    head = view.head
    yield heading, {"heading": head}
    yield _PROGRESS, {"progress": head}


# The topics of the standings: the whole table, or a page of it where it is long.


def _state(head: StandingsHead) -> views.Json:
    return {"open_games": head.open}


def _in_play_or_not(head: StandingsHead) -> StandingsHead:
    """With one open game for all of them: the heading says that the round is in play, the line below how far it is."""
    return replace(head, open=min(head.open, 1))


_TABLE = TopicForm("standings", "heading", views.standings_head, _in_play_or_not)
_STATE = TopicForm("standings", "state", _state)
_STANDING = TopicForm("standings", "row", views.standing)


def standings_feed(snapshot: Snapshot, round: int) -> Pieces | None:
    """The whole table."""
    return _table(snapshot, round, 0)


def page_of_standings(snapshot: Snapshot, round: int, page: int) -> Pieces | None:
    """A page of the table after a round; 0 = the newest."""
    return _table(snapshot, round, page) if page else None


def _table(snapshot: Snapshot, round: int, page: int) -> Pieces | None:
    if round > snapshot.round:
        return None
    view = standings(snapshot, round or snapshot.round)
    return None if page > view.last_page() else _pieces(snapshot, view, page)


def _pieces(snapshot: Snapshot, view: Standings, page: int) -> Pieces:
    head = view.head
    yield _TABLE, {"heading": head}
    yield _STATE, {"state": head}
    rows = view.page(page) if page else view.rows
    yield _STANDING, rows_by_part(snapshot, f"standings/{page}", view.after, rows, of_player)


# Topics of the feed about teams: one match, the players on the page of a team, and the tables by board.

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


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Explained:
    """A working with the people it speaks of."""

    one: Working
    who: Mapping[int, Person]
    name: str
    """The name of the working among those of the player."""


_FIGURES = TopicForm("leaders", "figures", views.overview)
_STATUS = TopicForm("leaders", "status", views.overview)
_LEADER = TopicForm("leaders", "row", views.standing)
_RESULT = TopicForm("results", "row", views.latest_row)


def _overview(snapshot: Snapshot, _: int) -> Pieces:
    yield _FIGURES, {"figures": overview(snapshot.tournament)}


def _status(snapshot: Snapshot, _: int) -> Pieces:
    """The progress of the tournament in one line, which the head of every page follows."""
    yield _STATUS, {"status": overview(snapshot.tournament)}


def _leaders(snapshot: Snapshot, _: int) -> Pieces:
    yield _LEADER, {f"p{row.person.id}": row for row in (standings(snapshot).rows[:8] if snapshot.round else ())}


class PlaceCell(NamedTuple):
    """Somebody's place and points, without the tie-breaks, which change far more often."""

    person: Person
    place: int
    points: int


def _placed(one: PlaceCell) -> views.Json:
    return {"place": one.place, "player": views.person(one.person), "points": views.points_json(one.points)}


_PLACED = TopicForm("leaders", "placed", _placed)


def _places(snapshot: Snapshot, _: int) -> Pieces:
    """For those who follow players: a short line about everybody, of which each reader keeps a few."""
    rows = standings(snapshot).rows if snapshot.round else ()
    placed = snapshot.rows("placed", snapshot.round, lambda row: PlaceCell(row.person, row.place, row.points))(rows)
    yield _PLACED, rows_by_part(snapshot, "places", snapshot.round, placed, of_player)


_GAME = TopicForm("followed", "game", followers.followed_game)
_PLACE = TopicForm("followed", "place", followers.followed_place)


def _home(snapshot: Snapshot, _: int) -> Pieces:
    """Everybody's game and place, of which each follower's page keeps a few."""
    games, places = followed_games(snapshot), followed_places(snapshot)
    yield _GAME, rows_by_part(snapshot, "followed", snapshot.current, games, lambda one: f"s{one.person.id}")
    by_part = rows_by_part(snapshot, "followed-places", snapshot.round, places, of_player)
    yield _PLACE, {part: by_part[part] for one in games if (part := of_player(one)) in by_part}


def _latest(count: int) -> Feed:
    def feed(snapshot: Snapshot, _: int) -> Pieces:
        yield _RESULT, {f"r{one.round}b{one.row.spot}": one for one in latest_results(snapshot, count)}

    return feed


def _alone(head: PlayerHead) -> PlayerHead:
    """Without the neighbours, of whom the lines below speak."""
    return replace(head, above=None, below=None)


def _working(value: Explained) -> views.Json:
    return cards.working_json(value.one)


_PLAYER = TopicForm("player", "figures", cards.player_head, _alone)
_ROUND = TopicForm("player", "round", cards.round_line)
_WHY = TopicForm("player", "why", cards.player_head)
_WORKING = TopicForm("player", "working", _working)


def _player(snapshot: Snapshot, player: int) -> Pieces | None:
    view = player_card(snapshot, EntrantId(player))
    return chain(_card(view), of_team(snapshot, player)) if view else None


def _card(view: PlayerCard) -> Pieces:
    head = view.head
    yield _PLAYER, {"figures": head}
    yield _ROUND, {f"r{line.round}": line for line in view.lines}
    if view.place:
        yield _WHY, {"why": head}
        yield (
            _WORKING,
            {f"workings/{name}": Explained(one, view.who, name) for name, one in view.named_workings.items()},
        )


_PLAYOFF = TopicForm("playoff", "heading", playoffs.playoff_head)
_OUTCOME = TopicForm("playoff", "outcome", playoffs.playoff_head)
_TREE = TopicForm("playoff", "tree", playoffs.tree)
_STAGE = TopicForm("playoff", "stage", playoffs.stage)


def _playoff(snapshot: Snapshot, _: int) -> Pieces | None:
    view = playoff_view(snapshot)
    return _stages(view) if view else None


def _stages(view: PlayoffView) -> Pieces:
    yield _PLAYOFF, {"heading": view.head}
    yield _OUTCOME, {"outcome": view.head}
    yield _TREE, {"tree": playoff_tree(view)}
    yield _STAGE, {stage.name: stage for stage in view.stages}


_BRACKET = TopicForm("bracket", "heading", brackets.bracket_head)
_DUEL = TopicForm("bracket", "match", brackets.bracket_cell)


def _bracket(snapshot: Snapshot, _: int) -> Pieces | None:
    view = bracket_view(snapshot)
    return _duels(view) if view else None


def _duels(view: BracketView) -> Pieces:
    yield _BRACKET, {"heading": view.head}
    yield _DUEL, {f"m{cell.number}": cell for column in view.columns for cell in column.matches}


_LISTED = TopicForm("catalogue", "row", views.catalogue_row)
_UNREAD = TopicForm("catalogue", "unread", views.unread)


def catalogue_pieces(rows: tuple[Summary, ...], unread: int = 0) -> Pieces:
    """The first page of all tournaments: the topic `catalogue`; after a start some are still `unread`."""
    yield _LISTED, {row.slug: row for row in rows}
    if unread:
        yield _UNREAD, {"~unread": unread}


FEEDS: dict[str, Feed] = {
    "status": _status,
    "overview": _overview,
    "leaders": _leaders,
    "places": _places,
    "home": _home,
    "latest": _latest(8),
    "results": _latest(30),
    "pairings": round_by_board,
    "seats": round_by_name,
    "standings": standings_feed,
    "crosstable": crosstable_feed(by_place=True),
    "crosstable/number": crosstable_feed(by_place=False),
    "board": one_board,
    "boards": by_board_topic,
    "match": one_match,
    "player": _player,
    "playoff": _playoff,
    "bracket": _bracket,
}
"""By the topic below `t/<slug>/`; a number may follow: a round, a board, a page, or a player's id."""
PAGED: dict[str, PagedFeed] = {
    "boards": page_of_board_tables,
    "pairings": page_by_board,
    "seats": page_by_name,
    "standings": page_of_standings,
}
"""Those that have pages besides rounds: `standings/page/2`, `standings/5/page/2`."""

_ROUNDS_AND_PLACES = {"pairings", "seats", "standings", "board", "boards", "match", "player"}
NUMBERED = frozenset(_ROUNDS_AND_PLACES | {"crosstable", "crosstable/number"})


def pieces(snapshot: Snapshot, path: str) -> Pieces | None:
    """The pieces of a topic such as `pairings`, `standings/3` or `player/17`; None = there is none."""
    if path in FEEDS:
        return FEEDS[path](snapshot, 0)
    table, paged, page = path.partition("/page/")
    if paged:
        whole, _, round = table.partition("/")
        known = whole in PAGED and _number(page) and (table == whole or _number(round))
        return PAGED[whole](snapshot, _number(round), _number(page)) if known else None
    name, _, number = path.rpartition("/")
    return FEEDS[name](snapshot, found) if name in NUMBERED and (found := _number(number)) else None


def _number(text: str) -> int:
    """A whole number as we write it; 0 = it is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 and text[0] != "0" else 0


# Positions of live boards as a topic of the feed, and as data for other programs.

LIVE_BOARDS = "live"
"""The topic below `t/<slug>/`."""
MOST_BOARDS_SHOWN = 12
"""Boards on the public page: the first ones of the round."""


def live_board(one: LiveBoard) -> dict[str, views.Json]:
    """`squares` are 64 letters as in FEN from a1 to h8, with points for empty squares; clocks are in seconds."""
    return {
        "board": one.board,
        "game": one.game,
        "white": views.person(one.white),
        "black": views.person(one.black),
        "squares": one.squares,
        "last_move": [square_name(square) for square in one.last[:2]] if one.last else None,
        "half_moves": one.moves,
        "clocks": list(one.clocks),
        "result": one.result.value if one.result is not None else None,
    }


def live_boards_json(view: LiveBoards) -> dict[str, views.Json]:
    return {"round": view.round, "boards": [live_board(one) for one in view.boards[:MOST_BOARDS_SHOWN]]}


_LIVE_BOARD = TopicForm("live_boards", "board", live_board)


def live_board_pieces(view: LiveBoards) -> Pieces:
    """A part for each board: a move prints one of them again."""
    yield _LIVE_BOARD, {one.key: one for one in view.boards[:MOST_BOARDS_SHOWN]}

"""Topics of a tournament that can be followed: each one as named pieces, in HTML and in JSON from the same view.

A piece is a value and a macro of `templates/parts/`: the row that is pushed is the row that the
page includes. Only pieces that differ from the last view are rendered again; they are grouped by template, so that
unchanged rows cost almost nothing.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from operator import attrgetter
from typing import Any, NamedTuple, TypedDict, TypeVar

from domain.ranking.tiebreaks import Working
from domain.records import dataclass
from domain.words.players import EntrantId
from projections.lists.bulletins import board_of_tournament, headlines
from projections.lists.catalogue import Summary
from projections.lists.followed import followed_games, followed_places
from projections.moment.overview import overview
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot
from projections.moment.table_pages import last_page, on_page
from projections.player.card import PlayerCard, player_card
from projections.player.chances import PlayerChances, likely_winners
from projections.player.team_page import match_page, team_page
from projections.playoff.bracket import BracketView, bracket_view
from projections.playoff.stages import PlayoffView, playoff_view
from projections.playoff.tree import playoff_tree
from projections.round.pairings import MatchLine, Pairings, PairingsHead, RoundPage, TeamMatch
from projections.round.results import Latest, latest_results
from projections.round.seats import seats
from projections.table.arena import games_now
from projections.table.board_tables import BoardTable, BoardTableRow, BoardTables, board_tables
from projections.table.crosstable import LINES_A_PAGE, Crosstable, crosstable, meetings
from projections.table.norm_forecast import public_norm_forecast
from projections.table.standings import Standings, standings, table
from projections.table.team_scores import TeamScoreRow, TeamScores, team_scores
from web.api import bulletins, chances, knockouts, players, rounds, tables, tournaments
from web.api.norms import norm_forecast_json
from web.api.people import PersonJson, Points, person, points_json
from web.links import Site
from web.rendering import Arranged, printed
from web.tables import OfPerson

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class TopicForm:
    """The rendering of values of one kind as parts of a view; each is made once, and like no other."""

    template: str
    macro: str
    twin: Callable[..., Any]
    """The value as data."""
    read: Callable[..., object] | None = None
    """Picks the part of the value that the macro reads, so that a change of the rest prints nothing; None = all."""

    def html(self, key: str, value: object, site: Site | None, lang: str) -> str:
        return printed(self.template, self.macro, key, self.read(value) if self.read else value, site, lang)

    def looks_alike(self, value: object, other: object) -> bool:
        """Of values that differ: the macro reads nothing of the difference."""
        return self.read is not None and self.read(value) == self.read(other)


Pieces = Iterator[tuple[TopicForm, Mapping[str, object]]]
"""Values by the name of their part, form by form, in the order on the glass."""
Feed = Callable[[Snapshot, int], Pieces | None]
"""(snapshot, the number in the topic or 0) to pieces; None = there is no such topic."""
PagedFeed = Callable[[Snapshot, int, int], Pieces | None]
"""(snapshot, round or 0 for the newest, page or 0 for all of it) to pieces; None = there is no such page."""

MOVING_WITH_CHANCES = ("coming", "coming-name", "coming-chances", "chances", "player", "norms")
"""They may look different although nothing has happened in the tournament."""


def rows_by_part(
    snapshot: Snapshot, topic: str, round: int, rows: Sequence[T], name: Callable[..., str]
) -> Mapping[str, T]:
    return dict(zip(snapshot.rows(f"names: {topic}", round, name)(rows), rows, strict=True))


def of_player(row: OfPerson) -> str:
    return f"p{row.person.id}"


@dataclass(frozen=True, slots=True)
class FeedTopic:
    """Something below `t/<slug>/` that can be followed."""

    feed: Feed
    numbered: bool = False
    """A number may follow: a round, a board, a page, or a player's id."""
    page: PagedFeed | None = None


def paged(feed: PagedFeed) -> FeedTopic:
    """The topic of a round that has pages as well: `standings/page/2`, `standings/5/page/2`."""
    return FeedTopic(lambda snapshot, round: feed(snapshot, round, 0), numbered=True, page=feed)


# The topics of a round, by board and by name: all of it, or a page of it where it is long; and one board.


def _uncounted(head: PairingsHead) -> PairingsHead:
    """Without the number of open games, of which the line below speaks."""
    return replace(head, open=0)


_BY_BOARD = TopicForm("pairings", "heading", rounds.pairings_head, _uncounted)
_BY_NAME = TopicForm("pairings", "heading_by_name", rounds.pairings_head, _uncounted)
_PROGRESS = TopicForm("pairings", "progress", rounds.progress)
_BOARD = TopicForm("pairings", "board", rounds.board)
_UNPAIRED = TopicForm("pairings", "unpaired", rounds.unpaired)
_SEAT = TopicForm("seats", "seat", rounds.seat_row)


def round_by_board(snapshot: Snapshot, round: int, page: int) -> Pieces | None:
    view = _view(snapshot, round)
    return _boards(snapshot, view, page) if view and page <= view.last_page() else None


def round_by_name(snapshot: Snapshot, round: int, page: int) -> Pieces | None:
    view = _view(snapshot, round)
    return _seats(snapshot, view, page) if view and page <= last_page(len(seats(snapshot, view))) else None


def one_board(snapshot: Snapshot, board: int) -> Pieces | None:
    view = _view(snapshot, 0)
    rows = {f"b{row.spot}": row for row in view.boards if row.board == board} if view else {}
    return iter([(_BOARD, rows)]) if rows else None


def _view(snapshot: Snapshot, round: int) -> Pairings | None:
    return games_now(snapshot, round)


def _boards(snapshot: Snapshot, view: Pairings, page: int) -> Pieces:
    shown = view.page(page) if page else RoundPage(view.matches, view.boards, view.unpaired)
    yield from _round_head(view, _BY_BOARD)
    if view.matches:
        rows = snapshot.rows(f"match-parts/{page}", view.round, _match_rows)(shown.matches)
        yield _MATCH, dict(chain.from_iterable(rows))
    else:
        yield _BOARD, rows_by_part(snapshot, f"boards/{page}", view.round, shown.boards, lambda row: f"b{row.spot}")
    yield _UNPAIRED, {f"u{left.person.id}": left for left in shown.unpaired}


def _seats(snapshot: Snapshot, view: Pairings, page: int) -> Pieces:
    yield from _round_head(view, _BY_NAME)
    rows = seats(snapshot, view)
    shown = on_page(rows, page) if page else rows
    yield _SEAT, rows_by_part(snapshot, f"seats/{page}", view.round, shown, lambda row: f"s{row.person.id}")


def _round_head(view: Pairings, heading: TopicForm) -> Pieces:
    head = view.head
    yield heading, {"heading": head}
    yield _PROGRESS, {"progress": head}


# The topics of the standings: the whole table, or a page of it where it is long.


def _state(head: Standings) -> Mapping[str, int]:
    return {"open_games": head.open}


def _in_play_or_not(head: Standings) -> Standings:
    """With one open game for all of them: the heading says that the round is in play, the line below how far it is."""
    return replace(head, open=min(head.open, 1))


_TABLE = TopicForm("standings", "heading", tables.standings_head, _in_play_or_not)
_STATE = TopicForm("standings", "state", _state)
_STANDING = TopicForm("standings", "row", tables.standing)


def standings_feed(snapshot: Snapshot, round: int, page: int) -> Pieces | None:
    if round > snapshot.round:
        return None
    view = standings(snapshot, round or snapshot.round)
    return None if page > view.last_page() else _table(snapshot, view, page)


def _table(snapshot: Snapshot, view: Standings, page: int) -> Pieces:
    yield _TABLE, {"heading": view.head}
    yield _STATE, {"state": view.head}
    rows = view.page(page) if page else view.rows
    yield _STANDING, rows_by_part(snapshot, f"standings/{page}", view.after, rows, of_player)


# The topics of the crosstable: a cell for each round, or for each opponent where everybody meets everybody.

_CROSSTABLE = TopicForm("crosstable", "heading", tables.crosstable_head)
_COLUMNS = TopicForm("crosstable", "columns", tables.crosstable_head)
_CROSS_ROW = TopicForm("crosstable", "row", tables.cross_row)
_MEETINGS = TopicForm("meetings", "heading", tables.meeting_head)
_MEETING_COLUMNS = TopicForm("meetings", "columns", tables.meeting_head)
_MEETING_ROW = TopicForm("meetings", "row", tables.meeting_row)


def crosstable_feed(by_place: bool) -> Feed:
    def feed(snapshot: Snapshot, page: int) -> Pieces | None:
        if snapshot.tournament.regulations.from_tables:
            return None if page else _paired_off(snapshot, by_place)
        view = crosstable(snapshot, by_place=False)
        return None if page > view.last_page() else _by_rounds(snapshot, view, by_place, page)

    return feed


def _by_rounds(snapshot: Snapshot, by_number: Crosstable, by_place: bool, page: int) -> Pieces:
    head = replace(by_number.head, by_place=by_place)
    names = snapshot.about(snapshot.round, "names: crosstable", lambda: list(map(of_player, by_number.rows)))
    rows = dict(zip(names, by_number.rows, strict=True))
    order = table(snapshot, snapshot.round).in_line(names) if by_place else names
    if page:
        order = list(on_page(order, page, LINES_A_PAGE))
        rows = {name: rows[name] for name in order}
    yield _CROSSTABLE, {"heading": head}
    yield _COLUMNS, {"columns": head}
    yield _CROSS_ROW, Arranged(rows, order)


def _paired_off(snapshot: Snapshot, by_place: bool) -> Pieces:
    view = meetings(snapshot, by_place=by_place)
    yield _MEETINGS, {"heading": view.head}
    yield _MEETING_COLUMNS, {"columns": view.head}
    yield _MEETING_ROW, {of_player(row): row for row in view.rows}


# Topics of the feed about teams: one match, the players on the page of a team, and the tables by board.

MATCHES_OF_A_ROUND = 10_000
"""The topic of board 3 of round 2 is `match/20003`."""

RoundRow = TeamMatch | MatchLine
"""A row of a round: that of a match, or of one of its boards."""


_MATCH = TopicForm(
    "team_matches",
    "row",
    lambda row: rounds.match(row) if isinstance(row, TeamMatch) else rounds.match_board(row),
)
BoardTablesRow = BoardTable | BoardTableRow


_TABLES_HEAD = TopicForm("board_tables", "heading", tables.board_tables_head)
_TABLES_ROW = TopicForm(
    "board_tables",
    "row",
    lambda row: tables.table_of_board(row) if isinstance(row, BoardTable) else tables.board_table_row(row),
    lambda row: row.name if isinstance(row, BoardTable) else row,
)
_SQUAD = TopicForm("team_page", "squad", players.team_page)


def match_topic(round: int, board: int) -> str:
    return f"match/{round * MATCHES_OF_A_ROUND + board}"


def one_match(snapshot: Snapshot, number: int) -> Pieces | None:
    view = match_page(snapshot, *divmod(number, MATCHES_OF_A_ROUND))
    return iter([(_MATCH, dict(_match_rows(view.match)))]) if view is not None else None


def _match_rows(match: TeamMatch) -> tuple[tuple[str, RoundRow], ...]:
    """A match with its boards below it, by the names of their parts."""
    return (f"m{match.board}", match), *((f"b{line.spot}", line) for line in match.lines)


def of_team(snapshot: Snapshot, team: int) -> Pieces:
    view = team_page(snapshot, EntrantId(team))
    if view is not None:
        yield _SQUAD, {"squad": view}


_SCORES_HEAD = TopicForm("team_scores", "heading", tables.team_scores_head)
_SCORES_ROW = TopicForm("team_scores", "row", tables.team_score_json)


def scores_of_teams(snapshot: Snapshot, _number: int) -> Pieces | None:
    view = team_scores(snapshot)
    if view is None:
        return None
    return iter([(_SCORES_HEAD, {"heading": view.head}), (_SCORES_ROW, rows_of_teams(view))])


def rows_of_teams(view: TeamScores) -> Mapping[str, TeamScoreRow]:
    """By the names of their parts."""
    return {f"s{row.first}": row for row in view.rows}


def tables_by_board(snapshot: Snapshot, round: int, page: int) -> Pieces | None:
    view = board_tables(snapshot, round or None) if round <= snapshot.round else None
    return _by_board(view, page) if view is not None and page <= len(view.pages()) else None


def _by_board(view: BoardTables, page: int) -> Pieces:
    rows: dict[str, BoardTablesRow] = {}
    for one in view.pages()[page - 1] if page else view.tables:
        rows[f"t{one.board}"] = one
        rows |= {f"p{row.person.id}": row for row in one.rows}
    yield _TABLES_HEAD, {"heading": view.head}
    yield _TABLES_ROW, rows


@dataclass(frozen=True, slots=True)
class Explained:
    """A working with the people it speaks of."""

    one: Working
    who: Mapping[int, Person]
    name: str


_FIGURES = TopicForm("leaders", "figures", tournaments.overview)
_STATUS = TopicForm("leaders", "status", tournaments.overview)
_LEADER = TopicForm("leaders", "row", tables.standing)
_RESULT = TopicForm("results", "row", rounds.latest_row)


def _overview(snapshot: Snapshot, _: int) -> Pieces:
    yield _FIGURES, {"figures": overview(snapshot.tournament)}


def _status(snapshot: Snapshot, _: int) -> Pieces:
    """The progress of the tournament in one line, which the head of every page follows."""
    yield _STATUS, {"status": overview(snapshot.tournament)}


_CAN_WIN = TopicForm("chances", "can_win", chances.likely_winners_json)


def _who_can_win(snapshot: Snapshot, _: int) -> Pieces:
    view = likely_winners(snapshot, LIKELY_WINNERS)
    yield _CAN_WIN, {"can-win": view} if view else {}


LEADERS = 8
LIKELY_WINNERS = 6


def _leaders(snapshot: Snapshot, _: int) -> Pieces:
    yield _LEADER, {f"p{row.person.id}": row for row in (standings(snapshot).rows[:LEADERS] if snapshot.round else ())}


class PlaceCell(NamedTuple):
    """Somebody's place and points, without the tie-breaks, which change far more often."""

    person: Person
    place: int
    points: int


class PlaceJson(TypedDict):
    place: int
    player: PersonJson
    points: Points


def _placed(one: PlaceCell) -> PlaceJson:
    return {"place": one.place, "player": person(one.person), "points": points_json(one.points)}


_PLACED = TopicForm("leaders", "placed", _placed)


def _places(snapshot: Snapshot, _: int) -> Pieces:
    """For those who follow players: a short line about everybody, of which each reader keeps a few."""
    rows = standings(snapshot).rows if snapshot.round else ()
    placed = snapshot.rows("placed", snapshot.round, lambda row: PlaceCell(row.person, row.place, row.points))(rows)
    yield _PLACED, rows_by_part(snapshot, "places", snapshot.round, placed, of_player)


_GAME = TopicForm("followed", "game", players.followed_game)
_PLACE = TopicForm("followed", "place", players.followed_place)


def home_topic(snapshot: Snapshot, _: int) -> Pieces:
    """Everybody's game and place, of which each follower's page keeps a few."""
    games, places = followed_games(snapshot), followed_places(snapshot)
    yield _GAME, rows_by_part(snapshot, "followed", snapshot.current, games, lambda one: f"s{one.person.id}")
    by_part = rows_by_part(snapshot, "followed-places", snapshot.round, places, of_player)
    yield _PLACE, {part: by_part[part] for one in games if (part := of_player(one)) in by_part}


def _latest(snapshot: Snapshot, _: int) -> Pieces:
    yield _RESULT, {of_result(one): one for one in latest_results(snapshot, 8)}


def of_result(one: Latest) -> str:
    return f"r{one.round}b{one.row.spot}"


_PLAYER = TopicForm("player", "figures", players.player_head, attrgetter("alone"))
_STRIP = TopicForm("player", "strip", players.round_lines, attrgetter("strip"))
_ROUND = TopicForm("player", "round", players.round_line)
_WHY = TopicForm("player", "why", players.player_head)
_WORKING = TopicForm("player", "working", lambda value: players.working_json(value.one))
_GAMES_TO_COME = TopicForm("chances", "games", chances.games_to_come, attrgetter("games_part"))
_CHANCE_LINE = TopicForm("chances", "way", chances.chance_line, attrgetter("line_part"))
_AIMS = TopicForm("chances", "aims", chances.aims_in_reach, attrgetter("aims_part"))
_WITH_POINTS = TopicForm("chances", "points", chances.with_points, attrgetter("points_part"))
_MADE = TopicForm("chances", "how", chances.made)
_WAITS = TopicForm("chances", "waits", chances.made)


def player_topic(snapshot: Snapshot, player: int) -> Pieces | None:
    view = player_card(snapshot, EntrantId(player))
    if view is None:
        return None
    return chain(_card(view), _chances(view.chances) if view.chances else (), of_team(snapshot, player))


def _chances(view: PlayerChances) -> Pieces:
    if view.waits:
        yield _WAITS, {"chances/waits": view.found}
    if view.games or view.unsure:
        yield _GAMES_TO_COME, {"chances/games": view}
    if view.line:
        yield _CHANCE_LINE, {"chances/line": view}
    if view.aims or any(view.scores):
        yield _AIMS, {"chances/aims": view}
    if view.with_points:
        yield _WITH_POINTS, {"chances/points": view}
    if view.known:
        yield _MADE, {"chances/made": view.found}


def _card(view: PlayerCard) -> Pieces:
    head = view.head
    yield _PLAYER, {"figures": head}
    if view.lines:
        yield _STRIP, {"strip": view}
    yield _ROUND, {f"r{line.round}": line for line in view.lines}
    if view.place:
        yield _WHY, {"why": head}
        workings = view.named_workings.items()
        yield _WORKING, {f"workings/{name}": Explained(one, view.who, name) for name, one in workings}


_PLAYOFF = TopicForm("playoff", "heading", knockouts.playoff_head)
_OUTCOME = TopicForm("playoff", "outcome", knockouts.playoff_head)
_TREE = TopicForm("playoff", "tree", knockouts.tree)
_STAGE = TopicForm("playoff", "stage", knockouts.stage)


def playoff_topic(snapshot: Snapshot, _: int) -> Pieces | None:
    view = playoff_view(snapshot)
    return _stages(view) if view else None


def _stages(view: PlayoffView) -> Pieces:
    yield _PLAYOFF, {"heading": view.head}
    yield _OUTCOME, {"outcome": view.head}
    yield _TREE, {"tree": playoff_tree(view)}
    yield _STAGE, {stage.name: stage for stage in view.stages}


_BRACKET = TopicForm("bracket", "heading", knockouts.bracket_head)
_DUEL = TopicForm("bracket", "match", knockouts.bracket_cell)


def bracket_topic(snapshot: Snapshot, _: int) -> Pieces | None:
    view = bracket_view(snapshot)
    return _duels(view) if view else None


def _duels(view: BracketView) -> Pieces:
    yield _BRACKET, {"heading": view.head}
    yield _DUEL, {f"m{cell.number}": cell for column in view.columns for cell in column.matches}


_LISTED = TopicForm("catalogue", "row", tournaments.catalogue_row)
_UNREAD = TopicForm("catalogue", "unread", tournaments.unread)


def catalogue_pieces(rows: tuple[Summary, ...], unread: int = 0) -> Pieces:
    """The first page of all tournaments: the topic `catalogue`; after a start some are still `unread`."""
    yield _LISTED, {row.slug: row for row in rows}
    if unread:
        yield _UNREAD, {"~unread": unread}


_BULLETINS = TopicForm("bulletins", "board", bulletins.bulletin_board_json)
_NEWEST = TopicForm("bulletins", "newest", bulletins.headlines_json)


def bulletin_pieces(snapshot: Snapshot, _: int) -> Pieces:
    yield _BULLETINS, {"board": board_of_tournament(snapshot)}


def _newest_news(snapshot: Snapshot, _: int) -> Pieces:
    rows = headlines(snapshot.tournament.bulletins)
    yield _NEWEST, {"newest": rows} if rows else {}


_NORMS = TopicForm("norms", "board", norm_forecast_json)


def norm_pieces(snapshot: Snapshot, _: int) -> Pieces | None:
    """None while not everybody is shown what comes next."""
    view = public_norm_forecast(snapshot)
    return iter([(_NORMS, {"norms": view})]) if view is not None else None


OTHER_TOPICS: dict[str, FeedTopic] = {
    "status": FeedTopic(_status),
    "overview": FeedTopic(_overview),
    "leaders": FeedTopic(_leaders),
    "places": FeedTopic(_places),
    "latest": FeedTopic(_latest),
    "newest": FeedTopic(_newest_news),
    "chances": FeedTopic(_who_can_win),
    "board": FeedTopic(one_board, numbered=True),
}
"""Topics that are no page of their own."""

"""Topics of a tournament that can be followed: each one as named pieces, in HTML and in JSON from the same view.

A piece is a value and a macro of `templates/parts/`: the row that is pushed is the row that the
page includes. To compare them with the last pieces tells which to print again.
Pieces of one form come together, because a thousand rows that stay as they are should cost next to nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import NamedTuple, TypeVar

from domain.ranking.tiebreaks import Working
from domain.words.players import EntrantId
from projections.lists.catalogue import Summary
from projections.lists.followed import followed_games, followed_places
from projections.moment.overview import overview
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot
from projections.player.card import PlayerCard, PlayerHead, player_card
from projections.playoff.bracket import BracketView, bracket_view
from projections.playoff.stages import PlayoffView, playoff_view
from projections.playoff.tree import playoff_tree
from projections.round.latest_results import latest_results
from projections.table.standings import standings
from web.api import brackets, cards, followers, playoffs, views
from web.public.crosstables import crosstable_feed
from web.public.round_topics import one_board, page_by_board, page_by_name, round_by_board, round_by_name
from web.public.standings_topics import page_of_standings, standings_feed
from web.public.team_topics import by_board_topic, of_team, one_match, page_of_board_tables
from web.public.topic_form import Feed, PagedFeed, Pieces, TopicForm, of_player, rows_by_part

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

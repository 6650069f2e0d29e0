"""What can be followed of a tournament: each topic as named pieces, in HTML and in JSON from the same view.

A piece is a macro of `templates/parts/` and a value: the row that is pushed is the row that the
page includes. Whoever keeps the last pieces can tell by comparing values which to print again.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from domain.players import PlayerId
from domain.tiebreaks import Working
from projections.boards import latest_results
from projections.crosstable import crosstable
from projections.overview import CatalogueRow, overview
from projections.pairings import Pairings, PairingsHead, pairings, seats
from projections.people import Person
from projections.player_card import PlayerCard, player_card
from projections.sheet import Sheet
from projections.standings import Standings, StandingsHead, standings
from web import card_twins, twins
from web.rendering import printer
from web.site import Site


@dataclass(frozen=True, slots=True)
class Piece:
    """One named part of a view."""

    key: str
    template: str
    macro: str
    value: object
    twin: Callable[..., twins.Json]
    """The value as data."""

    def json(self) -> twins.Json:
        return self.twin(self.value)

    def html(self, site: Site | None, lang: str) -> str:
        return str(printer(lang)(self.template, self.macro, self.key, self.value, site))


@dataclass(frozen=True, slots=True)
class Explained:
    """A working with the people it speaks of."""

    one: Working
    who: Mapping[int, Person]


Pieces = Iterator[Piece]
Feed = Callable[[Sheet, int], Pieces | None]
"""(sheet, the number in the topic or 0) to pieces; None = there is no such topic."""


def _overview(sheet: Sheet, _: int) -> Pieces:
    yield Piece("figures", "leaders", "figures", overview(sheet.tournament), twins.overview)


def _status(sheet: Sheet, _: int) -> Pieces:
    """How far it has come, in one line: the head of every page follows it."""
    yield Piece("status", "leaders", "status", overview(sheet.tournament), twins.overview)


def _leaders(sheet: Sheet, _: int) -> Pieces:
    for row in standings(sheet).rows[:8] if sheet.round else ():
        yield Piece(f"p{row.person.id}", "leaders", "row", row, twins.standing)


def _latest(count: int) -> Feed:
    def feed(sheet: Sheet, _: int) -> Pieces:
        for one in latest_results(sheet, count):
            key = f"r{one.round}b{one.row.board}"
            yield Piece(key, "results", "row", one, twins.latest_row)

    return feed


def _view(sheet: Sheet, round: int) -> Pairings | None:
    return pairings(sheet, round or sheet.round)


def _pairings(sheet: Sheet, round: int) -> Pieces | None:
    view = _view(sheet, round)
    return _boards(view) if view else None


def _boards(view: Pairings) -> Pieces:
    yield from _round_head(view, "heading")
    for row in view.boards:
        yield Piece(f"b{row.board}", "pairings", "board", row, twins.board)
    for left in view.unpaired:
        yield Piece(f"u{left.person.id}", "pairings", "unpaired", left, twins.unpaired)


def _seats(sheet: Sheet, round: int) -> Pieces | None:
    view = _view(sheet, round)
    return _by_name(view) if view else None


def _by_name(view: Pairings) -> Pieces:
    yield from _round_head(view, "heading_by_name")
    for row in seats(view):
        yield Piece(f"s{row.person.id}", "seats", "seat", row, twins.seat_row)


def _round_head(view: Pairings, heading: str) -> Pieces:
    head = view.head
    yield Piece("heading", "pairings", heading, head, twins.pairings_head)
    yield Piece("progress", "pairings", "progress", head, _progress)


def _board(sheet: Sheet, board: int) -> Pieces | None:
    """One board of the newest round, for a camera or a demonstration board."""
    view = _view(sheet, 0)
    rows = [row for row in view.boards if row.board == board] if view else []
    if not rows:
        return None
    return iter([Piece(f"b{board}", "pairings", "board", rows[0], twins.board)])


def _standings(sheet: Sheet, round: int) -> Pieces | None:
    if round > sheet.round:
        return None
    return _table(standings(sheet, round or sheet.round))


def _table(view: Standings) -> Pieces:
    head = view.head
    yield Piece("heading", "standings", "heading", head, twins.standings_head)
    yield Piece("state", "standings", "state", head, _state)
    for row in view.rows:
        yield Piece(f"p{row.person.id}", "standings", "row", row, twins.standing)


def _crosstable(by_place: bool) -> Feed:
    def feed(sheet: Sheet, _: int) -> Pieces:
        view = crosstable(sheet, by_place=by_place)
        head = view.head
        yield Piece("heading", "crosstable", "heading", head, twins.crosstable_head)
        yield Piece("columns", "crosstable", "columns", head, twins.crosstable_head)
        for row in view.rows:
            yield Piece(f"p{row.person.id}", "crosstable", "row", row, twins.cross_row)

    return feed


def _player(sheet: Sheet, player: int) -> Pieces | None:
    view = player_card(sheet, PlayerId(player))
    return _card(view) if view else None


def _card(view: PlayerCard) -> Pieces:
    yield Piece("figures", "player", "figures", view, card_twins.player_head)
    for line in view.lines:
        yield Piece(f"r{line.round}", "player", "round", line, card_twins.round_line)
    if not view.place:
        return
    yield Piece("why", "player", "why", view, card_twins.player_head)
    for one in view.workings:
        yield Piece(f"workings/{one.tiebreak}", "player", "working", Explained(one, view.who), _working)


def _working(value: Explained) -> twins.Json:
    return card_twins.working(value.one)


def _progress(head: PairingsHead) -> twins.Json:
    return {"games": head.games, "open": head.open}


def _state(head: StandingsHead) -> twins.Json:
    return {"open_games": head.open}


def listed(rows: tuple[CatalogueRow, ...]) -> Pieces:
    """The list of all tournaments: the topic `catalogue`."""
    for row in rows:
        yield Piece(row.slug, "catalogue", "row", row, twins.catalogue_row)


FEEDS: dict[str, Feed] = {
    "status": _status,
    "overview": _overview,
    "leaders": _leaders,
    "latest": _latest(8),
    "results": _latest(30),
    "pairings": _pairings,
    "seats": _seats,
    "standings": _standings,
    "crosstable": _crosstable(by_place=True),
    "crosstable/number": _crosstable(by_place=False),
    "board": _board,
    "player": _player,
}
"""By the topic below `t/<slug>/`; a number may follow: a round, a board, or a player's id."""

NUMBERED = frozenset({"pairings", "seats", "standings", "board", "player"})


def pieces(sheet: Sheet, path: str) -> Pieces | None:
    """The pieces of a topic such as `pairings`, `standings/3` or `player/17`; None = there is none."""
    if path in FEEDS:
        return FEEDS[path](sheet, 0)
    name, _, number = path.rpartition("/")
    if name not in NUMBERED or not (number.isascii() and number.isdigit() and len(number) < 7):
        return None
    return FEEDS[name](sheet, int(number)) if int(number) else None

"""The tables of a tournament, each described once: what its columns are called, what stands in them, its rows.

Files (`web/downloads`) and papers (`web/paper`) are written from these descriptions; each writer shows every kind of
value in its own way.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from enum import StrEnum
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from domain.formats import rules_of
from domain.records import dataclass
from domain.tournament_cards.periods import RatingPeriod
from domain.words.choices.handicap import Clocks
from domain.words.choices.prizes import TaxWay
from domain.words.festivals import RankingTie
from domain.words.games import Result
from domain.words.players import EntrantId
from projections.chances.coming import ComingBoard, ComingSide, WhatComesNext, coming
from projections.festivals.prizes import FestivalPrizes, SectionPrizes
from projections.festivals.rankings import EventRanking, RankedEvent, RankedRow
from projections.lists.fees import FeeList, FeeRow, PaymentRow
from projections.moment.people import IN_LISTS, Person
from projections.moment.snapshot import Snapshot
from projections.round.pairings import MatchLine, Pairings, Seat, TeamMatch, Unpaired, pairings
from projections.table.board_tables import BoardTable, BoardTableRow, board_tables
from projections.table.crosstable import Cell, Meeting, MeetingCell, crosstable, meetings
from projections.table.prize_list import AwardRow, Prizes, prize_list
from projections.table.rating_report import RatingRow, periods_begun, rating_report
from projections.table.standings import StandingRow, standings
from projections.table.team_scores import TeamScoreRow, team_scores
from web.api.people import points_json
from web.wording import Language
from web.wording.chess import tiebreaks
from web.wording.chess.clocks import clocks
from web.wording.chess.results import person_name, result
from web.wording.chess.status import format_name
from web.wording.chess.team_scores import head_of_teams
from web.wording.festivals import head_of_ranked, head_of_tie, ranked_group, ranking_tie
from web.wording.fields import label
from web.wording.money import payment_way
from web.wording.pairing import system_of_event

T = TypeVar("T")
T_contra = TypeVar("T_contra", contravariant=True)

COLUMNS_BESIDE_NAMES = 16
"""A printed crosstable with more of them has no room for names: tie-breaks are left to the standings."""


class Kind(StrEnum):
    """The kind of value in a column; None of any kind is an empty cell."""

    TEXT = "text"
    NUMBER = "number"
    KNOWN = "known"
    """A number that is 0 where it is not known: a rating, a pairing number."""
    NAME = "name"
    POINTS = "points"
    EXACT = "exact"
    """The value of a tie-break."""
    DECIMAL = "decimal"
    WORTH = "worth"
    """Points of a ranking over events: exact, mostly whole."""
    CHANGE = "change"
    """With its sign."""
    PERCENT = "percent"
    MONEY = "money"
    RESULT = "result"
    """A `Result`, or `Unpaired` for the reason why there is none."""
    CELL = "cell"
    """A `Cell` or `MeetingCell` of a crosstable."""
    FLAG = "flag"


class Audience(StrEnum):
    """Readers of a file: programs find columns by their names, people by their heads."""

    PROGRAMS = "programs"
    PEOPLE = "people"


class Sum(NamedTuple):
    cents: int
    currency: str


@dataclass(frozen=True, slots=True)
class TableColumn(Generic[T_contra]):
    name: str
    """The head for programs; empty = the column is not in their files."""
    head: str
    """The head for people; empty = the column is not in their files."""
    kind: Kind
    value: Callable[[T_contra], object]
    short: str | None = None
    """The head on paper; None = it is not printed."""
    strong: bool = False
    """In bold letters on paper."""
    code: str = ""
    wide: int = 0
    """Shares of the width that other columns leave on paper; 0 = as its kind is."""


@dataclass(frozen=True, slots=True)
class DataTable(Generic[T]):
    title: str
    columns: Sequence[TableColumn[T]]
    rows: Sequence[T]
    only: Audience | None = None
    """The other audience has another table of the same."""

    def seen_by(self, audience: Audience) -> Sequence[tuple[str, TableColumn[T]]]:
        """The columns in files for these readers, each under its head."""
        by_name = audience is Audience.PROGRAMS
        heads = [(column.name if by_name else column.head, column) for column in self.columns]
        return [one for one in heads if one[0]] if self.only in (None, audience) else []


Made: TypeAlias = Sequence[DataTable[Any]]


class OfPerson(Protocol):
    @property
    def person(self) -> Person: ...


def entrant_word(snapshot: Snapshot, words: Language) -> str:
    return words.gettext("Team") if snapshot.tournament.teams else words.gettext("Player")


def titled(person: Person, words: Language) -> str:
    named = person_name(person, words)
    return f"{person.title.value} {named}" if person.title.value else named


def round_title(round: int, words: Language) -> str:
    return words.gettext("Round {n}", n=words.number(round))


def _who(
    words: Language, player: str | None = None
) -> tuple[TableColumn[OfPerson], TableColumn[OfPerson], TableColumn[OfPerson]]:
    """Number, title, name; `player` is the head of the name on paper."""
    said = words.gettext
    return (
        TableColumn("number", said("No."), Kind.KNOWN, lambda row: row.person.number),
        TableColumn("title", said("Title"), Kind.TEXT, lambda row: row.person.title.value),
        TableColumn("name", said("Name"), Kind.NAME, lambda row: row.person, player),
    )


def _federation(words: Language) -> TableColumn[OfPerson]:
    said = words.gettext
    return TableColumn("federation", said("Federation"), Kind.TEXT, lambda row: row.person.federation, said("Fed"))


def _rating(words: Language) -> TableColumn[OfPerson]:
    said = words.gettext
    return TableColumn("rating", said("Rating"), Kind.KNOWN, lambda row: row.person.rating, said("Rtg"))


def event_tables(snapshot: Snapshot, words: Language, round: int) -> Made:
    """Name, place, days and regulations, then the start of each round."""
    said, t = words.gettext, snapshot.tournament
    details, laws = t.details, t.regulations
    facts: list[tuple[str, object]] = [
        (said("City"), details.city),
        (said("Federation"), details.federation),
        (said("First day"), _moment(details.start)),
        (said("Last day"), _moment(details.end)),
        (said("Format"), format_name(laws.format, words)),
        (said("Pairing system"), system_of_event(laws, words)),
        (said("Rounds"), laws.rounds),
        (said("Time control"), details.time_control),
        (said("Chief arbiter"), details.chief_arbiter),
        (said("Deputies"), ", ".join(details.deputies)),
        (said("Further arbiters"), ", ".join(details.arbiters)),
        (said("Participants"), len(snapshot.people)),
    ]
    facts += [(round_title(number, words), _moment(start)) for number, start in enumerate(details.schedule, 1)]
    columns: list[TableColumn[tuple[str, object]]] = [
        TableColumn("", said("Tournament"), Kind.TEXT, lambda fact: fact[0]),
        TableColumn("", details.name, Kind.TEXT, lambda fact: fact[1]),
    ]
    return [DataTable(said("Event"), columns, [fact for fact in facts if fact[1] not in ("", None)])]


def _moment(iso: str) -> object:
    """A day, a day with a time, or what was typed where it is neither."""
    try:
        if len(iso) <= len("2026-11-21"):
            return date.fromisoformat(iso)
        return datetime.fromisoformat(iso).replace(tzinfo=None)
    except ValueError:
        return iso


class PlayerListed(NamedTuple):
    person: Person
    number: str
    """On paper: the pairing number, or the place in the team."""


def players_tables(snapshot: Snapshot, words: Language, round: int) -> Made:
    """Everybody who is paired, by number; workbooks have the players of teams instead."""
    said, teams = words.gettext, snapshot.tournament.teams
    short = {"federation": said("Fed"), "rating": said("Rtg"), "fide_id": said("FIDE ID")}
    facts = {name: _fact(name, words, short.get(name)) for name in IN_LISTS}
    _, title, name = _who(words, entrant_word(snapshot, words))
    columns: list[TableColumn[PlayerListed]] = [
        TableColumn("number", said("No."), Kind.NUMBER, lambda row: row.person.number or None),
        TableColumn("", "", Kind.NUMBER, lambda row: row.number, said("No."), strong=True),
        title,
        replace(name, wide=3),
        *facts.values(),
        replace(facts["club"], name="", head="", short=said("Club"), wide=2),
        TableColumn("withdrawn", said("Withdrawn"), Kind.FLAG, lambda row: row.person.away),
    ]
    rows = [PlayerListed(one, str(one.number or "")) for one in snapshot.people.values()]
    return [DataTable(said("Teams") if teams else said("Players"), columns, rows, Audience.PROGRAMS if teams else None)]


def _fact(field: str, words: Language, short: str | None) -> TableColumn[PlayerListed]:
    kind = Kind.NUMBER if field in ("rating", "fide_id") else Kind.TEXT
    return TableColumn(field, label(field, words), kind, lambda row: getattr(row.person, field) or None, short)


def coming_tables(snapshot: Snapshot, words: Language, round: int) -> Made:
    view = coming(snapshot, snapshot.chances)
    return [coming_table(view, words)] if view is not None and view.boards else []


def coming_table(view: WhatComesNext, words: Language) -> DataTable[ComingBoard]:
    """The next round as it would be if it ended now, each line marked as provisional."""
    said, of_teams = words.gettext, view.head.of_teams
    board, short = (said("Match"), said("Match")) if of_teams else (said("Board"), said("Bd"))
    white, black = (said("Team"), said("Team")) if of_teams else (said("White"), said("Black"))
    columns: list[TableColumn[ComingBoard]] = [
        TableColumn("board", board, Kind.KNOWN, lambda row: row.board, short, strong=True),
        TableColumn("white", white, Kind.NAME, lambda row: row.white.person, white),
        TableColumn("white_points", said("Pts"), Kind.POINTS, lambda row: row.white.points, said("Pts")),
        TableColumn("black_points", said("Pts"), Kind.POINTS, lambda row: _points(row.black), said("Pts")),
        TableColumn("black", black, Kind.NAME, lambda row: _who_is(row.black), black),
        TableColumn("provisional", said("provisional"), Kind.FLAG, lambda _row: True),
    ]
    if any(row.room for row in view.boards):
        columns.insert(1, TableColumn("room", said("Room"), Kind.TEXT, lambda row: row.room, said("Room")))
    title = said("Round {n}, provisional", n=words.number(view.head.round))
    return DataTable(title, columns, view.boards)


def _points(side: ComingSide | None) -> int | None:
    return side.points if side else None


def _who_is(side: ComingSide | None) -> Person | None:
    return side.person if side else None


class SquadMember(NamedTuple):
    team: Person
    captain: str
    board: object
    person: Person
    fide_id: int


def teams_tables(snapshot: Snapshot, words: Language, round: int) -> Made:
    """The players of each team in the order of the boards, reserves last."""
    said, t = words.gettext, snapshot.tournament
    columns: list[TableColumn[SquadMember]] = [
        TableColumn("", said("No."), Kind.KNOWN, lambda row: row.team.number),
        TableColumn("", said("Team"), Kind.NAME, lambda row: row.team),
        TableColumn("", said("Captain"), Kind.TEXT, lambda row: row.captain),
        TableColumn("", said("Board"), Kind.NUMBER, lambda row: row.board),
        *_who(words)[1:],
        _federation(words),
        _rating(words),
        TableColumn("", said("FIDE ID"), Kind.KNOWN, lambda row: row.fide_id),
    ]
    rows = []
    for team in sorted(t.teams.values(), key=lambda one: snapshot.people[one.id].number or one.id):
        for board, id in enumerate(team.players, 1):
            one = snapshot.members[id]
            place = said("reserve") if id in team.reserves else board
            rows.append(SquadMember(snapshot.people[team.id], team.captain, place, one, one.fide_id))
    return [DataTable(said("Teams"), columns, rows, Audience.PEOPLE)] if t.teams else []


class PairedLine(NamedTuple):
    spot: object
    white: Seat
    result: Result | Unpaired | None
    black: Seat | None
    room: str = ""
    kept: bool = False
    armageddon: Result | None = None
    clocks: Clocks | None = None


def pairings_tables(snapshot: Snapshot, words: Language, round: int) -> Made:
    view = pairings(snapshot, round) if round else None
    if view is None:
        return []
    if view.matches:
        return [matches_table(view, words), replace(boards_of_round(view, words), only=Audience.PROGRAMS)]
    return [boards_of_round(view, words)]


def boards_of_round(view: Pairings, words: Language) -> DataTable[PairedLine]:
    """Files for people have the same columns for both sides, all others one side as the mirror of the other."""
    said = words.gettext
    white = _side("white", said("White"), lambda row: row.white, words)
    black = _side("black", said("Black"), lambda row: row.black, words)
    columns: list[TableColumn[PairedLine]] = [
        TableColumn("board", said("Board"), Kind.NUMBER, lambda row: row.spot, said("Bd"), strong=True),
        *_places(view, said),
        *white.values(),
        TableColumn("result", said("Result"), Kind.RESULT, lambda row: row.result, said("Result")),
        *_armageddons(view, words),
        *(replace(one, name="", short=None) for one in black.values()),
        *(replace(black[one], head="") for one in ("points", "name", "rating", "number")),
        *_clocks(view, words),
    ]
    rows = [
        PairedLine(_whole(row.spot), row.white, row.result, row.black, row.room, row.kept, row.armageddon, row.clocks)
        for row in view.boards
    ]
    rows += [PairedLine(None, Seat(one.person, one.points), one, None) for one in view.unpaired]
    return DataTable(round_title(view.round, words), columns, rows)


def _places(view: Pairings, said: Callable[[str], str]) -> Iterator[TableColumn[PairedLine]]:
    """Rooms and boards that somebody keeps, where there are any."""
    if any(row.room for row in view.boards):
        yield TableColumn("room", said("Room"), Kind.TEXT, lambda row: row.room, said("Room"))
    if any(row.kept for row in view.boards):
        yield TableColumn("kept", said("Opponents come to this board"), Kind.FLAG, lambda row: row.kept)


def _armageddons(view: Pairings, words: Language) -> Iterator[TableColumn[PairedLine]]:
    """Who won them after a draw, where anybody did."""
    if any(row.armageddon for row in view.boards):
        head = words.gettext("Armageddon")
        yield TableColumn("armageddon", "", Kind.RESULT, lambda row: row.armageddon)
        # A game that needed none has no sign of an open result.
        yield TableColumn("", head, Kind.TEXT, lambda row: result(row.armageddon, words), head)


def _clocks(view: Pairings, words: Language) -> Iterator[TableColumn[PairedLine]]:
    if any(row.clocks for row in view.boards):
        head = words.gettext("Times")
        yield TableColumn("clocks", head, Kind.TEXT, lambda row: clocks(row.clocks), head)


def _side(
    name: str, colour: str, seat: Callable[[PairedLine], Seat | None], words: Language
) -> dict[str, TableColumn[PairedLine]]:
    """Number, title, name, rating and points of one side."""
    said = words.gettext

    def of(value: Callable[[Seat], object]) -> Callable[[PairedLine], object]:
        return lambda row: value(seated) if (seated := seat(row)) else None

    return {
        "number": TableColumn(f"{name}_number", said("No."), Kind.KNOWN, of(lambda one: one.person.number)),
        "title": TableColumn("", said("Title"), Kind.TEXT, of(lambda one: one.person.title.value)),
        "name": TableColumn(name, colour, Kind.NAME, of(lambda one: one.person), colour),
        "rating": TableColumn("", said("Rating"), Kind.KNOWN, of(lambda one: one.person.rating), ""),
        "points": TableColumn(f"{name}_points", said("Points"), Kind.POINTS, of(lambda one: one.points), said("Pts")),
    }


def _whole(spot: str) -> object:
    """A board is a number; a later game of its match stays text, such as `3.2`."""
    return int(spot) if spot.isdigit() else spot


class MatchedLine(NamedTuple):
    team: Person
    match: TeamMatch | None
    line: MatchLine | None
    unpaired: Unpaired | None = None


def matches_table(view: Pairings, words: Language) -> DataTable[MatchedLine]:
    said = words.gettext
    white, black = said("White"), said("Black")

    def of(value: Callable[[MatchLine], object]) -> Callable[[MatchedLine], object]:
        return lambda row: value(row.line) if row.line else None

    columns: list[TableColumn[MatchedLine]] = [
        TableColumn("", said("Match"), Kind.NUMBER, of(lambda line: line.match)),
        TableColumn("", said("Board"), Kind.NUMBER, of(lambda line: line.number)),
        TableColumn("", said("Team"), Kind.NAME, lambda row: row.team),
        TableColumn("", said("Player"), Kind.NAME, of(lambda line: line.first)),
        TableColumn("", said("Rating"), Kind.KNOWN, of(lambda line: line.first and line.first.rating)),
        TableColumn("", said("Colour"), Kind.TEXT, of(lambda line: white if line.white else black)),
        TableColumn("", said("Result"), Kind.RESULT, lambda row: row.line.result if row.line else row.unpaired),
        TableColumn("", said("Player"), Kind.NAME, of(lambda line: line.second)),
        TableColumn("", said("Rating"), Kind.KNOWN, of(lambda line: line.second and line.second.rating)),
        TableColumn("", said("Team"), Kind.NAME, lambda row: row.match.second.person if row.match else None),
    ]
    rows = [MatchedLine(match.first.person, match, line) for match in view.matches for line in match.lines]
    rows += [MatchedLine(one.person, None, None, one) for one in view.unpaired]
    return DataTable(round_title(view.round, words), columns, rows, Audience.PEOPLE)


def standings_tables(snapshot: Snapshot, words: Language, round: int) -> Made:
    return [standings_table(snapshot, words, round)] if round <= snapshot.round else []


def standings_table(snapshot: Snapshot, words: Language, round: int) -> DataTable[StandingRow]:
    said, view = words.gettext, standings(snapshot, round)
    knocks_out = rules_of(snapshot.tournament).knocks_out

    def printed_name(row: StandingRow) -> str:
        left = row.person.away and not knocks_out
        return titled(row.person, words) + (f" ({said('withdrawn')})" if left else "")

    columns: list[TableColumn[StandingRow]] = [
        TableColumn("place", said("Place"), Kind.NUMBER, lambda row: row.place, "#", strong=True),
        *_who(words),
        TableColumn("", "", Kind.TEXT, printed_name, entrant_word(snapshot, words), wide=1),
        _federation(words),
        _rating(words),
        TableColumn("points", said("Points"), Kind.POINTS, lambda row: row.points, said("Pts"), strong=True),
        *_tiebreak_columns([one.text for one in view.columns], words, _values),
        TableColumn("withdrawn", said("Withdrawn"), Kind.FLAG, lambda row: row.person.away),
    ]
    return DataTable(said("Standings"), columns, view.rows)


def _values(row: StandingRow) -> Sequence[object]:
    return row.values


def _tiebreak_columns(
    codes: Sequence[str], words: Language, values: Callable[[T], Sequence[object]]
) -> list[TableColumn[T]]:
    def at(place: int) -> Callable[[T], object]:
        return lambda row: found[place] if (found := values(row)) else None

    heads = [(code, tiebreaks.short_name(code, words)) for code in codes]
    return [TableColumn(code, head, Kind.EXACT, at(place), head, code=code) for place, (code, head) in enumerate(heads)]


class CrosstableLine(NamedTuple):
    line: int
    person: Person
    cells: Sequence[Cell | MeetingCell | None]
    """None where a line meets itself."""
    points: int


def crosstable_tables(snapshot: Snapshot, words: Language, round: int) -> Made:
    made = crosstable_table(snapshot, words)
    return [made if snapshot.round else replace(made, only=Audience.PROGRAMS)]


def crosstable_table(snapshot: Snapshot, words: Language) -> DataTable[CrosstableLine]:
    """A column for each opponent where everybody meets everybody, for each round elsewhere."""
    said, table = words.gettext, standings(snapshot)
    placed = {row.person.id: row for row in table.rows}
    cells, rows = _met(snapshot) if snapshot.tournament.regulations.from_tables else _rounds(snapshot, words)
    beside = table.columns if width_of_cells(rows) + len(table.columns) <= COLUMNS_BESIDE_NAMES else ()
    number, title, name = _who(words, entrant_word(snapshot, words))

    def values(row: CrosstableLine) -> Sequence[object]:
        return placed[row.person.id].values if row.person.id in placed else ()

    columns: list[TableColumn[CrosstableLine]] = [
        TableColumn("line", said("Line"), Kind.NUMBER, lambda row: row.line),
        TableColumn("", "", Kind.NUMBER, lambda row: _place(row.person.id, placed), "#", strong=True),
        replace(number, short=said("No.")),
        title,
        name,
        replace(_federation(words), name="", head=""),
        _rating(words),
        *cells,
        TableColumn("points", said("Points"), Kind.POINTS, lambda row: row.points, said("Pts"), strong=True),
        *(replace(one, name="", head="") for one in _tiebreak_columns([one.text for one in beside], words, values)),
    ]
    return DataTable(said("Crosstable"), columns, rows)


def _place(id: EntrantId, placed: Mapping[EntrantId, StandingRow]) -> int | None:
    return placed[id].place if id in placed else None


def width_of_cells(rows: Sequence[CrosstableLine]) -> int:
    """The width of the cells in columns of rounds: two opponents are as wide as one of them."""
    columns = len(rows[0].cells) if rows else 0
    met = [cell for row in rows for cell in row.cells if isinstance(cell, MeetingCell)]
    return columns * (1 + max(len(cell.games) for cell in met)) // 4 if met else columns


def _cell_columns(heads: Sequence[tuple[str, str, str]]) -> list[TableColumn[CrosstableLine]]:
    """(name, head, head on paper) of each column."""

    def at(place: int) -> Callable[[CrosstableLine], object]:
        return lambda row: row.cells[place]

    return [TableColumn(name, head, Kind.CELL, at(place), short) for place, (name, head, short) in enumerate(heads)]


def _rounds(snapshot: Snapshot, words: Language) -> tuple[list[TableColumn[CrosstableLine]], list[CrosstableLine]]:
    view = crosstable(snapshot)
    heads = [(f"round_{n}", words.number(n), words.number(n)) for n in range(1, view.rounds + 1)]
    return _cell_columns(heads), [CrosstableLine(n, *row) for n, row in enumerate(view.rows, 1)]


def _met(snapshot: Snapshot) -> tuple[list[TableColumn[CrosstableLine]], list[CrosstableLine]]:
    view = meetings(snapshot)
    numbers = [one.number for one in view.head.people]
    heads = [(f"against_{number}", f"#{number}", str(number)) for number in numbers]
    rows = [
        CrosstableLine(
            n, row.person, [None if one.opponent.id == row.person.id else one for one in row.cells], row.points
        )
        for n, row in enumerate(view.rows, 1)
    ]
    return _cell_columns(heads), rows


def cell_in_short(cell: Cell | MeetingCell) -> str:
    """`12w1` as in the report file's own letters, a bye its letter; `w1 b=` of two who meet in several games."""
    if isinstance(cell, MeetingCell):
        if cell.matches:
            return " ".join(str(points_json(one.points)) for one in cell.matches if one.points is not None)
        return " ".join(_meeting(game) for game in cell.games if game.result is not None)
    if cell.opponent is None:
        return cell.code.value
    return f"{cell.opponent.number}{cell.colour.value if cell.colour else ''}{cell.code.value}"


def _meeting(game: Meeting) -> str:
    """Colour and result of a game, in brackets if it does not count because one of the two left too early."""
    text = f"{game.colour.value}{game.code.value}"
    return text if game.counts else f"({text})"


class LineOfBoard(NamedTuple):
    table: BoardTable
    row: BoardTableRow

    @property
    def person(self) -> Person:
        return self.row.person


def boards_tables(snapshot: Snapshot, words: Language, round: int) -> Made:
    """The players of teams by board; a place for those who have played enough games."""
    said, view = words.gettext, board_tables(snapshot, round)
    if view is None:
        return []
    _, title, name = _who(words, said("Player"))
    columns: list[TableColumn[LineOfBoard]] = [
        TableColumn("board", "", Kind.NUMBER, lambda one: None if one.table.reserves else one.table.board),
        TableColumn(
            "", said("Board"), Kind.NUMBER, lambda one: said("reserve") if one.table.reserves else one.table.board
        ),
        TableColumn("place", said("Place"), Kind.NUMBER, lambda one: one.row.place or None, "#", strong=True),
        title,
        name,
        _rating(words),
        TableColumn("team", said("Team"), Kind.NAME, lambda one: one.row.team, said("Team")),
        TableColumn("games", said("Games"), Kind.NUMBER, lambda one: one.row.games, said("Games")),
        TableColumn("points", said("Points"), Kind.POINTS, lambda one: one.row.points, said("Pts"), strong=True),
        TableColumn("percentage", "%", Kind.PERCENT, lambda one: one.row.percentage, "%"),
        TableColumn(
            "performance",
            said("Performance"),
            Kind.NUMBER,
            lambda one: one.row.performance or None,
            said("Performance"),
        ),
    ]
    rows = [LineOfBoard(table, row) for table in view.tables for row in table.rows]
    return [DataTable(said("Tables by board"), columns, rows)]


def team_scores_tables(snapshot: Snapshot, words: Language, round: int) -> Made:
    """Clubs or federations by their best players, who stand beside them."""
    said, view = words.gettext, team_scores(snapshot, round)
    if view is None:
        return []
    team = head_of_teams(view.head.scoring.by, words)
    columns: list[TableColumn[TeamScoreRow]] = [
        TableColumn("place", said("Place"), Kind.NUMBER, lambda row: row.place, "", strong=True),
        TableColumn("team", team, Kind.TEXT, lambda row: row.name, team, wide=1),
        TableColumn("points", said("Points"), Kind.POINTS, lambda row: row.points, said("Pts"), strong=True),
        TableColumn("places", said("Places"), Kind.NUMBER, lambda row: row.places, said("Places")),
        TableColumn("players", said("Players"), Kind.NUMBER, lambda row: row.players, said("Players")),
        TableColumn("counted", said("Counted"), Kind.TEXT, lambda row: _counted(row, words), said("Counted"), wide=2),
    ]
    return [DataTable(said("Team scores"), columns, view.rows)]


def _counted(row: TeamScoreRow, words: Language) -> str:
    return "; ".join(f"{person_name(one.person, words)} {words.points(one.points)}" for one in row.counted)


class ListedAward(NamedTuple):
    section: SectionPrizes
    row: AwardRow

    @property
    def person(self) -> Person:
        return self.row.person

    def sum(self, cents: int) -> Sum | None:
        return Sum(cents, self.section.prizes.currency) if cents else None


def prizes_tables(snapshot: Snapshot, words: Language, round: int) -> Made:
    view = prize_list(snapshot)
    return [prizes_table([SectionPrizes("", "", view)], words, entrant_word(snapshot, words))] if view else []


def festival_prizes_tables(view: FestivalPrizes, words: Language) -> Made:
    """The prizes of all sections in one table; the address of the section for programs, its title for people."""
    made = prizes_table(view.sections, words, words.gettext("Player"))
    where: list[TableColumn[ListedAward]] = [
        TableColumn("section", "", Kind.TEXT, lambda one: one.section.slug),
        TableColumn("", words.gettext("Section"), Kind.TEXT, lambda one: one.section.title),
    ]
    return [replace(made, columns=[*where, *made.columns])]


def prizes_table(sections: Sequence[SectionPrizes], words: Language, winner: str) -> DataTable[ListedAward]:
    """`winner` is the head of their names on paper. All sections have the same columns."""
    said = words.gettext
    columns: list[TableColumn[ListedAward]] = [
        TableColumn("prize", said("Prize"), Kind.TEXT, lambda one: prizes_won(one.row), said("Prize"), wide=1),
        TableColumn("place", said("Place"), Kind.NUMBER, lambda one: one.row.place),
        *_who(words),
        TableColumn("team", said("Team"), Kind.NAME, lambda one: one.row.team),
        TableColumn("", "", Kind.TEXT, lambda one: winner_in_full(one.row, words), winner, wide=1),
        TableColumn("", "", Kind.NUMBER, lambda one: one.row.place, said("Place")),
        TableColumn(
            "amount",
            said("Amount"),
            Kind.MONEY,
            lambda one: one.sum(one.row.award.cents),
            said("Amount"),
            strong=True,
        ),
        *_value_and_tax([one.prizes for one in sections], words),
        TableColumn("currency", said("Currency"), Kind.TEXT, _currency),
    ]
    rows = [ListedAward(section, row) for section in sections for row in section.prizes.rows]
    return DataTable(said("Prizes"), columns, rows)


def _currency(one: ListedAward) -> str:
    return one.section.prizes.currency if one.row.award.cents else ""


def _value_and_tax(views: Sequence[Prizes], words: Language) -> Iterator[TableColumn[ListedAward]]:
    """Columns that a list has only where there are such values, and a tax."""
    said = words.gettext
    if any(view.valued for view in views):
        value = said("Value")
        yield TableColumn("value", value, Kind.MONEY, lambda one: one.sum(one.row.award.value), value)
    if any(view.tax.way is not TaxWay.NONE for view in views):
        yield TableColumn("tax", said("Tax"), Kind.MONEY, lambda one: one.sum(one.row.award.tax), said("Tax"))
        net = said("Net")
        yield TableColumn("net", net, Kind.MONEY, lambda one: one.sum(one.row.award.net), net, strong=True)


def prizes_won(row: AwardRow) -> str:
    return " + ".join(row.award.names)


def winner_in_full(row: AwardRow, words: Language) -> str:
    """With the team of a player who has won a prize for a board."""
    return titled(row.person, words) + (f" ({titled(row.team, words)})" if row.team else "")


def ratings_table(snapshot: Snapshot, words: Language, period: RatingPeriod | None = None) -> DataTable[RatingRow]:
    """The change of each rating, exact: a federation can compare it with its own reckoning. By default of all rating
    periods, one after another."""
    said, t = words.gettext, snapshot.tournament

    def source(row: RatingRow) -> str:
        taken = t.period_ratings.get(row.period.first) if row.period else None
        return taken.rating_from if taken else t.rating_sources.get(row.person.id, "")

    number, title, name = _who(words, said("Player"))
    columns: list[TableColumn[RatingRow]] = [
        replace(number, short=said("No."), strong=True),
        title,
        name,
        TableColumn("", "", Kind.KNOWN, lambda row: row.person.fide_id, said("FIDE ID")),
        TableColumn("rating", said("Rating"), Kind.KNOWN, lambda row: row.rating, said("Rtg")),
        TableColumn("k", "K", Kind.NUMBER, lambda row: row.k, "K"),
        TableColumn("games", said("Games"), Kind.NUMBER, lambda row: len(row.games), said("Games")),
        TableColumn("scored", said("Scored"), Kind.POINTS, lambda row: int(2 * row.scored), said("Scored")),
        TableColumn("expected", said("Expected"), Kind.DECIMAL, lambda row: row.expected, said("Expected")),
        TableColumn("change", said("Change"), Kind.CHANGE, lambda row: row.change, said("Change"), strong=True),
        TableColumn("new_rating", "", Kind.NUMBER, lambda row: row.new_rating),
        TableColumn("performance", said("Performance"), Kind.NUMBER, lambda row: row.performance, said("Performance")),
        TableColumn("rating_from", "", Kind.TEXT, source),
    ]
    if periods_begun(snapshot):
        columns.append(TableColumn("from_round", "", Kind.NUMBER, lambda row: row.period.first if row.period else 1))
    rows = rating_report(snapshot)
    return DataTable(said("Rating changes"), columns, [row for row in rows if period in (None, row.period)])


def ranking_tables(view: EventRanking, words: Language) -> list[DataTable[RankedRow]]:
    """The ranking over the sections of a festival: that of everybody, then each category that is ranked apart."""
    said = words.gettext
    _, title, name = _who(words, head_of_ranked(view.tables[0].rows, words))
    columns: list[TableColumn[RankedRow]] = [
        TableColumn("place", said("Place"), Kind.NUMBER, lambda row: row.place, "", strong=True),
        title,
        name,
        _federation(words),
        TableColumn("fide_id", label("fide_id", words), Kind.KNOWN, lambda row: row.person.fide_id or None),
        *(_worth_column(at, event, words) for at, event in enumerate(view.events)),
        TableColumn("total", said("Total"), Kind.WORTH, lambda row: row.total, said("Total"), strong=True),
        *(_tie_column(at, tie, words) for at, tie in enumerate(view.rules.ties)),
    ]
    return [DataTable(ranked_group(table.category, words), columns, table.rows) for table in view.tables]


def title_of_event(event: RankedEvent, words: Language) -> str:
    return words.gettext("Edition {number}", number=event.edition) if event.edition else event.title


def _worth_column(at: int, event: RankedEvent, words: Language) -> TableColumn[RankedRow]:
    def worth(row: RankedRow) -> object:
        cell = row.cells[at]
        return cell.worth if cell else None

    head = title_of_event(event, words)
    return TableColumn(event.slug, head, Kind.WORTH, worth, head)


def _tie_column(at: int, tie: RankingTie, words: Language) -> TableColumn[RankedRow]:
    head = head_of_tie(tie, words)
    return TableColumn(tie.value, ranking_tie(tie, words), Kind.WORTH, lambda row: row.ties[at], head)


def all_tables(snapshot: Snapshot, words: Language, round: int) -> Made:
    """The whole tournament: the event, its tables, its people, every round from the first on."""
    makers = (
        event_tables,
        standings_tables,
        crosstable_tables,
        boards_tables,
        team_scores_tables,
        players_tables,
        teams_tables,
        prizes_tables,
    )
    made = [table for make in makers for table in make(snapshot, words, snapshot.round)]
    return [*made, *(one for n in range(1, snapshot.round + 1) for one in pairings_tables(snapshot, words, n))]


@dataclass(frozen=True, slots=True)
class TableFile:
    """Tables that are one file, in every format."""

    make: Callable[[Snapshot, Language, int], Made]
    """(snapshot, language, round) to the tables; none where there is nothing of the kind."""
    paths: tuple[str, ...]
    for_programs: bool = True
    """Programs have names for its columns."""


TABLE_FILES: Mapping[str, TableFile] = {
    "workbook": TableFile(all_tables, ("/workbook",), for_programs=False),
    "standings": TableFile(standings_tables, ("/standings", "/standings/{round:int}")),
    "crosstable": TableFile(crosstable_tables, ("/crosstable",)),
    "boards": TableFile(boards_tables, ("/boards",)),
    "team-scores": TableFile(team_scores_tables, ("/team-scores",)),
    "players": TableFile(players_tables, ("/players",)),
    "pairings": TableFile(pairings_tables, ("/pairings/{round:int}",)),
    "coming": TableFile(coming_tables, ("/coming",)),
    "teams": TableFile(teams_tables, ("/teams",), for_programs=False),
    "prizes": TableFile(prizes_tables, ("/prizes",)),
}
"""By the name of the file."""


def fees_tables(view: FeeList, words: Language) -> Made:
    """Everybody with what is due and paid, and all payments. Names that are not published do not stand here."""
    said = words.gettext
    return [
        DataTable(said("Entry fees"), _fee_columns(view.currency, words), view.rows),
        DataTable(said("Payments"), _payment_columns(words), view.payments, Audience.PEOPLE),
    ]


def _fee_columns(currency: str, words: Language) -> list[TableColumn[FeeRow]]:
    said = words.gettext
    return [
        *_who(words, said("Name")),
        TableColumn("category", said("Category"), Kind.TEXT, lambda row: row.category, said("Category")),
        TableColumn("due", said("Due"), Kind.MONEY, lambda row: Sum(row.due, currency), said("Due")),
        TableColumn("paid", said("Paid"), Kind.MONEY, lambda row: Sum(row.paid, currency), said("Paid")),
        TableColumn("open", said("Open"), Kind.MONEY, lambda row: Sum(row.owed, currency), said("Open"), strong=True),
        TableColumn("currency", said("Currency"), Kind.TEXT, lambda row: currency),
        TableColumn("reference", said("Reference"), Kind.TEXT, lambda row: row.reference),
    ]


def _payment_columns(words: Language) -> list[TableColumn[PaymentRow]]:
    said = words.gettext
    return [
        TableColumn("", said("Receipt"), Kind.NUMBER, lambda row: row.payment.number),
        *_who(words),
        TableColumn("", said("Day"), Kind.TEXT, lambda row: row.payment.day),
        TableColumn("", said("Amount"), Kind.MONEY, lambda row: Sum(row.payment.cents, row.payment.currency)),
        TableColumn("", said("Currency"), Kind.TEXT, lambda row: row.payment.currency),
        TableColumn("", said("Way of payment"), Kind.TEXT, lambda row: payment_way(row.payment.way, words)),
        TableColumn("", said("Paid by"), Kind.TEXT, lambda row: "" if row.person.anonymous else row.payment.payer),
        TableColumn("", said("Taken by"), Kind.TEXT, lambda row: row.payment.taken_by),
        TableColumn("", said("Cancelled"), Kind.FLAG, lambda row: row.cancelled is not None),
    ]

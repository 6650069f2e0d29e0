"""The crosstable on paper: by rounds, or everybody against everybody; and the bracket of a knock-out."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from domain.formats.tables.bracket import BracketPart
from projections.moment.people import Person
from projections.playoff.bracket import BracketColumn, BracketSide, bracket_view
from projections.table.crosstable import Cell, crosstable
from projections.table.meetings import Meeting, MeetingCell, meetings
from projections.table.standings import StandingRow, round_in_play, standings
from web.paper.asked import PaperRequest, printed_rating
from web.paper.sheets import BracketLine, BracketSheet, ListColumn, ListTable, PrintedRound, Sheet, TableSheet
from web.wording.chess import tiebreaks
from web.wording.chess.knockouts import part_in_words, round_of_bracket
from web.wording.chess.results import code

UPRIGHT_COLUMNS = 9
"""A crosstable with more rounds and tie-breaks lies on its side; two opponents are as wide as one of them."""
COLUMNS_BESIDE_NAMES = 16
"""With more of them the names would have no room: tie-breaks are left to the standings."""
ONESELF = "×"
MATCHES_OF_A_PAGE = 16
BRACKETS = frozenset({BracketPart.MAIN, BracketPart.LOWER})
"""The others are the last matches."""


def crosstable_paper(asked: PaperRequest) -> list[Sheet]:
    """A column for each opponent where everybody meets everybody, for each round elsewhere."""
    if not asked.snapshot.round:
        return []
    return [_of_meetings(asked) if asked.snapshot.tournament.regulations.from_tables else _of_rounds(asked)]


def _of_rounds(asked: PaperRequest) -> TableSheet:
    said, words, view = asked.words.gettext, asked.words, crosstable(asked.snapshot)
    columns = [words.number(round) for round in range(1, view.rounds + 1)]
    lines = [(row.person, [_round_cell(cell, asked) for cell in row.cells], row.points) for row in view.rows]
    legend = said("A cell has the opponent’s number, the colour (w white, b black) and the result.")
    return _sheet(columns, lines, legend, asked, width=len(columns))


def _round_cell(cell: Cell, asked: PaperRequest) -> str:
    """`12w1`, or the word of a round without an opponent."""
    told = code(cell.code, asked.words)
    return f"{cell.opponent.number}{cell.colour or ''}{told}" if cell.opponent else told


def _of_meetings(asked: PaperRequest) -> TableSheet:
    view = meetings(asked.snapshot)
    columns = [str(person.number) for person in view.head.people]
    lines = [
        (row.person, [_meeting_cell(cell, row.person, asked) for cell in row.cells], row.points) for row in view.rows
    ]
    legend = asked.words.gettext("Columns are the numbers of the opponents.")
    games = max((len(cell.games) for row in view.rows for cell in row.cells), default=1)
    return _sheet(columns, lines, legend, asked, width=len(columns) * (1 + games) // 4)


def _meeting_cell(cell: MeetingCell, mine: Person, asked: PaperRequest) -> str:
    """The results of two against each other, cycle by cycle; of teams the points of their boards."""
    if cell.opponent.id == mine.id:
        return ONESELF
    if cell.matches:
        return " ".join(asked.words.points(one.points) for one in cell.matches if one.points is not None)
    return " ".join(_meeting(game, asked) for game in cell.games if game.result is not None)


def _meeting(game: Meeting, asked: PaperRequest) -> str:
    """In brackets if it does not count because one of the two left too early."""
    told = code(game.code, asked.words)
    return told if game.counts else f"({told})"


def _sheet(
    columns: Sequence[str],
    lines: Sequence[tuple[Person, list[str], int]],
    legend: str,
    asked: PaperRequest,
    *,
    width: int,
) -> TableSheet:
    """`width` is that of the columns, in those of rounds."""
    said, words = asked.words.gettext, asked.words
    table = standings(asked.snapshot, asked.snapshot.round)
    placed = {row.person.id: row for row in table.rows}
    beside = table.columns if width + len(table.columns) <= COLUMNS_BESIDE_NAMES else ()
    heads = (
        ListColumn("#", "end", strong=True),
        ListColumn(said("No."), "end"),
        ListColumn(asked.player_word, wide=1),
        ListColumn(said("Fed")),
        ListColumn(said("Rtg"), "end"),
        *(ListColumn(column, "center") for column in columns),
        ListColumn(said("Pts"), "end", strong=True),
        *(ListColumn(tiebreaks.short_name(column.text, words), "end") for column in beside),
    )
    rows = [
        [
            *_who(person, placed.get(person.id), asked),
            *cells,
            words.points(points),
            *(_values(placed.get(person.id), asked) if beside else []),
        ]
        for person, cells, points in lines
    ]
    landscape = width + len(beside) > UPRIGHT_COLUMNS
    return TableSheet(_title(asked), ListTable(heads, rows), legend=legend, landscape=landscape)


def _title(asked: PaperRequest) -> str:
    said, words, snapshot = asked.words.gettext, asked.words, asked.snapshot
    if playing := round_in_play(snapshot, snapshot.round):
        return said("Crosstable, round {n} in play", n=words.number(playing))
    return said("Crosstable after round {n}", n=words.number(snapshot.round))


def _who(person: Person, placed: StandingRow | None, asked: PaperRequest) -> list[str]:
    place = str(placed.place) if placed else ""
    return [place, str(person.number), asked.name(person), person.federation, printed_rating(person)]


def _values(placed: StandingRow | None, asked: PaperRequest) -> list[str]:
    if placed is None:
        return []
    return [tiebreaks.in_column(value, head.text, asked.words) for head, value in placed.still.cells]


def bracket_paper(asked: PaperRequest) -> list[BracketSheet]:
    """A page for each bracket, several for one of many matches; the last matches stand behind the upper one."""
    view = bracket_view(asked.snapshot)
    if view is None:
        return []
    said, words = asked.words.gettext, asked.words
    winner = said("Winner: {name}", name=asked.name(view.winner)) if view.winner else ""
    brackets = [(part, columns) for part, columns in view.parts if part in BRACKETS]
    last = [column for part, columns in view.parts if part not in BRACKETS for column in columns]
    sheets = []
    for part, columns in brackets:
        title = part_in_words(part, words) if view.double else said("Bracket")
        pages = [[_printed_round(column, view.double, asked) for column in page] for page in _pages(columns)]
        if part is BracketPart.MAIN:
            pages[-1] += [_round_of(part_in_words(column.part, words), column, asked) for column in last]
        sheets += [BracketSheet(title, rounds, winner) for rounds in pages]
    return sheets


def _pages(columns: Sequence[BracketColumn]) -> Iterator[Sequence[BracketColumn]]:
    """The rounds of each part of the tree that has its own page, then those in which these parts meet."""
    parts = -(-len(columns[0].matches) // MATCHES_OF_A_PAGE)
    apart = [column for column in columns if len(column.matches) >= parts] if parts > 1 else []
    for part in range(parts if apart else 0):
        yield [_share(column, part, parts) for column in apart]
    if together := columns[len(apart) :]:
        yield together


def _share(column: BracketColumn, part: int, parts: int) -> BracketColumn:
    """The matches of one of several equal parts, from the top down."""
    first, last = (len(column.matches) * at // parts for at in (part, part + 1))
    return replace(column, matches=column.matches[first:last], full=len(column.matches))


def _printed_round(column: BracketColumn, double: bool, asked: PaperRequest) -> PrintedRound:
    words, matches = asked.words, column.full or len(column.matches)
    title = words.gettext("Round {n}", n=words.number(column.round)) if double else round_of_bracket(matches, words)
    return _round_of(title, column, asked)


def _round_of(title: str, column: BracketColumn, asked: PaperRequest) -> PrintedRound:
    return PrintedRound(title, [(_line(cell.sides[0], asked), _line(cell.sides[1], asked)) for cell in column.matches])


def _line(side: BracketSide, asked: PaperRequest) -> BracketLine:
    points = "" if side.points is None else asked.words.points(side.points)
    if side.further is not None:
        points += f" ({asked.words.points(side.further)})"
    if side.person is None:
        return BracketLine(asked.words.gettext("free") if side.free else "–", points, won=False)
    number = f"{side.person.number} " if side.person.number else ""
    return BracketLine(number + asked.name(side.person), points, side.won)

"""Lists that chess-results.com gives as a sheet: its frame taken off, and a crosstable as a whole tournament.

Above the heads stand the server, the tournament, the time of the last change and the name of the list; below the rows
a line or two. A cell of a crosstable is the line of the opponent, the colour and the result: `17b1`, ` 4w ` without a
result yet, `32b+`; `-1` and `-½` are byes, `0` is somebody who was not paired.
"""

import re
from collections.abc import Mapping, Sequence

from domain.files.lists.players import columns_of, full_name, title
from domain.files.lists.rows import ListRow, NoNameColumn, plain
from domain.files.trf.problems import BadValue, NoPlayers, OneSided
from domain.files.trf.repairs import Repair, RepairKind
from domain.files.trf.report import Header, Report, ReportPlayer, RoundEntry
from domain.refusals import BadField
from domain.words.games import BY_SIDES, Code, Colour
from domain.words.players import Title

_SERVER = "chess-results"
_MOST_ROWS_ABOVE = 25
_TITLE_HEAD = "Title"
_ROUND_HEAD = re.compile(r"(?P<round>[0-9]{1,2})\s*\.\s*\D{1,8}")
"""`1.Rd`, in other languages `1.Rd.` and `1.кръг`."""
_SEAT = re.compile(r"(?P<opponent>[0-9]{1,4})\s*(?P<colour>[wbsбчw])\s*(?P<result>[1½0+=\-]?)")
_WHITE = frozenset("wб")
_OF_SIGN = {
    "1": Code.WIN,
    "½": Code.DRAW,
    "=": Code.DRAW,
    "0": Code.LOSS,
    "+": Code.FORFEIT_WIN,
    "-": Code.FORFEIT_LOSS,
}
_UNPAIRED = {"-1": Code.FULL_BYE, "-½": Code.HALF_BYE, "-0": Code.ZERO_BYE, "0": Code.ZERO_BYE}
_HALVES = {Code.WIN: 2, Code.FORFEIT_WIN: 2, Code.FULL_BYE: 2, Code.PAIRING_BYE: 2, Code.DRAW: 1, Code.HALF_BYE: 1}


def is_of_chess_results(rows: Sequence[ListRow]) -> bool:
    return bool(rows) and any(_SERVER in cell.casefold() for cell in rows[0][1])


def without_frame(rows: list[ListRow]) -> list[ListRow]:
    """The heads and the rows below; a list of anybody else as it is. The column before the names has titles."""
    if not is_of_chess_results(rows):
        return rows
    for n, (line, cells) in enumerate(rows[:_MOST_ROWS_ABOVE]):
        if name := _names_at(cells):
            heads = [*cells]
            heads[name - 1] = heads[name - 1] if heads[name - 1].strip() else _TITLE_HEAD
            below = [one for one in rows[n + 1 :] if len(one[1]) > name and one[1][name].strip()]
            return [(line, heads), *below]
    return rows


def _names_at(cells: Sequence[str]) -> int:
    """The column of the names, behind others; 0 = this is no row of heads."""
    try:
        found = columns_of(cells)
    except NoNameColumn:
        return 0
    return found.get("name", 0) if sum(1 for cell in cells if cell.strip()) > 2 else 0


def report_of_crosstable(rows: list[ListRow]) -> Report:
    """Raises NoPlayers for what is no crosstable of chess-results, BadValue or OneSided for a cell that cannot be."""
    if not is_of_chess_results(rows):
        raise NoPlayers()
    (_, heads), *body = without_frame(rows)
    found = ((_ROUND_HEAD.fullmatch(head.strip()), at) for at, head in enumerate(heads))
    rounds = [(int(head["round"]), at) for head, at in found if head]
    if not body or not rounds or [number for number, _ in rounds] != list(range(1, len(rounds) + 1)):
        raise NoPlayers()
    columns = columns_of(heads)
    people = [_Line(n, line, cells, columns) for n, (line, cells) in enumerate(body, 1)]
    numbers = _starting_ranks(people, by_number=plain(heads[0]) in ("no", "nr", "snr"))
    entries = {one.line: [_entry(one, at, numbers) for _, at in rounds] for one in people}
    _must_agree(entries, numbers)
    _name_pairing_byes(entries)
    points = {line: sum(_HALVES.get(entry.code, 0) for entry in row if entry) for line, row in entries.items()}
    players = [one.player(numbers[one.line], tuple(entries[one.line]), points[one.line]) for one in people]
    above = [cell.strip() for _, cells in rows[1:2] for cell in cells[:1]]
    return Report(
        tuple(sorted(players, key=lambda player: player.number)),
        header=Header(name=above[0] if above else "", type="Swiss System", program="chess-results"),
        rounds_planned=len(rounds),
        repairs=(Repair(0, 0, RepairKind.FOREIGN_TABLE),),
    )


class _Line:
    """A player: the place in the table, and the row of the sheet."""

    def __init__(self, line: int, row: int, cells: Sequence[str], columns: Mapping[str, int]) -> None:
        self.line, self.row, self._cells, self._columns = line, row, cells, columns

    def cell(self, at: int) -> str:
        return self._cells[at].strip() if at < len(self._cells) else ""

    def said(self, field: str) -> str:
        return self.cell(self._columns[field]) if field in self._columns else ""

    def number(self, field: str) -> int:
        said = self.said(field).removesuffix(".0")
        return int(said) if said.isascii() and said.isdigit() and len(said) < 12 else 0

    def player(self, number: int, entries: tuple[RoundEntry | None, ...], points: int) -> ReportPlayer:
        try:
            held = title(self.said("title"))
        except BadField:
            held = Title.NONE
        cells = {field: self.cell(at) for field, at in self._columns.items()}
        return ReportPlayer(
            number,
            full_name(cells),
            title=held,
            rating=self.number("rating"),
            federation=self.said("federation"),
            fide_id=self.number("fide_id"),
            points=points,
            rank=self.line,
            entries=entries,
            club=self.said("club"),
        )


def _starting_ranks(people: Sequence[_Line], *, by_number: bool) -> dict[int, int]:
    """By line. A table in the order of places does not say them: they follow the ratings, and the places of equals."""
    order = people if by_number else sorted(people, key=lambda one: (-one.number("rating"), one.line))
    return {one.line: n for n, one in enumerate(order, 1)}


def _entry(one: _Line, at: int, numbers: Mapping[int, int]) -> RoundEntry | None:
    said = one.cell(at).casefold().removesuffix(".0").replace("0.5", "½")
    if said in _UNPAIRED or not said:
        return RoundEntry(_UNPAIRED[said]) if said else None
    found = _SEAT.fullmatch(said)
    if found is None or int(found["opponent"]) not in numbers:
        raise BadValue(one.row, at + 1, "result", one.cell(at), "result")
    colour = Colour.WHITE if found["colour"] in _WHITE else Colour.BLACK
    return RoundEntry(_OF_SIGN.get(found["result"], Code.PENDING), numbers[int(found["opponent"])], colour)


def _must_agree(entries: Mapping[int, Sequence[RoundEntry | None]], numbers: Mapping[int, int]) -> None:
    """Both lines of a game say the same. Raises OneSided."""
    line_of = {number: line for line, number in numbers.items()}
    for line, row in entries.items():
        for round, mine in enumerate(row):
            if mine is None or mine.opponent is None:
                continue
            theirs = entries[line_of[mine.opponent]][round]
            pending = theirs is not None and mine.code is theirs.code is Code.PENDING
            fits = theirs is not None and (pending or (mine.code, theirs.code) in BY_SIDES)
            if theirs is None or not fits or theirs.opponent != numbers[line] or theirs.colour is mine.colour:
                raise OneSided(0, 0, numbers[line], mine.opponent, round + 1)


def _name_pairing_byes(entries: dict[int, list[RoundEntry | None]]) -> None:
    """The only full point without an opponent in a round is the bye of the pairing."""
    for round in range(max(map(len, entries.values()), default=0)):
        here = {line: entry for line, row in entries.items() if (entry := row[round]) is not None}
        alone = [line for line, entry in here.items() if entry.code is Code.FULL_BYE]
        if len(alone) == 1 and any(entry.opponent for entry in here.values()):
            entries[alone[0]][round] = RoundEntry(Code.PAIRING_BYE)

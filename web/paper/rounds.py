"""Lists of a round: pairings by board and by name, the sheet of an arbiter; and all rounds together."""

from domain.words.games import Colour
from projections.round.boards import BoardRow
from projections.round.pairings import Pairings, pairings
from projections.round.seats import SeatRow, seats
from projections.round.team_matches import MatchLine, TeamMatch
from web.paper.asked import PaperRequest, joined, printed_rating
from web.paper.sheets import ListColumn, ListTable, TableSheet
from web.wording.chess.results import colour, result
from web.wording.chess.status import bye_in_words

SEATS_OF_A_PAGE = 40
"""So many lines fit on a page below each other."""


def pairings_by_board(asked: PaperRequest) -> list[TableSheet]:
    said, words, view = asked.words.gettext, asked.words, asked.pairings()
    if view is None:
        return []
    if view.matches:
        return [_pairings_of_teams(view, asked)]
    columns = (
        ListColumn(said("Bd"), "end", strong=True),
        ListColumn(said("White"), wide=1),
        ListColumn("", "end"),
        ListColumn(said("Pts"), "end"),
        ListColumn(said("Result"), "center"),
        ListColumn(said("Pts"), "end"),
        ListColumn(said("Black"), wide=1),
        ListColumn("", "end"),
    )
    rows = [
        [
            row.spot,
            asked.name(row.white.person),
            printed_rating(row.white.person),
            words.points(row.white.points),
            result(row.result, words) or ":",
            words.points(row.black.points),
            asked.name(row.black.person),
            printed_rating(row.black.person),
        ]
        for row in view.boards
    ]
    table = ListTable(columns, [*rows, *_without_a_board(view, asked)])
    return [TableSheet(round_title(asked), table, words.local_time(view.start))]


def _without_a_board(view: Pairings, asked: PaperRequest) -> list[list[str]]:
    return [[f"{asked.name(row.person)}: {bye_in_words(row.kind, asked.words)}"] for row in view.unpaired]


def _pairings_of_teams(view: Pairings, asked: PaperRequest) -> TableSheet:
    """A line for each match in bold letters, then one for each board, as the first team sees it."""
    said, words = asked.words.gettext, asked.words
    columns = (
        ListColumn(said("Bd"), "end", strong=True),
        ListColumn(""),
        ListColumn(said("Team"), wide=1),
        ListColumn(said("Pts"), "end"),
        ListColumn(said("Result"), "center"),
        ListColumn(said("Pts"), "end"),
        ListColumn(said("Team"), wide=1),
        ListColumn(""),
    )
    rows: list[list[str]] = []
    headings = []
    for match in view.matches:
        headings.append(len(rows))
        rows.append(_match_line(match, asked))
        rows += [_board_of_match(line, asked) for line in match.lines]
    table = ListTable(columns, [*rows, *_without_a_board(view, asked)], headings=headings)
    return TableSheet(round_title(asked), table, words.local_time(view.start))


def _match_line(match: TeamMatch, asked: PaperRequest) -> list[str]:
    points, (first, second) = asked.words.points, (match.first, match.second)
    score = f"{points(first.score)} : {points(second.score)}" if match.open < len(match.lines) else ":"
    sides = [asked.name(first.person), points(first.points)], [points(second.points), asked.name(second.person)]
    return [str(match.board), "", *sides[0], score, *sides[1], ""]


def _board_of_match(line: MatchLine, asked: PaperRequest) -> list[str]:
    """In the columns of points stand the ratings."""
    white, black = (colour(one, asked.words)[:1] for one in (Colour.WHITE, Colour.BLACK))
    mine, theirs = (white, black) if line.white else (black, white)
    left, right = ((asked.name(one), printed_rating(one)) if one else ("", "") for one in (line.first, line.second))
    return [line.spot, mine, *left, result(line.result, asked.words) or ":", *right[::-1], theirs]


def pairings_by_name(asked: PaperRequest) -> list[TableSheet]:
    """In two columns where one page would not hold them in one; with the opponent where there is room."""
    view = asked.pairings()
    if view is None:
        return []
    said, rows = asked.words.gettext, seats(asked.snapshot, view)
    few = len(rows) <= SEATS_OF_A_PAGE
    columns = (
        ListColumn(said("Name") if view.matches else asked.player_word, wide=1),
        ListColumn(said("Board"), "end", strong=True),
        ListColumn(said("Colour")),
        *([ListColumn(said("Opponent"), wide=1)] if few else []),
    )
    table = ListTable(columns, [_seat(row, asked, with_opponent=few) for row in rows])
    return [TableSheet(round_title(asked), table, asked.words.local_time(view.start), columns=1 if few else 2)]


def _seat(row: SeatRow, asked: PaperRequest, *, with_opponent: bool) -> list[str]:
    said = asked.words.gettext
    where = (said("White") if row.white else said("Black")) if row.board else bye_in_words(row.kind, asked.words)
    opponent = asked.name(row.opponent) if row.opponent else ""
    return [asked.name(row.person), row.spot, where, *([opponent] if with_opponent else [])]


def round_title(asked: PaperRequest) -> str:
    return asked.words.gettext("Round {n}", n=asked.words.number(asked.round))


def round_sheet(asked: PaperRequest) -> list[TableSheet]:
    """For an arbiter at the boards: a line a board, with room for the result, the time and a remark."""
    said, view = asked.words.gettext, asked.pairings()
    if view is None:
        return []
    first, second = (said("Team"), said("Team")) if view.matches else (said("White"), said("Black"))
    columns = (
        ListColumn(said("Bd"), "end", strong=True),
        ListColumn(first, wide=1),
        ListColumn(second, wide=1),
        ListColumn(said("Result"), "center", width_mm=18),
        ListColumn(said("Time"), "center", width_mm=18),
        ListColumn(said("Remark"), width_mm=34),
    )
    rows = _lines_of_teams(view, asked) if view.matches else _lines_to_write(view, asked)
    headings = [at for at, row in enumerate(rows) if "." not in row[0]] if view.matches else ()
    title = said("Arbiter’s sheet, round {n}", n=asked.words.number(asked.round))
    return [
        TableSheet(title, ListTable(columns, rows, by_hand=True, headings=headings), asked.words.local_time(view.start))
    ]


def _lines_to_write(view: Pairings, asked: PaperRequest) -> list[list[str]]:
    return [
        [row.spot, asked.name(row.white.person), asked.name(row.black.person), result(row.result, asked.words), "", ""]
        for row in view.boards
    ]


def _lines_of_teams(view: Pairings, asked: PaperRequest) -> list[list[str]]:
    """Each match, then its boards with the colour before the name."""
    rows = []
    for match in view.matches:
        rows.append([str(match.board), asked.name(match.first.person), asked.name(match.second.person), "", "", ""])
        for line in match.lines:
            spot, mine, left, _, said, _, right, theirs = _board_of_match(line, asked)
            rows.append([spot, f"{mine}  {left}", f"{theirs}  {right}", "" if said == ":" else said, "", ""])
    return rows


def every_round(asked: PaperRequest) -> list[TableSheet]:
    """All rounds that are paired, in one list: the plan of a round robin."""
    said, words = asked.words.gettext, asked.words
    found = [pairings(asked.snapshot, round, drafts=asked.drafts) for round in range(1, asked.paired + 1)]
    columns = (
        ListColumn(said("Bd"), "end", strong=True),
        ListColumn(said("White"), wide=1),
        ListColumn(said("Result"), "center"),
        ListColumn(said("Black"), wide=1),
    )
    rows: list[list[str]] = []
    headings = []
    for view in filter(None, found):
        headings.append(len(rows))
        rows.append(
            [joined(filter(None, (said("Round {n}", n=words.number(view.round)), words.local_time(view.start))))]
        )
        rows += [_short_board(row, asked) for row in view.boards]
        rows += _without_a_board(view, asked)
    table = ListTable(columns, rows, headings=headings)
    return [TableSheet(said("All rounds"), table, columns=2)] if rows else []


def _short_board(row: BoardRow, asked: PaperRequest) -> list[str]:
    sign = result(row.result, asked.words) or ":"
    return [row.spot, asked.short_name(row.white.person), sign, asked.short_name(row.black.person)]

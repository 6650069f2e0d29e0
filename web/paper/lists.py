"""Lists for the wall and the desk: pairings, standings, crosstable, players, who is in."""

from projections.crosstable import Cell, crosstable
from projections.name_order import name_order
from projections.seats import seats
from projections.standings import standings
from web.paper.asked import PaperRequest, printed_rating
from web.paper.sheets import ListColumn, ListTable, TableSheet
from web.wording import tiebreaks
from web.wording.results import code, person_name, result
from web.wording.status import bye_in_words

CHECK_BOX = "☐"
WIDE_CROSSTABLE_ROUNDS = 7
"""A crosstable of more rounds lies on its side."""


def pairings_by_board(asked: PaperRequest) -> list[TableSheet]:
    said, words, view = asked.words.gettext, asked.words, asked.pairings()
    if view is None:
        return []
    columns = (
        ListColumn(said("Bd"), "end", strong=True),
        ListColumn(said("White"), wide=True),
        ListColumn("", "end"),
        ListColumn(said("Pts"), "end"),
        ListColumn(said("Result"), "center"),
        ListColumn(said("Pts"), "end"),
        ListColumn(said("Black"), wide=True),
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
    left = [[f"{asked.name(row.person)}: {bye_in_words(row.kind, words)}"] for row in view.unpaired]
    return [TableSheet(round_title(asked), ListTable(columns, [*rows, *left]), words.local_time(view.start))]


def pairings_by_name(asked: PaperRequest) -> list[TableSheet]:
    said, view = asked.words.gettext, asked.pairings()
    if view is None:
        return []
    columns = (
        ListColumn(asked.player_word, wide=True),
        ListColumn(said("Board"), "end", strong=True),
        ListColumn(said("Colour")),
    )
    rows = [
        [
            asked.name(row.person),
            row.spot,
            (said("White") if row.white else said("Black")) if row.board else bye_in_words(row.kind, asked.words),
        ]
        for row in seats(asked.snapshot, view)
    ]
    return [TableSheet(round_title(asked), ListTable(columns, rows), asked.words.local_time(view.start), columns=2)]


def round_title(asked: PaperRequest) -> str:
    return asked.words.gettext("Round {n}", n=asked.words.number(asked.round))


def standings_table(asked: PaperRequest) -> list[TableSheet]:
    said, words = asked.words.gettext, asked.words
    view = standings(asked.snapshot, asked.round)
    heads = (
        ListColumn("#", "end", strong=True),
        ListColumn(asked.player_word, wide=True),
        ListColumn(said("Fed")),
        ListColumn(said("Rtg"), "end"),
        ListColumn(said("Pts"), "end", strong=True),
        *(ListColumn(tiebreaks.short_name(column.text, words), "end") for column in view.columns),
    )
    rows = [
        [
            str(row.place),
            asked.name(row.person) + (f" ({said('withdrawn')})" if row.person.away else ""),
            row.person.federation,
            printed_rating(row.person),
            words.points(row.points),
            *(tiebreaks.in_column(value, head.text, words) for head, value in row.still.cells),
        ]
        for row in view.rows
    ]
    legend = "; ".join(
        f"{tiebreaks.short_name(column.text, words)}: {tiebreaks.long_name(column.text, words)}"
        for column in view.columns
    )
    open_games = words.ngettext(
        "{n} game of the round is still open", "{n} games of the round are still open", view.open
    )
    return [TableSheet(standings_title(asked), ListTable(heads, rows), open_games if view.open else "", legend)]


def standings_title(asked: PaperRequest) -> str:
    said, view = asked.words.gettext, standings(asked.snapshot, asked.round)
    if not view.after:
        return said("Starting list")
    if view.current == view.rounds and not view.open:
        return said("Final standings")
    return said("Standings after round {n}", n=asked.words.number(view.current))


def crosstable_of_rounds(asked: PaperRequest) -> list[TableSheet]:
    said, words, view = asked.words.gettext, asked.words, crosstable(asked.snapshot)
    if not view.rounds:
        return []
    heads = (
        ListColumn("#", "end", strong=True),
        ListColumn(asked.player_word, wide=True),
        ListColumn(said("No."), "end"),
        ListColumn(said("Rtg"), "end"),
        *(ListColumn(words.number(round), "center") for round in range(1, view.rounds + 1)),
        ListColumn(said("Pts"), "end", strong=True),
    )
    rows = [
        [
            str(place),
            asked.name(row.person),
            str(row.person.number),
            printed_rating(row.person),
            *(crosstable_cell(cell, asked) for cell in row.cells),
            words.points(row.points),
        ]
        for place, row in enumerate(view.rows, 1)
    ]
    legend = said("A cell has the opponent’s number, the colour (w white, b black) and the result.")
    landscape = view.rounds > WIDE_CROSSTABLE_ROUNDS
    return [TableSheet(said("Crosstable"), ListTable(heads, rows), legend=legend, landscape=landscape)]


def crosstable_cell(cell: Cell, asked: PaperRequest) -> str:
    """`12w1`, or the word of a round without an opponent."""
    told = code(cell.code, asked.words)
    return f"{cell.opponent.number}{cell.colour or ''}{told}" if cell.opponent else told


def players_by_number(asked: PaperRequest) -> list[TableSheet]:
    said = asked.words.gettext
    columns = (
        ListColumn(said("No."), "end", strong=True),
        ListColumn(asked.player_word, wide=True),
        ListColumn(said("Fed")),
        ListColumn(said("Rtg"), "end"),
        ListColumn(said("FIDE ID"), "end"),
        ListColumn(said("Club"), wide=True),
    )
    rows = [
        [
            str(one.number or ""),
            asked.name(one),
            one.federation,
            printed_rating(one),
            str(one.fide_id or ""),
            one.club,
        ]
        for one in asked.everybody
    ]
    return [TableSheet(said("Players"), ListTable(columns, rows))]


def check_in(asked: PaperRequest) -> list[TableSheet]:
    """A box for everybody who is to come, by name."""
    said, order = asked.words.gettext, name_order(asked.snapshot.tournament.details.federation)
    columns = (
        ListColumn("", strong=True),
        ListColumn(asked.player_word, wide=True),
        ListColumn(said("Fed")),
        ListColumn(said("Rtg"), "end"),
        ListColumn(said("Club"), wide=True),
        ListColumn(said("Remark"), wide=True),
    )
    coming = [one for one in asked.everybody if not one.away]
    named = sorted(coming, key=lambda one: (order(person_name(one, asked.words)), one.id))
    rows = [[CHECK_BOX, asked.name(one), one.federation, printed_rating(one), one.club, ""] for one in named]
    return [TableSheet(said("Check-in list"), ListTable(columns, rows))]


def round_sheet(asked: PaperRequest) -> list[TableSheet]:
    """For an arbiter at the boards: a line a board, with room for the result, the time and a remark."""
    said, view = asked.words.gettext, asked.pairings()
    if view is None:
        return []
    columns = (
        ListColumn(said("Bd"), "end", strong=True),
        ListColumn(said("White"), wide=True),
        ListColumn(said("Black"), wide=True),
        ListColumn(said("Result"), "center"),
        ListColumn(said("Time"), "center"),
        ListColumn(said("Remark"), wide=True),
    )
    rows = [
        [row.spot, asked.name(row.white.person), asked.name(row.black.person), result(row.result, asked.words), "", ""]
        for row in view.boards
    ]
    title = asked.words.gettext("Arbiter’s sheet, round {n}", n=asked.words.number(asked.round))
    return [TableSheet(title, ListTable(columns, rows), asked.words.local_time(view.start))]

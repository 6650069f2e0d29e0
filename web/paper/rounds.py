"""Papers of a round: pairings by board and by name, the sheet of an arbiter, sheets of team matches; and all rounds."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from domain.words.games import Colour, start_position
from projections.chances.coming import coming
from projections.moment.people import Person
from projections.round.illegal_moves import illegal_moves_in
from projections.round.pairings import BoardRow, MatchLine, Pairings, TeamMatch, TeamSide, pairings
from projections.round.seats import SeatRow, seats
from web.paper.asked import PaperRequest, joined, printed_rating
from web.paper.sheets import FormSheet, ListColumn, ListTable, Section, TableSheet
from web.paper.table_writer import NO_RESULT, printed_table
from web.tables import boards_of_round, coming_table, round_title
from web.wording.chess.clocks import clocks, own_clock
from web.wording.chess.results import colour, illegal_moves_said, person_name, result
from web.wording.chess.status import bye_in_words, open_games_count
from web.wording.fields import label

SEATS_OF_A_PAGE = 40
"""So many lines fit on a page below each other."""


def pairings_by_board(asked: PaperRequest) -> list[TableSheet]:
    view = asked.pairings()
    if view is None:
        return []
    if view.matches:
        return [_pairings_of_teams(view, asked)]
    made = boards_of_round(view, asked.words)
    seated = [row for row in made.rows if row.black]
    table = printed_table(made, asked.words, seated)
    rows = [[_starred(cells[0], row.kept), *cells[1:]] for row, cells in zip(seated, table.rows, strict=True)]
    table = replace(table, rows=[*rows, *_without_a_board(view, asked)])
    return [TableSheet(asked.round_title, table, _when(view, asked))]


def coming_by_board(asked: PaperRequest) -> list[TableSheet]:
    """The next round as it would be if it ended now."""
    view = coming(asked.snapshot, asked.chances)
    if view is None or not view.boards:
        return []
    words, head, made = asked.words, view.head, coming_table(view, asked.words)
    table = printed_table(made, words, [row for row in view.boards if row.black])
    byes = [[f"{asked.name(row.white.person)}: {bye_in_words(None, words)}"] for row in view.boards if not row.black]
    counting = words.gettext("Open games count {how}", how=open_games_count(head.way, words)) if head.open_games else ""
    worked_out = words.moment(head.at.astimezone()) if head.at else ""
    note = joined((words.gettext("Provisional: nothing of this is published."), counting, worked_out))
    return [TableSheet(made.title, replace(table, rows=[*table.rows, *byes]), note, warning=made.title)]


def _when(view: Pairings, asked: PaperRequest) -> str:
    """The start, the default time, and the start position."""
    words, position = asked.words, view.start_position
    late = words.gettext("whoever comes after {time} loses (FIDE Laws, 6.7)", time=view.default_time[11:])
    drawn = words.gettext("Chess960, start position {n}", n=position)
    return joined(
        (
            words.local_time(view.start),
            late if view.default_time else "",
            f"{drawn}: {start_position(position)}" if position is not None else "",
        )
    )


def _without_a_board(view: Pairings, asked: PaperRequest) -> list[list[str]]:
    """Whoever does not play, and what the star at a board means."""
    left = [[f"{asked.name(row.person)}: {bye_in_words(row.kind, asked.words)}"] for row in view.unpaired]
    kept = any(row.kept for row in view.boards) or any(match.kept for match in view.matches)
    return [*left, [f"* {asked.words.gettext('Opponents come to this board')}"]] if kept else left


def _starred(board: str, kept: bool) -> str:
    return f"{board} *" if kept else board


def _pairings_of_teams(view: Pairings, asked: PaperRequest) -> TableSheet:
    """A line for each match in bold letters, then one for each board, as the first team sees it."""
    said = asked.words.gettext
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
    return TableSheet(asked.round_title, table, _when(view, asked))


def _match_line(match: TeamMatch, asked: PaperRequest) -> list[str]:
    points, (first, second) = asked.words.points, (match.first, match.second)
    score = f"{points(first.score)} : {points(second.score)}" if match.open < len(match.lines) else NO_RESULT
    sides = [asked.name(first.person), points(first.points)], [points(second.points), asked.name(second.person)]
    return [joined((_starred(str(match.board), match.kept), match.room)), "", *sides[0], score, *sides[1], ""]


def _board_of_match(line: MatchLine, asked: PaperRequest) -> list[str]:
    """In the columns of points stand the ratings."""
    white, black = (colour(one, asked.words)[:1] for one in (Colour.WHITE, Colour.BLACK))
    mine, theirs = (white, black) if line.white else (black, white)
    left, right = _seated(line.first, asked), _seated(line.second, asked)
    return [line.spot, mine, *left, result(line.result, asked.words) or NO_RESULT, *right[::-1], theirs]


def pairings_by_name(asked: PaperRequest) -> list[TableSheet]:
    """In two columns where one page would not hold them in one; with the opponent where there is room."""
    view = asked.pairings()
    if view is None:
        return []
    said, rows = asked.words.gettext, seats(asked.snapshot, view)
    few = len(rows) <= SEATS_OF_A_PAGE
    in_rooms = any(row.board and row.board.room for row in rows)
    columns = (
        ListColumn(said("Name") if view.matches else asked.player_word, wide=1),
        ListColumn(said("Board"), "end", strong=True),
        *([ListColumn(said("Room"))] if in_rooms else []),
        ListColumn(said("Colour")),
        *([ListColumn(said("Opponent"), wide=1)] if few else []),
    )
    lines = [_seat(row, asked, with_opponent=few, in_rooms=in_rooms) for row in rows]
    table = ListTable(columns, lines)
    return [TableSheet(asked.round_title, table, _when(view, asked), columns=1 if few else 2)]


def _seat(row: SeatRow, asked: PaperRequest, *, with_opponent: bool, in_rooms: bool) -> list[str]:
    said = asked.words.gettext
    side = said("White") if row.white else said("Black")
    clock = own_clock(row.board.clocks if row.board else None, row.white)
    where = joined((side, clock)) if row.board else bye_in_words(row.kind, asked.words)
    opponent = asked.name(row.opponent) if row.opponent else ""
    room = [row.board.room if row.board else ""] if in_rooms else []
    return [asked.name(row.person), row.spot, *room, where, *([opponent] if with_opponent else [])]


def round_sheet(asked: PaperRequest) -> list[TableSheet]:
    """For an arbiter at the boards: a line a board, with room for the result, the time and a remark.

    The illegal moves that were noted stand among the remarks.
    """
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
    noted = _noted(view, asked)
    rows = _lines_of_teams(view, asked, noted) if view.matches else _lines_to_write(view, asked, noted)
    headings = [at for at, row in enumerate(rows) if "." not in row[0]] if view.matches else ()
    title = said("Arbiter’s sheet, round {n}", n=asked.words.number(asked.round))
    return [TableSheet(title, ListTable(columns, rows, by_hand=True, headings=headings), _when(view, asked))]


def _noted(view: Pairings, asked: PaperRequest) -> dict[tuple[int, int], str]:
    """By board and game."""
    found = {(row.board, row.game): _after_draw(row, asked) for row in view.boards if row.armageddon}
    for one in illegal_moves_in(asked.snapshot.tournament, view):
        spot = one.row.board, one.row.game
        found[spot] = joined((found.get(spot, ""), illegal_moves_said(one.colour, one.times, asked.words)))
    return found


def _after_draw(row: BoardRow, asked: PaperRequest) -> str:
    """Who won the Armageddon; empty where there was none."""
    return f"{asked.words.gettext('Armageddon')} {result(row.armageddon, asked.words)}" if row.armageddon else ""


def _lines_to_write(view: Pairings, asked: PaperRequest, noted: Mapping[tuple[int, int], str]) -> list[list[str]]:
    return [
        [
            _starred(row.spot, row.kept),
            asked.name(row.white.person),
            asked.name(row.black.person),
            result(row.result, asked.words),
            clocks(row.clocks),
            noted.get((row.board, row.game), ""),
        ]
        for row in view.boards
    ]


def _lines_of_teams(view: Pairings, asked: PaperRequest, noted: Mapping[tuple[int, int], str]) -> list[list[str]]:
    """Each match, then its boards with the colour before the name."""
    rows = []
    for match in view.matches:
        rows.append([str(match.board), asked.name(match.first.person), asked.name(match.second.person), "", "", ""])
        for line in match.lines:
            spot, mine, left, _, said, _, right, theirs = _board_of_match(line, asked)
            score, remark = "" if said == NO_RESULT else said, noted.get((line.match, line.number), "")
            rows.append([spot, f"{mine}  {left}", f"{theirs}  {right}", score, "", remark])
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
        rows.append([joined((round_title(view.round, words), words.local_time(view.start)))])
        for row in view.boards:
            white, black = asked.short_name(row.white.person), asked.short_name(row.black.person)
            ended = joined((result(row.result, words) or NO_RESULT, result(row.armageddon, words)))
            rows.append([row.spot, white, ended, black])
        rows += _without_a_board(view, asked)
    table = ListTable(columns, rows, headings=headings)
    known = any(row.armageddon for view in found if view is not None for row in view.boards)
    legend = said("Behind a draw stands who won the Armageddon.") if known else ""
    return [TableSheet(said("All rounds"), table, legend=legend, columns=2)] if rows else []


# Sheets of team matches: for the results that both captains sign, and for each lineup.


def match_sheets(asked: PaperRequest) -> list[FormSheet]:
    """A page for each match: who sits where, room for the results, and two signatures."""
    view = asked.pairings()
    return [_match_sheet(match, asked) for match in view.matches] if view else []


def _match_sheet(match: TeamMatch, asked: PaperRequest) -> FormSheet:
    said, words = asked.words.gettext, asked.words
    first, second = (person_name(side.person, words) for side in (match.first, match.second))
    columns = (
        ListColumn(said("Bd"), "end", strong=True),
        ListColumn(""),
        ListColumn(first, wide=1),
        ListColumn("", "end"),
        ListColumn(said("Result"), "center"),
        ListColumn(second, wide=1),
        ListColumn("", "end"),
        ListColumn(""),
    )
    rows = [_line_to_sign(line, asked) for line in match.lines]
    total = ["", "", said("Sum"), "", ":", "", "", ""]
    table = ListTable(columns, [*rows, total], by_hand=True)
    return FormSheet(
        f"{first} – {second}", (Section("", table=table),), _match_title(match, asked), (first, second, said("Arbiter"))
    )


def _line_to_sign(line: MatchLine, asked: PaperRequest) -> list[str]:
    said = asked.words.gettext
    colours = said("White"), said("Black")
    mine, theirs = colours if line.white else colours[::-1]
    left, right = _seated(line.first, asked), _seated(line.second, asked)
    return [str(line.number), mine, *left, result(line.result, asked.words) or NO_RESULT, *right, theirs]


def _seated(person: Person | None, asked: PaperRequest) -> tuple[str, str]:
    """Name and rating; room to write where nobody is known."""
    return (asked.name(person), printed_rating(person)) if person else ("", "")


def _match_title(match: TeamMatch, asked: PaperRequest) -> str:
    return joined((asked.round_title, asked.words.gettext("Match {n}", n=asked.words.number(match.board))))


def lineup_sheets(asked: PaperRequest) -> list[FormSheet]:
    """A page for each team of the round: a line for each board, its colour, and the list to choose from."""
    view = asked.pairings()
    return [sheet for match in view.matches for sheet in _lineups(match, asked)] if view else []


def _lineups(match: TeamMatch, asked: PaperRequest) -> Iterator[FormSheet]:
    yield _lineup(match, match.first, match.second, asked)
    yield _lineup(match, match.second, match.first, asked)


def _lineup(match: TeamMatch, own: TeamSide, other: TeamSide, asked: PaperRequest) -> FormSheet:
    said, words = asked.words.gettext, asked.words
    first = own is match.first
    columns = (
        ListColumn(said("Bd"), "end", strong=True),
        ListColumn(said("Colour")),
        ListColumn(said("Player"), wide=1),
    )
    rows = [[str(line.number), said("White") if line.white == first else said("Black"), ""] for line in match.lines]
    against = said("against {team}", team=person_name(other.person, words))
    sections = (
        Section("", table=ListTable(columns, rows, by_hand=True)),
        Section(said("The squad"), facts=_squad(own, asked)),
    )
    captain = asked.snapshot.tournament.teams[own.person.id].captain
    named = f"{label('captain', words)}: {captain}" if captain else ""
    note = joined((_match_title(match, asked), against, named))
    return FormSheet(person_name(own.person, words), sections, note, (said("Captain"),))


def _squad(own: TeamSide, asked: PaperRequest) -> tuple[tuple[str, str], ...]:
    """The place of each player in the list, reserves behind the boards, with name and rating."""
    team, members = asked.snapshot.tournament.teams[own.person.id], asked.snapshot.members
    places = [str(place) for place, _ in enumerate(team.squad, 1)]
    places += [asked.words.gettext("R")] * len(team.reserves)
    people = [members[player] for player in team.players]
    told = (joined((asked.name(one), printed_rating(one))) for one in people)
    return tuple(zip(places, told, strict=True))

"""Tables for the wall and the desk: standings, crosstable, players, who is in, players by board; and brackets."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from domain.words.brackets import BracketPart
from projections.festivals.rankings import EventRanking
from projections.moment.name_order import name_order
from projections.moment.people import Person
from projections.playoff.bracket import (
    FINALS,
    BracketCell,
    BracketColumn,
    BracketSide,
    BracketView,
    StepToTitle,
    bracket_view,
    share_of_column,
    steps_to_title,
)
from projections.table.board_tables import board_tables
from projections.table.standings import round_in_play, standings
from projections.table.team_scores import team_scores
from web import tables
from web.paper.asked import PaperRequest, about_person, joined, printed_rating
from web.paper.sheets import (
    BracketLine,
    BracketLineOn,
    BracketSheet,
    ListColumn,
    ListTable,
    PrintedMatch,
    PrintedRound,
    StepOnPaper,
    TableSheet,
)
from web.paper.table_writer import list_column, printed_rows, printed_table, without_empty_columns
from web.wording import Language
from web.wording.chess import tiebreaks
from web.wording.chess.knockouts import part_in_words, round_of_bracket, won_by_in_words
from web.wording.chess.results import person_name
from web.wording.chess.team_scores import order_by_board, scoring_in_words
from web.wording.festivals import rules_in_words

CHECK_BOX = "☐"
UPRIGHT_COLUMNS = 9
"""A crosstable with more rounds and tie-breaks lies on its side."""
MATCHES_OF_A_PAGE = 16
ROUNDS_OF_THE_ENDING = 2
"""Rounds of a knock-out on the page with its champion."""
BRACKETS = frozenset({BracketPart.MAIN, BracketPart.LOWER})
"""The others are the last matches."""


def team_scores_sheet(asked: PaperRequest) -> list[TableSheet]:
    words, view = asked.words, team_scores(asked.snapshot, asked.round)
    made = tables.team_scores_tables(asked.snapshot, words, asked.round)
    if view is None or not made:
        return []
    title, head = words.gettext("Team scores"), view.head
    if head.in_play:
        title = words.gettext("Team scores, round {n} in play", n=words.number(head.in_play))
    elif head.after:
        title = words.gettext("Team scores after round {n}", n=words.number(head.after))
    return [TableSheet(title, printed_table(made[0], words), scoring_in_words(head.scoring, words))]


def ranking_sheets(view: EventRanking, words: Language) -> list[TableSheet]:
    """The ranking over the sections of a festival: that of everybody, then each category that is ranked apart."""
    said, state = words.gettext, view.state
    note = words.ngettext(
        "{over} of {n} event is over.", "{over} of {n} events are over.", state.events, over=state.over
    )
    heading, rules = said("Ranking"), rules_in_words(view.rules, words)
    landscape = len(view.events) + len(view.rules.ties) > UPRIGHT_COLUMNS
    sheets = []
    for table, data in zip(view.tables, tables.ranking_tables(view, words), strict=True):
        if table.rows:
            title = f"{heading}: {data.title}" if table.category else heading
            printed = printed_table(data, words)
            sheets.append(TableSheet(title, printed, "" if state.final else note, rules, landscape=landscape))
    return sheets


def standings_sheet(asked: PaperRequest) -> list[TableSheet]:
    words, view = asked.words, standings(asked.snapshot, asked.round)
    codes = [column.text for column in view.columns]
    legend = "; ".join(f"{tiebreaks.short_name(one, words)}: {tiebreaks.long_name(one, words)}" for one in codes)
    if view.arena_on:
        open_games = words.ngettext("{n} game in play", "{n} games in play", view.open)
    else:
        open_games = words.ngettext(
            "{n} game of the round is still open", "{n} games of the round are still open", view.open
        )
    table = printed_table(tables.standings_table(asked.snapshot, words, asked.round), words)
    return [TableSheet(standings_title(asked), table, open_games if view.open else "", legend)]


def standings_title(asked: PaperRequest) -> str:
    said, view = asked.words.gettext, standings(asked.snapshot, asked.round)
    if not view.after:
        return said("Starting list")
    if view.final:
        return said("Final standings")
    if view.arena_on:
        return said("Standings")
    if view.open and view.after == view.newest:
        return said("Standings, round {n} in play", n=asked.words.number(view.current))
    return said("Standings after round {n}", n=asked.words.number(view.current))


def players_by_number(asked: PaperRequest) -> list[TableSheet]:
    (table,) = tables.players_tables(asked.snapshot, asked.words, asked.round)
    rows: list[tables.PlayerListed] = []
    headings = []
    for one in table.rows:
        if one.person.id in asked.snapshot.tournament.teams:
            headings.append(len(rows))
        rows.append(one)
        rows += [tables.PlayerListed(member, f"{at}.") for at, member in enumerate(_members(one.person, asked), 1)]
    printed = without_empty_columns(printed_table(table, asked.words, rows))
    return [TableSheet(table.title, replace(printed, headings=headings))]


def _members(one: Person, asked: PaperRequest) -> list[Person]:
    team = asked.snapshot.tournament.teams.get(one.id)
    return [asked.snapshot.members[player] for player in team.players] if team else []


def check_in(asked: PaperRequest) -> list[TableSheet]:
    """A box for everybody who is to come, by name; under each team its players."""
    said, order = asked.words.gettext, name_order(asked.snapshot.tournament.details.federation)
    columns = (
        ListColumn("", strong=True),
        ListColumn(asked.player_word, wide=3),
        ListColumn(said("Fed")),
        ListColumn(said("Rtg"), "end"),
        ListColumn(said("Club"), wide=2),
        ListColumn(said("Remark"), width_mm=25),
    )
    coming = [one for one in asked.everybody if not one.away]
    named = sorted(coming, key=lambda one: (order(person_name(one, asked.words)), one.id))
    rows: list[list[str]] = []
    headings = []
    for one in named:
        if one.team:
            headings.append(len(rows))
        rows += [
            [CHECK_BOX, asked.name(who), who.federation, printed_rating(who), who.club, ""]
            for who in (one, *_members(one, asked))
        ]
    return [TableSheet(said("Check-in list"), ListTable(columns, rows, headings=headings))]


def crosstable_sheet(asked: PaperRequest) -> list[TableSheet]:
    """A column for each opponent where everybody meets everybody, for each round elsewhere."""
    if not asked.snapshot.round:
        return []
    said, table = asked.words.gettext, tables.crosstable_table(asked.snapshot, asked.words)
    if asked.snapshot.tournament.regulations.from_tables:
        legend = said("Columns are the numbers of the opponents.")
    else:
        legend = said("A cell has the opponent’s number, the colour (w white, b black) and the result.")
    if asked.snapshot.tournament.regulations.armageddon:
        legend += " " + said("An arrow behind a draw: ↑ won the Armageddon after it, ↓ lost it.")
    beside = sum(column.kind is tables.Kind.EXACT for column in table.columns)
    landscape = tables.width_of_cells(table.rows) + beside > UPRIGHT_COLUMNS
    printed = printed_table(table, asked.words)
    return [TableSheet(_crosstable_title(asked), printed, legend=legend, landscape=landscape)]


def _crosstable_title(asked: PaperRequest) -> str:
    said, words, snapshot = asked.words.gettext, asked.words, asked.snapshot
    if snapshot.tournament.regulations.is_arena:
        return said("Crosstable")
    if playing := round_in_play(snapshot, snapshot.round):
        return said("Crosstable, round {n} in play", n=words.number(playing))
    return said("Crosstable after round {n}", n=words.number(snapshot.round))


def boards_sheet(asked: PaperRequest) -> list[TableSheet]:
    """The players of teams by board, under a line for each board."""
    said, words, view = asked.words.gettext, asked.words, board_tables(asked.snapshot, asked.round)
    made = tables.boards_tables(asked.snapshot, words, asked.round)
    if view is None or not made:
        return []
    [table], head = made, view.head
    rows: list[list[str]] = []
    headings = []
    for one in view.tables:
        headings.append(len(rows))
        rows.append([said("Reserves") if one.reserves else said("Board {n}", n=words.number(one.board))])
        rows += printed_rows(table, words, [line for line in table.rows if line.table is one])
    title = said("Players by board")
    if head.in_play:
        title = said("Players by board, round {n} in play", n=words.number(head.in_play))
    elif head.after:
        title = said("Players by board after round {n}", n=words.number(head.after))
    columns = tuple(list_column(one) for one in table.columns if one.short is not None)
    return [TableSheet(title, ListTable(columns, rows, headings=headings), order_by_board(head, words))]


def bracket_paper(asked: PaperRequest) -> list[BracketSheet]:
    """A page for each bracket, several for one of many matches; then how it ends, once somebody has come so far."""
    view = bracket_view(asked.snapshot)
    if view is None:
        return []
    said, words = asked.words.gettext, asked.words
    sheets = []
    for part, columns in view.parts:
        if part not in BRACKETS:
            continue
        title = part_in_words(part, words) if view.double else said("Bracket")
        rounds = ([_printed_round(column, view.double, asked) for column in page] for page in _pages(columns))
        sheets += [BracketSheet(title, page) for page in rounds]
    ending = _ending(view, asked)
    whole = bool(ending) and not view.double and view.rounds <= ROUNDS_OF_THE_ENDING
    return ending if whole else [*sheets, *ending]


def _ending(view: BracketView, asked: PaperRequest) -> list[BracketSheet]:
    """The last two rounds of a knock-out or the finals of a double elimination, the champion, and their way."""
    said, words = asked.words.gettext, asked.words
    main = [column for column in view.columns if column.part is BracketPart.MAIN]
    finals = [column for column in view.columns if column.part in FINALS]
    rounds = [] if view.double else [_printed_round(column, False, asked) for column in main[-ROUNDS_OF_THE_ENDING:]]
    rounds += [_round_of(part_in_words(column.part, words), column, asked) for column in finals]
    if not any(one.name for column in rounds for match in column.matches for one in match.sides):
        return []
    winner = view.winner
    champion: tuple[str, ...] = ()
    if winner:
        about = joined((winner.title.value, about_person(winner)))
        champion = (said("Champion"), person_name(winner, words), about)
    steps = [_step(step, view.double, asked) for step in steps_to_title(view)]
    return [BracketSheet(said("Final"), rounds, champion, (said("The way to the title"), steps))]


def _step(step: StepToTitle, double: bool, asked: PaperRequest) -> StepOnPaper:
    words, beaten = asked.words, step.beaten.person
    mine, theirs = step.champion.score, step.beaten.score
    score = f"{words.points(mine)} – {words.points(theirs)}" if mine is not None and theirs is not None else ""
    beaten_name = asked.name(beaten) if beaten else ""
    return StepOnPaper(_title_of(step.column, double, words), beaten_name, score, won_by_in_words(step.cell, words))


def _pages(columns: Sequence[BracketColumn]) -> Iterator[Sequence[BracketColumn]]:
    """The rounds of each part of the tree that has its own page, then those in which these parts meet."""
    parts = -(-len(columns[0].matches) // MATCHES_OF_A_PAGE)
    apart = [column for column in columns if len(column.matches) >= parts] if parts > 1 else []
    for part in range(parts if apart else 0):
        yield [share_of_column(column, part, parts) for column in apart]
    if together := columns[len(apart) :]:
        yield together


def _title_of(column: BracketColumn, double: bool, words: Language) -> str:
    if column.part in FINALS:
        return part_in_words(column.part, words)
    if double:
        return words.gettext("Round {n}", n=words.number(column.round))
    return round_of_bracket(column.full or len(column.matches), words)


def _printed_round(column: BracketColumn, double: bool, asked: PaperRequest) -> PrintedRound:
    return _round_of(_title_of(column, double, asked.words), column, asked)


def _round_of(title: str, column: BracketColumn, asked: PaperRequest) -> PrintedRound:
    return PrintedRound(title, [_match(cell, asked) for cell in column.matches])


def _match(cell: BracketCell, asked: PaperRequest) -> PrintedMatch:
    if cell.empty:
        return PrintedMatch(())
    way = BracketLineOn(cell.way.turn, cell.way.into, cell.way.state, cell.start) if cell.way else None
    return PrintedMatch(tuple(_line(side, asked) for side in cell.sides), won_by_in_words(cell, asked.words), way)


def _line(side: BracketSide, asked: PaperRequest) -> BracketLine:
    points = "" if side.points is None else asked.words.points(side.points)
    if side.further is not None:
        points += f" ({asked.words.points(side.further)})"
    if side.person is None:
        return BracketLine(asked.words.gettext("free") if side.free else "", points, won=False)
    number = f"{side.person.number} " if side.person.number else ""
    return BracketLine(number + asked.name(side.person), points, side.won)

"""Worksheets of an event of teams."""

from collections.abc import Sequence

from projections.moment.people import Person
from projections.moment.snapshot import Snapshot
from projections.round.pairings import Pairings
from projections.round.team_matches import MatchLine, TeamMatch
from projections.table.board_tables import board_tables
from web.downloads.sheet_cells import plain_columns, rating_cell, round_sheet_title
from web.downloads.workbook import CellKind, DataSheet, SheetCell, SheetColumn
from web.wording import N_, Language
from web.wording.chess.results import person_name, result
from web.wording.chess.status import bye_in_words


def teams_sheet(snapshot: Snapshot, words: Language, round: int) -> list[DataSheet]:
    """The players of each team in the order of the boards, reserves last."""
    said, t = words.gettext, snapshot.tournament
    heads = (
        N_("No."),
        N_("Team"),
        N_("Captain"),
        N_("Board"),
        N_("Title"),
        N_("Name"),
        N_("Federation"),
        N_("Rating"),
        N_("FIDE ID"),
    )
    rows = []
    for team in sorted(t.teams.values(), key=lambda one: snapshot.people[one.id].number or one.id):
        person = snapshot.people[team.id]
        for board, id in enumerate(team.players, 1):
            one = snapshot.members[id]
            seat: SheetCell = said("reserve") if id in team.reserves else board
            name, own = person_name(person, words), person_name(one, words)
            about = (one.title.value, own, one.federation, rating_cell(one), one.fide_id or None)
            rows.append([person.number or None, name, team.captain, seat, *about])
    return [DataSheet(said("Teams"), plain_columns(words, *heads), rows)] if t.teams else []


def matches_sheet(view: Pairings, words: Language) -> DataSheet:
    """Board by board, the first team of the match on the left."""
    left = (N_("Match"), N_("Board"), N_("Team"), N_("Player"), N_("Rating"), N_("Colour"))
    heads = (*left, N_("Result"), N_("Player"), N_("Rating"), N_("Team"))
    rows = [_line(match, line, words) for match in view.matches for line in match.lines]
    rest: list[Sequence[SheetCell]] = [
        [None, None, person_name(one.person, words), *[None] * 3, bye_in_words(one.kind, words), *[None] * 3]
        for one in view.unpaired
    ]
    return DataSheet(round_sheet_title(view.round, words), plain_columns(words, *heads), [*rows, *rest])


def _line(match: TeamMatch, line: MatchLine, words: Language) -> list[SheetCell]:
    said = words.gettext
    return [
        line.match,
        line.number,
        person_name(match.first.person, words),
        *_seated(line.first, words),
        said("White") if line.white else said("Black"),
        result(line.result, words),
        *_seated(line.second, words),
        person_name(match.second.person, words),
    ]


def _seated(person: Person | None, words: Language) -> tuple[SheetCell, SheetCell]:
    return (person_name(person, words) if person else None), rating_cell(person)


def boards_sheet(snapshot: Snapshot, words: Language, round: int) -> list[DataSheet]:
    """The players of teams by board."""
    said, view = words.gettext, board_tables(snapshot, round)
    if view is None:
        return []
    columns = [
        *plain_columns(words, N_("Board"), N_("Place"), N_("Title"), N_("Name"), N_("Rating"), N_("Team"), N_("Games")),
        SheetColumn(said("Points"), CellKind.POINTS),
        SheetColumn("%", CellKind.EXACT),
        SheetColumn(said("Performance")),
    ]
    rows = [
        [
            said("reserve") if table.reserves else table.board,
            row.place or None,
            row.person.title.value,
            person_name(row.person, words),
            rating_cell(row.person),
            person_name(row.team, words),
            row.games,
            row.points / 2,
            float(row.percentage),
            row.performance,
        ]
        for table in view.tables
        for row in table.rows
    ]
    return [DataSheet(said("Tables by board"), columns, rows)]

"""Views as worksheets: numbers as numbers, half points as 0.5, dates as dates."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime
from fractions import Fraction
from typing import TypeAlias

from domain.ranking.tiebreaks import UNDEFINED, Value
from projections.moment.snapshot import Snapshot
from projections.round.pairings import Pairings, pairings
from projections.table.crosstable import crosstable
from projections.table.meetings import meetings
from projections.table.prize_list import prize_list
from projections.table.standings import standings
from web.downloads.files import meeting_in_short, round_in_short
from web.downloads.sheet_cells import plain_columns, rating_cell, round_sheet_title, who_cells
from web.downloads.team_sheets import boards_sheet, matches_sheet, teams_sheet
from web.downloads.workbook import CellKind, DataSheet, SheetCell, SheetColumn, workbook
from web.wording import N_, Language
from web.wording.chess import tiebreaks
from web.wording.chess.results import person_name, result
from web.wording.chess.status import bye_in_words, format_name
from web.wording.pairing import system_of_event

XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
SheetsOf: TypeAlias = Callable[[Snapshot, Language, int], list[DataSheet]]
"""(snapshot, language, round) to the sheets; none where there is nothing of the kind."""


def event_sheet(snapshot: Snapshot, words: Language, round: int) -> list[DataSheet]:
    """Name, place, days and regulations, then the start of each round."""
    said, t = words.gettext, snapshot.tournament
    details, laws = t.details, t.regulations
    facts: list[tuple[str, SheetCell]] = [
        (said("City"), details.city),
        (said("Federation"), details.federation),
        (said("First day"), _moment(details.start)),
        (said("Last day"), _moment(details.end)),
        (said("Format"), format_name(laws.format.value, words)),
        (said("Pairing system"), system_of_event(laws, words)),
        (said("Rounds"), laws.rounds),
        (said("Time control"), details.time_control),
        (said("Chief arbiter"), details.chief_arbiter),
        (said("Deputies"), ", ".join(details.deputies)),
        (said("Participants"), len(snapshot.people)),
    ]
    starts = [
        (said("Round {n}", n=words.number(number)), _moment(start)) for number, start in enumerate(details.schedule, 1)
    ]
    rows = [row for row in (*facts, *starts) if row[1] not in ("", None)]
    return [DataSheet(said("Event"), [SheetColumn(said("Tournament")), SheetColumn(details.name)], rows)]


def players_sheet(snapshot: Snapshot, words: Language, round: int) -> list[DataSheet]:
    """Those who are paired, by number; the players of teams stand in the sheet of teams."""
    said = words.gettext
    columns = plain_columns(
        words,
        N_("No."),
        N_("Title"),
        N_("Name"),
        N_("Federation"),
        N_("Rating"),
        N_("Club"),
        N_("FIDE ID"),
        N_("Withdrawn"),
    )
    rows = [
        [
            *who_cells(one, words),
            one.federation,
            rating_cell(one),
            one.club,
            one.fide_id or None,
            said("yes") if one.away else "",
        ]
        for one in snapshot.people.values()
    ]
    return [DataSheet(said("Players"), columns, rows)] if not snapshot.tournament.teams else []


def pairings_sheet(snapshot: Snapshot, words: Language, round: int) -> list[DataSheet]:
    view = pairings(snapshot, round) if round else None
    if view is None:
        return []
    return [matches_sheet(view, words) if view.matches else _of_boards(view, words)]


def _of_boards(view: Pairings, words: Language) -> DataSheet:
    said, points = words.gettext, CellKind.POINTS
    side = (SheetColumn(said("No.")), SheetColumn(said("Title")))
    white = (*side, SheetColumn(said("White")), SheetColumn(said("Rating")), SheetColumn(said("Points"), points))
    black = (*side, SheetColumn(said("Black")), SheetColumn(said("Rating")), SheetColumn(said("Points"), points))
    columns = (SheetColumn(said("Board")), *white, SheetColumn(said("Result")), *black)
    rows: list[Sequence[SheetCell]] = [
        [
            _whole(row.spot),
            *(*who_cells(row.white.person, words), rating_cell(row.white.person), row.white.points / 2),
            result(row.result, words),
            *(*who_cells(row.black.person, words), rating_cell(row.black.person), row.black.points / 2),
        ]
        for row in view.boards
    ]
    rows += [
        [
            None,
            *who_cells(one.person, words),
            rating_cell(one.person),
            one.points / 2,
            bye_in_words(one.kind, words),
            *[None] * 5,
        ]
        for one in view.unpaired
    ]
    return DataSheet(round_sheet_title(view.round, words), columns, rows)


def standings_sheet(snapshot: Snapshot, words: Language, round: int) -> list[DataSheet]:
    if round > snapshot.round:
        return []
    said, view = words.gettext, standings(snapshot, round)
    columns = [
        *plain_columns(words, N_("Place"), N_("No."), N_("Title"), N_("Name"), N_("Federation"), N_("Rating")),
        SheetColumn(said("Points"), CellKind.POINTS),
        *(SheetColumn(tiebreaks.short_name(column.text, words), CellKind.EXACT) for column in view.columns),
        SheetColumn(said("Withdrawn")),
    ]
    rows = [
        [
            row.place,
            *who_cells(row.person, words),
            row.person.federation,
            rating_cell(row.person),
            row.points / 2,
            *map(_figure, row.values),
            said("yes") if row.person.away else "",
        ]
        for row in view.rows
    ]
    return [DataSheet(said("Standings"), columns, rows)]


def crosstable_sheet(snapshot: Snapshot, words: Language, round: int) -> list[DataSheet]:
    """`12w1` as in the report file: against number 12 with White, won."""
    if not snapshot.round:
        return []
    said, number = words.gettext, words.number
    if snapshot.tournament.regulations.from_tables:
        table = meetings(snapshot)
        heads = [f"#{number(one.number)}" for one in table.head.people]
        lines = [(row.person, list(map(meeting_in_short, row.cells)), row.points) for row in table.rows]
    else:
        view = crosstable(snapshot)
        heads = [number(one) for one in range(1, view.rounds + 1)]
        lines = [(row.person, list(map(round_in_short, row.cells)), row.points) for row in view.rows]
    columns = [
        *plain_columns(words, N_("Line"), N_("No."), N_("Title"), N_("Name"), N_("Rating")),
        *map(SheetColumn, heads),
        SheetColumn(said("Points"), CellKind.POINTS),
    ]
    rows = [
        [line, *who_cells(person, words), rating_cell(person), *cells, points / 2]
        for line, (person, cells, points) in enumerate(lines, 1)
    ]
    return [DataSheet(said("Crosstable"), columns, rows)]


def prizes_sheet(snapshot: Snapshot, words: Language, round: int) -> list[DataSheet]:
    said, view = words.gettext, prize_list(snapshot)
    if view is None:
        return []
    columns = [
        *plain_columns(words, N_("Prize"), N_("Place"), N_("No."), N_("Title"), N_("Name"), N_("Team")),
        SheetColumn(said("Amount"), CellKind.MONEY),
        SheetColumn(said("Currency")),
    ]
    rows = [
        [
            " + ".join(row.award.names),
            row.place,
            *who_cells(row.person, words),
            person_name(row.team, words) if row.team else "",
            row.award.cents / 100 if row.award.cents else None,
            view.currency if row.award.cents else "",
        ]
        for row in view.rows
    ]
    return [DataSheet(said("Prizes"), columns, rows)]


def all_sheets(snapshot: Snapshot, words: Language, round: int) -> list[DataSheet]:
    """The whole tournament: the event, its people, every round from the first on, its tables."""
    rounds = (pairings_sheet(snapshot, words, number) for number in range(1, snapshot.round + 1))
    parts = (
        *(part(snapshot, words, snapshot.round) for part in (event_sheet, standings_sheet, crosstable_sheet)),
        *(part(snapshot, words, snapshot.round) for part in (boards_sheet, players_sheet, teams_sheet, prizes_sheet)),
        *rounds,
    )
    return [sheet for part in parts for sheet in part]


WORKBOOKS: Mapping[str, SheetsOf] = {
    "workbook": all_sheets,
    "pairings": pairings_sheet,
    "standings": standings_sheet,
    "crosstable": crosstable_sheet,
    "boards": boards_sheet,
    "players": players_sheet,
    "teams": teams_sheet,
    "prizes": prizes_sheet,
}
"""By the name of the file."""


def workbook_of(name: str, snapshot: Snapshot, words: Language, round: int, made: datetime) -> bytes | None:
    """The workbook of this name; None where there is nothing to put in it."""
    sheets = WORKBOOKS[name](snapshot, words, round)
    if not sheets:
        return None
    title = snapshot.tournament.details.name
    return workbook(sheets, title, made.astimezone(UTC), words.direction)


def _whole(spot: str) -> SheetCell:
    """A board is a number; a later game of its match stays text, such as `3.2`."""
    return int(spot) if spot.isdigit() else spot


def _figure(value: Value | None) -> SheetCell:
    if value is None or value is UNDEFINED:
        return None
    return float(value) if isinstance(value, Fraction) else int(value)


def _moment(iso: str) -> SheetCell:
    """A day, a day with a time, or what was typed where it is neither."""
    try:
        return (
            date.fromisoformat(iso)
            if len(iso) <= len("2026-11-21")
            else datetime.fromisoformat(iso).replace(tzinfo=None)
        )
    except ValueError:
        return iso

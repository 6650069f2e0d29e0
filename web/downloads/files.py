"""Views as files: CSV for spreadsheets, iCalendar for phones."""

import csv
import io
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, timedelta

from domain.words.players import EntrantId
from projections.moment.overview import Overview
from projections.moment.people import IN_LISTS, People, Person
from projections.round.pairings import Pairings
from projections.table.board_tables import BoardTables
from projections.table.crosstable import Cell, CrossRow, Crosstable
from projections.table.meetings import Meeting, MeetingCell, MeetingRow, MeetingTable
from projections.table.rating_report import RatingRow
from projections.table.standings import Standings
from web.api import views
from web.wording import Language
from web.wording.chess.results import person_name

BYTE_ORDER_MARK = "\ufeff"
"""The sign at the beginning of a file without which a spreadsheet does not take it for UTF-8."""

WITHDRAWN = "yes"
"""The mark in the last column of a list for somebody who plays no more."""

ROUND_LASTS = timedelta(hours=4)


def standings_csv(view: Standings, language: Language) -> str:
    heads = ["place", "number", "title", "name", "federation", "rating", "points"]
    rows = [
        [
            r.place,
            r.person.number,
            r.person.title.value,
            _name(r.person, language),
            _plain(r.person.federation),
            r.person.rating,
            views.points_json(r.points),
            *(views.exact_json(value) for value in r.values),
            WITHDRAWN if r.person.away else "",
        ]
        for r in view.rows
    ]
    return _csv([*heads, *(column.text for column in view.columns), "withdrawn"], rows)


def pairings_csv(view: Pairings, language: Language) -> str:
    heads = ["board", "white_number", "white", "white_points", "result", "black_points", "black", "black_number"]
    boards: list[list[object]] = [
        [
            b.spot,
            b.white.person.number,
            _name(b.white.person, language),
            views.points_json(b.white.points),
            b.result.value if b.result is not None else "",
            views.points_json(b.black.points),
            _name(b.black.person, language),
            b.black.person.number,
        ]
        for b in view.boards
    ]
    others: list[list[object]] = [
        [
            "",
            u.person.number,
            _name(u.person, language),
            views.points_json(u.points),
            u.kind.value if u.kind else "U",
            "",
            "",
            "",
        ]
        for u in view.unpaired
    ]
    return _csv(heads, [*boards, *others])


def meetings_csv(view: MeetingTable, language: Language) -> str:
    """A column for each opponent by pairing number; `w1 b=`: all games of the two that have a result.

    Of teams `2.5`: the points of the boards of each match.
    """
    cells = ([meeting_in_short(cell) for cell in row.cells] for row in view.rows)
    return _crosstable([f"against_{who.number}" for who in view.head.people], view.rows, cells, language)


def meeting_in_short(cell: MeetingCell) -> str:
    if cell.matches:
        return " ".join(str(views.points_json(one.points)) for one in cell.matches if one.points is not None)
    return " ".join(map(_meeting, filter(_has_result, cell.games)))


def _has_result(game: Meeting) -> bool:
    return game.result is not None


def _meeting(game: Meeting) -> str:
    """Colour and result of a game, in brackets if it does not count because one of the two left too early."""
    text = f"{game.colour.value}{game.code.value}"
    return text if game.counts else f"({text})"


def crosstable_csv(view: Crosstable, language: Language) -> str:
    cells = (map(round_in_short, row.cells) for row in view.rows)
    return _crosstable([f"round_{n}" for n in range(1, view.rounds + 1)], view.rows, cells, language)


def _crosstable(
    columns: list[str], rows: Iterable[CrossRow | MeetingRow], cells: Iterable[Iterable[str]], language: Language
) -> str:
    """Line by line: the player, the cells of the row, the points."""
    lines: list[list[object]] = [
        [line, *_of_player(row.person, language), *words, views.points_json(row.points)]
        for line, (row, words) in enumerate(zip(rows, cells, strict=True), 1)
    ]
    return _csv(["line", "number", "title", "name", "rating", *columns, "points"], lines)


def _of_player(person: Person, language: Language) -> tuple[object, ...]:
    return person.number, person.title.value, _name(person, language), person.rating


def boards_csv(view: BoardTables, language: Language) -> str:
    """The players of teams by board; a place for those who have played enough games."""
    heads = ["board", "place", "title", "name", "rating", "team", "games", "points", "percentage", "performance"]
    lines: list[list[object]] = [
        [
            "" if table.reserves else table.board,
            row.place or "",
            row.person.title.value,
            _name(row.person, language),
            row.person.rating,
            _name(row.team, language),
            row.games,
            views.points_json(row.points),
            round(float(row.percentage), 1),
            row.performance or "",
        ]
        for table in view.tables
        for row in table.rows
    ]
    return _csv(heads, lines)


def players_csv(view: People, language: Language) -> str:
    heads = ["number", "title", "name", *IN_LISTS, "withdrawn"]
    rows = [
        [
            p.number or "",
            p.title.value,
            _name(p, language),
            *(_plain(str(getattr(p, column) or "")) for column in IN_LISTS),
            WITHDRAWN if p.away else "",
        ]
        for p in view.values()
    ]
    return _csv(heads, rows)


def ratings_csv(rows: Iterable[RatingRow], sources: Mapping[EntrantId, str], language: Language) -> str:
    """The change of each rating, exact: a federation can compare it with its own reckoning.

    `sources` are the rating lists that the ratings are from.
    """
    heads = ["number", "title", "name", "rating", "k", "games", "scored", "expected", "change", "new_rating"]
    return _csv(
        [*heads, "performance", "rating_from"],
        [
            [
                row.person.number,
                row.person.title.value,
                _name(row.person, language),
                row.person.rating,
                row.k,
                len(row.games),
                *(views.exact_json(value) for value in (row.scored, row.expected, row.change)),
                row.new_rating,
                "" if row.performance is None else row.performance,
                sources.get(row.person.id, ""),
            ]
            for row in rows
        ],
    )


def calendar(view: Overview, slug: str, origin: str, language: Language, stamp: datetime) -> str:
    """The announced rounds as an iCalendar (RFC 5545), in the venue's local time."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Tablo//Tablo//EN", f"X-WR-CALNAME:{_text(view.details.name)}"]
    for round, start in enumerate(view.details.schedule, 1):
        when = _when(start)
        if not when:
            continue
        title = language.gettext("Round {n}", n=round)
        lines += ["BEGIN:VEVENT", f"UID:{slug}-round-{round}@tablo", f"DTSTAMP:{stamp.astimezone(UTC):%Y%m%dT%H%M%SZ}"]
        lines += when
        lines += [f"SUMMARY:{_text(view.details.name)}: {_text(title)}", f"LOCATION:{_text(view.details.city)}"]
        lines += [f"URL:{origin}/t/{slug}/pairings/{round}", "END:VEVENT"]
    lines.append("END:VCALENDAR")
    return "".join(f"{folded}\r\n" for line in lines for folded in _folded(line))


def _when(start: str) -> list[str]:
    """A floating local time, or a whole day where no hour is announced; nothing for what is no date."""
    try:
        if len(start) <= len("2026-11-21"):
            return [f"DTSTART;VALUE=DATE:{date.fromisoformat(start):%Y%m%d}"]
        begin = datetime.fromisoformat(start)
    except ValueError:
        return []
    return [f"DTSTART:{begin:%Y%m%dT%H%M%S}", f"DTEND:{begin + ROUND_LASTS:%Y%m%dT%H%M%S}"]


def _text(value: str) -> str:
    """Escaped as RFC 5545, 3.3.11 wants it; line breaks become spaces."""
    flat = " ".join(value.split())
    return flat.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")


def _folded(line: str) -> list[str]:
    """At most 75 octets a line, the rest indented by a space (RFC 5545, 3.1)."""
    out, current = [], ""
    for letter in line:
        if len((current + letter).encode()) > 75:
            out.append(current)
            current = " "
        current += letter
    return [*out, current]


def round_in_short(cell: Cell) -> str:
    """`12w1` as in the report file's own letters; a bye is its letter."""
    if cell.opponent is None:
        return cell.code.value
    return f"{cell.opponent.number}{cell.colour.value if cell.colour else ''}{cell.code.value}"


def _csv(heads: list[str], rows: Iterable[Iterable[object]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(heads)
    writer.writerows(rows)
    return BYTE_ORDER_MARK + out.getvalue()


def _plain(text: str) -> str:
    """Text that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text


def _name(who: Person, language: Language) -> str:
    return _plain(person_name(who, language))

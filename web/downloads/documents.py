"""Downloads and printable sheets, made of the same views as pages."""

from collections.abc import Callable
from dataclasses import dataclass

from domain.files.exporting import report_of
from domain.files.trf import Ladder, write
from domain.words.players import Player
from projections.moment.overview import overview
from projections.moment.snapshot import Snapshot
from projections.round.pairings import pairings
from projections.round.seats import seats
from projections.table.board_tables import board_tables
from projections.table.crosstable import crosstable
from projections.table.meetings import meetings
from projections.table.ranked import ranking
from projections.table.standings import standings
from web.downloads import files
from web.downloads.data_sheets import WORKBOOKS, XLSX_TYPE, workbook_of
from web.downloads.pgn import PGN_TYPE, round_pgn
from web.links import Frame, Site
from web.public.pages import PageQuery
from web.qr_codes import qr_code
from web.rendering import render
from web.wording import language
from web.wording.chess.results import person_name
from web.wording.public import addresses, downloads
from web.wording.report_comments import departure_lines

CSV_TYPE, HTML_TYPE = "text/csv", "text/html"

Write = Callable[[Frame, Snapshot, PageQuery, str], str | bytes | None]


@dataclass(frozen=True, slots=True)
class Document:
    """`text` answers None where there is nothing of the kind."""

    text: Write
    media_type: str
    suffix: str = ""
    """The end of the file's name; empty = shown in the browser."""
    encoding: str = "utf-8"
    asks: tuple[str, ...] = ()
    """As of a page."""
    slow: bool = False
    """Made in a thread, one at a time for each reader."""

    def content(self, frame: Frame, snapshot: Snapshot, asked: PageQuery, lang: str) -> bytes | None:
        """The bytes that are sent."""
        made = self.text(frame, snapshot, asked, lang)
        return made.encode(self.encoding) if isinstance(made, str) else made


def _downloads(frame: Frame, snapshot: Snapshot, asked: PageQuery, lang: str) -> str:
    with_prizes = snapshot.tournament.prizes is not None
    view = downloads(language(lang), snapshot.round, frame.of_teams, with_prizes)
    return _page("public/downloads.html", frame, snapshot, lang, view=view, rounds=snapshot.round)


def _api(frame: Frame, snapshot: Snapshot, asked: PageQuery, lang: str) -> str:
    return _page("public/api.html", frame, snapshot, lang, addresses=addresses(language(lang)))


def _page(template: str, frame: Frame, snapshot: Snapshot, lang: str, **more: object) -> str:
    return render(template, lang=lang, frame=frame, has_prizes=snapshot.tournament.prizes is not None, **more)


def _calendar(frame: Frame, snapshot: Snapshot, asked: PageQuery, lang: str) -> str | None:
    if frame.moment is None:
        return None
    about = overview(snapshot.tournament)
    return files.calendar(about, frame.site.slug, frame.origin, language(lang), frame.moment)


def _standings_csv(frame: Frame, snapshot: Snapshot, asked: PageQuery, lang: str) -> str:
    return files.standings_csv(standings(snapshot), language(lang))


def _crosstable_csv(frame: Frame, snapshot: Snapshot, asked: PageQuery, lang: str) -> str:
    if snapshot.tournament.regulations.from_tables:
        return files.meetings_csv(meetings(snapshot), language(lang))
    return files.crosstable_csv(crosstable(snapshot), language(lang))


def _boards_csv(frame: Frame, snapshot: Snapshot, asked: PageQuery, lang: str) -> str | None:
    view = board_tables(snapshot)
    return files.boards_csv(view, language(lang)) if view else None


def _players_csv(frame: Frame, snapshot: Snapshot, asked: PageQuery, lang: str) -> str:
    return files.players_csv(snapshot.people, language(lang))


def _pairings_csv(frame: Frame, snapshot: Snapshot, asked: PageQuery, lang: str) -> str | None:
    view = pairings(snapshot, asked.round)
    return files.pairings_csv(view, language(lang)) if view else None


def _report(frame: Frame, snapshot: Snapshot, asked: PageQuery, lang: str) -> str | None:
    """The report file with the table's places; whoever is not to be named is not named here either."""
    if not snapshot.tournament.numbers:
        return None
    public = snapshot.tournament.copy()
    for id in snapshot.nameless & public.players.keys():
        named = public.players[id]
        public.players[id] = Player(named.id, person_name(snapshot.people[id], language("en")), named.rating)
    public.anonymous -= snapshot.nameless  # they have a number for a name, which every program can read
    places = {row.number: row.place for row in ranking(snapshot, snapshot.round)}
    public.imported = None  # what a file said beyond all events may name them
    return write(report_of(public, places=places), Ladder.TRF16, comments=departure_lines(public))


def _print_pairings(frame: Frame, snapshot: Snapshot, asked: PageQuery, lang: str) -> str | None:
    view = pairings(snapshot, asked.round)
    if view is None:
        return None
    by_name = seats(snapshot, view) if asked.by == "name" else ()
    live = Site(frame.site.slug).to(f"/pairings/{asked.round}")
    return render("print/pairings.html", lang=lang, frame=frame, view=view, seats=by_name, **_seal(frame, live))


def _print_lineups(frame: Frame, snapshot: Snapshot, asked: PageQuery, lang: str) -> str | None:
    """A sheet for each team of a round, for the captain to fill in."""
    return _sheets("print/lineups.html", frame, snapshot, asked, lang)


def _print_slips(frame: Frame, snapshot: Snapshot, asked: PageQuery, lang: str) -> str | None:
    """A slip for each match of a round, for both captains to sign."""
    return _sheets("print/slips.html", frame, snapshot, asked, lang)


def _sheets(template: str, frame: Frame, snapshot: Snapshot, asked: PageQuery, lang: str) -> str | None:
    view = pairings(snapshot, asked.round)
    if view is None or not view.matches:
        return None
    teams, members = snapshot.tournament.teams, snapshot.members
    live = Site(frame.site.slug).to(f"/pairings/{asked.round}")
    return render(template, lang=lang, frame=frame, view=view, teams=teams, members=members, **_seal(frame, live))


def _print_standings(frame: Frame, snapshot: Snapshot, asked: PageQuery, lang: str) -> str | None:
    if asked.round > snapshot.round:
        return None
    view = standings(snapshot, asked.round)
    as_printed = Site(frame.site.slug, frame.position).to(f"/standings/{asked.round}")
    return render("print/standings.html", lang=lang, frame=frame, view=view, **_seal(frame, as_printed))


def _print_boards(frame: Frame, snapshot: Snapshot, asked: PageQuery, lang: str) -> str | None:
    view = board_tables(snapshot, asked.round) if asked.round <= snapshot.round else None
    if view is None:
        return None
    as_printed = Site(frame.site.slug, frame.position).to(f"/boards/{asked.round}")
    return render("print/boards.html", lang=lang, frame=frame, view=view, **_seal(frame, as_printed))


def _seal(frame: Frame, path: str) -> dict[str, object]:
    """The address on the paper and its QR code: for a table, exactly what was printed."""
    address = frame.origin + path
    return {"address": address, "qr": qr_code(address).svg_data_uri(border=2, scale=3)}


def _round_pgn(frame: Frame, snapshot: Snapshot, asked: PageQuery, lang: str) -> str | None:
    festival = frame.festivals[0][1] if len(frame.festivals) == 1 else ""
    return round_pgn(snapshot, asked.round, language(lang), festival)


def _workbook(name: str) -> Write:
    def write_workbook(frame: Frame, snapshot: Snapshot, asked: PageQuery, lang: str) -> bytes | None:
        if frame.moment is None:
            return None
        return workbook_of(name, snapshot, language(lang), asked.round or snapshot.round, frame.moment)

    return write_workbook


DOCUMENTS: dict[str, Document] = {
    **{f"{name}.xlsx": Document(_workbook(name), XLSX_TYPE, f"-{name}.xlsx", slow=True) for name in WORKBOOKS},
    "downloads": Document(_downloads, HTML_TYPE),
    "api": Document(_api, HTML_TYPE),
    "calendar": Document(_calendar, "text/calendar", ".ics"),
    "report": Document(_report, "text/plain", ".trf"),
    "standings.csv": Document(_standings_csv, CSV_TYPE, "-standings.csv"),
    "crosstable.csv": Document(_crosstable_csv, CSV_TYPE, "-crosstable.csv"),
    "boards.csv": Document(_boards_csv, CSV_TYPE, "-boards.csv"),
    "players.csv": Document(_players_csv, CSV_TYPE, "-players.csv"),
    "pairings.csv": Document(_pairings_csv, CSV_TYPE, "-pairings.csv"),
    "pairings.pgn": Document(_round_pgn, PGN_TYPE, "-round.pgn"),
    "print-pairings": Document(_print_pairings, HTML_TYPE, asks=("by",)),
    "print-lineups": Document(_print_lineups, HTML_TYPE),
    "print-slips": Document(_print_slips, HTML_TYPE),
    "print-standings": Document(_print_standings, HTML_TYPE),
    "print-boards": Document(_print_boards, HTML_TYPE),
}

"""Downloads: every table in every format, and what is no table, made of the same views as pages."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeAlias

from domain.files.exporting import report_of
from domain.files.trf import Ladder, write
from domain.records import dataclass
from domain.words.players import Player
from projections.moment.overview import overview
from projections.moment.snapshot import Snapshot
from projections.table.standings import ranking
from web.downloads.calendars import CALENDAR_TYPE, calendar_of_rounds
from web.downloads.csv_file import csv_file
from web.downloads.news_feed import ATOM_TYPE, NewsFeed, news_feed
from web.downloads.pgn import PGN_TYPE, PgnAbout, event_pgn, game_pgn, round_pgn
from web.downloads.plugged import PLUGGED
from web.downloads.xlsx_file import xlsx_file
from web.links import Frame
from web.public.pages import PAGES, PageQuery
from web.rendering import render
from web.tables import TABLE_FILES, DataTable, TableFile, coming_tables
from web.wording import Language, language
from web.wording.chess.results import person_name
from web.wording.public import Download, addresses, downloads
from web.wording.report_comments import departure_lines

HTML_TYPE = "text/html"

Downloaded: TypeAlias = str | bytes | None
"""None where there is nothing of the kind."""
Write = Callable[[Frame, Snapshot, PageQuery, Language], Downloaded]


@dataclass(frozen=True, slots=True)
class FileFormat:
    """A format of all tables; its name is the ending of the file."""

    media_type: str
    write: Callable[[Sequence[DataTable[Any]], Language, str, datetime | None], Downloaded]
    """(tables, language, name of the event, time of the journal's position)"""
    for_programs: bool = False
    """Columns go by their names for programs."""
    slow: bool = False
    """Made in a thread, one at a time for each reader."""

    def takes(self, file: TableFile) -> bool:
        return file.for_programs or not self.for_programs


FILE_FORMATS: Mapping[str, FileFormat] = {
    "csv": FileFormat("text/csv", csv_file, for_programs=True),
    "xlsx": FileFormat("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", xlsx_file, slow=True),
}
BESIDE_CSV = tuple(name.upper() for name in FILE_FORMATS if name != "csv")
"""Formats that stand beside CSV on the page of downloads."""


def table_file(
    name: str, form: str, snapshot: Snapshot, words: Language, round: int, moment: datetime | None
) -> Downloaded:
    tables = TABLE_FILES[name].make(snapshot, words, round)
    return FILE_FORMATS[form].write(tables, words, snapshot.tournament.details.name, moment)


@dataclass(frozen=True, slots=True)
class Document:
    text: Write
    media_type: str
    paths: tuple[str, ...]
    suffix: str = ""
    """The end of the file's name; empty = shown in the browser."""
    slow: bool = False
    with_games: bool = False
    """It has moves of boards."""

    def content(self, frame: Frame, snapshot: Snapshot, asked: PageQuery, lang: str) -> bytes | None:
        made = self.text(frame, snapshot, asked, language(lang))
        return made.encode() if isinstance(made, str) else made


def _downloads(frame: Frame, snapshot: Snapshot, asked: PageQuery, words: Language) -> str:
    has = {"of_teams": frame.of_teams, "prizes": frame.has_prizes, "team_scores": frame.has_team_scores}
    has["coming"] = bool(coming_tables(snapshot, words, 0))
    plugged = (Download(one.path, one.title, one.ending.upper()) for one in PLUGGED.values())
    view = (*downloads(words, snapshot.round, BESIDE_CSV, **has), *plugged)
    return render("public/downloads.html", lang=words.code, frame=frame, view=view, rounds=snapshot.round)


def _api(frame: Frame, snapshot: Snapshot, asked: PageQuery, words: Language) -> str:
    return render("public/api.html", lang=words.code, frame=frame, addresses=addresses(words))


def _calendar(frame: Frame, snapshot: Snapshot, asked: PageQuery, words: Language) -> bytes | None:
    if frame.moment is None:
        return None
    return calendar_of_rounds(
        overview(snapshot.tournament), frame.site.slug, frame.origin, words, frame.moment, frame.zone
    )


def _report(frame: Frame, snapshot: Snapshot, asked: PageQuery, words: Language) -> str | None:
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


def _about(frame: Frame) -> PgnAbout:
    festival = frame.festivals[0][1] if len(frame.festivals) == 1 else ""
    return PgnAbout(festival, address=f"{frame.origin}/t/{frame.site.slug}" if frame.origin else "")


def _round_pgn(frame: Frame, snapshot: Snapshot, asked: PageQuery, words: Language) -> str | None:
    return round_pgn(snapshot, asked.round, words, _about(frame), asked.games)


def _event_pgn(frame: Frame, snapshot: Snapshot, asked: PageQuery, words: Language) -> str | None:
    return event_pgn(snapshot, words, _about(frame), asked.games)


def _game_pgn(frame: Frame, snapshot: Snapshot, asked: PageQuery, words: Language) -> str | None:
    return game_pgn(snapshot, asked.games, asked.round, asked.board, asked.game, words, _about(frame))


def _table(name: str, form: str) -> Document:
    def text(frame: Frame, snapshot: Snapshot, asked: PageQuery, words: Language) -> Downloaded:
        return table_file(name, form, snapshot, words, asked.round or snapshot.round, frame.moment)

    paths = tuple(f"{path}.{form}" for path in TABLE_FILES[name].paths)
    return Document(text, FILE_FORMATS[form].media_type, paths, f"-{name}.{form}", FILE_FORMATS[form].slow)


def _news(frame: Frame, snapshot: Snapshot, asked: PageQuery, words: Language) -> bytes:
    assert frame.moment is not None
    about = NewsFeed(frame.overview.details.name, f"{frame.origin}/t/{frame.site.slug}", frame.zone, frame.moment)
    return news_feed(snapshot.tournament.bulletins, about, words)


PATHS_OF_A_ROUND = ("/pairings/{round:int}.pgn", "/round-{round:int}.pgn")

DOCUMENTS: Mapping[str, Document] = {
    "downloads": Document(_downloads, HTML_TYPE, ("/downloads",)),
    "api": Document(_api, HTML_TYPE, ("/api",)),
    "calendar": Document(_calendar, CALENDAR_TYPE, ("/calendar.ics",), ".ics"),
    "news": Document(_news, ATOM_TYPE, ("/news.atom",)),
    "report": Document(_report, "text/plain", ("/report.trf",), ".trf"),
    "pairings.pgn": Document(_round_pgn, PGN_TYPE, PATHS_OF_A_ROUND, "-round.pgn", slow=True, with_games=True),
    "games.pgn": Document(_event_pgn, PGN_TYPE, ("/games.pgn",), "-games.pgn", slow=True, with_games=True),
    "game.pgn": Document(
        _game_pgn, PGN_TYPE, tuple(f"{path}.pgn" for path in PAGES["game"].paths), "-game.pgn", with_games=True
    ),
    **{
        f"{name}.{form}": _table(name, form)
        for form, format in FILE_FORMATS.items()
        for name, file in TABLE_FILES.items()
        if format.takes(file)
    },
}

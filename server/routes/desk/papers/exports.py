"""Files to take away: the report for the federation, the journal for the safe."""

import asyncio
import re
from collections.abc import Mapping, Sequence

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.files.exporting import UNKNOWN
from projections.table.rating_report import rating_report
from server.journal.jsonl import export
from server.office.report_files import LADDERS, known_birth_dates, report_text
from server.office.tournaments import TournamentOffice
from server.routes.desk.rows import get
from server.routes.desk.visit import Visit
from server.routes.files import sent_file
from server.routes.reachable import not_reachable, origin
from web.downloads.data_sheets import WORKBOOKS, XLSX_TYPE, workbook_of
from web.downloads.files import ratings_csv
from web.downloads.pgn import PGN_TYPE, round_pgn

REPORTS = {f"{form}{suffix}": (ladder, bool(suffix)) for form, ladder in LADDERS.items() for suffix in ("", "-rating")}
"""File of the page to (form, as the rating report takes the results)."""
WORKBOOK_FILE = re.compile(rf"(?P<table>{'|'.join(WORKBOOKS)})(-(?P<round>[1-9]\d{{0,3}}))?\.xlsx")
PGN_FILE = re.compile(r"round-(?P<round>[1-9]\d{0,3})\.pgn")
JOURNAL = "journal"
RATINGS = "ratings"


async def show_exports(visit: Visit, office: TournamentOffice) -> Response:
    return visit.page(
        "desk/exports.html",
        t=office.tournament,
        head=office.entries[-1].hash[:8],
        origin=origin(visit.request),
        unreachable=not_reachable(visit.request),
    )


async def download(visit: Visit, office: TournamentOffice) -> Response:
    name = visit.path("name")
    if name == JOURNAL:
        journal = visit.office.journal.journal
        lines = await asyncio.to_thread(lambda: list(export(journal, [office.id])))
        return sent_file(b"".join(line + b"\n" for line in lines), f"{office.id}.jsonl", "application/x-ndjson")
    if name == RATINGS and office.tournament.published:
        text = ratings_csv(rating_report(visit.snapshot), office.tournament.rating_sources, visit.words)
        return sent_file(text.encode(), f"{office.id}-ratings.csv", "text/csv; charset=utf-8")
    if made := WORKBOOK_FILE.fullmatch(name):
        return await _workbook(visit, office, made["table"], int(made["round"] or 0))
    if made := PGN_FILE.fullmatch(name):
        return _pgn(visit, office, int(made["round"]))
    if name not in REPORTS or not office.tournament.numbers:
        raise HTTPException(404)
    ladder, for_rating = REPORTS[name]
    born = await _born(visit, office)
    text = report_text(visit.snapshot, ladder, for_rating=for_rating, born=born)
    return sent_file(text.encode(), f"{office.id}-{name}.trf", "text/plain; charset=utf-8")


async def _workbook(visit: Visit, office: TournamentOffice, table: str, round: int) -> Response:
    moment, still = office.entries[-1].recorded_at, await visit.still()
    content = await asyncio.to_thread(workbook_of, table, still, visit.words, round or still.round, moment)
    if content is None:
        raise HTTPException(404)
    number = f"-{round}" if round else ""
    return sent_file(content, f"{office.id}-{table}{number}.xlsx", XLSX_TYPE)


def _pgn(visit: Visit, office: TournamentOffice, round: int) -> Response:
    """A round that is paired and not published is there too: boards are set up before it begins."""
    festivals = [one.festival.details.name for one in visit.services.festivals.festivals.of(office.id)]
    festival = festivals[0] if len(festivals) == 1 else ""
    text = round_pgn(visit.snapshot, round, visit.words, festival, drafts=True)
    if text is None:
        raise HTTPException(404)
    return sent_file(text.encode(), f"{office.id}-round-{round}.pgn", PGN_TYPE)


async def _born(visit: Visit, office: TournamentOffice) -> Mapping[int, str]:
    """Only for those who may see the personal data of a player; others get the file with the years."""
    if not visit.grant.arbitrates:
        return UNKNOWN
    return await asyncio.to_thread(known_birth_dates, visit.office.journal.journal.side, office.id)


routes: Sequence[BaseRoute] = (get("/exports", show_exports), get("/exports/{name}", download))

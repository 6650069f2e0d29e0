"""Files to take away: papers as PDF, of a tournament or a festival, reports for federations, and the journal."""

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.decisions.players.attendance import check_in_open
from domain.files.exporting import UNKNOWN
from domain.files.trf import Ladder
from domain.refusals import FileKind, FileTooHeavy, FileTooSlow, NothingToPrint, PapersNotInstalled
from domain.stewards.events import Role
from domain.stewards.roles import RoleTooSmall
from domain.words.players import EntrantId
from projections.festivals.prizes import festival_prizes
from projections.festivals.rankings import ranking_over
from projections.lists.history import OF_FEES
from projections.moment.faces import face_of_festival
from projections.moment.overview import overview
from projections.moment.snapshot import Snapshot
from projections.table.norms import NormEvent
from projections.table.rating_report import periods_begun
from server.clock import local_now
from server.http.auth import report_path
from server.journal.jsonl import export
from server.office.festivals import FestivalOffice
from server.office.report_files import LADDERS, known_birth_dates, period_text, report_text
from server.office.tournaments import TournamentOffice
from server.routes.desk.rows import festival_get, get
from server.routes.desk.visit import Visit
from server.routes.forms import small
from server.routes.reachable import not_reachable, origin
from server.settings import is_loopback
from web.downloads.csv_file import csv_file
from web.downloads.documents import BESIDE_CSV, FILE_FORMATS, table_file
from web.downloads.pgn import PGN_TYPE, PgnAbout, one_after_another, round_pgn
from web.links import Frame, Site
from web.paper import papers
from web.paper.asked import PaperRequest
from web.paper.typesetting import PDF_TYPE, can_typeset, get_ready_to_set, typeset
from web.tables import TABLE_FILES, ratings_table
from web.wording import LANGUAGES, Language, language


async def show_papers(visit: Visit, office: TournamentOffice) -> Response:
    if can_typeset():
        visit.services.workers.get_ready(FileKind.PAPER, partial(get_ready_to_set, _link_like_others(visit, office)))
    await visit.still()
    return await _page(visit, office)


def _link_like_others(visit: Visit, office: TournamentOffice) -> str:
    """The link of some player; empty where they have none."""
    t = office.tournament
    link = _reporting(visit, office, t.paired) if t.players_have_links else None
    return link(next(iter(t.players))) if link and t.players else ""


async def _page(visit: Visit, office: TournamentOffice, nothing: str = "", status: int = 200) -> Response:
    """`nothing`: the title of a paper that was asked for and has nothing on it."""
    asked = _asked(visit, office)
    offered = await visit.services.workers.in_one_thread(_offered, asked)
    if not visit.grant.arbitrates:
        offered -= {name for name, paper in papers.BY_NAME.items() if paper.for_arbiters}
    return visit.page(
        "desk/papers.html",
        status,
        nothing=nothing,
        papers=papers.PAPERS,
        offered=offered,
        titles=papers.GROUP_TITLES,
        all_of_round=papers.ALL_OF_ROUND,
        asked=asked,
        rounds=range(1, office.tournament.paired + 1),
        sizes=papers.SIZES,
        size=_size(visit),
        written_in=visit.asked("lang") or visit.words.code,
        norm_events=NormEvent,
        loopback=_unreachable(origin(visit.request)),
    )


def _offered(asked: PaperRequest) -> frozenset[str]:
    return frozenset(name for name, paper in papers.BY_NAME.items() if paper.offered(asked))


async def download_paper(visit: Visit, office: TournamentOffice) -> Response:
    name = visit.path("name")
    if name not in papers.BY_NAME and name != papers.ALL_OF_ROUND:
        raise HTTPException(404)
    if name in papers.BY_NAME and papers.BY_NAME[name].for_arbiters and not visit.grant.arbitrates:
        raise RoleTooSmall(visit.grant.role, Role.ARBITER)
    await visit.still()
    asked, frame = _asked(visit, office), _frame(visit, office)
    if name == papers.WITH_PHOTOS:
        side = visit.side
        asked = replace(asked, photos=await asyncio.to_thread(side.photos, office.id))
    reachable = not _unreachable(frame.origin)
    pictures = await visit.services.pictures.bytes_of(frame.face)
    made = await visit.services.workers.in_one_thread(
        papers.paper, name, asked, frame, papers.SIZES[_size(visit)], reachable, pictures
    )
    if made is None:
        return await _page(visit, office, papers.BY_NAME[name].title if name in papers.BY_NAME else "", status=409)
    if not can_typeset():
        visit.refusal = PapersNotInstalled()
        return await _page(visit, office)
    file = f"{office.id}-{name}.pdf"
    try:
        content = await visit.services.workers.run(FileKind.PAPER, file, typeset, made)
    except (FileTooHeavy, FileTooSlow) as refusal:
        visit.refusal = refusal
        return await _page(visit, office)
    return _file(content, file, PDF_TYPE, "inline")


def _asked(visit: Visit, office: TournamentOffice) -> PaperRequest:
    """The round, language and kind of event of the address; by default the newest, one's own, ordinary."""
    paired = office.tournament.paired
    wanted, event = small(visit.asked("round")), visit.asked("event")
    round = wanted if 1 <= wanted <= paired else paired
    return PaperRequest(
        visit.snapshot,
        _words_asked(visit),
        round,
        drafts=True,
        chances=visit.services.chances.found(office.id),
        receipt=small(visit.asked("receipt")),
        norm_event=NormEvent(event) if event in set(NormEvent) else NormEvent.ORDINARY,
        report_at=_reporting(visit, office, round) if office.tournament.players_have_links else None,
        own_link=_reporting(visit, office, 0) if office.tournament.players_have_links else None,
        check_in=_check_in_address(visit, office),
    )


def _words_asked(visit: Visit) -> Language:
    spoken = visit.asked("lang")
    return language(spoken) if spoken in LANGUAGES else visit.words


def _reporting(visit: Visit, office: TournamentOffice, round: int) -> Callable[[EntrantId], str] | None:
    """None where no phone could open the address."""
    here = origin(visit.request)
    if _unreachable(here):
        return None
    renewed = office.tournament.renewed_links
    return lambda player: here + report_path(visit.access, office.id, player, round, renewed.get(player, 0))


def _check_in_address(visit: Visit, office: TournamentOffice) -> Callable[[EntrantId], str] | None:
    """For the code on a badge; None once round 1 is paired, and where no phone reaches this server."""
    here = origin(visit.request)
    if _unreachable(here) or not check_in_open(office.tournament):
        return None
    cards = f"{here}/desk/t/{office.id}/check-in/card/"
    return lambda id: cards + visit.access.check_in_link(office.id, id)


def _size(visit: Visit) -> str:
    size = visit.asked("size")
    return size if size in papers.SIZES else next(iter(papers.SIZES))


def _unreachable(address: str) -> bool:
    return is_loopback(urlsplit(address).hostname or "")


def _frame(visit: Visit, office: TournamentOffice) -> Frame:
    newest = office.entries[-1]
    return Frame(
        site=Site(office.id),
        overview=overview(office.tournament),
        active="",
        position=office.position,
        head=newest.hash,
        path="",
        moment=newest.recorded_at,
        origin=origin(visit.request),
        face=visit.services.festivals.festivals.worn_by(office.id, office.tournament.face),
    )


# Papers of a festival: the prizes of all sections, and a round of all sections as PGN


async def download_festival_paper(visit: Visit) -> Response:
    name, office = visit.path("name"), visit.festival
    if name not in papers.FESTIVAL_PAPERS:
        raise HTTPException(404)
    known = await _sections(visit, office)
    printed = _printed(visit, office, known, name)
    pictures = await visit.services.pictures.bytes_of(printed.face)
    made = await visit.services.workers.in_one_thread(
        papers.festival_paper,
        name,
        printed,
        _words_asked(visit),
        papers.SIZES.get(visit.asked("size"), papers.SIZES["a4"]),
        pictures,
    )
    if made is None:
        raise NothingToPrint
    if not can_typeset():
        raise PapersNotInstalled
    file = f"{office.name}-{name}.pdf"
    content = await visit.services.workers.run(FileKind.PAPER, file, typeset, made)
    return _file(content, file, PDF_TYPE, "inline")


async def download_festival_round(visit: Visit) -> Response:
    """Rounds that are paired and not published are there too: boards are set up before they begin."""
    office, round = visit.festival, visit.number("round")
    known = await _sections(visit, office)
    named = ((office.festival.sections[slug], at) for slug, at in known.items())
    name, words = office.festival.details.name, visit.words
    text = one_after_another(round_pgn(at, round, words, PgnAbout(name, title), drafts=True) for title, at in named)
    if text is None:
        raise HTTPException(404)
    return _file(text.encode(), f"{office.name}-round-{round}.pgn", PGN_TYPE)


async def _sections(visit: Visit, office: FestivalOffice) -> dict[str, Snapshot]:
    views = visit.services.festivals
    await views.read(office)
    return {slug: at for slug in office.festival.sections if (at := views.at_desk(slug)) is not None}


def _printed(visit: Visit, office: FestivalOffice, known: Mapping[str, Snapshot], name: str) -> papers.FestivalPrint:
    festival, here = office.festival, origin(visit.request)
    page = name if name in (papers.RANKING_PAPER, papers.NEWS_PAPER) else "prizes"
    titled = [(slug, festival.sections[slug], at) for slug, at in known.items()]
    return papers.FestivalPrint(
        name=festival.details.name,
        prizes=festival_prizes(titled, one_each=festival.details.one_prize_each),
        snapshots=known,
        titles=festival.sections,
        face=face_of_festival(office.name, festival.face),
        stamp=visit.words.moment(local_now()),
        ranking=ranking_over(office.name, festival, known.get, visit.services.festivals.persons()),
        address="" if not_reachable(visit.request) else f"{here}/f/{office.name}/{page}",
        bulletins=festival.bulletins,
        origin="" if not_reachable(visit.request) else here,
    )


# Reports, workbooks, games, and the journal

REPORTS = {f"{form}{suffix}": (ladder, bool(suffix)) for form, ladder in LADDERS.items() for suffix in ("", "-rating")}
"""File of the page to (form, as the rating report takes the results)."""
TABLE_FILE = re.compile(
    rf"(?P<table>{'|'.join(TABLE_FILES)})(-(?P<round>[1-9]\d{{0,3}}))?\.(?P<form>{'|'.join(FILE_FORMATS)})"
)
PERIOD_FILE = re.compile(rf"(?P<form>{'|'.join(LADDERS)})-period-(?P<round>[1-9]\d{{0,2}})")
PGN_FILE = re.compile(r"round-(?P<round>[1-9]\d{0,3})\.pgn")
JOURNAL = "journal"
RATINGS = "ratings"


async def show_exports(visit: Visit, office: TournamentOffice) -> Response:
    return visit.page(
        "desk/exports.html",
        forms=BESIDE_CSV,
        head=office.entries[-1].hash[:8],
        origin=origin(visit.request),
        unreachable=not_reachable(visit.request),
    )


async def download(visit: Visit, office: TournamentOffice) -> Response:
    name = visit.path("name")
    if name == JOURNAL:
        _refuse_readers(visit, office)
        journal = visit.office.journal.journal
        lines = await asyncio.to_thread(lambda: list(export(journal, [office.id])))
        return _file(b"".join(line + b"\n" for line in lines), f"{office.id}.jsonl", "application/x-ndjson")
    if name == RATINGS and office.tournament.published:
        text = csv_file([ratings_table(visit.snapshot, visit.words)], visit.words)
        return _file(text, f"{office.id}-ratings.csv", "text/csv; charset=utf-8")
    if made := TABLE_FILE.fullmatch(name):
        return await _table(visit, office, made["table"], int(made["round"] or 0), made["form"])
    if made := PGN_FILE.fullmatch(name):
        return _pgn(visit, office, int(made["round"]))
    if (made := PERIOD_FILE.fullmatch(name)) and office.tournament.numbers:
        return await _period(visit, office, Ladder(made["form"]), int(made["round"]))
    if name not in REPORTS or not office.tournament.numbers:
        raise HTTPException(404)
    ladder, for_rating = REPORTS[name]
    born = await _born(visit, office)
    text = report_text(visit.snapshot, ladder, for_rating=for_rating, born=born)
    return _file(text.encode(), f"{office.id}-{name}.trf", "text/plain; charset=utf-8")


def _refuse_readers(visit: Visit, office: TournamentOffice) -> None:
    """The journal says who has paid, and who pays less."""
    if not visit.grant.arbitrates and any(isinstance(event, OF_FEES) for event in office.tournament.history):
        raise RoleTooSmall(visit.grant.role, Role.ARBITER)


async def _period(visit: Visit, office: TournamentOffice, ladder: Ladder, first: int) -> Response:
    period = next((one for one in periods_begun(visit.snapshot) if one.first == first), None)
    if period is None:
        raise HTTPException(404)
    text = period_text(visit.snapshot, ladder, period, born=await _born(visit, office))
    return _file(text.encode(), f"{office.id}-{visit.path('name')}.trf", "text/plain; charset=utf-8")


async def _table(visit: Visit, office: TournamentOffice, table: str, round: int, form: str) -> Response:
    moment, still = office.entries[-1].recorded_at, await visit.still()
    content = await asyncio.to_thread(table_file, table, form, still, visit.words, round or still.round, moment)
    number = f"-{round}" if round else ""
    return _file(content, f"{office.id}-{table}{number}.{form}", FILE_FORMATS[form].media_type)


def _pgn(visit: Visit, office: TournamentOffice, round: int) -> Response:
    """A round that is paired and not published is there too: boards are set up before it begins."""
    festivals = [one.festival.details.name for one in visit.services.festivals.festivals.of(office.id)]
    festival = festivals[0] if len(festivals) == 1 else ""
    text = round_pgn(visit.snapshot, round, visit.words, PgnAbout(festival), drafts=True)
    return _file(text, f"{office.id}-round-{round}.pgn", PGN_TYPE)


async def _born(visit: Visit, office: TournamentOffice) -> Mapping[int, str]:
    """Only for those who may see the personal data of a player; others get the file with the years."""
    if not visit.grant.arbitrates:
        return UNKNOWN
    return await asyncio.to_thread(known_birth_dates, visit.side, office.id)


def _file(content: str | bytes | None, name: str, media_type: str, how: str = "attachment") -> Response:
    if content is None:
        raise HTTPException(404)
    headers = {"Content-Disposition": f'{how}; filename="{name}"', "Cache-Control": "no-store"}
    return Response(content, media_type=media_type, headers=headers)


routes: Sequence[BaseRoute] = (
    get("/exports", show_exports),
    get("/exports/{name}", download),
    get("/papers", show_papers),
    get("/papers/{name}.pdf", download_paper),
    festival_get("/papers/{name}.pdf", download_festival_paper),
    festival_get("/round-{round:int}.pgn", download_festival_round),
)

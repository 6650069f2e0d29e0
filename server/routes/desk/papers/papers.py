"""Papers of a tournament, the page that offers them and each as PDF; papers and rounds of a festival."""

from collections.abc import Callable, Mapping, Sequence
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.decisions.players.attendance import check_in_open
from domain.refusals import FileKind, FileTooHeavy, FileTooSlow, PapersNotInstalled
from domain.words.players import EntrantId
from projections.festivals.prizes import festival_prizes
from projections.moment.faces import face_of_festival
from projections.moment.overview import overview
from projections.moment.snapshot import Snapshot
from projections.table.norms import NormEvent
from server.http.auth import report_path
from server.live.topics import local_now
from server.office.festivals import FestivalOffice
from server.office.tournaments import TournamentOffice
from server.routes.desk.rows import festival_get, get
from server.routes.desk.visit import Visit
from server.routes.files import sent_file
from server.routes.forms import small
from server.routes.reachable import not_reachable, origin
from server.settings import is_loopback
from web.downloads.pgn import PGN_TYPE, festival_pgn
from web.links import Frame, Site
from web.paper.asked import PaperRequest
from web.paper.festivals import FESTIVAL_PAPERS, FestivalPrint, festival_paper
from web.paper.papers import ALL_OF_ROUND, BY_NAME, GROUP_TITLES, PAPERS, SIZES, paper
from web.paper.typesetting import can_typeset, get_ready_to_set, typeset
from web.wording import LANGUAGES, Language, language

PDF = "application/pdf"


async def show_papers(visit: Visit, office: TournamentOffice) -> Response:
    if can_typeset():
        visit.services.workers.get_ready(FileKind.PAPER, get_ready_to_set)
    await visit.still()
    return _page(visit, office)


def _page(visit: Visit, office: TournamentOffice, nothing: str = "", status: int = 200) -> Response:
    """`nothing`: the title of a paper that was asked for and has nothing on it."""
    asked = _asked(visit, office)
    return visit.page(
        "desk/papers.html",
        status,
        nothing=nothing,
        papers=PAPERS,
        titles=GROUP_TITLES,
        all_of_round=ALL_OF_ROUND,
        asked=asked,
        rounds=range(1, office.tournament.paired + 1),
        sizes=SIZES,
        size=_size(visit),
        written_in=visit.asked("lang") or visit.words.code,
        norm_events=NormEvent,
        loopback=_unreachable(origin(visit.request)),
    )


async def download_paper(visit: Visit, office: TournamentOffice) -> Response:
    name = visit.path("name")
    if name not in BY_NAME and name != ALL_OF_ROUND:
        raise HTTPException(404)
    await visit.still()
    asked, frame = _asked(visit, office), _frame(visit, office)
    reachable = not _unreachable(frame.origin)
    pictures = await visit.services.pictures.bytes_of(frame.face)
    made = await visit.services.workers.in_one_thread(
        paper, name, asked, frame, SIZES[_size(visit)], reachable, pictures
    )
    if made is None:
        return _page(visit, office, BY_NAME[name].title if name in BY_NAME else "", status=404)
    if not can_typeset():
        visit.refusal = PapersNotInstalled()
        return _page(visit, office)
    file = f"{office.id}-{name}.pdf"
    try:
        content = await visit.services.workers.run(FileKind.PAPER, file, typeset, made)
    except (FileTooHeavy, FileTooSlow) as refusal:
        visit.refusal = refusal
        return _page(visit, office)
    return sent_file(content, file, PDF, "inline")


def _asked(visit: Visit, office: TournamentOffice) -> PaperRequest:
    """The round, language and kind of event of the address; what is none of them is the newest, one's own, ordinary."""
    paired = office.tournament.paired
    wanted, event = small(visit.asked("round")), visit.asked("event")
    round = wanted if 1 <= wanted <= paired else paired
    return PaperRequest(
        visit.snapshot,
        _words_asked(visit),
        round,
        drafts=True,
        norm_event=NormEvent(event) if event in set(NormEvent) else NormEvent.ORDINARY,
        report_at=_reporting(visit, office, round) if office.tournament.players_report else None,
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
    return lambda player: here + report_path(visit.access, office.id, player, round)


def _check_in_address(visit: Visit, office: TournamentOffice) -> Callable[[EntrantId], str] | None:
    """For the code on a badge; None once round 1 is paired, and where no phone reaches this server."""
    here = origin(visit.request)
    if _unreachable(here) or not check_in_open(office.tournament):
        return None
    cards = f"{here}/desk/t/{office.id}/check-in/card/"
    return lambda id: cards + visit.access.check_in_link(office.id, id)


def _size(visit: Visit) -> str:
    size = visit.asked("size")
    return size if size in SIZES else next(iter(SIZES))


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
    if name not in FESTIVAL_PAPERS:
        raise HTTPException(404)
    known = await _sections(visit, office)
    printed = _printed(visit, office, known)
    pictures = await visit.services.pictures.bytes_of(printed.face)
    made = await visit.services.workers.in_one_thread(
        festival_paper, name, printed, _words_asked(visit), SIZES.get(visit.asked("size"), SIZES["a4"]), pictures
    )
    if made is None:
        raise HTTPException(404)
    if not can_typeset():
        raise PapersNotInstalled
    file = f"{office.name}-{name}.pdf"
    content = await visit.services.workers.run(FileKind.PAPER, file, typeset, made)
    return sent_file(content, file, PDF, "inline")


async def download_festival_round(visit: Visit) -> Response:
    """Rounds that are paired and not published are there too: boards are set up before they begin."""
    office, round = visit.festival, visit.number("round")
    known = await _sections(visit, office)
    named = [(office.festival.sections[slug], at) for slug, at in known.items()]
    text = festival_pgn(named, round, visit.words, office.festival.details.name, drafts=True)
    if text is None:
        raise HTTPException(404)
    return sent_file(text.encode(), f"{office.name}-round-{round}.pgn", PGN_TYPE)


async def _sections(visit: Visit, office: FestivalOffice) -> dict[str, Snapshot]:
    views = visit.services.festivals
    await views.read(office)
    found = {slug: views.snapshot_of(slug) for slug in office.festival.sections}
    return {slug: at for slug, at in found.items() if at is not None}


def _printed(visit: Visit, office: FestivalOffice, known: Mapping[str, Snapshot]) -> FestivalPrint:
    festival, here = office.festival, origin(visit.request)
    titled = [(slug, festival.sections[slug], at) for slug, at in known.items()]
    return FestivalPrint(
        name=festival.details.name,
        prizes=festival_prizes(titled, one_each=festival.details.one_prize_each),
        snapshots=known,
        titles=festival.sections,
        face=face_of_festival(office.name, festival.face),
        stamp=visit.words.moment(local_now()),
        address="" if not_reachable(visit.request) else f"{here}/f/{office.name}/prizes",
    )


routes: Sequence[BaseRoute] = (
    get("/papers", show_papers),
    get("/papers/{name}.pdf", download_paper),
    festival_get("/papers/{name}.pdf", download_festival_paper),
    festival_get("/round-{round:int}.pgn", download_festival_round),
)

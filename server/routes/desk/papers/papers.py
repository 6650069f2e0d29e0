"""Papers of a tournament: the page that offers them, and each as PDF."""

from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.responses import Response

from domain.decisions.players.attendance import check_in_open
from domain.refusals import FileKind, FileTooHeavy, FileTooSlow, PapersNotInstalled
from domain.words.players import EntrantId
from projections.moment.overview import overview
from projections.table.norms import NormEvent
from server.http.auth import report_path
from server.office.tournaments import TournamentOffice
from server.routes.desk.visit import Visit
from server.routes.forms import small
from server.routes.reachable import origin
from server.settings import is_loopback
from web.links import Frame, Site
from web.paper.asked import PaperRequest
from web.paper.papers import ALL_OF_ROUND, BY_NAME, GROUP_TITLES, PAPERS, SIZES, paper
from web.paper.typesetting import can_typeset, get_ready_to_set, typeset
from web.wording import LANGUAGES, language

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
    headers = {"Content-Disposition": f'inline; filename="{file}"', "Cache-Control": "no-store"}
    return Response(content, media_type=PDF, headers=headers)


def _asked(visit: Visit, office: TournamentOffice) -> PaperRequest:
    """The round, language and kind of event of the address; what is none of them is the newest, one's own, ordinary."""
    paired = office.tournament.paired
    wanted, spoken, event = small(visit.asked("round")), visit.asked("lang"), visit.asked("event")
    round = wanted if 1 <= wanted <= paired else paired
    return PaperRequest(
        visit.snapshot,
        language(spoken) if spoken in LANGUAGES else visit.words,
        round,
        drafts=True,
        norm_event=NormEvent(event) if event in set(NormEvent) else NormEvent.ORDINARY,
        report_at=_reporting(visit, office, round) if office.tournament.players_report else None,
        check_in=_check_in_address(visit, office),
    )


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

"""Papers of a festival: the prizes of all sections as PDF, and a round of all sections as PGN."""

from collections.abc import Mapping

from starlette.exceptions import HTTPException
from starlette.responses import Response

from domain.refusals import FileKind, PapersNotInstalled
from projections.festivals.prizes import festival_prizes
from projections.moment.faces import face_of_festival
from projections.moment.snapshot import Snapshot
from server.live.topics import local_now
from server.office.festivals import FestivalOffice
from server.routes.desk.visit import Visit
from server.routes.reachable import not_reachable, origin
from web.downloads.pgn import PGN_TYPE, festival_pgn
from web.paper.festivals import FESTIVAL_PAPERS, FestivalPrint, festival_paper
from web.paper.papers import SIZES
from web.paper.typesetting import can_typeset, typeset
from web.wording import LANGUAGES, language


async def download_festival_paper(visit: Visit) -> Response:
    name, office = visit.path("name"), visit.services.festivals.festivals.open(visit.path("festival"))
    if name not in FESTIVAL_PAPERS:
        raise HTTPException(404)
    known = await _sections(visit, office)
    printed, spoken = _printed(visit, office, known), visit.asked("lang")
    words = language(spoken) if spoken in LANGUAGES else visit.words
    pictures = await visit.services.pictures.bytes_of(printed.face)
    made = await visit.services.workers.in_one_thread(
        festival_paper, name, printed, words, SIZES.get(visit.asked("size"), SIZES["a4"]), pictures
    )
    if made is None:
        raise HTTPException(404)
    if not can_typeset():
        raise PapersNotInstalled
    file = f"{office.name}-{name}.pdf"
    content = await visit.services.workers.run(FileKind.PAPER, file, typeset, made)
    return _file(content, file, "application/pdf", "inline")


async def download_festival_round(visit: Visit) -> Response:
    """Rounds that are paired and not published are there too: boards are set up before they begin."""
    office, round = visit.services.festivals.festivals.open(visit.path("festival")), visit.number("round")
    known = await _sections(visit, office)
    named = [(office.festival.sections[slug], at) for slug, at in known.items()]
    text = festival_pgn(named, round, visit.words, office.festival.details.name, drafts=True)
    if text is None:
        raise HTTPException(404)
    return _file(text.encode(), f"{office.name}-round-{round}.pgn", PGN_TYPE, "attachment")


def _file(content: bytes, name: str, media_type: str, how: str) -> Response:
    headers = {"Content-Disposition": f'{how}; filename="{name}"', "Cache-Control": "no-store"}
    return Response(content, media_type=media_type, headers=headers)


async def _sections(visit: Visit, office: FestivalOffice) -> dict[str, Snapshot]:
    """Those that can be read, in their order."""
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

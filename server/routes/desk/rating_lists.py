"""Rating lists at the desk: which are here, a new one by upload, its progress, and the search in them."""

import asyncio
import shutil

from starlette.responses import JSONResponse, Response

from domain.refusals import BadField
from domain.words.rating_lists import FIDE, RatingEntry, is_month, is_publisher, speed_of_clock
from server.notice import notice, worded
from server.office.rating_lists import RatingLists
from server.office.tournaments import TournamentOffice
from server.routes.desk.visit import Visit, go

LISTS_PATH = "/desk/rating-lists"
LARGEST_UPLOAD_BYTES = 256 * 1024 * 1024
"""FIDE's zip of 2026 has 48 MB."""
LONGEST_SEARCH_CHARS = 80
PROGRESS_SECONDS = 0.5
"""The wait of a question about the progress, unless the list is whole before."""


async def show_lists(visit: Visit) -> Response:
    lists = visit.services.rating_lists
    found = await asyncio.to_thread(lists.shelf.lists)
    return visit.page(
        "desk/rating_lists.html",
        lists=found,
        underway=lists.underway,
        share=lists.share,
        trouble=_trouble(visit, lists),
    )


async def send_list(visit: Visit) -> Response:
    """The upload is kept, and then read by a process of its own. Raises BadField."""
    lists, sent = visit.services.rating_lists, visit.form.files.get("file")
    if sent is None or not sent.filename:
        raise BadField("file", "", "empty")
    month = visit.form.text("month")
    if month and not is_month(month):
        raise BadField("month", month, "month")
    publisher = visit.form.text("publisher").upper() or FIDE
    if not is_publisher(publisher):
        raise BadField("publisher", publisher, "publisher")
    if lists.underway:
        raise BadField("file", sent.filename, "underway")
    with lists.arriving() as arrived, arrived.open("wb") as kept:
        await asyncio.to_thread(shutil.copyfileobj, sent.file, kept)
    lists.begin(arrived, month, publisher)
    return go(LISTS_PATH)


async def list_progress(visit: Visit) -> Response:
    """Answered when the list is whole, or after a moment."""
    lists = visit.services.rating_lists
    await lists.ended_within(PROGRESS_SECONDS)
    return JSONResponse({"underway": lists.underway, "share": lists.share, "trouble": _trouble(visit, lists)})


def _trouble(visit: Visit, lists: RatingLists) -> str:
    return worded(lists.trouble, visit.words) if lists.trouble else ""


async def search_list(visit: Visit, office: TournamentOffice) -> Response:
    """The likeliest players for what was typed, as the form of a player wants them."""
    typed = visit.asked("q")[:LONGEST_SEARCH_CHARS]
    details = office.tournament.details
    speed = speed_of_clock(details.clock)
    shelf = visit.services.rating_lists.shelf
    found = await asyncio.to_thread(shelf.search, typed, details.federation)
    about = await asyncio.to_thread(shelf.about, FIDE)
    here = {player.fide_id: player.id for player in office.tournament.players.values() if player.fide_id}

    def shown(entry: RatingEntry) -> dict[str, object]:
        return {
            "fide_id": entry.number,
            "name": entry.name,
            "title": entry.title,
            "federation": entry.federation,
            "sex": entry.sex,
            "birth_year": entry.birth_year,
            "rating": entry.rating(speed),
            "k": entry.development_coefficient(speed),
            "here": here.get(entry.number, 0),
        }

    listed = notice("rating-list-searched", name=about.name, players=visit.words.number(about.players)) if about else ""
    return JSONResponse({"found": [shown(one) for one in found], "list": worded(listed, visit.words) if listed else ""})

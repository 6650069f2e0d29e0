"""The players beside the rating list: differences are shown, and those ticked are taken over in one step."""

import asyncio
from collections import defaultdict
from datetime import UTC, datetime

from starlette.responses import Response

from domain.decisions.players.ratings import ListedField, Listing, agrees, differences, month_of_list, take_over
from domain.events import Event
from domain.refusals import BadField
from domain.tournament import Tournament
from domain.words.players import EntrantId
from domain.words.rating_lists import FIDE, is_publisher
from server.office.list_checks import age_of, listing_of
from server.office.ratings_in_order import today
from server.office.tournaments import TournamentOffice
from server.routes.desk.visit import Visit, go
from server.routes.forms import small


async def show_list_check(visit: Visit, office: TournamentOffice) -> Response:
    t, publisher = office.tournament, _publisher(visit)
    shelf = visit.services.rating_lists.shelf
    listing = await _listing(visit, t, publisher)
    about = await asyncio.to_thread(shelf.about, publisher)
    source = (await asyncio.to_thread(visit.services.list_renewal.sources)).named(publisher)
    found = {id: differences(player, listing) for id, player in t.players.items()} if listing else {}
    return visit.page(
        "desk/list_check.html",
        t=t,
        listing=listing,
        age=age_of(about, source, datetime.now(UTC)) if about else None,
        newest=about,
        month=month_of_list(t.details, today()),
        begun=t.details.start[:10] <= today().isoformat(),
        publisher=publisher,
        comes=visit.services.rating_lists.comes(publisher),
        lists=await asyncio.to_thread(shelf.lists),
        rows={id: told for id, told in found.items() if told},
        missing=[player for id, player in t.players.items() if listing and id not in listing.entries],
        agreeing=[id for id in t.players if listing and agrees(t, id, listing)],
    )


async def take_over_ticked(visit: Visit, office: TournamentOffice) -> Response:
    """Raises BadField where nothing is ticked."""
    publisher = _publisher(visit)
    chosen = _ticked(visit)
    listing = await _listing(visit, office.tournament, publisher)
    if listing is None or not (chosen or visit.form.ticked("agreeing")):
        raise BadField("players", "", "nothing-ticked")

    def decide(t: Tournament) -> list[Event]:
        noted = [id for id in t.players if visit.form.ticked("agreeing") and agrees(t, id, listing)]
        return take_over(t, listing, dict.fromkeys(noted, frozenset[ListedField]()) | chosen)

    outcome = await visit.command(decide)
    return go(f"/desk/t/{office.id}/players", outcome)


async def _listing(visit: Visit, t: Tournament, publisher: str) -> Listing | None:
    order = await asyncio.to_thread(visit.services.list_renewal.order_in, t)
    return await asyncio.to_thread(listing_of, visit.services.rating_lists.shelf, t, publisher, order)


def _ticked(visit: Visit) -> dict[EntrantId, frozenset[ListedField]]:
    """Boxes are called `12:rating`."""
    chosen: dict[EntrantId, set[ListedField]] = defaultdict(set)
    for box in visit.form.all("take"):
        id, _, field = box.partition(":")
        if field in set(ListedField):
            chosen[EntrantId(small(id))].add(ListedField(field))
    return {id: frozenset(fields) for id, fields in chosen.items()}


def _publisher(visit: Visit) -> str:
    typed = visit.form.text("publisher") or visit.asked("list")
    return typed if is_publisher(typed) else FIDE

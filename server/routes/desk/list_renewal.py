"""Rating lists from the internet at the desk: their addresses, the daily renewal, and all of them at one press."""

import asyncio

from starlette.responses import Response

from domain.refusals import BadField
from domain.words.rating_lists import FIDE, RatedList, Speed, is_publisher, rated_list
from server.notifying.calling import MayCall, typed_address
from server.rating_lists.sources import MOST_SOURCES
from server.routes.desk.visit import Visit, go
from server.routes.forms import Form

MOST_IN_ORDER = 15


async def keep_addresses(visit: Visit) -> Response:
    """Raises BadField."""
    await _keep(visit)
    return go("/desk/rating-lists")


async def renew_now(visit: Visit) -> Response:
    """All lists are renewed; the addresses in the form of a chief arbiter are kept first. Raises BadField."""
    renewal = visit.services.list_renewal
    if visit.services.rating_lists.underway or renewal.underway:
        raise BadField("file", "", "underway")
    if visit.steward.role.leads:
        await _keep(visit)
    sources = (await asyncio.to_thread(renewal.sources)).sources
    if not sources:
        raise BadField("url", "", "empty")
    renewal.begin(sources)
    return go("/desk/rating-lists")


async def _keep(visit: Visit) -> None:
    addresses, daily = _addresses(visit.form, visit.services.list_renewal.may_call), visit.form.ticked("daily")
    await asyncio.to_thread(visit.services.list_renewal.keep, addresses, daily=daily)


async def keep_orders(visit: Visit) -> Response:
    """The lists by which ratings count in each kind of tournament; one named twice counts once."""
    orders = {kind: _order(visit.form, kind) for kind in Speed}
    await asyncio.to_thread(visit.services.list_renewal.keep_orders, orders)
    return go("/desk/rating-lists")


def _order(form: Form, kind: Speed) -> list[RatedList]:
    """Empty where it is the preset one again. Raises BadField."""
    if form.ticked(f"preset-{kind}"):
        return []
    typed = [form.text(f"{kind}-{place}") for place in range(MOST_IN_ORDER)]
    order = list(dict.fromkeys(filter(None, map(rated_list, typed))))
    if not order:
        raise BadField("order_of_lists", "", "no-list-counts")
    return order


def _addresses(form: Form, may_call: MayCall) -> dict[str, str]:
    """By publisher; a row without an address is left out. Raises BadField."""
    addresses: dict[str, str] = {}
    for row in range(MOST_SOURCES):
        url, publisher = form.text(f"url-{row}"), form.text(f"publisher-{row}").upper() or FIDE
        if not url:
            continue
        if not is_publisher(publisher):
            raise BadField("publisher", publisher, "publisher")
        if publisher in addresses:
            raise BadField("publisher", publisher, "publisher-twice")
        addresses[publisher] = typed_address("url", url, may_call)
    return addresses

"""Rating lists at the desk: which are here, a new one by upload, its progress, the search in them.

The players of a tournament stand beside the list: differences are shown, and those ticked are taken over in one step.
"""

import asyncio
import shutil
from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute

from domain.decisions.players.ratings import ListedField, Listing, agrees, differences, month_of_list, take_over
from domain.events import Event
from domain.files.encodings import Encoding
from domain.files.lists.rows import BadRoster
from domain.refusals import BadField, FileKind, FileTooHeavy, FileTooSlow
from domain.stewards.permissions import Action
from domain.tournament import Tournament
from domain.words.players import EntrantId
from domain.words.rating_lists import FIDE, RatedList, Speed, is_month, is_publisher, preset_order, rated_list
from server.http.middleware import LISTS_PATH
from server.notice import notice, worded
from server.notifying.calling import MayCall, typed_address
from server.office.list_checks import age_of, listing_of
from server.office.rating_lists import RatingLists
from server.office.ratings_in_order import RatedPlayer, today
from server.office.tournaments import TournamentOffice
from server.rating_lists.national import WaitingList, new_waiting_list, waiting_list
from server.rating_lists.sheets import first_rows_of
from server.rating_lists.shelf import AboutList
from server.rating_lists.sources import FIDE_ADDRESS, MOST_SOURCES
from server.routes.desk.lists.sent_lists import NATIONAL_FIELDS, Matching, Sent, chosen_encoding, matching_of_national
from server.routes.desk.rows import desk_get, desk_post, get, post
from server.routes.desk.visit import Visit, go
from server.routes.forms import Form, small
from web.wording.imports import list_sentence
from web.wording.refusals import sentence

LONGEST_SEARCH_CHARS = 80
MOST_FEDERATIONS = 3
"""Federations of the players here whose others are looked for first."""
PROGRESS_SECONDS = 0.5
"""The wait of a question about the progress, unless the list is whole before."""


async def show_lists(visit: Visit) -> Response:
    lists = visit.services.rating_lists
    found = await asyncio.to_thread(lists.shelf.lists)
    publishers = [one.name.publisher for one in found]
    federations = [publisher for publisher in publishers if publisher != FIDE]
    renewal = visit.services.list_renewal
    known = await asyncio.to_thread(renewal.sources)
    orders = await asyncio.to_thread(lambda: {kind.value: list(map(str, renewal.order(kind))) for kind in Speed})
    return visit.page(
        "desk/rating_lists.html",
        lists=found,
        orders=orders,
        countable=[str(one) for one in preset_order(Speed.STANDARD, federations)],
        kept=await asyncio.to_thread(lambda: {one: lists.shelf.months_kept(one) for one in publishers}),
        sources=known.sources,
        daily=known.daily,
        suggested=FIDE_ADDRESS,
        fetched={one.publisher: datetime.fromisoformat(one.looked).astimezone() for one in known.sources if one.looked},
        not_fetched={publisher: worded(why, visit.words) for publisher, why in renewal.troubles.items()},
        underway=lists.underway or renewal.underway,
        fetching=lists.fetching,
        share=lists.share,
        trouble=_trouble(visit, lists),
        unread=lists.refused,
    )


async def send_list(visit: Visit) -> Response:
    """The upload is kept, and then read by a process of its own; a national list first shows its columns.

    Raises BadField.
    """
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
    waiting = None if publisher == FIDE else new_waiting_list(publisher, month)
    with lists.arriving(waiting) as arrived, arrived.open("wb") as kept:
        await asyncio.to_thread(shutil.copyfileobj, sent.file, kept)
    if waiting:
        return go(f"{LISTS_PATH}/columns/{waiting.name}")
    lists.begin(arrived, month, publisher)
    return go(LISTS_PATH)


async def show_columns(visit: Visit) -> Response:
    waiting = _waiting(visit)
    return await _columns_page(visit, waiting, *await _matched(visit, waiting))


async def read_with_columns(visit: Visit) -> Response:
    lists, waiting = visit.services.rating_lists, _waiting(visit)
    if lists.underway:
        raise BadField("file", waiting.publisher, "underway")
    matching, says = await _matched(visit, waiting)
    if matching is None or says or visit.form.ticked("again"):
        return await _columns_page(visit, waiting, matching, says, 200 if matching and not says else 422)
    encoding, renewal = chosen_encoding(visit.form), visit.services.list_renewal
    await asyncio.to_thread(renewal.columns_chosen, waiting.publisher, matching.chosen, encoding)
    lists.begin_waiting(waiting, matching.chosen, encoding)
    return go(LISTS_PATH)


async def _matched(visit: Visit, waiting: WaitingList) -> tuple[Matching | None, str]:
    """The columns, None where the list cannot be read, and what is wrong; empty = nothing is."""
    path = waiting.path(visit.services.rating_lists.folder)
    try:
        encoding = chosen_encoding(visit.form)
        rows = await visit.services.workers.run(FileKind.TABLE, waiting.said, first_rows_of, path, encoding)
    except BadRoster as problem:
        return None, list_sentence(problem, visit.words)
    except (FileTooHeavy, FileTooSlow) as refusal:
        return None, sentence(refusal, None, visit.words)
    matching, wrong = matching_of_national(rows, visit.form)
    return matching, list_sentence(wrong, visit.words) if wrong else ""


def _waiting(visit: Visit) -> WaitingList:
    waiting = waiting_list(visit.path("list"))
    if waiting is None or not waiting.path(visit.services.rating_lists.folder).is_file():
        raise HTTPException(404)
    return waiting


async def _columns_page(
    visit: Visit, waiting: WaitingList, matching: Matching | None, says: str, status: int = 200
) -> Response:
    octets = await asyncio.to_thread(waiting.path(visit.services.rating_lists.folder).read_bytes)
    sent = Sent(waiting.name, octets, chosen_encoding(visit.form))
    return visit.page(
        "desk/rating_list_columns.html",
        status,
        waiting=waiting,
        matching=matching,
        fields=NATIONAL_FIELDS,
        says=says,
        sent=await asyncio.to_thread(lambda: sent if sent.foreign else None),
        encodings=list(Encoding),
    )


async def list_progress(visit: Visit) -> Response:
    lists = visit.services.rating_lists
    await lists.ended_within(PROGRESS_SECONDS)
    about = await asyncio.to_thread(lists.shelf.about, lists.publisher or FIDE)
    underway = lists.underway or visit.services.list_renewal.underway
    said = {"underway": underway, "fetching": lists.fetching, "share": lists.share, "trouble": _trouble(visit, lists)}
    return JSONResponse({**said, "so_far": _so_far(visit, about) if about and not about.whole else ""})


def _trouble(visit: Visit, lists: RatingLists) -> str:
    return worded(lists.trouble, visit.words) if lists.trouble else ""


async def search_list(visit: Visit, office: TournamentOffice) -> Response:
    typed = visit.asked("q")[:LONGEST_SEARCH_CHARS]
    t, shelf = office.tournament, visit.services.rating_lists.shelf
    lists, federations = await asyncio.to_thread(visit.services.list_renewal.lists_in, t), _expected_federations(t)
    found = await asyncio.to_thread(lambda: lists.rated(lists.search(typed, federations)))
    about = await asyncio.to_thread(shelf.about, lists.first_mark)
    here = {player.fide_id: player.id for player in t.players.values() if player.fide_id}

    def shown(one: RatedPlayer) -> dict[str, object]:
        entry, proposed = one.entry, one.proposed
        return {
            "fide_id": entry.number,
            "name": entry.name,
            "title": entry.title,
            "federation": entry.federation,
            "sex": entry.sex,
            "birth_year": entry.birth_year,
            "rating": proposed.rating,
            "k": proposed.k,
            "national_rating": one.national,
            "official_rating": one.official,
            "source": proposed.source,
            "others": [f"{other.rating} {other.source}" for other in one.ratings[1:]],
            "here": here.get(entry.number, 0),
        }

    to_come_first = sorted(found, key=lambda one: one.entry.number in here)
    return JSONResponse(
        {
            "found": [shown(one) for one in to_come_first],
            "list": _searched(visit, about, found),
            "more": not about.whole if about else visit.services.rating_lists.comes(FIDE),
        }
    )


def _expected_federations(t: Tournament) -> list[str]:
    here = Counter(player.federation for player in t.players.values() if player.federation)
    most = [federation for federation, _ in here.most_common(MOST_FEDERATIONS)]
    return list(dict.fromkeys([t.details.federation, *most] if t.details.federation else most))


def _searched(visit: Visit, about: AboutList | None, found: Sequence[RatedPlayer]) -> str:
    """The list that was searched, and how much of it; empty = there is none."""
    if about is None:
        coming = visit.services.rating_lists.comes(FIDE)
        return worded(notice("rating-list-begun"), visit.words) if coming else ""
    if about.whole:
        players = visit.words.number(about.players)
        return worded(notice("rating-list-searched", name=about.name, players=players), visit.words)
    return _so_far(visit, about) if found else _so_far(visit, about, "rating-list-not-yet")


def _so_far(visit: Visit, about: AboutList, code: str = "rating-list-so-far") -> str:
    findable, players = visit.words.number(about.findable), visit.words.number(about.players)
    return worded(notice(code, name=about.name, findable=findable, players=players), visit.words)


# Rating lists from the internet at the desk: their addresses, the daily renewal, and all of them at one press.

MOST_IN_ORDER = 15


async def keep_addresses(visit: Visit) -> Response:
    await _keep(visit)
    return go(LISTS_PATH)


async def renew_now(visit: Visit) -> Response:
    """All lists are renewed; the addresses in the form of a chief arbiter are kept first. Raises BadField."""
    renewal = visit.services.list_renewal
    if visit.services.rating_lists.underway or renewal.underway:
        raise BadField("file", "", "underway")
    if visit.may(Action.RUN):
        await _keep(visit)
    sources = (await asyncio.to_thread(renewal.sources)).sources
    if not sources:
        raise BadField("url", "", "empty")
    renewal.begin(sources)
    return go(LISTS_PATH)


async def _keep(visit: Visit) -> None:
    addresses, daily = _addresses(visit.form, visit.services.list_renewal.may_call), visit.form.ticked("daily")
    await asyncio.to_thread(visit.services.list_renewal.keep, addresses, daily=daily)


async def keep_orders(visit: Visit) -> Response:
    """The lists by which ratings count in each kind of tournament; one named twice counts once."""
    orders = {kind: _order(visit.form, kind) for kind in Speed}
    await asyncio.to_thread(visit.services.list_renewal.keep_orders, orders)
    return go(LISTS_PATH)


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


# Players beside the list


async def show_list_check(visit: Visit, office: TournamentOffice) -> Response:
    t, publisher = office.tournament, _publisher(visit)
    shelf = visit.services.rating_lists.shelf
    listing = await _listing(visit, t, publisher)
    about = await asyncio.to_thread(shelf.about, publisher)
    source = (await asyncio.to_thread(visit.services.list_renewal.sources)).named(publisher)
    found = {id: differences(player, listing) for id, player in t.players.items()} if listing else {}
    return visit.page(
        "desk/list_check.html",
        listing=listing,
        age=age_of(about, source, datetime.now(UTC)) if about else None,
        newest=about,
        month=month_of_list(t, today()),
        begun=t.details.start[:10] <= today().isoformat(),
        publisher=publisher,
        comes=visit.services.rating_lists.comes(publisher),
        lists=await asyncio.to_thread(shelf.lists),
        rows={id: told for id, told in found.items() if told},
        missing=[player for id, player in t.players.items() if listing and id not in listing.entries],
        agreeing=[id for id in t.players if listing and agrees(t, id, listing)],
    )


async def take_over_ticked(visit: Visit, office: TournamentOffice) -> Response:
    publisher, chosen = _publisher(visit), _ticked(visit)
    listing = await _listing(visit, office.tournament, publisher)
    if listing is None or not (chosen or visit.form.ticked("agreeing")):
        raise BadField("players", "", "nothing-ticked")

    def decide(t: Tournament) -> list[Event]:
        noted = [id for id in t.players if visit.form.ticked("agreeing") and agrees(t, id, listing)]
        return take_over(t, listing, dict.fromkeys(noted, frozenset[ListedField]()) | chosen)

    return go(f"/desk/t/{office.id}/players", await visit.command(decide))


async def _listing(visit: Visit, t: Tournament, publisher: str) -> Listing | None:
    order = await asyncio.to_thread(visit.services.list_renewal.order_in, t)
    return await asyncio.to_thread(listing_of, visit.services.rating_lists.shelf, t, publisher, order)


def _ticked(visit: Visit) -> dict[EntrantId, frozenset[ListedField]]:
    chosen: dict[EntrantId, set[ListedField]] = defaultdict(set)
    for box in visit.form.all("take"):
        id, _, field = box.partition(":")
        if field in set(ListedField):
            chosen[EntrantId(small(id))].add(ListedField(field))
    return {id: frozenset(fields) for id, fields in chosen.items()}


def _publisher(visit: Visit) -> str:
    typed = visit.form.text("publisher") or visit.asked("list")
    return typed if is_publisher(typed) else FIDE


_COLUMNS, _CHECK = f"{LISTS_PATH}/columns/{{list}}", "/players/check"

routes: Sequence[BaseRoute] = (
    desk_get(LISTS_PATH, show_lists),
    desk_post(LISTS_PATH, send_list, LISTS_PATH),
    desk_get(_COLUMNS, show_columns),
    desk_post(_COLUMNS, read_with_columns, _COLUMNS),
    desk_post(f"{LISTS_PATH}/addresses", keep_addresses, LISTS_PATH, Action.RUN),
    desk_post(f"{LISTS_PATH}/orders", keep_orders, LISTS_PATH, Action.RUN),
    desk_post(f"{LISTS_PATH}/renew", renew_now, LISTS_PATH),
    desk_get(f"{LISTS_PATH}/progress", list_progress),
    get("/players/search", search_list, Action.ARBITRATE),
    get(_CHECK, show_list_check, Action.ARBITRATE),
    post(_CHECK, take_over_ticked, _CHECK),
)

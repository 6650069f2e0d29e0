"""A person over their tournaments, on a server that several organisers share, and their wish not to be found."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import TypeAlias

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from domain.fields import email, text
from domain.organisers.decisions import MAX_REASON_CHARS
from domain.refusals import BadField
from domain.words.players import EntrantId
from projections.festivals.rankings import EventRanking, RankedPlace
from server.http.auth import HIDING_REQUESTS_BY_ADDRESS, TooManyTries
from server.http.page_cache import PageBody, answer
from server.journal.side.persons import HidingRequest
from server.office.persons import EVENTS_ON_A_PAGE, NoSuchPerson, Played
from server.routes import question as questions
from server.routes.forms import small
from server.services import Services, services_of
from server.turns import NoTurn
from web.rendering import render
from web.wording import language, spoken
from web.wording.public import not_here, too_many_from_here
from web.wording.refusals import sentence

MOST_REQUESTS_WAITING = 500
MOST_RANKINGS = 10
"""On the page of a person."""

ShowPerson: TypeAlias = Callable[[Request, str, list[Played]], Awaitable[Response]]


def _of_person(show: ShowPerson) -> questions.Endpoint:
    """Nothing where nobody of this name plays, and where they are hidden; their other names lead to the one."""

    async def endpoint(request: Request) -> Response:
        services, person = services_of(request.app), str(request.path_params["person"])
        await services.office.started()
        persons = services.person_search.persons
        try:
            root = await services.person_search.resolved(person)
            if persons.is_hidden(root):
                raise NoSuchPerson(person)
            if root != person:
                return RedirectResponse(str(request.url.replace(path=request.url.path.replace(person, root, 1))), 302)
            return await show(request, person, await services.person_search.played(person))
        except (NoSuchPerson, NoTurn) as nothing:
            lang = questions.lang_of(request)
            status, what, headers = questions.not_shown(nothing, "person")
            said = not_here(what, language(lang))
            html = render("public/missing.html", lang=lang, sentence=said, name="", slug="")
            return HTMLResponse(html, status, headers)

    return endpoint


async def _show(request: Request, person: str, played: list[Played]) -> Response:
    """Results, rating changes and norms, the newest first, twenty on a page. Tournaments are read in a turn."""
    services, lang = services_of(request.app), questions.lang_of(request)
    pages = -(-len(played) // EVENTS_ON_A_PAGE)
    number = min(max(1, small(request.query_params.get("page", ""))), pages)
    shown = played[(number - 1) * EVENTS_ON_A_PAGE : number * EVENTS_ON_A_PAGE]
    key = f"{request.url.path}?{number}", lang
    counted = await _ranked_in(services, played) if number == 1 else {}
    moved = tuple((one.event.slug, one.event.hash) for one in shown), tuple(counted.values())
    stamp = number, pages, services.fronts.state.version, moved
    found = services.pages.known(key, stamp)
    if found is None:
        async with services.snapshots.archive.turn(questions.address_of(request)):
            events = await services.person_search.events(shown)
        html = render(
            "public/person.html",
            lang=lang,
            id=person,
            row=played[0].row,
            events=events,
            rankings=_places(services, counted, played),
            number=number,
            pages=pages,
            found=len(played),
            here_path=request.url.path,
        )
        found = services.pages.page(key, stamp, lambda: PageBody(html.encode(), "text/html"))
    return questions.remembering_language(request, answer(request, found, spoken(lang)))


async def _ranked_in(services: Services, played: Sequence[Played]) -> Mapping[str, object]:
    """By name, the newest first, what the rankings are made of to which their tournaments count."""
    found = dict[str, object]()
    for event in dict.fromkeys(one.row.stream for one in played):
        for office in services.festivals.festivals.of(event):
            if office.festival.ranking is not None and office.name not in found and len(found) < MOST_RANKINGS:
                position = (await services.festivals.read(office)).position
                found[office.name] = position, services.festivals.withheld(office.festival)
    return found


def _places(
    services: Services, festivals: Iterable[str], played: Sequence[Played]
) -> list[tuple[EventRanking, RankedPlace]]:
    entrances = {(one.row.stream, EntrantId(one.row.player)) for one in played}
    found = list[tuple[EventRanking, RankedPlace]]()
    for name in festivals:
        office = services.festivals.festivals.open(name)
        view = services.festivals.ranking(name, services.festivals.public(office.festival))
        found += [(view, place) for place in view.places_of(entrances)[:1]] if view is not None else []
    return found


async def _ask(request: Request, person: str, played: list[Played]) -> Response:
    return _form(request, person, played)


def _form(request: Request, person: str, played: list[Played], refusal: str = "", sent: bool = False) -> Response:
    html = render(
        "public/hide_person.html",
        lang=questions.lang_of(request),
        id=person,
        row=played[0].row,
        refusal=refusal,
        sent=sent,
        most=MAX_REASON_CHARS,
    )
    return HTMLResponse(html, 422 if refusal else 200, {"Cache-Control": "no-store"})


async def _send(request: Request, person: str, played: list[Played]) -> Response:
    """The request waits beside the journal until an organiser answers it, and is erased then."""
    services, lang = services_of(request.app), questions.lang_of(request)
    form = await request.form(max_files=0, max_fields=5)
    try:
        services.push_tries.count({("hide", questions.address_of(request)): HIDING_REQUESTS_BY_ADDRESS})
        address = email("email", str(form.get("email", "")))
        words = text("reason", str(form.get("reason", "")), MAX_REASON_CHARS)
        if not address:
            raise BadField("email", "", "required")
    except TooManyTries:
        return _form(request, person, played, too_many_from_here(language(lang)))
    except BadField as why:
        return _form(request, person, played, sentence(why, None, language(lang)))
    asked = HidingRequest(person, datetime.now(UTC).isoformat(timespec="seconds"), address, words, lang)
    await services.person_search.ask_to_hide(asked, MOST_REQUESTS_WAITING)
    return _form(request, person, played, sent=True)


routes: list[BaseRoute] = [
    Route("/p/{person}", _of_person(_show)),
    Route("/p/{person}/hide", _of_person(_ask)),
    Route("/p/{person}/hide", _of_person(_send), methods=["POST"]),
]

"""The public form of a tournament that takes entries, and the page of one's own request.

Nobody is logged in here: forms carry the token of the browser's session and a signed time, a field that people do
not see has to stay empty, and everything is counted by address and by tournament.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from domain.decisions.self_registration import refuse_entry, takes_entries
from domain.fields import email
from domain.refusals import NoSelfRegistration, Refusal
from projections.overview import overview
from server.http.form_age import filled_in_by_a_person, shown_now
from server.http.guessing import (
    ENTRIES_BY_ADDRESS,
    ENTRIES_OF_A_FESTIVAL,
    GuesserKey,
    TooManyTries,
)
from server.journal.entry_queue import DAYS_DECIDED, DAYS_UNDECIDED
from server.neighbourhood import neighbourhood
from server.notice import notice, worded
from server.office.ratings_in_order import RatedPlayer
from server.office.tournaments import NoSuchTournament, TournamentOffice
from server.routes.by_oneself import ByOneself, form_sent, nothing_to_enter, typed_newcomer
from server.routes.desk.visit import Visit, go
from server.routes.question import origin_of
from web.links import Frame, Site
from web.rendering import render
from web.wording.refusals import sentence

SEARCHES_BY_ADDRESS = 240
"""Searches in the rating list that one address may make in a minute."""
MOST_OFFERED = 8
LONGEST_NAME_SEARCHED_CHARS = 80
UNSEEN_FIELD = "website"
"""A field that people do not see: a program that fills in everything gives itself away."""

NewcomerHandler: TypeAlias = Callable[["Newcomer"], Awaitable[Response]]


@dataclass(slots=True)
class Newcomer(ByOneself):
    """One request of somebody who wants to play."""

    office: TournamentOffice

    def page(self, template: str, **context: object) -> Response:
        visit, settings, newest = self.visit, self.visit.settings, self.office.entries[-1]
        frame = Frame(
            site=Site(self.office.id),
            overview=overview(self.office.tournament),
            active="entry",
            position=self.office.position,
            head=newest.hash,
            path="",
            moment=newest.recorded_at,
            origin=origin_of(visit.request),
        )
        html = render(
            template,
            lang=self.lang,
            frame=frame,
            has_prizes=self.office.tournament.prizes is not None,
            t=self.office.tournament,
            form_token=visit.access.form_token(visit.session),
            shown=shown_now(visit.access.stored.key),
            typed=visit.form,
            refused=self.refused,
            bad_field=self.bad_field,
            takes_no_forms=settings.read_only,
            days_undecided=DAYS_UNDECIDED,
            days_decided=DAYS_DECIDED,
            **context,
        )
        return self.answer(html)


def to_newcomers(handler: NewcomerHandler) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        visit = Visit(request)
        try:
            office = await visit.office.open(visit.path("slug"))
        except NoSuchTournament:
            return nothing_to_enter(request)
        seen = office.entries and office.tournament.public
        return await handler(Newcomer(visit, office)) if seen else nothing_to_enter(request)

    return endpoint


async def show_entry_form(somebody: Newcomer) -> Response:
    """The form; where it is closed, a sentence that says so."""
    open_now = True
    try:
        await _still_open(somebody)
    except Refusal as closed:
        open_now = False
        somebody.refused = somebody.refused or sentence(closed, None, somebody.words)
    renewal = somebody.visit.services.list_renewal
    lists = await asyncio.to_thread(renewal.lists_in, somebody.office.tournament)
    return somebody.page("public/self_entry.html", open_now=open_now, list_name=lists.said)


async def ask(somebody: Newcomer) -> Response:
    """The request is kept beside the journal."""
    limits: dict[GuesserKey, int] = {
        ("entry", neighbourhood(somebody.visit.address)): ENTRIES_BY_ADDRESS,
        ("entries", "t", somebody.office.id): ENTRIES_OF_A_FESTIVAL,
    }
    return await form_sent(somebody, limits, _asked, show_entry_form)


async def _asked(somebody: Newcomer) -> Response:
    visit, form = somebody.visit, somebody.visit.form
    if form.text(UNSEEN_FIELD) or not filled_in_by_a_person(visit.access.stored.key, form.text("shown")):
        somebody.refused, somebody.status = notice("sent-like-a-program").in_words(somebody.words), 409
        return await show_entry_form(somebody)
    token = await visit.services.entry_queue.ask(
        somebody.office, typed_newcomer(form), email("email", form.text("email"))
    )
    return go(f"/entry/{somebody.office.id}/mine/{token}")


async def search_for_newcomer(somebody: Newcomer) -> Response:
    """Players of the rating lists, while the form is open."""
    visit, t = somebody.visit, somebody.office.tournament
    try:
        await _still_open(somebody)
        near = neighbourhood(visit.address)
        visit.services.entry_tries.count({("search", near): SEARCHES_BY_ADDRESS})
    except (Refusal, TooManyTries):
        return JSONResponse({"found": [], "list": ""}, 429)
    typed = visit.asked("q")[:LONGEST_NAME_SEARCHED_CHARS]
    lists = await asyncio.to_thread(visit.services.list_renewal.lists_in, t)
    found = await asyncio.to_thread(lists.search, typed, [t.details.federation])
    rated = await asyncio.to_thread(lists.rated, found[:MOST_OFFERED])
    about = await asyncio.to_thread(lists.shelf.about, lists.first)

    def shown(one: RatedPlayer) -> dict[str, object]:
        entry = one.entry
        said = {"fide_id": entry.number, "name": entry.name, "title": entry.title, "federation": entry.federation}
        return {**said, "birth_year": entry.birth_year, "rating": one.proposed.rating, "source": one.proposed.source}

    players = somebody.words.number(about.findable) if about else ""
    listed = worded(notice("rating-list-searched", name=about.name, players=players), somebody.words) if about else ""
    return JSONResponse({"found": [shown(one) for one in rated], "list": listed})


async def show_mine(somebody: Newcomer) -> Response:
    """One's own request, by its secret address."""
    found = await somebody.visit.services.entry_queue.find(somebody.office, somebody.visit.path("token"))
    if found is None:
        return nothing_to_enter(somebody.visit.request)
    return somebody.page("public/my_entry.html", mine=found)


async def _still_open(somebody: Newcomer) -> None:
    """Raises NoSelfRegistration, PlacesTaken."""
    queue = somebody.visit.services.entry_queue
    if not takes_entries(somebody.office.tournament):
        raise NoSelfRegistration
    waiting = await asyncio.to_thread(queue.store.count, somebody.office.id)
    refuse_entry(somebody.office.tournament, queue.clock().astimezone().date(), waiting)


self_entry_routes: list[BaseRoute] = [
    Route("/entry/{slug}", to_newcomers(show_entry_form), methods=["GET"]),
    Route("/entry/{slug}", to_newcomers(ask), methods=["POST"]),
    Route("/entry/{slug}/search", to_newcomers(search_for_newcomer), methods=["GET"]),
    Route("/entry/{slug}/mine/{token}", to_newcomers(show_mine), methods=["GET"]),
]

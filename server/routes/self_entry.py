"""The public form of a tournament that takes entries, and the page of one's own request.

Nobody is logged in here: forms carry the token of the browser's session and a signed time, a field that people do
not see has to stay empty, and everything is counted by address and by tournament.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from domain.decisions.players.registering import refuse_entry
from domain.fields import email
from domain.refusals import BadField, ConfirmationNotSent, FormSentBefore, Refusal
from projections.moment.overview import overview
from server.http.auth import (
    ENTRIES_BY_ADDRESS,
    ENTRIES_OF_A_FESTIVAL,
    GuesserKey,
    TooManyTries,
    form_of_a_person,
    shown_now,
)
from server.journal.side_store import DAYS_DECIDED, DAYS_UNDECIDED, QueueStage
from server.notice import notice, worded
from server.notifying.mail import PlayerMessage
from server.office.entry_queue import AskedEntry
from server.office.ratings_in_order import RatedPlayer
from server.office.tournaments import NoSuchTournament, TournamentOffice
from server.routes.by_oneself import ByOneself, form_sent, nothing_to_enter, typed_newcomer
from server.routes.desk.visit import Visit, go
from server.routes.question import origin_of
from server.turns import neighbourhood
from web.links import Frame, Site
from web.rendering import render
from web.wording.messages import of_the_confirmation
from web.wording.refusals import sentence

SEARCHES_BY_ADDRESS = 240
MOST_OFFERED = 8
LONGEST_NAME_SEARCHED_CHARS = 80
ORIGIN_CHARS = 12
"""Enough to tell addresses apart; the address cannot be read from it."""
UNSEEN_FIELD = "website"
"""A field that people do not see: a program that fills in everything gives itself away."""

NewcomerHandler: TypeAlias = Callable[["Newcomer"], Awaitable[Response]]


@dataclass(slots=True)
class Newcomer(ByOneself):
    office: TournamentOffice
    before: str = field(default="", kw_only=True)

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
            before=self.before,
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
    open_now, t = True, somebody.office.tournament
    try:
        _still_open(somebody)
    except Refusal as closed:
        open_now = False
        somebody.refused = somebody.refused or sentence(closed, None, somebody.words)
    renewal = somebody.visit.services.list_renewal
    lists = await asyncio.to_thread(renewal.lists_in, t)
    store = somebody.visit.services.entry_queue.store
    return somebody.page(
        "public/self_entry.html",
        open_now=open_now,
        list_name=lists.said,
        waiting=await asyncio.to_thread(store.count, somebody.office.id) if open_now else 0,
        by_mail=_by_mail(somebody),
    )


async def ask(somebody: Newcomer) -> Response:
    """The request is kept beside the journal. A form asks once: sent again it leads to what it asked for."""
    limits: dict[GuesserKey, int] = {
        ("entry", neighbourhood(somebody.visit.address)): ENTRIES_BY_ADDRESS,
        ("entries", "t", somebody.office.id): ENTRIES_OF_A_FESTIVAL,
    }
    return await form_sent(somebody, limits, _asked, show_entry_form)


async def _asked(somebody: Newcomer) -> Response:
    visit, form = somebody.visit, somebody.visit.form
    shown = form_of_a_person(visit.access.stored.key, form.text("shown"))
    if form.text(UNSEEN_FIELD) or not shown:
        somebody.refused, somebody.status = notice("sent-like-a-program").in_words(somebody.words), 409
        return await show_entry_form(somebody)
    asking = AskedEntry(
        token=visit.access.secret_of("entry", f"{somebody.office.id}/{shown}"),
        player=typed_newcomer(form),
        email=email("email", form.text("email")),
        origin=visit.access.secret_of("address", neighbourhood(visit.address))[:ORIGIN_CHARS],
        to_be_confirmed=_by_mail(somebody),
    )
    if asking.to_be_confirmed and not asking.email:
        raise BadField("email", "", "required")
    try:
        new = await visit.services.entry_queue.ask(somebody.office, asking)
    except FormSentBefore as before:
        somebody.before = f"/entry/{somebody.office.id}/mine/{before.entry}"
        raise
    if new and asking.to_be_confirmed:
        await _ask_to_confirm(somebody, asking)
    return go(f"/entry/{somebody.office.id}/mine/{asking.token}")


def _by_mail(somebody: Newcomer) -> bool:
    """Entries are confirmed by e-mail; where this server cannot send any, nobody could."""
    limits = somebody.office.tournament.self_registration
    return limits is not None and limits.by_mail and somebody.visit.settings.sends_links


async def _ask_to_confirm(somebody: Newcomer, asking: AskedEntry) -> None:
    """Send the link. Raises ConfirmationNotSent, and then nothing is kept."""
    visit, words, slug = somebody.visit, somebody.words, somebody.office.id
    link = f"{visit.settings.public_url}/entry/{slug}/confirm/{visit.access.confirmation_link(slug, asking.token)}"
    name = somebody.office.tournament.details.name
    subject, text = of_the_confirmation(name, asking.player.name, link, words)
    message = PlayerMessage(asking.email, subject, text, key=f"confirm-{asking.token}")
    delivery = await visit.services.notifier.send([message])
    if not delivery.taken:
        await visit.services.entry_queue.withdraw(asking.token)
        raise ConfirmationNotSent


async def show_confirmation(somebody: Newcomer) -> Response:
    """One button: programs that look through mail open links too, and press none."""
    token = _confirmed(somebody)
    found = await somebody.visit.services.entry_queue.find(somebody.office, token) if token else None
    if found is None:
        return nothing_to_enter(somebody.visit.request)
    if found.stage is not QueueStage.UNCONFIRMED:
        return go(f"/entry/{somebody.office.id}/mine/{token}")
    return somebody.page("public/confirm_entry.html", mine=found, at=somebody.visit.request.url.path)


async def confirm(somebody: Newcomer) -> Response:
    async def confirmed(somebody: Newcomer) -> Response:
        token = _confirmed(somebody)
        if not token:
            return nothing_to_enter(somebody.visit.request)
        await somebody.visit.services.entry_queue.confirm(somebody.office, token)
        return go(f"/entry/{somebody.office.id}/mine/{token}")

    limits: dict[GuesserKey, int] = {("entry", neighbourhood(somebody.visit.address)): ENTRIES_BY_ADDRESS}
    return await form_sent(somebody, limits, confirmed, show_confirmation)


def _confirmed(somebody: Newcomer) -> str:
    """The secret of the entry that this link is for; empty for a link of another tournament, or none of ours."""
    tournament, _, token = somebody.visit.access.entry_confirmed_by(somebody.visit.path("link")).partition("/")
    return token if tournament == somebody.office.id else ""


async def search_for_newcomer(somebody: Newcomer) -> Response:
    visit, t = somebody.visit, somebody.office.tournament
    try:
        _still_open(somebody)
        near = neighbourhood(visit.address)
        visit.services.entry_tries.count({("search", near): SEARCHES_BY_ADDRESS})
    except (Refusal, TooManyTries):
        return JSONResponse({"found": [], "list": ""}, 429)
    typed = visit.asked("q")[:LONGEST_NAME_SEARCHED_CHARS]
    lists = await asyncio.to_thread(visit.services.list_renewal.lists_in, t)
    found = await asyncio.to_thread(lists.search, typed, [t.details.federation])
    rated = await asyncio.to_thread(lists.rated, found[:MOST_OFFERED])
    about = await asyncio.to_thread(lists.shelf.about, lists.first_mark)

    def shown(one: RatedPlayer) -> dict[str, object]:
        entry = one.entry
        said = {"fide_id": entry.number, "name": entry.name, "title": entry.title, "federation": entry.federation}
        return {**said, "birth_year": entry.birth_year, "rating": one.proposed.rating, "source": one.proposed.source}

    players = somebody.words.number(about.findable) if about else ""
    listed = worded(notice("rating-list-searched", name=about.name, players=players), somebody.words) if about else ""
    return JSONResponse({"found": [shown(one) for one in rated], "list": listed})


async def show_mine(somebody: Newcomer) -> Response:
    found = await somebody.visit.services.entry_queue.find(somebody.office, somebody.visit.path("token"))
    if found is None:
        return nothing_to_enter(somebody.visit.request)
    return somebody.page("public/my_entry.html", mine=found)


def _still_open(somebody: Newcomer) -> None:
    queue = somebody.visit.services.entry_queue
    refuse_entry(somebody.office.tournament, queue.clock().astimezone().date())


routes: list[BaseRoute] = [
    Route("/entry/{slug}", to_newcomers(show_entry_form), methods=["GET"]),
    Route("/entry/{slug}", to_newcomers(ask), methods=["POST"]),
    Route("/entry/{slug}/search", to_newcomers(search_for_newcomer), methods=["GET"]),
    Route("/entry/{slug}/mine/{token}", to_newcomers(show_mine), methods=["GET"]),
    Route("/entry/{slug}/confirm/{link}", to_newcomers(show_confirmation), methods=["GET"]),
    Route("/entry/{slug}/confirm/{link}", to_newcomers(confirm), methods=["POST"]),
]

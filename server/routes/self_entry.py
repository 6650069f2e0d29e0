"""Entries of people who come by themselves: the public form of a tournament, and the forms of a series.

Nobody is logged in here, and what is refused is said above the form. Each form carries the token of the browser's
session; that of a tournament a signed time too, and a field that people do not see has to stay empty. Forms are counted
by address and by what they are for, so that neither a club behind one address waits nor one address fills a journal.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import field
from datetime import datetime
from typing import TypeAlias, TypeVar
from zoneinfo import ZoneInfo

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route

from domain.decisions.players.conditions import conditions_asked
from domain.decisions.players.fees import fee_categories
from domain.decisions.players.registering import NewPlayer, refuse_entry
from domain.decisions.players.waiting_list import places_left
from domain.festival.entering import entries_until, open_edition, open_petition, sign_petition, signers_needed
from domain.festival.events import FestivalEvent
from domain.festival.state import ScheduledEdition
from domain.fields import email
from domain.records import dataclass
from domain.refusals import BadField, ConfirmationNotSent, FormSentBefore, NoOpenEdition, Refusal
from domain.words.choices.prizes import ConditionKind
from domain.words.choices.team_scores import TeamsBy
from domain.words.players import EntrantId, Sex
from projections.festivals.sections import edition_row
from projections.moment.overview import overview
from projections.player.paying import payment_asked
from server.clock import hall_clock
from server.http import auth
from server.journal.side.entry_queue import DAYS_DECIDED, DAYS_UNDECIDED, QueueStage
from server.notice import notice, worded
from server.notifying.mail import PlayerMessage
from server.office.entry_queue import AskedEntry
from server.office.festivals import FestivalOffice, NoSuchFestival
from server.office.ratings_in_order import RatedPlayer
from server.office.stream import THE_PROGRAM
from server.office.tournaments import NoSuchTournament, TournamentOffice
from server.routes.desk.guards import stranger_stopped
from server.routes.desk.visit import Visit, go, new_command_id
from server.routes.forms import Form
from server.routes.question import lang_of, origin_of, remembering_language
from server.turns import neighbourhood
from web.links import Frame, Site
from web.public.festivals import FestivalFrame
from web.public.pages import NAVIGATION
from web.rendering import render
from web.wording import Language, language
from web.wording.conditions import category_in_words
from web.wording.messages import of_the_confirmation
from web.wording.public import not_here
from web.wording.refusals import sentence

MOST_FIELDS = 20


@dataclass(slots=True)
class ByOneself:
    visit: Visit
    refused: str = field(default="", kw_only=True)
    bad_field: str = field(default="", kw_only=True)
    status: int = field(default=200, kw_only=True)

    @property
    def lang(self) -> str:
        return lang_of(self.visit.request)

    @property
    def words(self) -> Language:
        return language(self.lang)

    def answer(self, html: str) -> Response:
        return remembering_language(self.visit.request, HTMLResponse(html, self.status, {"Cache-Control": "no-store"}))


Somebody = TypeVar("Somebody", bound=ByOneself)


async def form_sent(
    somebody: Somebody,
    limits: dict[auth.GuesserKey, int],
    carry_out: Callable[[Somebody], Awaitable[Response]],
    back: Callable[[Somebody], Awaitable[Response]],
) -> Response:
    """The form carried out; what the domain refuses is said above it, with what was typed still in it."""
    visit = somebody.visit
    if stop := await stranger_stopped(visit, MOST_FIELDS):
        return stop
    try:
        visit.services.entry_tries.count(limits)
        return await carry_out(somebody)
    except auth.TooManyTries:
        somebody.refused, somebody.status = notice("too-many-entries").in_words(somebody.words), 429
    except Refusal as refusal:
        somebody.refused = sentence(refusal, None, somebody.words)
        somebody.bad_field = refusal.field if isinstance(refusal, BadField) else ""
        somebody.status = 422 if isinstance(refusal, BadField) else 409
    answer = await back(somebody)
    if somebody.status == 429:
        answer.headers["Retry-After"] = str(auth.REMEMBERED_SECONDS)
    return answer


def typed_newcomer(form: Form) -> NewPlayer:
    return NewPlayer(
        name=form.text("name"),
        rating=form.whole("rating", 0),
        federation=form.text("federation"),
        fide_id=form.whole("fide_id", 0),
        birth_year=form.whole("birth_year", 0),
        club=form.text("club"),
        sex=form.choice("sex", Sex, Sex.UNKNOWN),
    )


def nothing_to_enter(request: Request) -> Response:
    lang = lang_of(request)
    html = render("public/missing.html", lang=lang, sentence=not_here("entry", language(lang)), name="", slug="")
    return HTMLResponse(html, 404, {"Cache-Control": "no-store"})


# Entries to a tournament, and the page of one's own request

SEARCHES_BY_ADDRESS = 240
MOST_OFFERED = 8
LONGEST_NAME_SEARCHED_CHARS = 80
ORIGIN_CHARS = 12
"""Enough to tell addresses apart; the address cannot be read from it."""
UNSEEN_FIELD = "website"
"""A field that people do not see: a program that fills in everything gives itself away."""


@dataclass(slots=True)
class Newcomer(ByOneself):
    office: TournamentOffice
    before: str = field(default="", kw_only=True)

    def page(self, template: str, **context: object) -> Response:
        visit, settings, newest = self.visit, self.visit.settings, self.office.entries[-1]
        frame = Frame(
            site=Site(self.office.id),
            overview=overview(visit.services.snapshots.now(self.office).tournament),
            active="entry",
            position=self.office.position,
            head=newest.hash,
            path="",
            moment=newest.recorded_at,
            origin=origin_of(visit.request),
            has_team_scores=self.office.tournament.team_scoring.by is not TeamsBy.NOTHING,
            has_prizes=self.office.tournament.prizes is not None,
            tabs=NAVIGATION,
        )
        html = render(
            template,
            lang=self.lang,
            frame=frame,
            t=self.office.tournament,
            form_token=visit.access.form_token(visit.session),
            shown=auth.shown_now(visit.access.stored.key),
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


def to_newcomers(handler: Callable[[Newcomer], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
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
    store, asked = somebody.visit.services.entry_queue.store, conditions_asked(t)
    return somebody.page(
        "public/self_entry.html",
        open_now=open_now,
        list_name=(await asyncio.to_thread(renewal.lists_in, t)).said,
        waiting=await asyncio.to_thread(store.count, somebody.office.id) if open_now else 0,
        by_mail=_by_mail(somebody),
        full=t.keeps_waiting_list and (places_left(t) == 0 or bool(t.waiting)),
        conditions=category_in_words(asked, somebody.words),
        fees=[
            (category_in_words(who, somebody.words), cents, later)
            for who, cents, later in fee_categories(t, hall_clock().date().isoformat())
        ],
        asks_sex=any(term.kind is ConditionKind.SEX for terms in asked.alternatives for term in terms),
    )


async def ask(somebody: Newcomer) -> Response:
    """The request is kept beside the journal. A form asks once: sent again it leads to what it asked for."""
    limits: dict[auth.GuesserKey, int] = {
        ("entry", neighbourhood(somebody.visit.address)): auth.ENTRIES_BY_ADDRESS,
        ("entries", "t", somebody.office.id): auth.ENTRIES_OF_A_FESTIVAL,
    }
    return await form_sent(somebody, limits, _asked, show_entry_form)


async def _asked(somebody: Newcomer) -> Response:
    visit, form = somebody.visit, somebody.visit.form
    shown = auth.form_of_a_person(visit.access.stored.key, form.text("shown"))
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

    limits: dict[auth.GuesserKey, int] = {("entry", neighbourhood(somebody.visit.address)): auth.ENTRIES_BY_ADDRESS}
    return await form_sent(somebody, limits, confirmed, show_confirmation)


def _confirmed(somebody: Newcomer) -> str:
    tournament, _, token = somebody.visit.access.entry_confirmed_by(somebody.visit.path("link")).partition("/")
    return token if tournament == somebody.office.id else ""


async def search_for_newcomer(somebody: Newcomer) -> Response:
    visit, t = somebody.visit, somebody.office.tournament
    try:
        _still_open(somebody)
        near = neighbourhood(visit.address)
        visit.services.entry_tries.count({("search", near): SEARCHES_BY_ADDRESS})
    except (Refusal, auth.TooManyTries):
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
    t, id = somebody.office.tournament, EntrantId(found.entrant)
    asked = payment_asked(t, id) if id in t.players else None
    return somebody.page("public/my_entry.html", mine=found, own_link=_own_link(somebody, id), paying=asked)


def _own_link(somebody: Newcomer, player: EntrantId) -> str:
    """The player's own link, for whoever asked for the entry; empty = it does nothing, or was renewed."""
    t = somebody.office.tournament
    does_something = player in t.waiting or (player in t.players and t.players_have_links)
    if not does_something or player in t.renewed_links:
        return ""
    return auth.report_path(somebody.visit.access, somebody.office.id, player)


def _still_open(somebody: Newcomer) -> None:
    somebody.office.refuse_if_shut()
    queue = somebody.visit.services.entry_queue
    refuse_entry(somebody.office.tournament, queue.clock().astimezone().date())


# Entries and petitions of a series

ApplicantHandler: TypeAlias = Callable[["Applicant"], Awaitable[Response]]
EntranceHandler: TypeAlias = Callable[[Request], Awaitable[Response]]


@dataclass(slots=True)
class Applicant(ByOneself):
    office: FestivalOffice

    @property
    def now(self) -> datetime:
        return self.visit.services.series.clock()

    def page(self, template: str, path: str, below: str = "", **context: object) -> Response:
        visit, series = self.visit, self.office.festival.series
        frame = FestivalFrame(self.office.name, self.office.festival.details, self.lang, series=series)
        html = frame.page(
            template,
            path,
            form_token=visit.access.form_token(visit.session),
            new_id=new_command_id,
            typed=visit.form,
            refused=self.refused,
            bad_field=self.bad_field,
            here_path=f"/enter/{self.office.name}{below}",
            read_only=visit.settings.read_only or visit.settings.mirror_accepts,
            **context,
        )
        return self.answer(html)


def to_anybody(handler: ApplicantHandler) -> EntranceHandler:
    async def endpoint(request: Request) -> Response:
        visit = Visit(request)
        try:
            office = visit.services.festivals.festivals.open(visit.path("festival"))
        except NoSuchFestival:
            return nothing_to_enter(request)
        return await handler(Applicant(visit, office))

    return endpoint


def form_of_anybody(handler: ApplicantHandler, back: ApplicantHandler) -> EntranceHandler:
    async def carry_out(somebody: Applicant) -> Response:
        limits: dict[auth.GuesserKey, int] = {
            ("entry", neighbourhood(somebody.visit.address)): auth.ENTRIES_BY_ADDRESS,
            ("entries", somebody.office.name): auth.ENTRIES_OF_A_FESTIVAL,
        }
        return await form_sent(somebody, limits, handler, back)

    return to_anybody(carry_out)


# Entries


async def show_form(somebody: Applicant) -> Response:
    try:
        edition: ScheduledEdition | None = open_edition(somebody.office.festival, somebody.now)
    except NoOpenEdition as closed:
        edition = None
        somebody.refused = somebody.refused or sentence(closed, None, somebody.words)
    row, until, festival = None, "", somebody.office.festival
    title = somebody.visit.office.name_of(edition.tournament) if edition else festival.details.name
    if edition is not None and festival.series is not None:
        view = await somebody.visit.services.festivals.read(somebody.office)
        row = edition_row(festival, edition, {one.slug: one for one in view.sections})
        closes = entries_until(festival, edition).astimezone(ZoneInfo(festival.series.plan.zone))
        until = closes.replace(tzinfo=None).isoformat(timespec="minutes")
    return somebody.page("public/enter.html", "/enter", row=row, until=until, title=title)


async def enter_by_oneself(somebody: Applicant) -> Response:
    visit = somebody.visit
    new, address = typed_newcomer(visit.form), email("email", visit.form.text("email"))
    number = await visit.services.entries.ask(
        somebody.office, new, address, visit.command_id, visit.digest(), somebody.now, somebody.lang
    )
    token = visit.access.entry_link(somebody.office.name, number)
    return go(f"/enter/{somebody.office.name}/entry/{token}")


async def show_entry(somebody: Applicant) -> Response:
    number = _own(somebody)
    request = somebody.office.festival.entries.get(number)
    if request is None:
        return nothing_to_enter(somebody.visit.request)
    try:
        edition = open_edition(somebody.office.festival, somebody.now, to_enter=False)
        may_leave = edition.tournament == request.tournament
    except NoOpenEdition:
        may_leave = False
    name = somebody.visit.office.name_of(request.tournament)
    below = f"/entry/{somebody.visit.path('token')}"
    return somebody.page("public/entry.html", "/enter", below, entry=request, name=name, may_leave=may_leave)


async def leave(somebody: Applicant) -> Response:
    number = _own(somebody)
    if number not in somebody.office.festival.entries:
        return nothing_to_enter(somebody.visit.request)
    await somebody.visit.services.entries.withdraw(somebody.office, number, somebody.now)
    return go(somebody.visit.request.url.path)


# Messages


async def stop_messages(somebody: Applicant) -> Response:
    """By the button, or by the one click of a mail program (RFC 8058), which brings neither cookie nor form token and
    follows no redirect: the signed address is the permission.
    """
    tournament, entrant = somebody.visit.access.messages_of(somebody.office.name, somebody.visit.path("token"))
    if tournament:
        await somebody.visit.services.entries.stop_messages(tournament, EntrantId(entrant))
    return await show_messages(somebody, stopped=True)


async def show_messages(somebody: Applicant, stopped: bool = False) -> Response:
    visit = somebody.visit
    tournament, entrant = visit.access.messages_of(somebody.office.name, visit.path("token"))
    players = (await visit.office.open(tournament)).tournament.players if tournament in visit.office else {}
    player = players.get(EntrantId(entrant))
    if player is None:
        return nothing_to_enter(visit.request)
    below, name = f"/messages/{visit.path('token')}", visit.office.name_of(tournament)
    return somebody.page("public/messages.html", "/enter", below, player=player, name=name, stopped=stopped)


# Petitions


async def show_petitions(somebody: Applicant) -> Response:
    festival = somebody.office.festival
    petitions = festival.petitions.values()
    return somebody.page(
        "public/petitions.html",
        "/petitions",
        "/petitions",
        running=[one for one in petitions if one.open],
        over=[one for one in petitions if not one.open],
        needed=signers_needed(festival),
        signing=somebody.visit.request.path_params.get("petition"),
    )


async def petition(somebody: Applicant) -> Response:
    form, first = somebody.visit.form, typed_newcomer(somebody.visit.form)
    title, least, most = form.text("petition_title"), form.whole("least_rating", 0), form.whole("most_rating", 0)
    return await _petitioned(somebody, lambda state: open_petition(state, title, least, most, first))


async def sign(somebody: Applicant) -> Response:
    number, player = somebody.visit.number("petition"), typed_newcomer(somebody.visit.form)
    return await _petitioned(somebody, lambda state: sign_petition(state, number, player))


async def _petitioned(somebody: Applicant, decide: Callable[..., list[FestivalEvent]]) -> Response:
    visit = somebody.visit
    await somebody.office.command(visit.command_id, THE_PROGRAM, decide, visit.digest())
    return go(f"/enter/{somebody.office.name}/petitions")


def _own(somebody: Applicant) -> int:
    return somebody.visit.access.entry_of(somebody.office.name, somebody.visit.path("token"))


routes: list[BaseRoute] = [
    Route("/enter/{festival}", to_anybody(show_form)),
    Route("/enter/{festival}", form_of_anybody(enter_by_oneself, show_form), methods=["POST"]),
    Route("/enter/{festival}/entry/{token}", to_anybody(show_entry)),
    Route("/enter/{festival}/entry/{token}", form_of_anybody(leave, show_entry), methods=["POST"]),
    Route("/enter/{festival}/messages/{token}", to_anybody(show_messages)),
    Route("/enter/{festival}/messages/{token}", to_anybody(stop_messages), methods=["POST"]),
    Route("/enter/{festival}/petitions", to_anybody(show_petitions)),
    Route("/enter/{festival}/petitions", form_of_anybody(petition, show_petitions), methods=["POST"]),
    Route("/enter/{festival}/petitions/{petition:int}", form_of_anybody(sign, show_petitions), methods=["POST"]),
    Route("/entry/{slug}", to_newcomers(show_entry_form)),
    Route("/entry/{slug}", to_newcomers(ask), methods=["POST"]),
    Route("/entry/{slug}/search", to_newcomers(search_for_newcomer)),
    Route("/entry/{slug}/mine/{token}", to_newcomers(show_mine)),
    Route("/entry/{slug}/confirm/{link}", to_newcomers(show_confirmation)),
    Route("/entry/{slug}/confirm/{link}", to_newcomers(confirm), methods=["POST"]),
]

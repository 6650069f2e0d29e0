"""Entries and petitions by people who are not logged in: the forms of a series, and the page of one's own entry.

Each form carries the token of the browser's session. Forms are counted by address and by festival, so that neither a
club behind one address waits nor one address fills a journal.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from domain.decisions.new_player import NewPlayer
from domain.festival.entering import open_edition
from domain.festival.events import FestivalEvent
from domain.festival.petitions import open_petition, sign_petition, signers_needed
from domain.festival.refusals import NoOpenEdition
from domain.festival.state import ScheduledEdition
from domain.refusals import BadField, Refusal
from projections.festivals.editions import edition_row
from server.http.guessing import (
    ENTRIES_BY_ADDRESS,
    ENTRIES_OF_A_FESTIVAL,
    REMEMBERED_SECONDS,
    GuesserKey,
    TooManyTries,
)
from server.neighbourhood import neighbourhood
from server.notice import notice
from server.office.festivals import FestivalOffice, NoSuchFestival
from server.office.stages import THE_PROGRAM
from server.routes import forms
from server.routes.desk.guards import old_form
from server.routes.desk.visit import Visit, go, new_command_id
from server.routes.personal_fields import email_of
from server.routes.question import lang_of, remembering_language
from web.festivals.pages import FestivalFrame
from web.rendering import render
from web.wording import language
from web.wording.public import not_here
from web.wording.refusals import sentence

MOST_FIELDS = 20

ApplicantHandler: TypeAlias = Callable[["Applicant"], Awaitable[Response]]
EntranceHandler: TypeAlias = Callable[[Request], Awaitable[Response]]


@dataclass(slots=True)
class Applicant:
    """One request of somebody outside the desk."""

    visit: Visit
    office: FestivalOffice
    refused: str = ""
    bad_field: str = ""
    status: int = 200

    @property
    def lang(self) -> str:
        return lang_of(self.visit.request)

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
        answer = HTMLResponse(html, self.status, {"Cache-Control": "no-store"})
        return remembering_language(visit.request, answer)


def to_anybody(handler: ApplicantHandler) -> EntranceHandler:
    async def endpoint(request: Request) -> Response:
        visit = Visit(request)
        try:
            office = visit.services.festivals.festivals.open(visit.path("festival"))
        except NoSuchFestival:
            return _nothing(request)
        return await handler(Applicant(visit, office))

    return endpoint


def form_of_anybody(handler: ApplicantHandler, back: ApplicantHandler) -> EntranceHandler:
    """A form; what the domain refuses is said above it, with what was typed still in it."""

    async def carry_out(somebody: Applicant) -> Response:
        visit = somebody.visit
        async with visit.request.form(max_files=0, max_fields=MOST_FIELDS) as data:
            visit.form = forms.read_form(data)
        if not visit.access.form_token_fits(visit.session, visit.form.text("form_token")):
            return old_form(visit)
        try:
            _counted(somebody)
            return await handler(somebody)
        except TooManyTries:
            somebody.refused = notice("too-many-entries").in_words(language(somebody.lang))
            somebody.status = 429
        except Refusal as refusal:
            somebody.refused = sentence(refusal, None, language(somebody.lang))
            somebody.bad_field = refusal.field if isinstance(refusal, BadField) else ""
            somebody.status = 422 if isinstance(refusal, BadField) else 409
        answer = await back(somebody)
        if somebody.status == 429:
            answer.headers["Retry-After"] = str(REMEMBERED_SECONDS)
        return answer

    return to_anybody(carry_out)


# Entries


async def show_form(somebody: Applicant) -> Response:
    """The open edition, and the form to enter it."""
    try:
        edition: ScheduledEdition | None = open_edition(somebody.office.festival, somebody.now)
    except NoOpenEdition as closed:
        edition = None
        somebody.refused = somebody.refused or sentence(closed, None, language(somebody.lang))
    row = None
    if edition is not None:
        view = await somebody.visit.services.festivals.read(somebody.office)
        row = edition_row(somebody.office.festival, edition, {one.slug: one for one in view.sections})
    return somebody.page("public/enter.html", "/enter", row=row, title=_title(somebody, edition))


async def enter_by_oneself(somebody: Applicant) -> Response:
    visit = somebody.visit
    new, email = _typed(somebody), email_of(visit.form.text("email"))
    number = await visit.services.entries.ask(
        somebody.office, new, email, visit.command_id, visit.digest(), somebody.now
    )
    token = visit.access.entry_link(somebody.office.name, number)
    return go(f"/enter/{somebody.office.name}/entry/{token}")


async def show_entry(somebody: Applicant) -> Response:
    """One's own entry, by the signed address."""
    number = _own(somebody)
    request = somebody.office.festival.entries.get(number)
    if request is None:
        return _nothing(somebody.visit.request)
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
        return _nothing(somebody.visit.request)
    await somebody.visit.services.entries.withdraw(somebody.office, number, somebody.now)
    return go(somebody.visit.request.url.path)


# Petitions


async def show_petitions(somebody: Applicant) -> Response:
    festival = somebody.office.festival
    running = [one for one in festival.petitions.values() if one.open]
    over = [one for one in festival.petitions.values() if not one.open]
    signing = somebody.visit.request.path_params.get("petition")
    return somebody.page(
        "public/petitions.html",
        "/petitions",
        "/petitions",
        running=running,
        over=over,
        needed=signers_needed(festival),
        signing=signing,
    )


async def petition(somebody: Applicant) -> Response:
    form, first = somebody.visit.form, _typed(somebody)
    title, least, most = form.text("petition_title"), form.whole("least_rating", 0), form.whole("most_rating", 0)
    return await _petitioned(somebody, lambda state: open_petition(state, title, least, most, first))


async def sign(somebody: Applicant) -> Response:
    number, player = somebody.visit.number("petition"), _typed(somebody)
    return await _petitioned(somebody, lambda state: sign_petition(state, number, player))


async def _petitioned(somebody: Applicant, decide: Callable[..., list[FestivalEvent]]) -> Response:
    visit = somebody.visit
    await somebody.office.command(visit.command_id, THE_PROGRAM, decide, visit.digest())
    return go(f"/enter/{somebody.office.name}/petitions")


def _typed(somebody: Applicant) -> NewPlayer:
    """Raises BadField."""
    form = somebody.visit.form
    return NewPlayer(
        name=form.text("name"),
        rating=form.whole("rating", 0),
        federation=form.text("federation"),
        fide_id=form.whole("fide_id", 0),
        birth_year=form.whole("birth_year", 0),
        club=form.text("club"),
    )


def _counted(somebody: Applicant) -> None:
    """Raises TooManyTries."""
    near = neighbourhood(somebody.visit.address)
    limits: dict[GuesserKey, int] = {
        ("entry", near): ENTRIES_BY_ADDRESS,
        ("entries", somebody.office.name): ENTRIES_OF_A_FESTIVAL,
    }
    somebody.visit.services.entry_tries.count(limits)


def _own(somebody: Applicant) -> int:
    return somebody.visit.access.entry_of(somebody.office.name, somebody.visit.path("token"))


def _title(somebody: Applicant, edition: ScheduledEdition | None) -> str:
    return somebody.visit.office.name_of(edition.tournament) if edition else somebody.office.festival.details.name


def _nothing(request: Request) -> Response:
    lang = lang_of(request)
    html = render("public/missing.html", lang=lang, sentence=not_here("entry", language(lang)), name="", slug="")
    return HTMLResponse(html, 404, {"Cache-Control": "no-store"})


enter_routes: list[BaseRoute] = [
    Route("/enter/{festival}", to_anybody(show_form), methods=["GET"]),
    Route("/enter/{festival}", form_of_anybody(enter_by_oneself, show_form), methods=["POST"]),
    Route("/enter/{festival}/entry/{token}", to_anybody(show_entry), methods=["GET"]),
    Route("/enter/{festival}/entry/{token}", form_of_anybody(leave, show_entry), methods=["POST"]),
    Route("/enter/{festival}/petitions", to_anybody(show_petitions), methods=["GET"]),
    Route("/enter/{festival}/petitions", form_of_anybody(petition, show_petitions), methods=["POST"]),
    Route("/enter/{festival}/petitions/{petition:int}", form_of_anybody(sign, show_petitions), methods=["POST"]),
]

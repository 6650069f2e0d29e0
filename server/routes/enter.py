"""Entries and petitions by people who are not logged in: the forms of a series, and the page of one's own entry."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias
from zoneinfo import ZoneInfo

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from domain.festival.entering import entries_until, open_edition, open_petition, sign_petition, signers_needed
from domain.festival.events import FestivalEvent
from domain.festival.state import ScheduledEdition
from domain.fields import email
from domain.refusals import NoOpenEdition
from domain.words.players import EntrantId
from projections.festivals.sections import edition_row
from server.http.auth import ENTRIES_BY_ADDRESS, ENTRIES_OF_A_FESTIVAL, GuesserKey
from server.office.festivals import FestivalOffice, NoSuchFestival
from server.office.stages import THE_PROGRAM
from server.routes.by_oneself import ByOneself, form_sent, nothing_to_enter, typed_newcomer
from server.routes.desk.visit import Visit, go, new_command_id
from server.turns import neighbourhood
from web.festivals.pages import FestivalFrame
from web.wording.refusals import sentence

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
        limits: dict[GuesserKey, int] = {
            ("entry", neighbourhood(somebody.visit.address)): ENTRIES_BY_ADDRESS,
            ("entries", somebody.office.name): ENTRIES_OF_A_FESTIVAL,
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
    if edition is not None and festival.series is not None:
        view = await somebody.visit.services.festivals.read(somebody.office)
        row = edition_row(festival, edition, {one.slug: one for one in view.sections})
        closes = entries_until(festival, edition).astimezone(ZoneInfo(festival.series.plan.zone))
        until = closes.replace(tzinfo=None).isoformat(timespec="minutes")
    return somebody.page("public/enter.html", "/enter", row=row, until=until, title=_title(somebody, edition))


async def enter_by_oneself(somebody: Applicant) -> Response:
    visit = somebody.visit
    new, address = typed_newcomer(somebody.visit.form), email("email", visit.form.text("email"))
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


async def show_messages(somebody: Applicant) -> Response:
    """The page behind the link that stops messages: programs that look through mail open links, so it only asks."""
    return await _messages_page(somebody, stopped=False)


async def stop_messages(somebody: Applicant) -> Response:
    """By the button, or by the one click of a mail program (RFC 8058), which brings neither cookie nor form token and
    follows no redirect: the signed address is the permission.
    """
    tournament, entrant = somebody.visit.access.messages_of(somebody.office.name, somebody.visit.path("token"))
    if tournament:
        await somebody.visit.services.entries.stop_messages(tournament, EntrantId(entrant))
    return await _messages_page(somebody, stopped=True)


async def _messages_page(somebody: Applicant, stopped: bool) -> Response:
    visit = somebody.visit
    tournament, entrant = visit.access.messages_of(somebody.office.name, visit.path("token"))
    players = (await visit.office.open(tournament)).tournament.players if tournament in visit.office else {}
    if EntrantId(entrant) not in players:
        return nothing_to_enter(visit.request)
    below, name = f"/messages/{visit.path('token')}", visit.office.name_of(tournament)
    player = players[EntrantId(entrant)]
    return somebody.page("public/messages.html", "/enter", below, player=player, name=name, stopped=stopped)


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


def _title(somebody: Applicant, edition: ScheduledEdition | None) -> str:
    return somebody.visit.office.name_of(edition.tournament) if edition else somebody.office.festival.details.name


routes: list[BaseRoute] = [
    Route("/enter/{festival}", to_anybody(show_form), methods=["GET"]),
    Route("/enter/{festival}", form_of_anybody(enter_by_oneself, show_form), methods=["POST"]),
    Route("/enter/{festival}/entry/{token}", to_anybody(show_entry), methods=["GET"]),
    Route("/enter/{festival}/entry/{token}", form_of_anybody(leave, show_entry), methods=["POST"]),
    Route("/enter/{festival}/messages/{token}", to_anybody(show_messages), methods=["GET"]),
    Route("/enter/{festival}/messages/{token}", to_anybody(stop_messages), methods=["POST"]),
    Route("/enter/{festival}/petitions", to_anybody(show_petitions), methods=["GET"]),
    Route("/enter/{festival}/petitions", form_of_anybody(petition, show_petitions), methods=["POST"]),
    Route("/enter/{festival}/petitions/{petition:int}", form_of_anybody(sign, show_petitions), methods=["POST"]),
]

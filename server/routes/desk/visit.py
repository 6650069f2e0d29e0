"""A visit to the desk, and the four doors a handler can stand behind.

`page` and `tournament_page` show; `action` and `tournament_action` change. The doors ask for a
password or an invitation that holds, for the least role that the page or step takes and, where
something changes, for the token of the session's own forms. A `Refusal` of
the domain becomes the page the form was on, with one sentence on top and what was typed still
in it; a program that asks for JSON gets the sentence as JSON.
"""

import uuid
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TypeAlias
from urllib.parse import quote, urlsplit

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from domain.events import Event
from domain.integrity import guarded
from domain.refusals import BadField, NeedsConfirmation, Refusal
from domain.stewards import Forbidden, InvitationEnded, Role, Steward, obstacle, permitted
from domain.tournament import Tournament
from projections.disputes import disputed
from projections.sheet import Sheet
from server import audit
from server.auth import Access, Session
from server.office import Decide, Office, Outcome, TournamentOffice
from server.routes import forms
from server.routes.desk.lately import done_by, in_words
from server.routes.desk.outlook import outlook
from server.routes.forms import Form
from server.settings import Settings
from server.sheets import Sheets
from server.steward_office import StewardOffice, person
from web.rendering import render
from web.wording import language
from web.wording.integrity import consequence
from web.wording.refusals import sentence

SEE_OTHER = 303
SHOWN_DONE = 6
"""Entries that are told after a command; of the others only how many."""


@dataclass(slots=True)
class Visit:
    """One request of somebody at the desk."""

    request: Request
    form: Form = forms.EMPTY
    refusal: Refusal | None = None
    """Why the form on this page was not carried out."""
    tournament: TournamentOffice | None = field(default=None)

    @property
    def session(self) -> Session:
        session: Session = self.request.state.session
        return session

    @property
    def access(self) -> Access:
        access: Access = self.request.app.state.access
        return access

    @property
    def stewards(self) -> StewardOffice:
        stewards: StewardOffice = self.request.app.state.stewards
        return stewards

    @property
    def steward(self) -> Steward:
        """Who this is: the chief arbiter by the password, others as their invitation says at this moment."""
        return person(self.session, self.stewards.state)

    @property
    def office(self) -> Office:
        office: Office = self.request.app.state.office
        return office

    @property
    def settings(self) -> Settings:
        settings: Settings = self.request.app.state.settings
        return settings

    @property
    def wants_json(self) -> bool:
        return "application/json" in self.request.headers.get("accept", "")

    @property
    def address(self) -> str:
        return self.request.client.host if self.request.client else "unknown"

    @property
    def sheet(self) -> Sheet:
        """What the views of this tournament start from, shared with the public pages and the feed."""
        return self._sheets.now(self.at)

    async def still(self) -> Sheet:
        """The same on a copy that nobody evolves."""
        return await self._sheets.still(self.at)

    @property
    def at(self) -> TournamentOffice:
        """The tournament of this visit, behind a door that asks for one."""
        if self.tournament is None:
            raise LookupError("this page is of no tournament")
        return self.tournament

    @property
    def _sheets(self) -> Sheets:
        sheets: Sheets = self.request.app.state.sheets
        return sheets

    def path(self, name: str) -> str:
        value: str = self.request.path_params[name]
        return value

    def asked(self, name: str) -> str:
        """A parameter of the address."""
        return self.request.query_params.get(name, "")

    def page(self, template: str, status: int = 200, **context: object) -> Response:
        """A page of the desk, with what every page of it needs."""
        refused = self.refusal_sentence() if self.refusal else ""
        done = done_by(self.session.name, self.tournament, self.asked("did")) if self.tournament else []
        html = render(
            template,
            lang="en",
            session=self.session,
            form_token=self.access.form_token(self.session),
            new_id=new_command_id,
            typed=self.form,
            refused=refused,
            bad_field=self.refusal.field if isinstance(self.refusal, BadField) else "",
            here=self.request.url.path,
            desk=self.tournament,
            steward=self.steward,
            disputed=disputed(self.tournament.tournament) if self.tournament else (),
            done=in_words(self.tournament, done[:SHOWN_DONE]) if self.tournament and done else [],
            done_more=max(0, len(done) - SHOWN_DONE),
            **context,
        )
        return HTMLResponse(html, self._status(status), {"Cache-Control": "no-store"})

    async def command(self, decide: Decide, office: TournamentOffice | None = None) -> Outcome:
        """Carry out a decision for the tournament of this visit, in the name of who sits here."""
        at = office or self.at
        confirmed = self.form.whole("confirmed", 0)

        def decided(t: Tournament) -> list[Event]:
            events = decide(t)
            permitted(self.steward, events)
            return guarded(t, events, confirmed)

        return await at.command(self.command_id, self.session.name, decided)

    @property
    def command_id(self) -> str:
        """The id the form was born with; a form without one cannot be sent twice safely, so it gets a new one."""
        sent = self.form.text("command_id")
        return sent if 8 <= len(sent) <= 64 and sent.isascii() and sent.isprintable() else new_command_id()

    def refusal_sentence(self) -> str:
        if self.refusal is None:
            return ""
        state = self.tournament.tournament if self.tournament else None
        return sentence(self.refusal, state, language("en"))

    def _status(self, wanted: int) -> int:
        if self.refusal is None:
            return wanted
        return 422 if isinstance(self.refusal, BadField) else 409


def new_command_id() -> str:
    return str(uuid.uuid4())


def go(path: str, outcome: Outcome | None = None) -> Response:
    """To another page of ours after a command; `did` tells that page what to confirm."""
    if outcome is not None and outcome.entries:
        mark = "&" if "?" in path else "?"
        path = f"{path}{mark}did={outcome.entries[0].version}"
    return RedirectResponse(path, SEE_OTHER, {"Cache-Control": "no-store"})


def own_path(path: str, otherwise: str = "/desk") -> str:
    """`path` if it is one of the desk's own, so that nobody is sent elsewhere by a link."""
    safe = path == "/desk" or path.startswith("/desk/")
    return path if safe and "\\" not in path and path.isprintable() and "//" not in path else otherwise


Handler: TypeAlias = Callable[[Visit], Awaitable[Response]]
TournamentHandler: TypeAlias = Callable[[Visit, TournamentOffice], Awaitable[Response]]
Endpoint: TypeAlias = Callable[[Request], Awaitable[Response]]


def page(handler: Handler, least: Role | None = Role.ARBITER) -> Endpoint:
    """`least` is the role it takes; None = whoever has come in."""

    async def endpoint(request: Request) -> Response:
        visit = Visit(request)
        return stopped(visit, least) or await handler(visit)

    return endpoint


def tournament_page(handler: TournamentHandler, least: Role | None = Role.ARBITER) -> Endpoint:
    async def show(visit: Visit) -> Response:
        visit.tournament = await visit.office.open(visit.path("slug"))
        return await handler(visit, visit.tournament)

    return page(show, least)


def action(handler: Handler, back: Handler, least: Role | None = Role.ARBITER) -> Endpoint:
    """`back` shows the page that the form was on when the domain refuses."""

    async def endpoint(request: Request) -> Response:
        visit = Visit(request)
        if stop := stopped(visit, least):
            return stop
        async with request.form(max_files=1, max_fields=5000, max_part_size=visit.settings.form_limit) as data:
            return await _carried_out(visit, data, handler, back)

    return endpoint


async def _carried_out(visit: Visit, data: FormData, handler: Handler, back: Handler) -> Response:
    visit.form = forms.read(data)
    if not visit.access.form_token_fits(visit.session, visit.form.text("form_token")):
        return old_form(visit)
    try:
        return await handler(visit)
    except Refusal as refusal:
        if isinstance(refusal, NeedsConfirmation) and not visit.wants_json:
            return await confirmation(visit, refusal)
        if isinstance(refusal, Forbidden):
            audit.refused_request(visit.request, visit.session.name, type(refusal).__name__)
        visit.refusal = refusal
        return await back(visit)


async def confirmation(visit: Visit, gate: NeedsConfirmation) -> Response:
    """The same form once more, with what it means; level 4 asks twice. The command id stays the same."""
    fields = [(n, v) for n, values in visit.form.lists.items() if n != "confirmed" for v in values]
    return visit.page(
        "desk/confirm.html",
        409,
        level=gate.level,
        step=1 if visit.form.whole("confirmed", 0) < 3 else 2,
        consequences=consequence(gate.what, language("en")),
        fields=fields,
        outlook=await outlook(await visit.still(), gate.events) if visit.tournament else None,
        back=own_path(urlsplit(visit.request.headers.get("referer", "")).path),
    )


def tournament_action(
    handler: TournamentHandler, back: TournamentHandler, least: Role | None = Role.ARBITER
) -> Endpoint:
    async def carry_out(visit: Visit) -> Response:
        visit.tournament = await visit.office.open(visit.path("slug"))
        return await handler(visit, visit.tournament)

    async def show(visit: Visit) -> Response:
        return await back(visit, visit.at)

    return action(carry_out, show, least)


def stopped(visit: Visit, least: Role | None) -> Response | None:
    """To the door, if nobody has come in yet; a sentence, if this is not for them."""
    if not (visit.session.entered and visit.access.has_password):
        return _to_the_door(visit)
    slug: str = visit.request.path_params.get("slug", "")
    refusal = obstacle(visit.steward, least, datetime.now(UTC), slug)
    return forbidden(visit, refusal) if refusal else None


def forbidden(visit: Visit, refusal: Forbidden) -> Response:
    """Said before anything is looked up, so that it tells nothing about what is there."""
    audit.refused_request(visit.request, visit.session.name, type(refusal).__name__)
    said = sentence(refusal, None, language("en"))
    if visit.wants_json:
        return JSONResponse({"sentence": said}, 403)
    return visit.page("join/stopped.html", 403, said=said, ended=isinstance(refusal, InvitationEnded))


def _to_the_door(visit: Visit) -> Response:
    if visit.wants_json:
        return JSONResponse({"sentence": "Please log in again."}, 401)
    if not visit.access.has_password:
        return go("/desk/first")
    url = visit.request.url
    wanted = url.path + (f"?{url.query}" if url.query else "")
    there = f"?next={quote(wanted, safe='/')}" if visit.request.method == "GET" and wanted != "/desk" else ""
    return go(f"/desk/login{there}")


def old_form(visit: Visit) -> Response:
    """A form of another session: somebody logged in or out since, or it was forged."""
    audit.refused_request(visit.request, visit.session.name, "form of another session")
    if visit.wants_json:
        return JSONResponse({"sentence": "This page is older than your login. Reload it."}, 403)
    return visit.page("desk/old_form.html", 403)

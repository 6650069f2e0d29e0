"""A visit to the desk: one request of somebody, the commands they give with it, and what every page needs."""

import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Protocol

import msgspec
from starlette.responses import HTMLResponse, RedirectResponse, Response

from domain.decisions.integrity import guarded
from domain.decisions.players.registering import NewPlayer, read_player
from domain.events import Event
from domain.festival.events import FestivalEvent
from domain.festival.state import Festival
from domain.formats import current_round
from domain.organisers.decisions import giving
from domain.organisers.events import OrganiserEvent, OwnedKind, QuotaKind
from domain.organisers.state import Organisers
from domain.records import dataclass
from domain.refusals import BadField, FileTooHeavy, FileTooSlow, MovedOn, Refusal
from domain.screens.events import ScreenEvent
from domain.screens.state import Screens
from domain.stewards.events import StewardEvent
from domain.stewards.permissions import Action, AskedThing, may
from domain.stewards.state import Stewards
from domain.tournament import Tournament
from projections.lists.catalogue import CatalogueList, CataloguePage, list_named
from projections.lists.history import History
from projections.moment.snapshot import Snapshot
from projections.round.results import disputed
from server.care.copies import Copies
from server.office.festivals import FestivalOffice, Festivals
from server.office.stream import Checks, ToldFirst
from server.office.tournaments import Decide, Outcome, TournamentOffice
from server.routes import forms
from server.routes.desk.done import done_by, in_words, registered_together
from server.routes.desk.person import PersonAtDesk
from server.routes.forms import Form
from server.routes.question import remembering_language, searched
from web.rendering import render
from web.wording.refusals import sentence


class Previewed(Exception):
    """The events that a command would write, of a tournament or of a festival and its sections; nothing was written."""

    def __init__(self, events: Sequence[object]) -> None:
        super().__init__()
        self.events = events


@dataclass(frozen=True, slots=True)
class ByProgram:
    """The parts of a program's command that no form of the desk has."""

    preview: bool = False
    """Only to be told what would happen."""
    expected: int | None = None
    """The version it decided on; None = any."""

    def check(self, version: int) -> None:
        """Raises MovedOn."""
        if self.expected is not None and self.expected != version:
            raise MovedOn(self.expected, version)

    def before_another_stream(self, version: int, events: Sequence[Event]) -> None:
        """Before a step writes elsewhere first. Raises MovedOn, or Previewed with what it would write here."""
        if self.preview:
            raise Previewed(events)
        self.check(version)


def players_of_program(form: Form, name: str) -> tuple[NewPlayer, ...]:
    """The players in this field: of each its own fields, as JSON."""
    return tuple(read_player(Form(msgspec.json.decode(one, type=dict[str, str]))) for one in form.all(name))


class Versioned(Protocol):
    @property
    def version(self) -> int: ...


SEE_OTHER = 303
DONE_ENTRIES_SHOWN = 6
"""Entries that are told after a command; of the others only how many."""


@dataclass(slots=True)
class Commands(PersonAtDesk):
    """The commands of a visit: one for each kind of stream, with the checks of whoever asks round each."""

    form: Form = forms.EMPTY_FORM
    tournament: TournamentOffice | None = None
    by_program: ByProgram | None = None
    """The wishes of a program about its command; None = a person sent a form."""
    outcome: Outcome | None = None
    """The outcome of the command of this visit, once it is carried out."""

    async def open(self, slug: str) -> TournamentOffice:
        """The tournament of this visit from now on. Raises NoSuchTournament, JournalTrouble."""
        self.tournament = await self.office.open(slug)
        return self.tournament

    @property
    def at(self) -> TournamentOffice:
        """The tournament of this visit, behind a guard that asks for one."""
        if self.tournament is None:
            raise LookupError("this page is of no tournament")
        return self.tournament

    @property
    def festivals(self) -> Festivals:
        return self.services.festivals.festivals

    @property
    def festival(self) -> FestivalOffice:
        """The festival of the address. Raises NoSuchFestival."""
        return self.festivals.open(self.path("festival"))

    @property
    def _only_previewed(self) -> bool:
        return self.by_program is not None and self.by_program.preview

    def _preview_only(self, decide: Callable[[], Sequence[object]]) -> None:
        """Raises Previewed where a program asks for no more than that."""
        if self._only_previewed:
            self.ask_again()
            raise Previewed(decide())

    def _before(self, state: Versioned) -> None:
        """Before a decision, at the moment of writing. Raises Forbidden, and MovedOn for a program."""
        self.ask_again()
        if self.by_program:
            self.by_program.check(state.version)

    def _after(self, t: Tournament, events: list[Event]) -> list[Event]:
        """After a decision about a tournament: the rights, and a confirmation as high as integrity wants it."""
        return guarded(t, self.grant.checked(events), self.form.whole("confirmed", 0))

    async def command(self, decide: Decide, *read: object) -> Outcome:
        """Carry out a decision for the tournament of this visit, by the steward; `read` as in `digest`."""
        at, by = self.at, self.session.name
        if self._only_previewed:
            raise Previewed(self.grant.checked(at.admitted(at.tournament, decide(at.tournament))))
        checks: Checks[Tournament, Event] = Checks(self._before, self._after)
        self.outcome = await at.command(self.command_id, by, decide, self.digest(*read), checks)
        if at.tournament.playoff.declared or at.tournament.playoff.held:
            await self.services.playoffs.follow(at, by)
        return self.outcome

    async def create(self, name: str, decide: Decide, *read: object) -> TournamentOffice:
        """A new tournament, by the steward; `read` as in `digest`."""
        self._preview_only(lambda: decide(Tournament()))
        checks: Checks[Tournament, Event] = Checks(self._before)
        by, digest = self.session.name, self.digest(*read)
        return await self.office.create(
            name, self.command_id, by, decide, digest, checks, self.owned_before(OwnedKind.TOURNAMENT)
        )

    def owned_before(self, kind: OwnedKind) -> ToldFirst:
        """What somebody announces belongs to the organiser that they choose, else to their own."""
        organiser = self._chosen_organiser() or self._person_at().organiser

        async def owned(name: str) -> None:
            state = self.services.organisers.state
            if organiser and kind is OwnedKind.TOURNAMENT and state.owned.get((kind, name)) != organiser:
                await self.services.quotas.refuse_more(organiser, QuotaKind.TOURNAMENTS)
            if organiser:
                await self.services.organisers.step(giving(kind, name, organiser), self.session.name)

        return owned

    def _chosen_organiser(self) -> str:
        """Raises BadField for one for which they may announce nothing."""
        chosen = self.form.text("belongs_to")
        if chosen and chosen not in self.announcing_for:
            raise BadField("belongs_to", chosen, "not-here")
        return chosen

    @property
    def announcing_for(self) -> dict[str, str]:
        """The organisers for which somebody may announce something, address to name; none where there is the desk."""
        if not self.settings.organisers:
            return {}
        now, founded = datetime.now(UTC), self.services.organisers.state.founded
        return {
            id: one.name
            for id, one in founded.items()
            if may(self._person_at(organiser=id), Action.ANNOUNCE, AskedThing(organiser=id), now)
        }

    async def command_festival(
        self, decide: Callable[[Festival], list[FestivalEvent]], *read: object
    ) -> FestivalOffice:
        office = self.festival
        self._preview_only(lambda: decide(office.festival))
        checks: Checks[Festival, FestivalEvent] = Checks(self._before)
        self.outcome = await office.command(self.command_id, self.session.name, decide, self.digest(*read), checks)
        return office

    async def create_festival(self, name: str, decide: Callable[[Festival], list[FestivalEvent]]) -> FestivalOffice:
        self._preview_only(lambda: decide(Festival()))
        checks: Checks[Festival, FestivalEvent] = Checks(self._before)
        return await self.festivals.create(
            name,
            self.command_id,
            self.session.name,
            decide,
            self.digest(),
            checks,
            self.owned_before(OwnedKind.FESTIVAL),
        )

    def before_another_stream(self, decide: Callable[[], Sequence[object]]) -> None:
        """Before a step of a festival writes elsewhere first. Raises MovedOn, or Previewed."""
        if self._only_previewed:
            raise Previewed(decide())
        if self.by_program:
            self.by_program.check(self.festival.position)

    async def command_screens(self, decide: Callable[[Screens], list[ScreenEvent]], *read: object) -> None:
        """Carry out a decision about the screens, by the steward; `read` as in `digest`."""
        checks: Checks[Screens, ScreenEvent] = Checks(self._before)
        office = self.services.screens.screen_office
        await office.command(self.command_id, self.session.name, decide, self.digest(*read), checks)

    async def command_organisers(self, decide: Callable[[Organisers], list[OrganiserEvent]], *read: object) -> None:
        checks: Checks[Organisers, OrganiserEvent] = Checks(self._before)
        office = self.services.organisers
        await office.command(self.command_id, self.session.name, decide, self.digest(*read), checks)

    async def command_stewards(self, decide: Callable[[Stewards], list[StewardEvent]]) -> None:
        checks: Checks[Stewards, StewardEvent] = Checks(self._before)
        await self.stewards.command(self.command_id, self.session.name, decide, self.digest(), checks)

    def digest(self, *read: object) -> str:
        """A digest of the command, with the data `read` from a list or a file: its id stands for it alone."""
        return self.form.digest(self.request.scope["path"], *read)

    @property
    def command_id(self) -> str:
        """The id the form was born with; a form without one cannot be sent twice safely, so it gets a new one."""
        sent = self.form.text("command_id")
        return sent if 8 <= len(sent) <= 64 and sent.isascii() and sent.isprintable() else new_command_id()


@dataclass(slots=True)
class Visit(Commands):
    refusal: Refusal | None = None
    """The reason the form on this page was not carried out."""

    @property
    def copies(self) -> Copies:
        return self.services.copies

    @property
    def snapshot(self) -> Snapshot:
        """The snapshot of this tournament; without boards in dispute it is that of the public pages and the feed."""
        return self.services.snapshots.at_desk(self.at)

    @property
    def history(self) -> History:
        return self.services.histories.of(self.at)

    async def read_history(self) -> None:
        """Read the history on before a page shows it: of a long journal others have their turn meanwhile."""
        await self.services.histories.read_on(self.at)

    async def still(self) -> Snapshot:
        """The snapshot of a copy that nobody evolves."""
        return await self.services.snapshots.still(self.at)

    @property
    def searched(self) -> CataloguePage:
        """The tournaments that this page offers: the likely ones, or those that somebody searched for."""
        return self.listed(list_named(self.asked("list")), *searched(self.request))

    def listed(self, shelf: CatalogueList, number: int = 1, wanted: str = "") -> CataloguePage:
        """A page of those in a list that concern them; of an account only what its organisers have is looked at."""
        account, among = self.session.account, None
        if account:
            held = self.services.organisers.state.memberships(account, datetime.now(UTC))
            among = self.services.fronts.tournaments_of({one.invited.organiser for one in held}, shelf)
        admits = self.concerns if self.steward.is_limited else None
        return self.office.catalogue.page(number, wanted, admits, shelf, among)

    async def choices(self, also: Iterable[str] = ()) -> dict[str, str]:
        """Address to name of those tournaments, of what cannot be read, and of `also`.

        Tournaments of one name are told apart by day, city and address.
        """
        await self.office.started()
        unread = filter(self.concerns, self.office.unreadable)
        offered = dict.fromkeys([*(row.slug for row in self.searched.rows), *unread, *also])
        names = {id: self.office.name_of(id) for id in offered if id in self.office}
        shared = {name for name, times in Counter(names.values()).items() if times > 1}
        return {id: self._told_apart(id, name) if name in shared else name for id, name in names.items()}

    def _told_apart(self, id: str, name: str) -> str:
        known = self.office.catalogue.get(id)
        details = known.overview.details if known is not None else None
        day = self.words.day(details.start) if details and details.start else ""
        return " · ".join(filter(None, (name, day, details.city if details else "", id)))

    def page(self, template: str, status: int = 200, **context: object) -> Response:
        """A page of the desk, with what every page of it needs; `t` is the tournament of this visit."""
        words, t = self.words, self.tournament.tournament if self.tournament else None
        done = done_by(self.session.name, self.tournament, self.asked("did")) if self.tournament else []
        context.setdefault("t", t)
        html = render(
            template,
            lang=words.code,
            session=self.session,
            form_token=self.access.form_token(self.session),
            new_id=new_command_id,
            typed=self.form,
            refused=self.refusal_sentence(),
            bad_field=self.refusal.field if isinstance(self.refusal, BadField) else "",
            here=self.request.url.path,
            desk=self.tournament,
            in_festivals=self._in_festivals,
            organisers=self.settings.organisers,
            steward=self.steward,
            read_only=self.settings.read_only,
            disputed=disputed(t) if t else (),
            present_round=present_round(t) if t else 0,
            done=in_words(self.history, t, done[:DONE_ENTRIES_SHOWN], words) if t and done else [],
            done_registered=registered_together(self.tournament, done) if self.tournament else 0,
            done_more=max(0, len(done) - DONE_ENTRIES_SHOWN),
            **context,
        )
        if self.refusal is not None:
            status = 422 if isinstance(self.refusal, BadField | FileTooHeavy | FileTooSlow) else 409
        answer = HTMLResponse(html, status, {"Cache-Control": "no-store"})
        return remembering_language(self.request, answer, self.steward.language)

    @property
    def _in_festivals(self) -> list[FestivalOffice]:
        """Festivals with the tournament of this visit, for stewards who may see more than this tournament."""
        if self.tournament is None or self.steward.tournament:
            return []
        return [one for one in self.festivals.of(self.tournament.id) if self.concerns(festival=one.name)]

    def refusal_sentence(self) -> str:
        if self.refusal is None:
            return ""
        state = self.tournament.tournament if self.tournament else None
        return sentence(self.refusal, state, self.words)


def present_round(t: Tournament) -> int:
    """The round that the desk works at: a draft that waits, else the one being played. 0 = none is paired."""
    waiting = t.draft.number if t.draft else 0
    return current_round(t) or waiting if t.regulations.from_tables else waiting or current_round(t)


def new_command_id() -> str:
    return str(uuid.uuid4())


def go(path: str, outcome: Outcome | None = None) -> Response:
    """To another page of ours after a command; `did` tells that page what to confirm."""
    if outcome is not None and outcome.entries:
        mark = "&" if "?" in path else "?"
        path = f"{path}{mark}did={outcome.entries[0].version}"
    return RedirectResponse(path, SEE_OTHER, {"Cache-Control": "no-store"})


def own_path(path: str) -> str:
    """`path` if it is one of the desk's own, so that nobody is sent elsewhere by a link; else its first page."""
    safe = path == "/desk" or path.startswith("/desk/")
    return path if safe and "\\" not in path and path.isprintable() and "//" not in path else "/desk"

"""A visit to the desk: one request of somebody, what was sent with it, and what every page needs."""

import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import field
from datetime import UTC, datetime
from itertools import islice, takewhile
from typing import Protocol

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from domain.decisions.integrity import guarded
from domain.decisions.players.registering import NewPlayer, read_player
from domain.events import Event, HandPairingBegun, boards_of
from domain.festival.events import FestivalEvent
from domain.festival.state import Festival
from domain.formats import current_round
from domain.organisers.decisions import giving
from domain.organisers.events import OrganiserEvent, OwnedKind, QuotaKind
from domain.organisers.state import NO_ORGANISER, Organisers
from domain.records import dataclass
from domain.refusals import BadField, FileTooHeavy, FileTooSlow, MovedOn, Refusal
from domain.screens.events import ScreenEvent
from domain.screens.state import Screens
from domain.stewards.events import Role, Scope, StewardEvent
from domain.stewards.permissions import WHOLE_DESK, Action, AskedThing, granted, is_within_reach, may
from domain.stewards.roles import Grant
from domain.stewards.state import Steward, Stewards
from domain.tournament import Tournament
from projections.lists.catalogue import CatalogueList, CataloguePage, list_named
from projections.lists.history import History, HistoryRow
from projections.moment.people import PeopleByNeed
from projections.moment.snapshot import Snapshot
from projections.round.results import disputed
from server.care.copies import Copies
from server.http.auth import Access, Session
from server.journal import Entry
from server.journal.side_store import AccountRows, IdentityRows, PasskeyRows
from server.office.festivals import FestivalOffice, Festivals
from server.office.stream import Checks, StewardOffice, ToldFirst
from server.office.tournaments import Decide, Office, Outcome, TournamentOffice
from server.routes import forms
from server.routes.forms import Form
from server.routes.question import lang_of, remembering_language, searched
from server.services import Services, open_services
from server.settings import Settings
from web.rendering import render
from web.wording import LANGUAGES, Language, language
from web.wording.chess.telling import EventInWords
from web.wording.events import event_in_words
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
class PersonAtDesk:
    """One request of somebody at the desk: who asks, and what they may do."""

    request: Request
    _action: Action = field(default=Action.ENTER, kw_only=True)
    _scope: Scope | None = field(default=None, kw_only=True)
    _grant: Grant | None = field(default=None, kw_only=True)

    @property
    def session(self) -> Session:
        session: Session = self.request.state.session
        return session

    @property
    def services(self) -> Services:
        services: Services = self.request.app.state.services
        return services

    @property
    def access(self) -> Access:
        return self.services.access

    @property
    def office(self) -> Office:
        return self.services.office

    @property
    def settings(self) -> Settings:
        return self.services.settings

    @property
    def accounts(self) -> AccountRows:
        """Who is behind the accounts, beside the journal; slow: in a thread."""
        return self.services.office.journal.journal.accounts

    @property
    def passkeys(self) -> PasskeyRows:
        """As `accounts`."""
        return self.services.office.journal.journal.passkeys

    @property
    def identities(self) -> IdentityRows:
        """As `accounts`."""
        return self.services.office.journal.journal.identities

    @property
    def stewards(self) -> StewardOffice:
        return self.services.stewards

    @property
    def steward(self) -> Steward:
        return self._person_at(*self._addresses)

    @property
    def _addresses(self) -> tuple[str, str, str]:
        """The tournament, the festival and the organiser of this page, as far as there are any."""
        tournament, festival, organiser = (
            self.request.path_params.get(name, "") for name in ("slug", "festival", "organiser")
        )
        return tournament, festival, organiser or self._owner_of_named

    @property
    def _owner_of_named(self) -> str:
        """The organiser of the screen, key or webhook of this address; empty = it names none, or there is the desk."""
        if not self.settings.organisers:
            return ""
        named, quotas = self.request.path_params, self.services.quotas
        if "screen" in named:
            return self.services.organisers.state.owner(OwnedKind.SCREEN, named["screen"])
        if "key" in named:
            return quotas.owner_of_key(named["key"]) or NO_ORGANISER
        return quotas.owner_of_webhook(named["webhook"]) or NO_ORGANISER if "webhook" in named else ""

    def _person_at(self, tournament: str = "", festival: str = "", organiser: str = "") -> Steward:
        return person_at(self.services, self.session, tournament, festival, organiser)

    def ask(self, action: Action, scope: Scope | None = None) -> None:
        """Ask whether this steward may do that here, for the whole visit; the answer is `grant`. Raises Forbidden."""
        self._action, self._scope = action, scope
        self.ask_again()

    def ask_again(self) -> None:
        """Renew `grant` at the moment of writing: an invitation may have ended since. Raises Forbidden."""
        steward = self.steward
        thing = thing_at(self.services, steward, *self._addresses)
        self._grant = granted(steward, self._action, thing, datetime.now(UTC), self._scope)

    @property
    def grant(self) -> Grant:
        """The rights of this steward here, behind a guard that has asked."""
        if self._grant is None:
            raise LookupError("no guard has asked what this steward may do")
        return self._grant

    def may(self, action: Action) -> bool:
        """Whether this steward may do that at the desk as a whole."""
        return may(self._person_at(), action, WHOLE_DESK, datetime.now(UTC))

    def may_there(self, action: Action, slug: str = "", festival: str = "") -> bool:
        """Whether they may do that to another thing than the one of this page, which need not be there."""
        person = self._person_at(slug, festival)
        there = slug in self.office if slug else festival in self.services.festivals.festivals
        return there and may(person, action, thing_at(self.services, person, slug, festival), datetime.now(UTC))

    def owner_of(self, slug: str) -> str:
        """The organiser to whom a tournament belongs; empty = there is none."""
        return self.services.fronts.owner(slug)

    def concerns(self, slug: str = "", festival: str = "") -> bool:
        person = self._person_at(slug, festival)
        return not person.dismissed and is_within_reach(person, thing_at(self.services, person, slug, festival))

    @property
    def festival_names(self) -> dict[str, str]:
        """Of those that concern them, by address."""
        found = (one for one in self.services.festivals.festivals if self.concerns(festival=one.name))
        return {one.name: one.festival.details.name for one in found}

    @property
    def words(self) -> Language:
        return language(lang_at_desk(self.request))

    @property
    def wants_json(self) -> bool:
        return "application/json" in self.request.headers.get("accept", "")

    @property
    def address(self) -> str:
        return self.request.client.host if self.request.client else "unknown"

    def path(self, name: str) -> str:
        return str(self.request.path_params[name])

    def number(self, name: str) -> int:
        return int(self.request.path_params[name])

    def asked(self, name: str) -> str:
        return self.request.query_params.get(name, "")


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
        return self.form.digest(self.request.url.path, *read)

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


# The steward to whom a session belongs, the thing they ask about, and the language they read.


def steward_of(session: Session, stewards: Stewards) -> Steward:
    """The person of this session: chief arbiter by the password, others as their invitation says now."""
    if not session.entered or session.account:
        return Steward(session.account, session.name, Role.READER, dismissed=True)
    if session.key:
        return stewards.behind_key(stewards.programs.key(session.key))
    if not session.steward:
        return stewards.by_password(session.name)
    gone = Steward(session.steward, session.name, Role.READER, dismissed=True)
    return stewards.invited.get(session.steward, gone)


def person_at(services: Services, session: Session, slug: str = "", festival: str = "", organiser: str = "") -> Steward:
    """The person of this session, as they may act at these addresses."""
    if session.account:
        return _by_account(services, session.account, session.name, slug, festival, organiser)
    stewards = services.stewards.state
    made = stewards.programs.keys.get(session.key) if session.key else None
    if made is not None and made.made.maker in services.organisers.state.accounts:
        maker = _by_account(services, made.made.maker, made.made.maker_name, slug, festival, organiser)
        return stewards.behind_key(made, maker)
    return steward_of(session, stewards)


def _by_account(services: Services, account: str, name: str, slug: str, festival: str, organiser: str) -> Steward:
    """Nobody where there is the desk alone: accounts are of a server that organisers share."""
    if not services.settings.organisers:
        return Steward(account, name, Role.READER, dismissed=True)
    thing = _whole_thing(services, slug, festival, organiser)
    return services.organisers.state.person(account, name, thing, datetime.now(UTC))


def thing_at(services: Services, asking: Steward, slug: str, festival: str = "", organiser: str = "") -> AskedThing:
    """The thing at these addresses, with as much around it as the answer to whoever asks depends on."""
    if asking.festival or asking.organiser:
        return _whole_thing(services, slug, festival, organiser)
    played_for = services.office.playoff_of(slug) if slug and asking.tournament not in ("", slug) else ""
    return AskedThing(slug, played_for, frozenset({festival} - {""}), organiser)


def _whole_thing(services: Services, slug: str, festival: str, organiser: str) -> AskedThing:
    played_for = services.office.playoff_of(slug) if slug else ""
    sections = [one for one in (slug, played_for) if one]
    around = [office.name for one in sections for office in services.festivals.festivals.of(one)]
    if slug:
        within = [(OwnedKind.TOURNAMENT, played_for)] if played_for else []
        within += [(OwnedKind.FESTIVAL, name) for name in around]
        organiser = services.organisers.state.owner(OwnedKind.TOURNAMENT, slug, *within)
    elif festival:
        organiser = services.organisers.state.owner(OwnedKind.FESTIVAL, festival)
    return AskedThing(slug, played_for, frozenset({festival, *around} - {""}), organiser)


def lang_at_desk(request: Request) -> str:
    """The code of the steward's own choice, else as on public pages."""
    services, session = open_services(request.app), getattr(request.state, "session", None)
    chosen = steward_of(session, services.stewards.state).language if session and services else ""
    return chosen if chosen in LANGUAGES else lang_of(request)


# A few entries of the journal in words: what a command has just done, and what happened lately.


def in_words(
    history: History, t: Tournament, versions: Iterable[int], words: Language
) -> list[tuple[HistoryRow, EventInWords]]:
    rows, known = [history.row(version) for version in versions], PeopleByNeed(t)
    return [(row, event_in_words(row, known, words)) for row in rows]


def done_by(name: str, office: TournamentOffice, did: str) -> list[int]:
    """Versions of what somebody's command before the redirect did, from `?did=` (the first of them)."""
    entries = office.entries
    if not (did.isascii() and did.isdigit() and len(did) < 10 and 1 <= int(did) <= len(entries)):
        return []
    first = entries[int(did) - 1]
    return _as_far_as_it_goes(islice(entries, int(did) - 1, None), first) if first.by == name else []


def written_with(office: TournamentOffice, version: int) -> list[int]:
    """Versions of all that the same command wrote."""
    entries, at = office.entries, version - 1
    before = _as_far_as_it_goes((entries[i] for i in range(at, -1, -1)), entries[at])
    return [*reversed(before), *_as_far_as_it_goes(islice(entries, at + 1, None), entries[at])]


def _as_far_as_it_goes(entries: Iterable[Entry], of: Entry) -> list[int]:
    return [entry.version for entry in takewhile(lambda entry: entry.command_id == of.command_id, entries)]


def hand_pairing(office: TournamentOffice) -> Entry | None:
    """The beginning of the pairing by hand that is going on, with its author and time; None = there is none."""
    if not office.tournament.by_hand:
        return None
    return next((e for e in reversed(office.entries) if isinstance(e.event, HandPairingBegun)), None)


def last_entry(office: TournamentOffice, round: int, board: int) -> Entry | None:
    """The newest entry about a board, with its author and time."""
    return next((e for e in reversed(office.entries) if (round, board) in boards_of(e.event)), None)

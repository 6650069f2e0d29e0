"""Whoever asks at the desk: the steward behind a session, what they may do and to what, and the language they read."""

import asyncio
from dataclasses import field
from datetime import UTC, datetime

from starlette.requests import Request

from domain.organisers.events import OwnedKind
from domain.organisers.state import NO_ORGANISER
from domain.records import dataclass
from domain.stewards.events import Role, Scope
from domain.stewards.permissions import WHOLE_DESK, Action, AskedThing, granted, is_within_reach, may
from domain.stewards.roles import Grant
from domain.stewards.state import Steward, Stewards
from server.http.auth import Access, Session
from server.journal.side.accounts import AccountRows, IdentityRows, KeptAccount, PasskeyRows
from server.journal.side.personal import SideStore
from server.office.stream import StewardOffice
from server.office.tournaments import Office
from server.routes.question import lang_of
from server.services import Services, open_services
from server.settings import Settings
from web.wording import LANGUAGES, Language, language


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

    async def own_account(self) -> KeptAccount | None:
        return await asyncio.to_thread(self.accounts.find, self.session.account)

    @property
    def side(self) -> SideStore:
        """Personal data beside the journal, as slow as `accounts`."""
        return self.services.office.journal.journal.side

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
        named = self.request.path_params
        organiser = named.get("organiser") or self._owner_of_named
        return named.get("slug", ""), named.get("festival", ""), organiser

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
        addresses, services = self._addresses, self.services
        steward = person_at(services, self.session, *addresses)
        thing = thing_at(services, steward, *addresses)
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

"""Who the organisers are, who is a member of which and as what, and what belongs to whom."""

from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from datetime import datetime
from enum import StrEnum

from domain.organisers import events as o
from domain.organisers.persons import Entrance, Persons
from domain.records import dataclass
from domain.refusals import Refusal
from domain.stewards.events import Role
from domain.stewards.permissions import AskedThing, is_within_reach
from domain.stewards.state import Steward
from domain.words.choices.faces import NO_FACE, EventFace
from domain.words.players import EntrantId

BY_RANK = (Role.OWNER, Role.ORGANISER, Role.CHIEF, Role.ARBITER, Role.ENTRY, Role.READER)
"""The roles of members; of several that reach a thing the first one counts."""
OF_A_PART = BY_RANK[2:]
"""The roles of somebody who has one tournament or one festival alone."""


NO_ORGANISER = "-"
"""No organiser has it for an address."""


class NoSuchOrganiser(Refusal):
    id: str


class NoSuchMember(Refusal):
    id: str


class AccountState(StrEnum):
    OPEN = "open"
    SUSPENDED = "suspended"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Organiser:
    id: str
    name: str
    suspended: bool = False
    about: str = ""
    link: str = ""
    face: EventFace = NO_FACE
    face_draft: EventFace | None = None
    """None = nothing was drafted yet."""

    @property
    def face_at_desk(self) -> EventFace:
        return self.face if self.face_draft is None else self.face_draft


@dataclass(frozen=True, slots=True)
class Membership:
    """An invitation, and the account that accepted it."""

    invited: o.MemberInvited
    account: str = ""
    """Empty = nobody has accepted it yet."""
    removed: bool = False

    @property
    def id(self) -> str:
        return self.invited.id

    @property
    def whole(self) -> bool:
        """Of everything that the organiser has."""
        return not (self.invited.tournament or self.invited.festival)

    def ended(self, now: datetime) -> bool:
        until = self.invited.until
        return self.removed or (bool(until) and now >= datetime.fromisoformat(until))


@dataclass(slots=True)
class Organisers:
    """The state. Build it with `replay_organisers`; look, do not touch."""

    founded: dict[str, Organiser] = field(default_factory=dict)
    """In the order in which they were founded."""
    accounts: dict[str, AccountState] = field(default_factory=dict)
    members: dict[str, Membership] = field(default_factory=dict)
    """By the id of the invitation."""
    joined: dict[str, list[str]] = field(default_factory=dict)
    """By the account, the invitations that it accepted."""
    owned: dict[tuple[o.OwnedKind, str], str] = field(default_factory=dict)
    quotas: dict[tuple[str, o.QuotaKind], int] = field(default_factory=dict)
    """By the organiser: what was set for it alone."""
    persons: Persons = field(default_factory=Persons)
    version: int = 0

    @property
    def first(self) -> str:
        """The organiser of everything that belongs to nobody by name; empty = there is none."""
        return next(iter(self.founded), "")

    def organiser(self, id: str) -> Organiser:
        """Raises NoSuchOrganiser."""
        if id not in self.founded:
            raise NoSuchOrganiser(id)
        return self.founded[id]

    def member(self, id: str) -> Membership:
        """Raises NoSuchMember."""
        if id not in self.members:
            raise NoSuchMember(id)
        return self.members[id]

    def members_of(self, organiser: str) -> list[Membership]:
        return [one for one in self.members.values() if one.invited.organiser == organiser]

    def owner(self, kind: o.OwnedKind, name: str, *within: tuple[o.OwnedKind, str]) -> str:
        """The organiser of a thing; one without an owner by name belongs with the first of those it is `within`."""
        owned = (self.owned.get(one, "") for one in ((kind, name), *within))
        return next(filter(None, owned), self.first)

    def memberships(self, account: str, now: datetime) -> list[Membership]:
        """Those that hold now, the greatest role first and the widest of equal ones."""
        if self.accounts.get(account) is not AccountState.OPEN:
            return []
        held = (self.members[id] for id in self.joined.get(account, ()))
        return sorted((one for one in held if not one.ended(now)), key=_rank)

    def person(self, account: str, name: str, thing: AskedThing, now: datetime) -> Steward:
        """The person behind an account as they may act there: by the greatest membership that reaches the thing.

        At the desk as a whole one of a single tournament counts only where there is none of everything, and one of a
        suspended organiser as what it lets them do. Without any they are somebody who looks after their own account.
        """
        ways = [self._acting(one, name) for one in self.memberships(account, now)]
        near = [one for one in ways if is_within_reach(one, thing)]
        if thing.is_desk:
            near.sort(key=lambda one: (bool(one.tournament or one.festival), BY_RANK.index(one.role)))
        shut = self.accounts.get(account) is not AccountState.OPEN
        alone = Steward(account, name, Role.READER, organiser=NO_ORGANISER, dismissed=shut)
        return next(iter(near), ways[0] if ways else alone)

    def _acting(self, member: Membership, name: str) -> Steward:
        invited = member.invited
        role = Role.READER if self.founded[invited.organiser].suspended else invited.role
        return Steward(
            member.account,
            name,
            role,
            invited.tournament,
            until=invited.until,
            festival=invited.festival,
            organiser=invited.organiser,
        )


def _rank(member: Membership) -> tuple[int, bool]:
    return BY_RANK.index(member.invited.role), not member.whole


def replay_organisers(events: Iterable[o.OrganiserEvent], into: Organisers | None = None) -> Organisers:
    organisers = into if into is not None else Organisers()
    for event in events:
        evolve_organisers(organisers, event)
    return organisers


def evolve_organisers(state: Organisers, event: o.OrganiserEvent) -> None:
    state.version += 1
    match event:
        case o.OrganiserFounded(id=id):
            state.founded[id] = Organiser(id, event.name)
        case o.OrganiserDescribed(id=id):
            state.founded[id] = replace(state.founded[id], name=event.name, about=event.about, link=event.link)
        case o.OrganiserFaceDrafted(id=id):
            state.founded[id] = replace(state.founded[id], face_draft=event.face)
        case o.OrganiserFaceShown(id=id):
            state.founded[id] = replace(state.founded[id], face=event.face, face_draft=None)
        case o.OrganiserSuspended(id=id) | o.OrganiserReadmitted(id=id):
            suspended = isinstance(event, o.OrganiserSuspended)
            state.founded[id] = replace(state.founded[id], suspended=suspended)
        case o.QuotaSet(most=None):
            state.quotas.pop((event.organiser, event.kind), None)
        case o.QuotaSet(most=int(most)):
            state.quotas[event.organiser, event.kind] = most
        case o.OwnershipGiven():
            state.owned[event.kind, event.name] = event.organiser
        case o.MemberInvited() | o.MemberJoined() | o.MemberRoleChanged() | o.MemberRemoved():
            state.members[event.id] = _changed_member(state, event)
        case o.AccountOpened(id=id) | o.AccountReadmitted(id=id):
            state.accounts[id] = AccountState.OPEN
        case o.AccountSuspended(id=id):
            state.accounts[id] = AccountState.SUSPENDED
        case o.AccountClosed(id=id):
            state.accounts[id] = AccountState.CLOSED
        case o.EntranceIdentified() | o.EntranceSeparated() | o.PersonHidden() | o.PersonShown():
            _change_person(state.persons, event)


def _change_person(
    persons: Persons, event: o.EntranceIdentified | o.EntranceSeparated | o.PersonHidden | o.PersonShown
) -> None:
    match event:
        case o.EntranceIdentified(person=person):
            persons.said[Entrance(event.tournament, EntrantId(event.player))] = person
        case o.EntranceSeparated():
            persons.said.pop(Entrance(event.tournament, EntrantId(event.player)), None)
        case o.PersonHidden(person=person):
            persons.hidden.add(person)
        case o.PersonShown(person=person):
            persons.hidden -= {one for one in persons.hidden if persons.root(one) == persons.root(person)}


def _changed_member(
    state: Organisers, event: o.MemberInvited | o.MemberJoined | o.MemberRoleChanged | o.MemberRemoved
) -> Membership:
    if isinstance(event, o.MemberInvited):
        return Membership(event)
    member = state.members[event.id]
    match event:
        case o.MemberJoined(account=account):
            state.joined.setdefault(account, []).append(event.id)
            return replace(member, account=account)
        case o.MemberRoleChanged(role=role):
            return replace(member, invited=replace(member.invited, role=role))
        case o.MemberRemoved():
            return replace(member, removed=True)


def acting_owners(state: Organisers, organiser: str, now: datetime) -> Iterator[Membership]:
    """Those who can do everything for an organiser: without one nobody could."""
    for one in state.members_of(organiser):
        joined = one.account and state.accounts.get(one.account) is AccountState.OPEN
        if joined and one.whole and one.invited.role is Role.OWNER and not one.ended(now):
            yield one


def organiser_of(event: o.OrganiserEvent, state: Organisers) -> str:
    """The organiser that it is about; empty = an account, whoever it belongs to."""
    match event:
        case o.MemberJoined(id=id) | o.MemberRoleChanged(id=id) | o.MemberRemoved(id=id):
            return state.members[id].invited.organiser
        case o.AccountOpened() | o.AccountSuspended() | o.AccountReadmitted() | o.AccountClosed():
            return ""
    return str(getattr(event, "organiser", "") or getattr(event, "id", ""))

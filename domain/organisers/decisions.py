"""Decisions about organisers and people: `(Organisers, ...) -> [event]`, or a refusal that carries data."""

from collections.abc import Callable, Mapping
from datetime import datetime

from domain.decisions.setup.announcing import checked_face
from domain.fields import text, web_address
from domain.organisers import events as o
from domain.organisers.state import BY_RANK, OF_A_PART, AccountState, Membership, Organisers, acting_owners
from domain.refusals import BadField, Refusal
from domain.stewards.decisions import still_to_come
from domain.stewards.events import Role
from domain.stewards.permissions import Action, AskedThing, may
from domain.stewards.roles import Forbidden, RoleTooSmall
from domain.stewards.state import Steward
from domain.words.choices.faces import EventFace

MAX_ORGANISER_NAME_CHARS = 80
MAX_REASON_CHARS = 300
MAX_ABOUT_CHARS = 600


class OrganiserNameTaken(Refusal):
    name: str


class InvitationUsed(Refusal):
    """Somebody has accepted it already, or it does not hold any more."""


class LastOwner(Refusal):
    """An organiser without an owner could not be led."""


class QuotaReached(Refusal):
    """The organiser has as much as the operator of the server gives it."""

    kind: o.QuotaKind
    most: int


MOST_OF_A_QUOTA = 1_000_000


class AccountNotOpen(Forbidden):
    pass


class AddressTaken(Refusal):
    """Somebody else has an account with this address."""


class TooManyMessages(Refusal):
    """Links were sent there just now."""


class PasskeyNotTaken(Refusal):
    """The browser's answer does not hold, or there are as many as may be."""


class LastWayIn(Refusal):
    """Without it nobody could log in by this account."""


def found_organiser(state: Organisers, name: str, id: str) -> list[o.OrganiserEvent]:
    """`id` is a word of an address, made of the name outside. The first one has everything that is there already."""
    name = _free_name(state, name)
    if id in state.founded:
        raise OrganiserNameTaken(name)
    return [o.OrganiserFounded(id, name)]


def _free_name(state: Organisers, name: str, own: str = "") -> str:
    """Raises OrganiserNameTaken for that of another one, BadField."""
    name = text("name", name, longest=MAX_ORGANISER_NAME_CHARS, required=True)
    if any(one.id != own and one.name.casefold() == name.casefold() for one in state.founded.values()):
        raise OrganiserNameTaken(name)
    return name


def describe_organiser(state: Organisers, id: str, name: str, about: str, link: str) -> list[o.OrganiserEvent]:
    """What its page says; its address stays. Raises OrganiserNameTaken, BadField."""
    known = state.organiser(id)
    said = o.OrganiserDescribed(
        id,
        _free_name(state, name, id),
        text("about", about, longest=MAX_ABOUT_CHARS),
        str(web_address("link", link)) if link.strip() else "",
    )
    return [] if (known.name, known.about, known.link) == (said.name, said.about, said.link) else [said]


def draft_organiser_face(state: Organisers, id: str, face: EventFace) -> list[o.OrganiserEvent]:
    """Nobody but the desk sees it before it is shown. Raises BadField."""
    face = checked_face(face)
    return [] if face == state.organiser(id).face_at_desk else [o.OrganiserFaceDrafted(id, face)]


def show_organiser_face(state: Organisers, id: str) -> list[o.OrganiserEvent]:
    """Show the draft to everybody; without one nothing changes."""
    known = state.organiser(id)
    return [] if known.face_at_desk == known.face else [o.OrganiserFaceShown(id, known.face_at_desk)]


def suspend_organiser(state: Organisers, id: str, reason: str) -> list[o.OrganiserEvent]:
    """Suspending twice changes nothing."""
    reason = text("reason", reason, longest=MAX_REASON_CHARS)
    return [] if state.organiser(id).suspended else [o.OrganiserSuspended(id, reason)]


def readmit_organiser(state: Organisers, id: str) -> list[o.OrganiserEvent]:
    return [o.OrganiserReadmitted(id)] if state.organiser(id).suspended else []


def invite_member(state: Organisers, wanted: o.MemberInvited, by: Steward, now: datetime) -> list[o.OrganiserEvent]:
    """`wanted.id` is new and made outside. Nobody invites into a greater role than their own."""
    state.organiser(wanted.organiser)
    if wanted.role not in BY_RANK:
        raise BadField("role", wanted.role, "one-of:" + ",".join(BY_RANK))
    _may_lead(by, wanted.organiser, wanted.role, now)
    if wanted.role in (Role.OWNER, Role.ORGANISER) and (wanted.tournament or wanted.festival):
        raise BadField("role", wanted.role, "one-of:" + ",".join(OF_A_PART))
    still_to_come(wanted.until, now)
    return [wanted]


def join(state: Organisers, id: str, account: str, now: datetime, *, opens: bool) -> list[o.OrganiserEvent]:
    """Accept an invitation, by an account that is there or that `opens` now. Raises InvitationUsed, AccountNotOpen."""
    member = state.member(id)
    if member.ended(now) or member.account not in ("", account):
        raise InvitationUsed
    if not opens and state.accounts.get(account) is not AccountState.OPEN:
        raise AccountNotOpen
    opened: list[o.OrganiserEvent] = [o.AccountOpened(account)] if account not in state.accounts else []
    return opened if member.account else [*opened, o.MemberJoined(id, account)]


def change_role(state: Organisers, id: str, role: Role, by: Steward, now: datetime) -> list[o.OrganiserEvent]:
    member = state.member(id)
    if role not in BY_RANK or (not member.whole and role in BY_RANK[:2]):
        raise BadField("role", role, "one-of:" + ",".join(BY_RANK if member.whole else OF_A_PART))
    for one in (member.invited.role, role):
        _may_lead(by, member.invited.organiser, one, now)
    if member.invited.role is role:
        return []
    _still_owned(state, member, now)
    return [o.MemberRoleChanged(id, role)]


def remove_member(state: Organisers, id: str, by: Steward, now: datetime) -> list[o.OrganiserEvent]:
    """At once and for good, by whoever may lead them, or by themselves; removing twice changes nothing."""
    member = state.member(id)
    if not (member.account and by.id == member.account):
        _may_lead(by, member.invited.organiser, member.invited.role, now)
    if member.removed:
        return []
    _still_owned(state, member, now)
    return [o.MemberRemoved(id)]


def suspend_account(state: Organisers, id: str, reason: str) -> list[o.OrganiserEvent]:
    reason = text("reason", reason, longest=MAX_REASON_CHARS)
    return [o.AccountSuspended(id, reason)] if state.accounts.get(id) is AccountState.OPEN else []


def readmit_account(state: Organisers, id: str) -> list[o.OrganiserEvent]:
    return [o.AccountReadmitted(id)] if state.accounts.get(id) is AccountState.SUSPENDED else []


def close_account(state: Organisers, id: str, now: datetime) -> list[o.OrganiserEvent]:
    """Their memberships end with it. Raises LastOwner."""
    if state.accounts.get(id) in (None, AccountState.CLOSED):
        return []
    held = [state.members[one] for one in state.joined.get(id, ())]
    for member in held:
        _still_owned(state, member, now)
    gone: list[o.OrganiserEvent] = [o.MemberRemoved(one.id) for one in held if not one.removed]
    return [*gone, o.AccountClosed(id)]


def give_ownership(state: Organisers, kind: o.OwnedKind, name: str, organiser: str) -> list[o.OrganiserEvent]:
    """Of a new thing, or of one that moves to another organiser; giving twice changes nothing."""
    state.organiser(organiser)
    return [] if state.owned.get((kind, name)) == organiser else [o.OwnershipGiven(kind, name, organiser)]


def set_quota(state: Organisers, organiser: str, kind: o.QuotaKind, most: int | None) -> list[o.OrganiserEvent]:
    """0 = as much as it likes; None = as the server's settings say. Setting the same twice changes nothing."""
    state.organiser(organiser)
    if most is not None and not 0 <= most <= MOST_OF_A_QUOTA:
        raise BadField(f"quota_{kind}", str(most), f"whole:0:{MOST_OF_A_QUOTA}")
    return [] if state.quotas.get((organiser, kind)) == most else [o.QuotaSet(organiser, kind, most)]


def set_quotas(state: Organisers, organiser: str, wanted: Mapping[o.QuotaKind, int | None]) -> list[o.OrganiserEvent]:
    return [event for kind, most in wanted.items() for event in set_quota(state, organiser, kind, most)]


def giving(kind: o.OwnedKind, name: str, organiser: str) -> Callable[[Organisers], list[o.OrganiserEvent]]:
    return lambda state: give_ownership(state, kind, name, organiser)


def leads_role(by: Steward, organiser: str, role: Role, now: datetime) -> bool:
    """An organiser leads everybody but owners, the operator everybody; links of invitations are shown by it too."""
    leads = may(by, Action.LEAD, AskedThing(organiser=organiser), now)
    return leads and not (role is Role.OWNER and by.role is Role.ORGANISER)


def _may_lead(by: Steward, organiser: str, role: Role, now: datetime) -> None:
    """Raises RoleTooSmall."""
    if not leads_role(by, organiser, role, now):
        raise RoleTooSmall(by.role, Role.OWNER if role is Role.OWNER else Role.ORGANISER)


def _still_owned(state: Organisers, member: Membership, now: datetime) -> None:
    """Raises LastOwner if nobody else could lead the organiser afterwards."""
    owners = list(acting_owners(state, member.invited.organiser, now))
    if [one.id for one in owners] == [member.id]:
        raise LastOwner

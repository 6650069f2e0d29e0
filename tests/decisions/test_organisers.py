"""Organisers, members and accounts: what is decided about them, and what somebody may do by an account."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.organisers import decisions as d
from domain.organisers.events import (
    ORGANISER_EVENTS,
    AccountClosed,
    AccountOpened,
    AccountReadmitted,
    AccountSuspended,
    MemberInvited,
    MemberJoined,
    MemberRemoved,
    MemberRoleChanged,
    OrganiserEvent,
    OrganiserFounded,
    OrganiserReadmitted,
    OrganiserSuspended,
    OwnedKind,
    OwnershipGiven,
)
from domain.organisers.state import BY_RANK, Organisers, replay_organisers
from domain.refusals import BadField, Refusal
from domain.stewards.events import Role
from domain.stewards.permissions import WHOLE_DESK, Action, AskedThing, may
from domain.stewards.roles import RoleTooSmall
from domain.stewards.state import Steward
from server.journal.codec import ALL_EVENTS

NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)
EVENING = "2026-11-28T18:00:00+00:00"
NIGHT = datetime(2026, 11, 28, 20, tzinfo=UTC)
OPERATOR = Steward("", "Anna", Role.CHIEF)
LEVSKI, SLAVIA = OrganiserFounded("levski", "Levski"), OrganiserFounded("slavia", "Slavia")
TOURNAMENT, FESTIVAL = OwnedKind.TOURNAMENT, OwnedKind.FESTIVAL


def member(id: str, account: str, role: Role, organiser: str = "levski", **where: str) -> list[OrganiserEvent]:
    return [AccountOpened(account), MemberInvited(id, organiser, role, **where), MemberJoined(id, account)]


OWNER = member("m-owner", "owner", Role.OWNER)


def after(*events: OrganiserEvent) -> Organisers:
    return replay_organisers(events)


def of(state: Organisers, account: str, thing: AskedThing = WHOLE_DESK, now: datetime = NOON) -> Steward:
    return state.person(account, account, thing, now)


def owned(organiser: str = "levski", tournament: str = "open", **more: frozenset[str]) -> AskedThing:
    return AskedThing(tournament, organiser=organiser, **more)


# Organisers and what belongs to them


def test_an_organiser_is_founded_once_by_its_name() -> None:
    assert d.found_organiser(Organisers(), " Levski ", "levski") == [LEVSKI]
    for name, id in (("LEVSKI", "levski-2"), ("Other", "levski")):
        with pytest.raises(d.OrganiserNameTaken):
            d.found_organiser(after(LEVSKI), name, id)


def test_what_is_there_already_belongs_to_the_first_organiser() -> None:
    state = after(LEVSKI, SLAVIA)
    assert state.owner(TOURNAMENT, "old-open") == "levski"
    assert after().owner(TOURNAMENT, "old-open") == ""


def test_a_thing_belongs_to_whom_it_was_given_and_moves_when_it_is_given_again() -> None:
    state = after(LEVSKI, SLAVIA, *d.give_ownership(after(LEVSKI, SLAVIA), TOURNAMENT, "open", "slavia"))
    assert state.owner(TOURNAMENT, "open") == "slavia"
    assert d.give_ownership(state, TOURNAMENT, "open", "slavia") == []
    assert d.give_ownership(state, TOURNAMENT, "open", "levski") == [OwnershipGiven(TOURNAMENT, "open", "levski")]


def test_a_section_without_an_owner_by_name_belongs_with_its_festival() -> None:
    state = after(LEVSKI, SLAVIA, OwnershipGiven(FESTIVAL, "cup", "slavia"))
    assert state.owner(TOURNAMENT, "cup-a", (FESTIVAL, "cup")) == "slavia"


def test_nobody_is_given_to_an_organiser_who_is_not_there() -> None:
    with pytest.raises(Refusal):
        d.give_ownership(after(LEVSKI), TOURNAMENT, "open", "nobody")


# Joining


def test_whoever_joins_for_the_first_time_opens_an_account() -> None:
    state = after(LEVSKI, MemberInvited("m1", "levski", Role.ARBITER))
    assert d.join(state, "m1", "boris", NOON, opens=True) == [AccountOpened("boris"), MemberJoined("m1", "boris")]


def test_an_account_that_is_there_joins_another_organiser() -> None:
    state = after(LEVSKI, SLAVIA, *OWNER, MemberInvited("m1", "slavia", Role.ARBITER))
    assert d.join(state, "m1", "owner", NOON, opens=False) == [MemberJoined("m1", "owner")]


def test_an_invitation_is_accepted_once() -> None:
    state = after(LEVSKI, *OWNER)
    assert d.join(state, "m-owner", "owner", NOON, opens=False) == []
    with pytest.raises(d.InvitationUsed):
        d.join(state, "m-owner", "mallory", NOON, opens=True)


@pytest.mark.parametrize("end", [MemberRemoved("m1"), None])
def test_an_invitation_that_is_over_is_accepted_by_nobody(end: MemberRemoved | None) -> None:
    state = after(LEVSKI, MemberInvited("m1", "levski", Role.ARBITER, until=EVENING), *([end] if end else []))
    with pytest.raises(d.InvitationUsed):
        d.join(state, "m1", "boris", NIGHT, opens=True)


@pytest.mark.parametrize("gone", [AccountSuspended("owner"), AccountClosed("owner")])
def test_an_account_that_is_not_open_joins_nothing(gone: OrganiserEvent) -> None:
    state = after(LEVSKI, *OWNER, gone, MemberInvited("m1", "levski", Role.ARBITER))
    with pytest.raises(d.AccountNotOpen):
        d.join(state, "m1", "owner", NOON, opens=False)


# Who leads whom


@pytest.mark.parametrize(
    ("leader", "invites"),
    [
        (Role.OWNER, {Role.OWNER, Role.ORGANISER, Role.CHIEF, Role.ARBITER, Role.ENTRY, Role.READER}),
        (Role.ORGANISER, {Role.ORGANISER, Role.CHIEF, Role.ARBITER, Role.ENTRY, Role.READER}),
        (Role.CHIEF, set()),
        (Role.ARBITER, set()),
        (Role.ENTRY, set()),
        (Role.READER, set()),
    ],
)
def test_nobody_invites_into_a_greater_role_than_their_own(leader: Role, invites: set[Role]) -> None:
    state = after(LEVSKI, *OWNER, *member("m1", "boris", leader))
    boris = of(state, "boris", AskedThing(organiser="levski"))

    def invited(role: Role) -> bool:
        try:
            return bool(d.invite_member(state, MemberInvited("m2", "levski", role), boris, NOON))
        except RoleTooSmall:
            return False

    assert {role for role in Role if role is not Role.CAPTAIN and invited(role)} == invites


def test_the_operator_invites_the_first_owner_and_nobody_leads_another_organiser() -> None:
    wanted = MemberInvited("m1", "slavia", Role.OWNER)
    assert d.invite_member(after(LEVSKI, SLAVIA), wanted, OPERATOR, NOON) == [wanted]
    state = after(LEVSKI, SLAVIA, *OWNER)
    with pytest.raises(RoleTooSmall):
        d.invite_member(state, wanted, of(state, "owner"), NOON)


@pytest.mark.parametrize(
    "wanted",
    [
        MemberInvited("m1", "levski", Role.CAPTAIN),
        MemberInvited("m1", "levski", Role.OWNER, tournament="open"),
        MemberInvited("m1", "levski", Role.ORGANISER, festival="cup"),
        MemberInvited("m1", "levski", Role.ARBITER, until="2020-01-01T10:00:00+00:00"),
    ],
)
def test_what_cannot_be_is_not_invited(wanted: MemberInvited) -> None:
    with pytest.raises(BadField):
        d.invite_member(after(LEVSKI), wanted, OPERATOR, NOON)


def test_an_organiser_changes_and_removes_no_owner() -> None:
    state = after(LEVSKI, *OWNER, *member("m1", "olga", Role.ORGANISER))
    olga = of(state, "olga")
    with pytest.raises(RoleTooSmall):
        d.change_role(state, "m-owner", Role.READER, olga, NOON)
    with pytest.raises(RoleTooSmall):
        d.change_role(state, "m1", Role.OWNER, olga, NOON)
    with pytest.raises(RoleTooSmall):
        d.remove_member(state, "m-owner", olga, NOON)
    assert d.remove_member(state, "m1", olga, NOON) == [MemberRemoved("m1")]


def test_an_organiser_is_never_without_an_owner() -> None:
    state = after(LEVSKI, *OWNER)
    owner = of(state, "owner")
    for decide in (
        lambda: d.remove_member(state, "m-owner", owner, NOON),
        lambda: d.change_role(state, "m-owner", Role.READER, owner, NOON),
        lambda: d.close_account(state, "owner", NOON),
    ):
        with pytest.raises(d.LastOwner):
            decide()
    second = after(LEVSKI, *OWNER, *member("m1", "olga", Role.OWNER))
    assert d.close_account(second, "owner", NOON) == [MemberRemoved("m-owner"), AccountClosed("owner")]


# What somebody may do


@pytest.mark.parametrize(
    ("role", "able", "at_desk"),
    [
        (Role.OWNER, {"enter", "read", "fill", "arbitrate", "announce", "lead"}, {"enter", "announce", "lead"}),
        (Role.ORGANISER, {"enter", "read", "fill", "arbitrate", "announce", "lead"}, {"enter", "announce", "lead"}),
        (Role.CHIEF, {"enter", "read", "fill", "line-up", "arbitrate", "announce"}, {"enter", "announce"}),
        (Role.ARBITER, {"enter", "read", "fill", "arbitrate", "announce"}, {"enter", "announce"}),
        (Role.ENTRY, {"enter", "fill"}, {"enter"}),
        (Role.READER, {"enter", "read"}, {"enter"}),
    ],
)
def test_a_member_may_what_the_role_says_with_own_things_alone(role: Role, able: set[str], at_desk: set[str]) -> None:
    state = after(LEVSKI, SLAVIA, *OWNER, *member("m1", "boris", role))

    def allowed(thing: AskedThing) -> set[str]:
        return {str(action) for action in Action if may(of(state, "boris", thing), action, thing, NOON)}

    assert allowed(owned()) == able
    assert allowed(WHOLE_DESK) == at_desk
    assert allowed(owned("slavia")) == set()
    assert allowed(AskedThing(organiser="slavia")) == set()


@pytest.mark.parametrize("where", [{"tournament": "open"}, {"festival": "cup"}])
def test_a_member_of_one_tournament_or_festival_has_nothing_else(where: dict[str, str]) -> None:
    state = after(LEVSKI, *member("m1", "boris", Role.ARBITER, **where))
    section = owned(festivals=frozenset({"cup"}))
    other = owned(tournament="other")
    for thing, theirs in (
        (section, True),
        (other, False),
        (WHOLE_DESK, False),
        (AskedThing(organiser="levski"), False),
    ):
        assert may(of(state, "boris", thing), Action.ARBITRATE, thing, NOON) is theirs
    assert not may(of(state, "boris"), Action.ANNOUNCE, WHOLE_DESK, NOON)


def test_at_the_desk_a_membership_of_everything_counts_before_a_greater_one_of_one_tournament() -> None:
    chief = member("m1", "boris", Role.CHIEF, tournament="open")
    state = after(LEVSKI, *chief, *member("m2", "boris", Role.ARBITER)[1:])
    assert of(state, "boris").role is Role.ARBITER
    assert of(state, "boris", owned()).role is Role.CHIEF


def test_at_the_desk_a_suspended_organiser_hides_no_other_membership() -> None:
    arbiter = member("m2", "boris", Role.ARBITER, "slavia")[1:]
    state = after(LEVSKI, SLAVIA, *member("m1", "boris", Role.OWNER), *arbiter, OrganiserSuspended("levski"))
    assert (of(state, "boris").role, of(state, "boris").organiser) == (Role.ARBITER, "slavia")


def test_of_several_memberships_the_greatest_that_reaches_the_thing_counts() -> None:
    reader = member("m1", "boris", Role.READER)
    arbiter = [MemberInvited("m2", "levski", Role.ARBITER, "open"), MemberJoined("m2", "boris")]
    owner = [MemberInvited("m3", "slavia", Role.OWNER), MemberJoined("m3", "boris")]
    state = after(LEVSKI, SLAVIA, *reader, *arbiter, *owner)
    roles = {thing: of(state, "boris", thing).role for thing in (owned(), owned(tournament="x"), owned("slavia"))}
    assert list(roles.values()) == [Role.ARBITER, Role.READER, Role.OWNER]


@pytest.mark.parametrize(
    "event",
    [MemberRemoved("m1"), AccountSuspended("boris"), AccountClosed("boris"), MemberRoleChanged("m1", Role.READER)],
)
def test_what_is_taken_away_is_gone_at_once(event: OrganiserEvent) -> None:
    state = after(LEVSKI, *member("m1", "boris", Role.ARBITER), event)
    assert not may(of(state, "boris", owned()), Action.ARBITRATE, owned(), NOON)


def test_somebody_without_a_membership_enters_and_does_nothing_else() -> None:
    state = after(LEVSKI, *member("m1", "boris", Role.OWNER), MemberRemoved("m1"))
    assert [str(a) for a in Action if may(of(state, "boris"), a, WHOLE_DESK, NOON)] == ["enter"]
    for thing in (owned(), AskedThing("open"), AskedThing(organiser="levski")):
        assert not any(may(of(state, "boris", thing), action, thing, NOON) for action in Action)
    gone = replay_organisers([AccountClosed("boris")], state)
    assert not may(of(gone, "boris"), Action.ENTER, WHOLE_DESK, NOON)


def test_a_membership_ends_at_its_time() -> None:
    state = after(LEVSKI, *member("m1", "boris", Role.ARBITER, until=EVENING))
    for now, holds in ((NOON, True), (NIGHT, False)):
        assert may(of(state, "boris", owned(), now), Action.ARBITRATE, owned(), now) is holds


def test_a_suspended_account_comes_back_with_what_it_had() -> None:
    state = after(LEVSKI, *member("m1", "boris", Role.ARBITER), AccountSuspended("boris"), AccountReadmitted("boris"))
    assert may(of(state, "boris", owned()), Action.ARBITRATE, owned(), NOON)


def test_the_members_of_a_suspended_organiser_look_and_change_nothing() -> None:
    suspended = after(LEVSKI, *OWNER, OrganiserSuspended("levski", "fees"))
    assert may(of(suspended, "owner", owned()), Action.READ, owned(), NOON)
    for action in set(Action) - {Action.ENTER, Action.READ}:
        assert not may(of(suspended, "owner", owned()), action, owned(), NOON)
    again = replay_organisers([OrganiserReadmitted("levski")], suspended)
    assert may(of(again, "owner", owned()), Action.ARBITRATE, owned(), NOON)


def test_suspending_and_readmitting_twice_changes_nothing() -> None:
    suspended = after(LEVSKI, *OWNER, OrganiserSuspended("levski"), AccountSuspended("owner"))
    assert d.suspend_organiser(suspended, "levski", "") == d.suspend_account(suspended, "owner", "") == []
    assert d.readmit_organiser(suspended, "levski") == [OrganiserReadmitted("levski")]
    assert d.readmit_account(suspended, "owner") == [AccountReadmitted("owner")]
    assert d.readmit_organiser(after(LEVSKI), "levski") == d.readmit_account(after(*OWNER[:1]), "owner") == []


@given(st.lists(st.sampled_from(BY_RANK), min_size=1, max_size=4), st.sampled_from(sorted(Action)))
def test_no_member_of_one_organiser_ever_does_anything_with_what_belongs_to_another(
    roles: list[Role], action: Action
) -> None:
    events = [event for n, role in enumerate(roles) for event in member(f"m{n}", "boris", role)]
    state, festival = after(LEVSKI, SLAVIA, *events), AskedThing(festivals=frozenset({"x"}), organiser="slavia")
    for thing in (owned("slavia"), AskedThing(organiser="slavia"), festival):
        assert not may(of(state, "boris", thing), action, thing, NOON)


def test_the_journal_knows_every_event_and_none_says_who_somebody_is() -> None:
    assert ORGANISER_EVENTS.items() <= dict(ALL_EVENTS).items()
    words = {field for event in ORGANISER_EVENTS.values() for field in event.__annotations__}
    assert not words & {"mail", "email", "password", "phone"}

"""Organisers that share a server: founded by its operator, each with its members."""

import asyncio
import secrets
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime

from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.fields import email
from domain.organisers import decisions as decide
from domain.organisers.events import MemberInvited, OwnedKind, QuotaKind
from domain.organisers.state import BY_RANK, OF_A_PART, AccountState, Membership, Organiser
from domain.records import dataclass
from domain.refusals import BadField
from domain.stewards.events import Role
from domain.stewards.permissions import Action
from projections.lists.catalogue import PAGE_ROWS
from projections.moment.name_order import name_order
from server.notifying.mail import PlayerMessage
from server.office.tournaments import free_address
from server.routes.desk.rows import deciding, desk_get, desk_post, form_line, form_text, handler_of, path_part
from server.routes.desk.typed import local_until, typed_until
from server.routes.desk.visit import Visit, go
from server.routes.question import searched
from server.routes.reachable import origin
from web.wording import N_

_ORGANISERS, _ORGANISER = "/desk/organisers", "/desk/organisers/{organiser}"
_RESERVED = frozenset({"new"})
_SUSPENDED = "suspended"
_QUOTA_FIELD = "quota_"


async def show_organisers(visit: Visit) -> Response:
    """With what each of them has; of many a page, by name."""
    state, (number, wanted) = visit.services.organisers.state, searched(visit.request)
    members = Counter(one.invited.organiser for one in state.members.values() if not one.removed)
    words = wanted.casefold().split()
    only = visit.asked("list") == _SUSPENDED
    found = [one for one in state.founded.values() if _fits(one, words) and (one.suspended or not only)]
    pages = max(1, -(-len(found) // PAGE_ROWS))
    number = min(max(1, number), pages)
    rows = sorted(found, key=lambda one: name_order("")(one.name))[(number - 1) * PAGE_ROWS : number * PAGE_ROWS]
    await visit.office.started()
    used = await visit.services.quotas.used_by([one.id for one in rows])
    return visit.page(
        "desk/organisers.html",
        rows=[(one, members[one.id], used[one.id]) for one in rows],
        first=state.first,
        found=len(found),
        suspended=sum(one.suspended for one in state.founded.values()),
        only_suspended=only,
        wanted=wanted,
        number=number,
        pages=pages,
    )


def _fits(organiser: Organiser, words: Sequence[str]) -> bool:
    said = f"{organiser.id} {organiser.name}".casefold()
    return all(word in said for word in words)


async def announce_organiser(visit: Visit) -> Response:
    name, taken = visit.form.text("name"), visit.services.organisers.state.founded.__contains__
    id = free_address(name, taken, _RESERVED)
    await visit.command_organisers(lambda state: decide.found_organiser(state, name, id))
    return go(f"{_ORGANISERS}/{id}")


async def show_organiser(visit: Visit, made: str = "") -> Response:
    """The members of one organiser, and invitations that nobody has accepted yet with their links."""
    state, now = visit.services.organisers.state, datetime.now(UTC)
    organiser = _found(visit)
    held = [one for one in state.members_of(organiser.id) if not one.ended(now)]
    names = await asyncio.to_thread(visit.accounts.names, [one.account for one in held if one.account])
    rows = sorted(held, key=lambda one: (BY_RANK.index(one.invited.role), names.get(one.account, "")))
    await visit.office.started()
    return visit.page(
        "desk/organiser.html",
        organiser=organiser,
        rows=[_row(visit, one, names.get(one.account, "")) for one in rows],
        festivals=_festivals(visit, organiser.id),
        names=await visit.choices([one.invited.tournament for one in rows if one.invited.tournament]),
        roles=list(BY_RANK),
        page=visit.searched,
        quotas=await _quotas(visit, organiser.id),
        made=made,
        sends_links=visit.settings.sends_links,
        operates=visit.may(Action.RUN),
    )


async def _quotas(visit: Visit, organiser: str) -> list[tuple[QuotaKind, int, int, int | None]]:
    """Of each kind what is used, the most, and what was set for this organiser alone."""
    quotas, own = visit.services.quotas, visit.services.organisers.state.quotas
    used = (await quotas.used_by([organiser]))[organiser]
    return [(kind, used.of(kind), quotas.most(organiser, kind), own.get((organiser, kind))) for kind in QuotaKind]


async def change_quotas(visit: Visit) -> Response:
    """Empty = as the server says, 0 = no limit."""
    organiser = visit.path("organiser")
    typed = {kind: visit.form.text(_QUOTA_FIELD + kind) for kind in QuotaKind}
    wanted = {kind: visit.form.whole(_QUOTA_FIELD + kind) if text else None for kind, text in typed.items()}
    await visit.command_organisers(lambda state: decide.set_quotas(state, organiser, wanted))
    return _back(visit)


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A member, or an invitation, as somebody who leads the organiser sees it."""

    one: Membership
    name: str
    link: str
    until: datetime | None
    roles: Sequence[Role]
    """The roles that they may give them."""
    suspended: bool


def _row(visit: Visit, one: Membership, name: str) -> MemberRow:
    invited, now, state = one.invited, datetime.now(UTC), visit.services.organisers.state
    wide = BY_RANK if one.whole else OF_A_PART
    given = [role for role in wide if decide.leads_role(visit.steward, invited.organiser, role, now)]
    leads = decide.leads_role(visit.steward, invited.organiser, invited.role, now)
    suspended = state.accounts.get(one.account) is AccountState.SUSPENDED
    return MemberRow(one, name, _link(visit, one), local_until(invited.until), given if leads else (), suspended)


def _festivals(visit: Visit, organiser: str) -> dict[str, str]:
    """Address to name of those that belong to the organiser."""
    owner = visit.services.organisers.state.owner
    own = (one for one in visit.festivals if owner(OwnedKind.FESTIVAL, one.name) == organiser)
    return {one.name: one.festival.details.name for one in own}


def _link(visit: Visit, member: Membership) -> str:
    """Empty once somebody has accepted it, and for whoever may not invite into that role."""
    invited, token = member.invited, visit.access.membership_link(member.id)
    may_see = decide.leads_role(visit.steward, invited.organiser, invited.role, datetime.now(UTC))
    return "" if member.account or not may_see else f"{origin(visit.request)}/desk/account/join/{token}"


async def invite_somebody(visit: Visit) -> Response:
    form, now, organiser = visit.form, datetime.now(UTC), visit.path("organiser")
    slug, festival, typed = form.text("tournament"), form.text("festival"), form.text("email")
    if slug and not _owns(visit, organiser, slug):
        raise BadField("tournament", slug, "not-here")
    if festival and festival not in _festivals(visit, organiser):
        raise BadField("festival", festival, "not-here")
    address = email("email", typed)
    until = typed_until(form.text("until"))
    wanted = MemberInvited(secrets.token_hex(6), organiser, form.choice("role", Role), slug, festival, until)
    await visit.command_organisers(lambda state: decide.invite_member(state, wanted, visit.steward, now))
    member = visit.services.organisers.state.members.get(wanted.id)
    if address and member is not None and visit.settings.sends_links:
        await visit.services.notifier.send([_message(visit, member, address)])
    return go(f"{_ORGANISERS}/{organiser}#m-{wanted.id}")


def _owns(visit: Visit, organiser: str, slug: str) -> bool:
    return visit.may_there(Action.ENTER, slug) and visit.owner_of(slug) == organiser


def _message(visit: Visit, member: Membership, to: str) -> PlayerMessage:
    words, name = visit.words, visit.services.organisers.state.founded[member.invited.organiser].name
    subject = words.gettext(N_("Invitation of {name}"), name=name)
    pattern = N_("{who} invites you to work for {name} at the desk of its tournaments. Follow this link:")
    said = words.gettext(pattern, who=visit.session.name, name=name)
    return PlayerMessage(to, subject, f"{said}\n\n{_link(visit, member)}\n", key=f"member-{member.id}")


async def change_member_role(visit: Visit) -> Response:
    role, member, now = visit.form.choice("role", Role), visit.path("member"), datetime.now(UTC)
    await visit.command_organisers(lambda state: decide.change_role(state, member, role, visit.steward, now))
    return _back(visit)


async def remove_somebody(visit: Visit) -> Response:
    member, now = visit.path("member"), datetime.now(UTC)
    await visit.command_organisers(lambda state: decide.remove_member(state, member, visit.steward, now))
    return _back(visit)


async def suspend_member(visit: Visit) -> Response:
    """They come in nowhere on this server until they are readmitted; what they are a member of stays."""
    account = visit.services.organisers.state.member(visit.path("member")).account
    reason = visit.form.text("reason")
    await visit.command_organisers(lambda state: decide.suspend_account(state, account, reason))
    return _back(visit)


async def readmit_member(visit: Visit) -> Response:
    account = visit.services.organisers.state.member(visit.path("member")).account
    await visit.command_organisers(lambda state: decide.readmit_account(state, account))
    return _back(visit)


async def reset_member(visit: Visit) -> Response:
    """For somebody without mail: a link by which they set a new password, shown this once."""
    member = visit.services.organisers.state.member(visit.path("member"))
    kept = await asyncio.to_thread(visit.accounts.find, member.account)
    if kept is None or member.invited.organiser != visit.path("organiser"):
        return _back(visit)
    return await show_organiser(visit, f"{origin(visit.request)}/desk/account/reset/{visit.access.reset_link(kept)}")


async def show_words(visit: Visit) -> Response:
    """What the public page of the organiser says about it."""
    return visit.page("desk/organiser_page.html", organiser=_found(visit))


def _found(visit: Visit) -> Organiser:
    return visit.services.organisers.state.organiser(visit.path("organiser"))


async def give_tournament(visit: Visit) -> Response:
    """A tournament of another organiser belongs to this one from now on."""
    slug, organiser = visit.form.text("tournament"), visit.path("organiser")
    if slug not in visit.office:
        raise BadField("tournament", slug, "not-here")
    await visit.command_organisers(decide.giving(OwnedKind.TOURNAMENT, slug, organiser))
    return _back(visit)


def _back(visit: Visit) -> Response:
    return go(f"{_ORGANISERS}/{visit.path('organiser')}")


_NAMED = path_part("organiser")

routes: Sequence[BaseRoute] = (
    desk_get(_ORGANISERS, show_organisers, Action.RUN),
    desk_post(_ORGANISERS, announce_organiser, _ORGANISERS, Action.RUN),
    desk_get(_ORGANISER, show_organiser, Action.LEAD),
    desk_get(f"{_ORGANISER}/page", show_words, Action.LEAD),
    desk_post(
        f"{_ORGANISER}/page",
        handler_of(
            Visit.command_organisers,
            deciding(decide.describe_organiser, _NAMED, form_line("name"), form_text("about"), form_line("link")),
            f"{_ORGANISER}/page",
        ),
        f"{_ORGANISER}/page",
        Action.LEAD,
    ),
    desk_post(f"{_ORGANISER}/members", invite_somebody, _ORGANISER, Action.LEAD),
    desk_post(f"{_ORGANISER}/members/{{member}}/role", change_member_role, _ORGANISER, Action.LEAD),
    desk_post(f"{_ORGANISER}/members/{{member}}/remove", remove_somebody, _ORGANISER, Action.LEAD),
    desk_post(f"{_ORGANISER}/members/{{member}}/reset", reset_member, _ORGANISER, Action.RUN),
    desk_post(f"{_ORGANISER}/quotas", change_quotas, _ORGANISER, Action.RUN),
    desk_post(f"{_ORGANISER}/members/{{member}}/suspend", suspend_member, _ORGANISER, Action.RUN),
    desk_post(f"{_ORGANISER}/members/{{member}}/readmit", readmit_member, _ORGANISER, Action.RUN),
    desk_post(f"{_ORGANISER}/tournaments", give_tournament, _ORGANISER, Action.RUN),
    desk_post(
        f"{_ORGANISER}/suspend",
        handler_of(
            Visit.command_organisers, deciding(decide.suspend_organiser, _NAMED, form_text("reason")), _ORGANISER
        ),
        _ORGANISER,
        Action.RUN,
    ),
    desk_post(
        f"{_ORGANISER}/readmit",
        handler_of(Visit.command_organisers, deciding(decide.readmit_organiser, _NAMED), _ORGANISER),
        _ORGANISER,
        Action.RUN,
    ),
)

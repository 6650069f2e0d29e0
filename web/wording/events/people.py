"""Every decision about organisers, their members, cards, keys and webhooks as a sentence."""

from collections.abc import Callable, Mapping

from domain.organisers import events as o
from domain.organisers.state import Organisers, organiser_of
from domain.records import dataclass
from domain.stewards import events as s
from domain.stewards.state import Stewards
from web.wording import N_, Language, said_by
from web.wording.stewards import role

PeopleEvent = o.OrganiserEvent | s.StewardEvent


@dataclass(frozen=True, slots=True)
class PeopleTeller:
    organisers: Organisers
    stewards: Stewards
    names: Mapping[str, str]
    """Account to the person's name, of those that are not erased."""
    title: Callable[[str], str]
    """Address of a tournament to its name."""
    words: Language

    def organiser(self, id: str) -> str:
        found = self.organisers.founded.get(id)
        return found.name if found else id

    def account(self, id: str) -> str:
        return self.names.get(id, "") or self.words.gettext(N_("somebody whose account is closed"))

    def member(self, id: str) -> str:
        member = self.organisers.members[id]
        return self.account(member.account) if member.account else self.words.gettext(N_("an invited person"))

    def where(self, tournament: str, festival: str = "") -> str:
        everything = self.words.gettext(N_("everything"))
        return self.title(tournament) if tournament else festival or everything


QUOTA_NAMES: Mapping[o.QuotaKind, str] = {
    o.QuotaKind.TOURNAMENTS: N_("Tournaments"),
    o.QuotaKind.ENTRIES: N_("Entries"),
    o.QuotaKind.PICTURES: N_("Pictures, in megabytes"),
    o.QuotaKind.KEYS: N_("Keys of programs"),
}
OWNED_NAMES: Mapping[o.OwnedKind, str] = {
    o.OwnedKind.TOURNAMENT: N_("Tournament"),
    o.OwnedKind.FESTIVAL: N_("Festival"),
    o.OwnedKind.SCREEN: N_("Screen"),
    o.OwnedKind.KEY: N_("Key of a program"),
    o.OwnedKind.WEBHOOK: N_("Webhook"),
}
quota_name = said_by(QUOTA_NAMES)

ABOUT_PEOPLE: Mapping[type[PeopleEvent], str] = {
    o.OrganiserFounded: N_("Organiser {organiser} founded"),
    o.OrganiserDescribed: N_("{organiser}: the words of its page changed"),
    o.OrganiserFaceDrafted: N_("{organiser}: a face drafted"),
    o.OrganiserFaceShown: N_("{organiser}: the face shown"),
    o.OrganiserSuspended: N_("{organiser} suspended"),
    o.OrganiserReadmitted: N_("{organiser} readmitted"),
    o.AccountOpened: N_("Account opened: {who}"),
    o.AccountSuspended: N_("Account suspended: {who}"),
    o.AccountReadmitted: N_("Account readmitted: {who}"),
    o.AccountClosed: N_("Account closed, and its personal data erased"),
    o.MemberInvited: N_("{organiser}: somebody invited as {role}, for {where}"),
    o.MemberJoined: N_("{organiser}: {who} joined as {role}"),
    o.MemberRoleChanged: N_("{organiser}: {who} is {role} from now on"),
    o.MemberRemoved: N_("{organiser}: {who} removed"),
    o.OwnershipGiven: N_("{organiser} has from now on: {thing}"),
    o.QuotaSet: N_("{organiser} may have: {quota} {most}"),
    o.EntranceIdentified: N_("{entrance} is the same person as {who}"),
    o.EntranceSeparated: N_("{entrance} is a person apart again"),
    o.PersonHidden: N_("Hidden over all tournaments: {who}"),
    o.PersonShown: N_("Shown again over all tournaments: {who}"),
    o.HidingRefused: N_("Asked not to be found, and is not hidden: {who}"),
    s.StewardInvited: N_("Card for {who}: {role}, for {where}"),
    s.StewardDismissed: N_("{who} dismissed"),
    s.LanguageChosen: N_("Language chosen"),
    s.ApiKeyMade: N_("Key {who} made, for {where}"),
    s.ApiKeyRevoked: N_("Key {who} revoked"),
    s.WebhookSet: N_("Webhook to {who} set, for {where}"),
    s.WebhookRemoved: N_("Webhook to {who} removed"),
    s.WebhookSecretRotated: N_("Webhook to {who}: a new secret"),
}


def people_event_in_words(event: PeopleEvent, t: PeopleTeller) -> str:
    values = _of_organiser(event, t) if isinstance(event, o.OrganiserEvent) else _of_steward(event, t)
    said = t.words.gettext(ABOUT_PEOPLE[type(event)], **values)
    reason = getattr(event, "reason", "")
    return t.words.gettext(N_("{what}: {reason}"), what=said, reason=reason) if reason else said


def _of_organiser(event: o.OrganiserEvent, t: PeopleTeller) -> dict[str, str]:
    values = dict[str, str]()
    organiser = organiser_of(event, t.organisers)
    if organiser:
        values["organiser"] = t.organiser(organiser)
    match event:
        case o.MemberInvited():
            values |= {"role": role(event.role, t.words), "where": t.where(event.tournament, event.festival)}
        case o.MemberJoined(id=id):
            values |= {"who": t.account(event.account), "role": role(t.organisers.members[id].invited.role, t.words)}
        case o.MemberRoleChanged(id=id):
            values |= {"who": t.member(id), "role": role(event.role, t.words)}
        case o.MemberRemoved(id=id):
            values["who"] = t.member(id)
        case o.AccountOpened(id=id) | o.AccountSuspended(id=id) | o.AccountReadmitted(id=id):
            values["who"] = t.account(id)
        case o.OwnershipGiven(kind=kind, name=name):
            named = t.title(name) if kind is o.OwnedKind.TOURNAMENT else _program(name, t) or name
            values["thing"] = f"{t.words.gettext(OWNED_NAMES[kind])} {named}"
        case o.EntranceIdentified() | o.EntranceSeparated():
            values["entrance"] = f"{t.title(event.tournament)}, {event.player}"
            values["who"] = getattr(event, "person", "")
        case o.PersonHidden(person=person) | o.PersonShown(person=person) | o.HidingRefused(person=person):
            values["who"] = person
        case o.QuotaSet(most=most):
            usual = t.words.gettext(N_("as the server says"))
            unlimited = t.words.gettext(N_("without a limit"))
            said = usual if most is None else t.words.number(most) if most else unlimited
            values |= {"quota": quota_name(event.kind, t.words), "most": said}
    return values


def _program(id: str, t: PeopleTeller) -> str:
    programs = t.stewards.programs
    if id in programs.keys:
        return programs.keys[id].made.name
    return programs.webhooks[id].url if id in programs.webhooks else ""


def _of_steward(event: s.StewardEvent, t: PeopleTeller) -> dict[str, str]:
    match event:
        case s.StewardInvited():
            return {"who": event.name, "role": role(event.role, t.words), "where": t.where(event.tournament)}
        case s.StewardDismissed(id=id):
            return {"who": t.stewards.invited[id].name}
        case s.ApiKeyMade():
            return {"who": event.name, "where": t.where(event.tournament, event.festival)}
        case s.WebhookSet():
            return {"who": event.url, "where": t.where(event.tournament)}
        case s.ApiKeyRevoked(id=id) | s.WebhookRemoved(id=id) | s.WebhookSecretRotated(id=id):
            return {"who": _program(id, t)}
    return {}

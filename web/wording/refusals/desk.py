"""Refusals about people and programs at the desk, and about the screens of the hall."""

from collections.abc import Mapping
from datetime import datetime

from domain.organisers import decisions as d
from domain.organisers.events import QuotaKind
from domain.organisers.state import NoSuchMember, NoSuchOrganiser
from domain.refusals import Refusal
from domain.screens import decisions as s
from domain.screens.state import NoSuchScreen
from domain.stewards import roles
from domain.stewards import state as p
from domain.stewards.decisions import NameTaken
from domain.tournament import Tournament
from web.wording import N_, Language
from web.wording.refusals.refusal import SentencePattern, add_plain, filled_in, sentence
from web.wording.screens import kind
from web.wording.stewards import role

DESK_REFUSALS: Mapping[type[Refusal], SentencePattern] = {
    NameTaken: N_("{name} is here already: choose a name that tells the two apart."),
    p.NoSuchSteward: N_("Nobody was invited like that: reload the page."),
    roles.ScopeMissing: N_("This key was not made for that: it takes “{scope}”."),
    p.NoSuchKey: N_("There is no such key here: reload the page."),
    p.NoSuchWebhook: N_("There is no such webhook here: reload the page."),
    roles.NotYourTournament: N_("That does not belong to the tournament you were invited for."),
    roles.OnlyTheOperator: N_("Only the operator of this server does that: it is about all organisers."),
    d.OrganiserNameTaken: N_("There is an organiser called {name} already: choose a name that tells the two apart."),
    d.QuotaReached: lambda refusal: QUOTAS[refusal.kind],
    d.InvitationUsed: N_("This invitation does not hold any more: ask for a new one."),
    d.LastOwner: N_("Somebody must own an organiser: make somebody else its owner first."),
    d.AddressTaken: N_("Somebody else here has this address."),
    d.TooManyMessages: N_("Messages were sent there just now: wait a minute."),
    d.PasskeyNotTaken: N_("The passkey was not taken: try again from the beginning."),
    d.LastWayIn: N_("This is the only way into your account: set a password first."),
    d.AccountNotOpen: N_("This account is closed or suspended: ask the operator of this server."),
    NoSuchOrganiser: N_("There is no such organiser here: reload the page."),
    NoSuchMember: N_("There is no such member here: reload the page."),
    roles.NotYourBoard: N_("Board {board} is not yours: you enter {first} to {last}."),
    roles.NotYourTeam: N_("Only an arbiter does that: a captain gives the lineups of their own team."),
    roles.OnlyAnArbiter: N_("Board {board}: only an arbiter clears or adjourns a game. Call one."),
    s.NoSuchPicture: N_("That picture is not here any more: upload it again."),
    s.OutOfRange: lambda refusal: RANGES[refusal.what],
}
add_plain(DESK_REFUSALS)

QUOTAS: Mapping[QuotaKind, str] = {
    QuotaKind.TOURNAMENTS: N_(
        "Tournaments of one organiser on this server: at most {most}. Throw one away that was never played, or ask the "
        "operator."
    ),
    QuotaKind.ENTRIES: N_(
        "Players in all tournaments of one organiser on this server: at most {most}. Ask the operator for more."
    ),
    QuotaKind.PICTURES: N_(
        "Megabytes of pictures of one organiser on this server: at most {most}. Send a smaller one or ask the operator."
    ),
    QuotaKind.KEYS: N_(
        "Keys of one organiser on this server: at most {most}. Revoke one that is not used, or ask the operator."
    ),
}

ABOUT_SCREENS: Mapping[type[Refusal], str] = {
    NoSuchScreen: N_("There is no screen called “{name}”: choose one from the list of screens."),
    s.BadScreenName: N_("“{name}” cannot be an address: use small letters, digits and single hyphens, as in hall-2."),
    s.ScreenNameTaken: N_("There is a screen called “{name}” already: choose another name."),
}
LONGEST_SCREEN_NAME_SHOWN = 60

MISSING: Mapping[str, str] = {
    "tournament": N_("{kind}: choose the tournament it belongs to."),
    "festival": N_("{kind}: choose a festival, below the tournaments."),
    "player": N_("{kind}: type the pairing number of the player."),
    "text": N_("{kind}: type the text to show."),
    "picture": N_("{kind}: choose a picture, or upload one first."),
    "until": N_("{kind}: choose a tournament with a schedule, or type the time it runs to."),
}

RANGES: Mapping[str, str] = {
    "contents": N_("A screen shows from {least} to {most} contents in turn, not {given}."),
    "seconds": N_("A content stays from {least} to {most} seconds, not {given}."),
    "parts": N_("A list can be split over {least} to {most} televisions, not {given}."),
    "minutes": N_("The pairings can stay alone for {least} to {most} minutes, not {given}."),
    "inches": N_("The glass can have a diagonal of {least} to {most} inches, not {given}."),
    "metres": N_("A screen can be read from {least} to {most} metres, not {given}."),
    "boards": N_("A screen shows at most {most} live boards, not {given}."),
    "text": N_("The text must have from {least} to {most} characters, not {given}."),
    "title": N_("The title must have at most {most} characters, not {given}."),
}


@sentence.register
def _(refusal: roles.InvitationEnded, tournament: Tournament | None, words: Language) -> str:
    pattern, over = N_("The invitation of {name} has been withdrawn. Ask the chief arbiter."), ""
    if refusal.until:
        pattern = N_("The invitation of {name} ended on {over}. Ask the chief arbiter.")
        over = words.moment(datetime.fromisoformat(refusal.until).astimezone())
    return filled_in(pattern, refusal, tournament, words, over=over)


@sentence.register
def _(refusal: roles.RoleTooSmall, tournament: Tournament | None, words: Language) -> str:
    pattern = N_("Your role, {role}, does not include this: ask the chief arbiter.")
    return words.gettext(pattern, role=role(refusal.role, words))


@sentence.register
def _(refusal: s.ContentIncomplete, tournament: Tournament | None, words: Language) -> str:
    return words.gettext(MISSING[refusal.field], kind=kind(refusal.kind, words))


@sentence.register
def _(
    refusal: NoSuchScreen | s.BadScreenName | s.ScreenNameTaken, tournament: Tournament | None, words: Language
) -> str:
    return words.gettext(ABOUT_SCREENS[type(refusal)], name=refusal.name[:LONGEST_SCREEN_NAME_SHOWN])

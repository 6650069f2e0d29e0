"""The announcement, regulations, files, prizes and the end of a tournament."""

from collections.abc import Mapping
from dataclasses import fields, replace
from functools import partial, singledispatch

from domain import events as e
from domain.files.remarks import repair_count
from domain.words.faces import EventFace
from domain.words.games import Result
from domain.words.players import EntrantId
from domain.words.regulations import Details, Format, Regulations, Visibility
from web.wording import N_
from web.wording.chess.status import format_name
from web.wording.chess.telling import Teller, changes
from web.wording.festivals import parts_of_face
from web.wording.integrity import cause


@singledispatch
def what_happened(event: e.Event, t: Teller) -> str:
    """The deed of an event, without its reason; raises TypeError for an event that nobody has worded."""
    raise TypeError(f"no sentence for {type(event).__name__}")


def tell_plainly(sentences: Mapping[type[e.Event], str]) -> None:
    """Add events whose facts only have to be named."""
    for kind, text in sentences.items():
        what_happened.register(kind, partial(_with_facts, text))


def _with_facts(text: str, event: e.Event, t: Teller) -> str:
    facts = {one.name: _fact(one.name, getattr(event, one.name), t) for one in fields(event)}
    return t.say(text, players=facts.get("order", facts.get("tied")), parts=facts.get("face"), **facts)


def _fact(name: str, value: object, t: Teller) -> object:
    match name, value:
        case (("player" | "one" | "other"), int()):
            return t.name(EntrantId(value))
        case (("order" | "tied"), tuple()):
            return t.names(value)
        case "game", _:
            return t.game()
        case _, Result():
            return t.result(value)
        case _, EventFace():
            return parts_of_face(value, t.language)
        case _:
            return value


OF_THE_TOURNAMENT: Mapping[type[e.Event], str] = {
    e.TournamentArchived: N_("Put into the archive"),
    e.TournamentTakenFromArchive: N_("Taken from the archive"),
    e.TournamentThrownAway: N_("Tournament thrown away"),
    e.TournamentReopened: N_("Tournament opened again"),
    e.SelfRegistrationClosed: N_("Self-registration closed"),
    e.FaceDrafted: N_("Face of the event drafted: {parts}"),
    e.FaceShown: N_("Face of the event shown to everybody: {parts}"),
}
tell_plainly(OF_THE_TOURNAMENT)

VISIBILITY_WORDS: Mapping[Visibility, str] = {
    Visibility.PUBLIC: N_("Everybody may see the tournament from now on"),
    Visibility.HIDDEN: N_("Tournament hidden from the public"),
    Visibility.DRAFT: N_("Tournament made a draft again"),
}


@what_happened.register
def _(event: e.TournamentAnnounced, t: Teller) -> str:
    format = event.regulations.format
    if event.visibility is Visibility.DRAFT:
        return t.say(
            "Created as a draft: {name}, {format}", name=event.details.name, format=format_name(format, t.language)
        )
    if format is not Format.SWISS:
        return t.say("Announced: {name}, {format}", name=event.details.name, format=format_name(format, t.language))
    return t.language.ngettext(
        "Announced: {name}, {n} round", "Announced: {name}, {n} rounds", event.regulations.rounds,
        name=event.details.name,
    )  # fmt: skip


@what_happened.register
def _(event: e.VisibilityChanged, t: Teller) -> str:
    return t.say(VISIBILITY_WORDS[event.visibility])


@what_happened.register
def _(event: e.DetailsAmended, t: Teller) -> str:
    before = t.row.before if isinstance(t.row.before, Details) else Details("")
    return t.say("Announcement changed: {changes}", changes=changes(before, event.details, t))


@what_happened.register
def _(event: e.RegulationsAmended, t: Teller) -> str:
    before = t.row.before if isinstance(t.row.before, Regulations) else Regulations()
    laws = event.regulations
    if not laws.paired_by_system and laws.rounds != before.rounds and replace(before, rounds=laws.rounds) == laws:
        return t.language.ngettext("The field makes it {n} round", "The field makes it {n} rounds", laws.rounds)
    return t.say("Regulations changed: {changes}", changes=changes(before, laws, t))


@what_happened.register
def _(event: e.TournamentImported, t: Teller) -> str:
    repairs = t.language.ngettext("{n} repair", "{n} repairs", repair_count(event))
    return t.say("Read from the file {file} ({repairs})", file=event.file_name, repairs=repairs)


@what_happened.register
def _(event: e.PairsProhibited, t: Teller) -> str:
    if not event.groups:
        return t.say("Nobody is kept apart any more")
    groups = [t.names_in(*ban) for ban in event.bans]
    between = " / " if any(";" in group for group in groups) else "; "
    return t.say("Not to be paired with each other: {groups}", groups=between.join(groups))


@what_happened.register
def _(event: e.FideModeLeft, t: Teller) -> str:
    return t.say("FIDE mode left for good: {cause}", cause=cause(event.cause, t.language))


@what_happened.register
def _(event: e.TournamentClosed, t: Teller) -> str:
    if event.after_round:
        return t.say("Tournament closed early, after round {round}; the table is final", round=event.after_round)
    return t.say("Tournament closed; the table is final")


@what_happened.register
def _(event: e.SelfRegistrationOpened, t: Teller) -> str:
    opened = _self_registration_opened(event, t)
    return t.say("{what}, entries are confirmed by e-mail", what=opened) if event.by_mail else opened


def _self_registration_opened(event: e.SelfRegistrationOpened, t: Teller) -> str:
    if event.most and event.last_day:
        return t.say(
            "Self-registration open for at most {n} entrants until {day}",
            n=event.most,
            day=t.language.day(event.last_day),
        )
    if event.most:
        return t.say("Self-registration open for at most {n} entrants", n=event.most)
    if event.last_day:
        return t.say("Self-registration open until {day}", day=t.language.day(event.last_day))
    return t.say("Self-registration open")


@what_happened.register
def _(event: e.PrizesAnnounced, t: Teller) -> str:
    fund = t.language.money(sum(prize.cents for prize in event.prizes), event.currency)
    return t.language.ngettext(
        "Prizes announced: {n} prize, {fund} in all", "Prizes announced: {n} prizes, {fund} in all",
        len(event.prizes), fund=fund,
    )  # fmt: skip


@what_happened.register
def _(event: e.PlayerReportsAllowed, t: Teller) -> str:
    return t.say("Players report their results") if event.allowed else t.say("Players no longer report their results")

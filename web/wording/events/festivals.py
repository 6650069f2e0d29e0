"""Every event of a festival as a sentence. Sections are called by their titles."""

from collections.abc import Mapping
from dataclasses import fields
from datetime import datetime
from functools import partial, singledispatch
from zoneinfo import ZoneInfo

from domain.festival import events as f
from domain.festival.state import Festival
from domain.records import dataclass
from web.wording import N_, NN_, Language
from web.wording.festivals import carry_in_words, occasion_in_words, parts_of_face, rhythm_in_words, rules_in_words


@dataclass(frozen=True, slots=True)
class FestivalTeller:
    titles: Mapping[str, str]
    """Address of a section to its title, of those that are gone too."""
    names: Mapping[int, str]
    """Number of an entry to the player's name."""
    petitions: Mapping[int, str]
    """Number of a petition to its title."""
    zone: str
    language: Language

    def say(self, text: str, /, **values: object) -> str:
        return self.language.gettext(text, **values)

    def title(self, tournament: str) -> str:
        return self.titles.get(tournament, tournament)

    def listed(self, tournaments: tuple[str, ...]) -> str:
        return self.language.listing([self.title(one) for one in tournaments])

    def when(self, moment: str) -> str:
        return self.language.moment(datetime.fromisoformat(moment), ZoneInfo(self.zone))


def festival_teller(festival: Festival, language: Language) -> FestivalTeller:
    titles: dict[str, str] = {}
    for event in festival.history:
        if isinstance(event, f.SectionAdded | f.SectionRenamed):
            titles[event.tournament] = event.title
    edition = {str(one.number): one.tournament for one in festival.editions}
    plain = {slug: title for slug, title in (titles | festival.sections).items() if edition.get(title) != slug}
    numbered = {slug: language.gettext("edition {number}", number=number) for number, slug in edition.items()}
    names = {number: one.player.name for number, one in festival.entries.items()}
    petitions = {number: one.opened.title for number, one in festival.petitions.items()}
    zone = festival.series.plan.zone if festival.series else "UTC"
    return FestivalTeller(numbered | plain, names, petitions, zone, language)


@singledispatch
def festival_event_in_words(event: f.FestivalEvent, t: FestivalTeller) -> str:
    raise TypeError(f"no sentence for {type(event).__name__}")


OF_FESTIVAL_EVENTS: Mapping[type[f.FestivalEvent], str] = {
    f.FestivalAnnounced: N_("Festival announced: {name}"),
    f.FestivalFaceDrafted: N_("Face of the event drafted: {parts}"),
    f.FestivalFaceShown: N_("Face of the event shown to everybody: {parts}"),
    f.FestivalBulletinWithdrawn: N_("Withdrawn from news and documents: entry {number}"),
    f.SectionAdded: N_("Section added: {title}"),
    f.SectionRenamed: N_("A section is now called {title}"),
    f.SectionRemoved: N_("Section taken out: {title}"),
    f.SectionsOrdered: N_("Order of the sections: {titles}"),
    f.SectionsUnlinked: N_("Nobody goes on into {into} by the link any more"),
    f.GroupsAnnounced: N_("Groups and stages announced: {titles}"),
    f.SeriesEnded: N_("Series ended"),
    f.EditionScheduled: N_("Edition {number} open for entries, starts {when}"),
    f.EditionPostponed: N_("Edition {number} moved to {when}: {entries} of {minimum} players"),
    f.EditionExtended: N_("Registration of edition {number} extended to {when}"),
    f.EditionMoved: N_("Edition {number} moved to {when} by the plan"),
    f.StageReported: N_("News: {title} is over"),
    f.RankingClosed: N_("Ranking closed: it is final"),
    f.RankingReopened: N_("Ranking opened again"),
    f.RankingRemoved: N_("Ranking taken away"),
    f.DecisionUndone: N_("Entry {version} undone"),
    f.DeliveryDelayed: N_("The mail server was not reached; next attempt {when}"),
    f.MailingDropped: N_("Messages out of date are not sent"),
    f.EntryAsked: N_("{player} asks to play in {title}"),
    f.EntryAdmitted: N_("{player} has entered"),
    f.EntryWithdrawn: N_("{player} has withdrawn"),
    f.PetitionOpened: N_("Petition opened: {title}"),
    f.PetitionSigned: N_("{player} signs the petition {title}"),
    f.PetitionGranted: N_("Petition granted: {title}"),
    f.PetitionDeclined: N_("Petition {title} declined: {reason}"),
}
"""Events whose facts only have to be named."""


def _with_facts(text: str, event: f.FestivalEvent, t: FestivalTeller) -> str:
    facts: dict[str, object] = {one.name: getattr(event, one.name) for one in fields(event)}
    if "title" not in facts and "tournament" in facts:
        facts["title"] = t.title(str(facts["tournament"]))
    if when := facts.get("starts_at", facts.get("until")):
        facts["when"] = t.when(str(when))
    match event:
        case f.FestivalAnnounced(details):
            facts["name"] = details.name
        case f.FestivalFaceDrafted(face) | f.FestivalFaceShown(face):
            facts["parts"] = parts_of_face(face, t.language)
        case f.SectionsOrdered(tournaments):
            facts["titles"] = t.listed(tournaments)
        case f.GroupsAnnounced(groups=groups, stages=stages):
            facts["titles"] = t.listed((*groups, *stages))
        case f.SectionsUnlinked(into):
            facts["into"] = t.title(into)
        case f.EntryAsked(player=player):
            facts["player"] = player.name
        case f.EntryAdmitted(number) | f.EntryWithdrawn(number):
            facts["player"] = t.names.get(number, number)
        case f.PetitionGranted(petition) | f.PetitionDeclined(petition):
            facts["title"] = t.petitions.get(petition, petition)
        case f.PetitionSigned(petition, player):
            facts |= {"title": t.petitions.get(petition, petition), "player": player.name}
    return t.say(text, **facts)


for kind, sentence in OF_FESTIVAL_EVENTS.items():
    festival_event_in_words.register(kind, partial(_with_facts, sentence))


@festival_event_in_words.register
def _(event: f.FestivalBulletinWritten, t: FestivalTeller) -> str:
    title = event.bulletin.text_in(t.language.code).title
    told = t.say("Entry {number} of news and documents: “{title}”", number=event.number, title=title)
    return t.say("{what}; phones are told", what=told) if event.tell else told


@festival_event_in_words.register
def _(event: f.FestivalDetailsAmended, t: FestivalTeller) -> str:
    about = event.details
    facts = [one for one in (about.name, about.city, about.start, about.end) if one]
    facts += [t.say("one prize for each player")] if about.one_prize_each else []
    return t.say("The festival is now: {facts}", facts=", ".join(facts))


@festival_event_in_words.register
def _(event: f.SectionsLinked, t: FestivalTeller) -> str:
    return t.say(
        "The best {places} of each go on into {into} from {sources}; they bring {carry}; least games played: {games}",
        places=event.places,
        into=t.title(event.into),
        sources=t.listed(event.sources),
        carry=carry_in_words(event.carry, t.language),
        games=event.least_games,
    )


@festival_event_in_words.register
def _(event: f.GroupsDrawn, t: FestivalTeller) -> str:
    pattern = NN_("{n} group drawn from {pool}", "{n} groups drawn from {pool}")
    return t.language.ngettext(*pattern, len(event.groups), pool=t.title(event.pool))


@festival_event_in_words.register
def _(event: f.SeriesSet, t: FestivalTeller) -> str:
    plan = event.plan
    rhythm = rhythm_in_words(plan.rhythm, t.language)
    return t.say("Series set: {rhythm}, {time} ({zone})", rhythm=rhythm, time=plan.time, zone=plan.zone)


@festival_event_in_words.register
def _(event: f.EditionStarted, t: FestivalTeller) -> str:
    pattern = NN_("Edition {number} begun with {n} player", "Edition {number} begun with {n} players")
    return t.language.ngettext(*pattern, event.entries, number=event.number)


@festival_event_in_words.register
def _(event: f.ParticipantsTold, t: FestivalTeller) -> str:
    pattern = NN_("{n} message about {title}", "{n} messages about {title}")
    return t.language.ngettext(*pattern, event.messages, title=t.title(event.tournament))


@festival_event_in_words.register
def _(event: f.MailingWritten, t: FestivalTeller) -> str:
    occasion, title = occasion_in_words(event.occasion, t.language), t.title(event.tournament)
    pattern = NN_("{n} message written ({occasion}, {title})", "{n} messages written ({occasion}, {title})")
    return t.language.ngettext(*pattern, len(event.to), occasion=occasion, title=title)


@festival_event_in_words.register
def _(event: f.MessagesDelivered, t: FestivalTeller) -> str:
    said = []
    if event.to or not event.lost:
        said.append(t.language.ngettext("{n} message sent", "{n} messages sent", len(event.to)))
    if event.lost:
        said.append(t.language.ngettext("{n} message not taken", "{n} messages not taken", len(event.lost)))
    return "; ".join(said)


@festival_event_in_words.register
def _(event: f.EntryTurnedDown, t: FestivalTeller) -> str:
    name = t.names.get(event.number, event.number)
    return t.say("Entry of {player} turned down: {reason}", player=name, reason=event.reason or "–")


@festival_event_in_words.register
def _(event: f.RankingSet, t: FestivalTeller) -> str:
    rules = event.rules
    told = [t.say("Ranking over the sections: {rules}", rules=rules_in_words(rules, t.language))]
    if rules.categories:
        told.append(t.say("Ranked apart: {categories}.", categories=t.language.listing([*rules.categories])))
    if rules.left_out:
        told.append(t.say("Without: {sections}.", sections=t.listed(rules.left_out)))
    return " ".join(told)

"""The words of messages to players."""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from domain.festival.events import EditionExtended, EditionMoved, EditionPostponed
from domain.festival.outbox import StartMoved
from web.wording import Language


@dataclass(frozen=True, slots=True)
class MessageLinks:
    """Whole addresses; empty = the message has none."""

    page: str = ""
    """Of the tournament."""
    entry: str = ""
    """Of the receiver's own entry."""
    stop: str = ""
    """Where further messages are stopped."""


NO_LINKS = MessageLinks()


def letter(player: str, told: str, links: MessageLinks, words: Language) -> str:
    """The text of a message to one player. Several players can have one address, so it says whose it is."""
    parts = [words.gettext("For {player}", player=player), told, links.page]
    if links.entry:
        parts.append(words.gettext("Your entry, where you can withdraw it: {link}", link=links.entry))
    if links.stop:
        parts.append(words.gettext("To get no more messages about this entry: {link}", link=links.stop))
    return "\n\n".join(filter(None, parts)) + "\n"


def of_the_start(name: str, starts_at: datetime, zone: str, words: Language) -> tuple[str, str]:
    """Subject and text before an edition begins."""
    when = words.moment(starts_at, ZoneInfo(zone))
    subject = words.gettext("{name} starts on {when}", name=name, when=when)
    text = words.gettext(
        "You have entered {name}. It starts on {when} ({zone}), if enough players have entered by then.",
        name=name,
        when=when,
        zone=zone,
    )
    return subject, text


def of_the_confirmation(name: str, player: str, link: str, words: Language) -> tuple[str, str]:
    """Subject and text to somebody who asked for an entry, or for whom somebody did."""
    subject = words.gettext("{name}: confirm your entry", name=name)
    text = words.gettext(
        "Somebody asked for the entry of {player} in {name}, with this e-mail address. To confirm it, open this link "
        "within a day. If it was not you, do nothing: what was typed is deleted.",
        player=player,
        name=name,
    )
    return subject, f"{text}\n\n{link}\n"


def of_the_stage(name: str, words: Language) -> tuple[str, str]:
    """Subject and text when a group or a final is about to begin."""
    subject = words.gettext("{name}: you are in it", name=name)
    return subject, words.gettext("You play in {name}. It begins now: look for your first game.", name=name)


def of_the_move(name: str, starts_at: datetime, moved: StartMoved, zone: str, words: Language) -> tuple[str, str]:
    """Subject and text when an edition that players have entered gets another start: which it was, and why."""
    when = words.moment(starts_at, ZoneInfo(zone))
    subject = words.gettext("{name} has a new start: {when}", name=name, when=when)
    text = words.gettext(
        "The start of {name} has been moved from {was} to {when} ({zone}). You are still entered.",
        name=name,
        was=words.moment(datetime.fromisoformat(moved.was), ZoneInfo(zone)),
        when=when,
        zone=zone,
    )
    return subject, f"{text} {_why_moved(moved, words)}"


def _why_moved(moved: StartMoved, words: Language) -> str:
    match moved:
        case EditionPostponed(entries=entries, minimum=minimum):
            return words.ngettext(
                "Too few had entered: {n} player, and it takes {minimum}.",
                "Too few had entered: {n} players, and it takes {minimum}.",
                entries,
                minimum=minimum,
            )
        case EditionExtended():
            return words.gettext("Too few places were taken, so entries stay open for longer.")
        case EditionMoved():
            return words.gettext("The organiser has changed the plan of the series.")


def of_the_end(name: str, place: int, players: int, prizes: str, into: str, words: Language) -> tuple[str, str]:
    """Subject and text when a stage is over. No `place`: they are in no table; `prizes` and `into` may be empty."""
    subject = words.gettext("{name} is over", name=name)
    if place:
        told = [
            words.gettext("{name} is over. Your place: {place} of {players}.", name=name, place=place, players=players)
        ]
    else:
        told = [words.gettext("{name} is over.", name=name)]
    if prizes:
        told.append(words.gettext("Your prize: {prizes}.", prizes=prizes))
    if into:
        told.append(words.gettext("You go on to {into}.", into=into))
    return subject, " ".join(told)

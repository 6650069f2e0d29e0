"""The words of messages to players."""

from datetime import datetime
from zoneinfo import ZoneInfo

from web.wording import Language


def of_the_start(name: str, starts_at: datetime, zone: str, link: str, words: Language) -> tuple[str, str]:
    """Subject and text before an edition begins."""
    when = words.moment(starts_at, ZoneInfo(zone))
    subject = words.gettext("{name} starts on {when}", name=name, when=when)
    text = words.gettext(
        "You have entered {name}. It starts on {when} ({zone}), if enough players have entered by then.",
        name=name,
        when=when,
        zone=zone,
    )
    return subject, _closed(text, link)


def of_the_confirmation(name: str, player: str, link: str, words: Language) -> tuple[str, str]:
    """Subject and text to somebody who asked for an entry, or for whom somebody did."""
    subject = words.gettext("{name}: confirm your entry", name=name)
    text = words.gettext(
        "Somebody asked for the entry of {player} in {name}, with this e-mail address. To confirm it, open this link "
        "within a day. If it was not you, do nothing: what was typed is deleted.",
        player=player,
        name=name,
    )
    return subject, _closed(text, link)


def of_the_stage(name: str, link: str, words: Language) -> tuple[str, str]:
    """Subject and text when a group or a final is about to begin."""
    subject = words.gettext("{name}: you are in it", name=name)
    text = words.gettext("You play in {name}. It begins now: look for your first game.", name=name)
    return subject, _closed(text, link)


def of_the_move(name: str, starts_at: datetime, zone: str, link: str, words: Language) -> tuple[str, str]:
    """Subject and text when an edition that players have entered gets another start."""
    when = words.moment(starts_at, ZoneInfo(zone))
    subject = words.gettext("{name} has a new start: {when}", name=name, when=when)
    text = words.gettext(
        "The start of {name} has been moved. It now starts on {when} ({zone}). You are still entered.",
        name=name,
        when=when,
        zone=zone,
    )
    return subject, _closed(text, link)


def of_the_end(
    name: str, place: int, players: int, prizes: str, into: str, link: str, words: Language
) -> tuple[str, str]:
    """Subject and text when a stage is over; `prizes` and `into` are empty for those who have none and go nowhere."""
    subject = words.gettext("{name} is over", name=name)
    told = [words.gettext("{name} is over. Your place: {place} of {players}.", name=name, place=place, players=players)]
    if prizes:
        told.append(words.gettext("Your prize: {prizes}.", prizes=prizes))
    if into:
        told.append(words.gettext("You go on to {into}.", into=into))
    return subject, _closed(" ".join(told), link)


def _closed(text: str, link: str) -> str:
    return f"{text}\n\n{link}\n" if link else f"{text}\n"

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


def of_the_stage(name: str, link: str, words: Language) -> tuple[str, str]:
    """Subject and text when a group or a final is about to begin."""
    subject = words.gettext("{name}: you are in it", name=name)
    text = words.gettext("You play in {name}. It begins now: look for your first game.", name=name)
    return subject, _closed(text, link)


def _closed(text: str, link: str) -> str:
    return f"{text}\n\n{link}\n" if link else f"{text}\n"

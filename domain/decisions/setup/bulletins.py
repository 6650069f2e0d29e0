"""News and information of the organiser, of a tournament or a festival: written, changed, withdrawn."""

from dataclasses import replace
from datetime import datetime

from domain import events as e
from domain.fields import paragraphs, text, web_address
from domain.refusals import BadField
from domain.tournament import Tournament
from domain.words.choices.bulletins import (
    MAX_BULLETIN_CHARS,
    MAX_BULLETIN_TITLE_CHARS,
    MOST_BULLETINS,
    Bulletin,
    Bulletins,
    BulletinText,
)

MAX_DOCUMENT_NAME_CHARS = 100


def write_bulletin(tournament: Tournament, number: int, bulletin: Bulletin, tell: bool = False) -> list[e.Event]:
    """Write a new one where `number` is 0, or change the one of this number; `tell` = followers hear of it."""
    checked = checked_bulletin(tournament.bulletins, number, bulletin)
    if checked == tournament.bulletins.find(number) and not tell:
        return []
    return [e.BulletinWritten(number or tournament.bulletins.last + 1, checked, tell)]


def withdraw_bulletin(tournament: Tournament, number: int) -> list[e.Event]:
    """From here on nobody but the history shows it. Twice changes nothing."""
    return [e.BulletinWithdrawn(number)] if tournament.bulletins.find(number) else []


def checked_bulletin(known: Bulletins, number: int, bulletin: Bulletin) -> Bulletin:
    """Raises BadField."""
    if number and known.find(number) is None:
        raise BadField("bulletin", str(number), "no-such-bulletin")
    if not number and len(known.shown) >= MOST_BULLETINS:
        raise BadField("bulletin", str(len(known.shown)), f"at-most:{MOST_BULLETINS}")
    texts = tuple(_checked(one) for one in bulletin.texts if one.title.strip() or one.body.strip())
    if not texts:
        raise BadField("bulletin_title", "", "required")
    document = bulletin.document
    return replace(
        bulletin,
        texts=texts,
        at=_moment(bulletin.at),
        link=str(web_address("bulletin_link", bulletin.link)) if bulletin.link.strip() else "",
        document=document and replace(document, name=text("document", document.name, longest=MAX_DOCUMENT_NAME_CHARS)),
    )


def _checked(one: BulletinText) -> BulletinText:
    title = text("bulletin_title", one.title, longest=MAX_BULLETIN_TITLE_CHARS, required=True)
    return BulletinText(one.language, title, paragraphs("bulletin_body", one.body, longest=MAX_BULLETIN_CHARS))


def _moment(typed: str) -> str:
    try:
        return datetime.fromisoformat(typed.strip()).replace(tzinfo=None).isoformat(timespec="minutes")
    except ValueError:
        raise BadField("bulletin_at", typed, "date") from None

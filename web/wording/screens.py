"""The words of the desk about screens: what a content is called, and what a refusal says."""

from collections.abc import Mapping

from domain.refusals import Refusal
from domain.screens import decisions as s
from domain.screens.events import Content, Kind
from domain.screens.state import NoSuchScreen
from web.wording import Language

KINDS: Mapping[Kind, str] = {
    Kind.PAIRINGS: "Pairings by board",
    Kind.SEATS: "Pairings by name",
    Kind.BOARDS: "Boards for the playing hall",
    Kind.STANDINGS: "Standings",
    Kind.CROSSTABLE: "Crosstable",
    Kind.LATEST: "Latest results",
    Kind.CARD: "A player's card",
    Kind.COUNTDOWN: "Countdown",
    Kind.ANNOUNCEMENT: "Announcement",
    Kind.PICTURE: "Picture",
}

MISSING: Mapping[str, str] = {
    "tournament": "{kind}: choose the tournament it belongs to.",
    "player": "{kind}: type the pairing number of the player.",
    "text": "{kind}: type the text to show.",
    "picture": "{kind}: choose a picture, or upload one first.",
    "until": "{kind}: choose a tournament with a schedule, or type the time it runs to.",
}

RANGES: Mapping[str, str] = {
    "contents": "A screen shows from {least} to {most} contents in turn, not {given}.",
    "seconds": "A content stays from {least} to {most} seconds, not {given}.",
    "parts": "A list can be split over {least} to {most} televisions, not {given}.",
    "minutes": "The pairings can stay alone for {least} to {most} minutes, not {given}.",
    "text": "The text must have from {least} to {most} characters, not {given}.",
    "title": "The title must have at most {most} characters, not {given}.",
}

SENTENCES: Mapping[type[Refusal], str] = {
    NoSuchScreen: "There is no screen called “{name}”: choose one from the list of screens.",
    s.BadScreenName: "“{name}” cannot be an address: use small letters, digits and single hyphens, as in hall-2.",
    s.ScreenNameTaken: "There is a screen called “{name}” already: choose another name.",
    s.NoSuchPicture: "That picture is not here any more: upload it again.",
}
"""Refusals whose data only has to be named."""


def kind(kind: Kind, language: Language) -> str:
    return language.gettext(KINDS[kind])


def content(content: Content, language: Language) -> str:
    """One line for the list of screens."""
    tail = content.tournament or content.text[:40]
    said = kind(content.kind, language)
    return f"{said} · {tail}" if tail else said


def refusal(refusal: Refusal, language: Language) -> str:
    """One sentence; empty for a refusal that is not about screens."""
    match refusal:
        case s.ContentIncomplete(kind=which, field=field):
            return language.gettext(MISSING[field], kind=kind(which, language))
        case s.OutOfRange(what=what, given=given, least=least, most=most):
            return language.gettext(RANGES[what], given=given, least=least, most=most)
        case NoSuchScreen(name=name) | s.BadScreenName(name=name) | s.ScreenNameTaken(name=name):
            return language.gettext(SENTENCES[type(refusal)], name=name[:60])
        case s.BadPicture(size=size, limit=limit) if size > limit:
            return language.gettext("The picture is too large: at most {limit} kB.", limit=limit // 1000)
        case s.BadPicture():
            return language.gettext(
                "That is not a picture a television can show: choose a PNG, JPEG, GIF or WebP file."
            )
        case s.NoSuchPicture():
            return language.gettext(SENTENCES[type(refusal)])
        case _:
            return ""

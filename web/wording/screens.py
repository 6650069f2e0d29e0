"""The words of the desk about screens: what a content is called, and what a refusal says."""

from collections.abc import Mapping

from domain.refusals import Refusal
from domain.screens import decisions as s
from domain.screens.events import Content, ContentKind
from domain.screens.state import NoSuchScreen
from web.wording import N_, Language

CONTENTS: Mapping[ContentKind, str] = {
    ContentKind.PAIRINGS: N_("Pairings by board"),
    ContentKind.SEATS: N_("Pairings by name"),
    ContentKind.BOARDS: N_("Boards for the playing hall"),
    ContentKind.STANDINGS: N_("Standings"),
    ContentKind.CROSSTABLE: N_("Crosstable"),
    ContentKind.LATEST: N_("Latest results"),
    ContentKind.CARD: N_("A player's card"),
    ContentKind.PLAYOFF: N_("Play-off"),
    ContentKind.BRACKET: N_("Bracket"),
    ContentKind.BOARD_TABLES: N_("Players of teams by board"),
    ContentKind.LIVE_BOARDS: N_("Live boards"),
    ContentKind.PODIUM: N_("Podium"),
    ContentKind.PRIZES: N_("Prizes"),
    ContentKind.TOURNAMENT: N_("The tournament as it goes"),
    ContentKind.NOT_CHECKED_IN: N_("Not checked in yet"),
    ContentKind.COUNTDOWN: N_("Countdown"),
    ContentKind.ANNOUNCEMENT: N_("Announcement"),
    ContentKind.PICTURE: N_("Picture"),
}

MISSING: Mapping[str, str] = {
    "tournament": N_("{kind}: choose the tournament it belongs to."),
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

SCREEN_SENTENCES: Mapping[type[Refusal], str] = {
    NoSuchScreen: N_("There is no screen called “{name}”: choose one from the list of screens."),
    s.BadScreenName: N_("“{name}” cannot be an address: use small letters, digits and single hyphens, as in hall-2."),
    s.ScreenNameTaken: N_("There is a screen called “{name}” already: choose another name."),
    s.NoSuchPicture: N_("That picture is not here any more: upload it again."),
}
"""Refusals whose data only has to be named."""


def kind(kind: ContentKind, language: Language) -> str:
    return language.gettext(CONTENTS[kind])


def content(content: Content, language: Language) -> str:
    tail = content.tournament or content.festival or content.text[:40]
    said = kind(content.kind, language)
    return f"{said} · {tail}" if tail else said


def screen_refusal(refusal: Refusal, language: Language) -> str:
    """One sentence; empty for a refusal that is not about screens."""
    match refusal:
        case s.ContentIncomplete(kind=which, field=field):
            return language.gettext(MISSING[field], kind=kind(which, language))
        case s.OutOfRange(what=what, given=given, least=least, most=most):
            return language.gettext(RANGES[what], given=given, least=least, most=most)
        case NoSuchScreen(name=name) | s.BadScreenName(name=name) | s.ScreenNameTaken(name=name):
            return language.gettext(SCREEN_SENTENCES[type(refusal)], name=name[:60])
        case s.NoSuchPicture():
            return language.gettext(SCREEN_SENTENCES[type(refusal)])
        case _:
            return ""

"""The words of the desk about screens: what a content is called."""

from collections.abc import Mapping

from domain.screens.events import Content, ContentKind
from web.wording import N_, Language, said_by

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
    ContentKind.TEAM_SCORES: N_("Team scores"),
    ContentKind.LIVE_BOARDS: N_("Live boards"),
    ContentKind.STATISTICS: N_("Statistics"),
    ContentKind.CHANCES: N_("Who can still win"),
    ContentKind.NEXT_ROUND: N_("Next round, provisional"),
    ContentKind.NEWS: N_("News"),
    ContentKind.PODIUM: N_("Podium"),
    ContentKind.PRIZES: N_("Prizes"),
    ContentKind.RANKING: N_("Ranking over the sections"),
    ContentKind.TOURNAMENT: N_("The tournament as it goes"),
    ContentKind.NOT_CHECKED_IN: N_("Not checked in yet"),
    ContentKind.COUNTDOWN: N_("Countdown"),
    ContentKind.ANNOUNCEMENT: N_("Announcement"),
    ContentKind.PICTURE: N_("Picture"),
}
kind = said_by(CONTENTS)


def content(content: Content, names: Mapping[str, str], language: Language) -> str:
    """`names`: those of tournaments and festivals by address."""
    about = content.tournament or content.festival
    tail = names.get(about, about) or content.text[:40]
    said = kind(content.kind, language)
    return f"{said} · {tail}" if tail else said

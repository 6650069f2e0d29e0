"""A screen that goes through the sections of a festival: at the end the podiums, then the tables, then the prizes."""

from datetime import datetime, timedelta, timezone

import pytest

from domain import events as e
from domain import tournament as t
from domain.screens.events import Content, ContentKind
from domain.screens.state import Screen, Screens
from domain.words.choices.bulletins import Bulletin, BulletinKind, BulletinText
from domain.words.choices.faces import EventFace
from projections.moment.faces import NO_WORN_FACE, WornFace
from projections.moment.snapshot import snapshot
from projections.screens.panels import NewestNews
from projections.screens.playlist import FestivalNews, Playlist, Source, festival_playlist, playlist_of
from projections.table.podium import Podium
from projections.table.prize_list import Prizes
from tests.screens.fields import finished_league, finished_open
from tests.screens.site import open_of

NOW = datetime(2026, 11, 21, 15, 0, tzinfo=timezone(timedelta(hours=2)))
PODIUM, TABLE, PRIZES = ContentKind.PODIUM, ContentKind.STANDINGS, ContentKind.PRIZES


def hall(kind: ContentKind, *, one_prize_each: bool = False, **sections: list[e.Event]) -> Playlist:
    """A screen with this content of a festival of these sections."""
    sources = {
        slug: Source(slug, snapshot(t.replay(events)), prizes_depend=one_prize_each)
        for slug, events in sections.items()
    }
    screen = Screen("hall", contents=tuple(Content(kind, slug, festival="summer") for slug in sections))
    return playlist_of(Screens(by_name={"hall": screen}), "hall", 1, sources, NOW)


def turns(playlist: Playlist) -> list[tuple[ContentKind, str]]:
    return [(panel.content.kind, panel.content.tournament) for panel in playlist.panels]


def winners(playlist: Playlist, slug: str) -> set[str]:
    (body,) = (p.body for p in playlist.panels if p.content.kind is PRIZES and p.content.tournament == slug)
    assert isinstance(body, Prizes)
    return {row.person.name for row in body.rows}


def worn(owner: str, accent: str) -> WornFace:
    return WornFace(EventFace(accent=accent), owner)


THEIRS, OTHERS, FESTIVALS = worn("/t/a", "#123456"), worn("/t/b", "#654321"), worn("/f/summer", "#abcdef")


@pytest.mark.parametrize(
    ("faces", "festival", "wall"),
    [
        ((THEIRS, OTHERS), FESTIVALS, FESTIVALS),
        ((THEIRS, NO_WORN_FACE), NO_WORN_FACE, NO_WORN_FACE),
        ((THEIRS, OTHERS), NO_WORN_FACE, NO_WORN_FACE),
        ((THEIRS,), NO_WORN_FACE, THEIRS),
        ((THEIRS,), FESTIVALS, FESTIVALS),
    ],
    ids=["festival", "one-of-two", "two", "alone", "alone-in-a-festival"],
)
def test_a_wall_of_a_festival_wears_its_face_and_no_sponsor_of_one_section_stands_over_another(
    faces: tuple[WornFace, ...], festival: WornFace, wall: WornFace
) -> None:
    table = snapshot(t.replay(finished_open(8)))
    sources = {
        f"s{n}": Source(f"s{n}", table, face=face, of_festival=festival, sections={"summer": f"Group {n} · Summer"})
        for n, face in enumerate(faces)
    }
    shown = festival_playlist("summer", "Summer", list(sources), sources, NOW)
    assert shown.face == wall
    assert {panel.tournament for panel in shown.panels} == {f"Group {n} · Summer" for n in range(len(faces))}


def test_once_all_sections_are_decided_their_podiums_come_first_one_after_the_other() -> None:
    shown = turns(hall(ContentKind.TOURNAMENT, a=finished_open(12), b=finished_open(8)))
    assert shown == [(PODIUM, "a"), (PODIUM, "b"), (TABLE, "a"), (TABLE, "b"), (PRIZES, "a"), (PRIZES, "b")]


def test_as_long_as_a_section_plays_each_keeps_its_contents_together() -> None:
    shown = turns(hall(ContentKind.TOURNAMENT, a=finished_open(12), b=open_of(8)))
    assert shown == [(PODIUM, "a"), (TABLE, "a"), (PRIZES, "a"), (ContentKind.PAIRINGS, "b"), (TABLE, "b")]


def test_with_one_prize_each_the_screen_names_those_who_win_in_all_sections_together() -> None:
    """All people play in both sections."""
    over = hall(ContentKind.TOURNAMENT, one_prize_each=True, a=finished_open(12), b=finished_open(12))
    assert winners(over, "a")
    assert not winners(over, "a") & winners(over, "b")


def test_with_one_prize_each_nobody_has_won_before_all_sections_are_decided() -> None:
    playing = hall(ContentKind.TOURNAMENT, one_prize_each=True, a=finished_open(12), b=open_of(12))
    assert winners(playing, "a") == set()
    alone = hall(PRIZES, one_prize_each=True, a=finished_open(12), b=open_of(12))
    assert winners(alone, "a") == set()


def test_the_podium_of_teams_names_their_players() -> None:
    (panel,) = hall(PODIUM, a=finished_league(4)).panels
    assert isinstance(panel.body, Podium)
    assert [len(members) for members in panel.body.members] == [4, 4, 4]


def test_the_news_of_a_festival_stands_before_the_news_of_its_sections() -> None:
    def news(title: str) -> Bulletin:
        return Bulletin(BulletinKind.NEWS, (BulletinText("en", title),), "2026-11-20T10:00")

    sections = {"a": [*open_of(4), e.BulletinWritten(1, news("Of A"))], "b": open_of(4)}
    sources = {slug: Source(slug, snapshot(t.replay(events))) for slug, events in sections.items()}
    screen = Screen("hall", contents=tuple(Content(ContentKind.NEWS, slug, festival="summer") for slug in sections))
    told = {"summer": FestivalNews("Summer", news("Blitz at nine"), 7)}
    shown = playlist_of(Screens(by_name={"hall": screen}), "hall", 1, sources, NOW, news=told)
    bodies = [panel.body for panel in shown.panels]
    assert [body.bulletin.texts[0].title for body in bodies if isinstance(body, NewestNews)] == [
        "Blitz at nine",
        "Of A",
    ]
    assert shown.panels[0].tournament == "Summer"
    assert shown.positions["festival/summer"] == 7

"""The screens' own events: what a screen shows is decided at the desk and survives everything."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.screens import decisions as s
from domain.screens import state as h
from domain.screens.events import (
    AnnouncementShown,
    AnnouncementWithdrawn,
    Content,
    ContentKind,
    FamilySet,
    FocusSet,
    LookSet,
    PictureAdded,
    RotationSet,
    ScreenEvent,
    ScreenNamed,
    ScreenSet,
    Theme,
)

PAIRINGS = Content(ContentKind.PAIRINGS, "open")
STANDINGS = Content(ContentKind.STANDINGS, "open")


def after(*events: ScreenEvent) -> h.Screens:
    return h.replay_screens(events)


WITH_ENTRANCE = (ScreenNamed("entrance", "At the door"),)


def test_a_named_screen_has_its_title_and_shows_nothing_yet() -> None:
    screens = after(*s.name_screen(h.Screens(), "entrance", "At the door"))
    assert screens.named("entrance") == h.Screen("entrance", "At the door")


@pytest.mark.parametrize("name", ["", "Entrance", "a b", "-a", "a-", "a--b", "x" * 33, "../x", "вход"])
def test_a_name_that_could_not_be_an_address_is_refused(name: str) -> None:
    with pytest.raises(s.BadScreenName):
        s.name_screen(h.Screens(), name)


def test_a_name_is_given_once() -> None:
    with pytest.raises(s.ScreenNameTaken):
        s.name_screen(after(*WITH_ENTRANCE), "entrance")


def test_one_content_stays_and_several_rotate() -> None:
    screens = after(*WITH_ENTRANCE)
    assert s.show_contents(screens, "entrance", [PAIRINGS]) == [ScreenSet("entrance", PAIRINGS)]
    rotation = RotationSet("entrance", (PAIRINGS, STANDINGS), 20)
    assert s.show_contents(screens, "entrance", [PAIRINGS, STANDINGS], 20) == [rotation]


def test_a_rotation_replaces_what_was_shown() -> None:
    screens = after(*WITH_ENTRANCE, ScreenSet("entrance", PAIRINGS), RotationSet("entrance", (STANDINGS, PAIRINGS), 9))
    assert (screens.named("entrance").contents, screens.named("entrance").seconds) == ((STANDINGS, PAIRINGS), 9)


def test_setting_what_is_shown_already_changes_nothing() -> None:
    screens = after(*WITH_ENTRANCE, ScreenSet("entrance", PAIRINGS))
    assert s.show_contents(screens, "entrance", [PAIRINGS]) == []


@pytest.mark.parametrize(
    ("content", "missing"),
    [
        (Content(ContentKind.PAIRINGS), "tournament"),
        (Content(ContentKind.CARD, "open"), "player"),
        (Content(ContentKind.CARD, player=3), "tournament"),
        (Content(ContentKind.ANNOUNCEMENT, text="  "), "text"),
        (Content(ContentKind.PICTURE), "picture"),
        (Content(ContentKind.COUNTDOWN), "until"),
    ],
)
def test_a_content_without_what_it_needs_is_refused(content: Content, missing: str) -> None:
    with pytest.raises(s.ContentIncomplete) as refusal:
        s.show_contents(after(*WITH_ENTRANCE), "entrance", [content])
    assert refusal.value.field == missing


def test_a_picture_must_have_been_added_before_it_is_shown() -> None:
    screens = after(*WITH_ENTRANCE)
    with pytest.raises(s.NoSuchPicture):
        s.show_contents(screens, "entrance", [Content(ContentKind.PICTURE, picture="ab12")])
    h.evolve_screens(screens, PictureAdded("ab12", "image/png"))
    assert s.show_contents(screens, "entrance", [Content(ContentKind.PICTURE, picture="ab12")])


def test_only_a_screen_that_exists_can_be_set() -> None:
    with pytest.raises(h.NoSuchScreen):
        s.show_contents(h.Screens(), "nowhere", [PAIRINGS])


@pytest.mark.parametrize(
    ("what", "ask"),
    [
        ("contents", lambda screens: s.show_contents(screens, "entrance", [])),
        ("contents", lambda screens: s.show_contents(screens, "entrance", [PAIRINGS] * 13)),
        ("seconds", lambda screens: s.show_contents(screens, "entrance", [PAIRINGS], 4)),
        ("parts", lambda screens: s.split_screen(screens, "entrance", 0)),
        ("minutes", lambda screens: s.focus_screen(screens, "entrance", 61)),
        ("text", lambda screens: s.show_announcement(screens, " ")),
    ],
)
def test_numbers_outside_their_limits_are_refused(what: str, ask: object) -> None:
    assert callable(ask)
    with pytest.raises(s.OutOfRange) as refusal:
        ask(after(*WITH_ENTRANCE))
    assert refusal.value.what == what


def test_an_announcement_is_for_all_screens_or_for_those_named() -> None:
    screens = after(*WITH_ENTRANCE, ScreenNamed("bar"), *s.show_announcement(after(*WITH_ENTRANCE), "Round 4 at 15:30"))
    assert screens.announced_on("bar") == "Round 4 at 15:30"
    h.evolve_screens(screens, AnnouncementShown("Please close the door", ("entrance",)))
    assert (screens.announced_on("bar"), screens.announced_on("entrance")) == ("", "Please close the door")


def test_a_withdrawn_announcement_is_gone_and_cannot_be_withdrawn_twice() -> None:
    screens = after(AnnouncementShown("Lunch"), AnnouncementWithdrawn())
    assert screens.announced_on("bar") == ""
    assert s.withdraw_announcement(screens) == []


def test_a_removed_screen_leaves_its_name_free() -> None:
    screens = after(*WITH_ENTRANCE, *s.remove_screen(after(*WITH_ENTRANCE), "entrance"))
    assert s.name_screen(screens, "entrance") == [ScreenNamed("entrance", "")]


def test_family_focus_and_look_are_remembered() -> None:
    screens = after(
        *WITH_ENTRANCE,
        FamilySet("entrance", 3),
        FocusSet("entrance", 5),
        LookSet("entrance", Theme.LIGHT, "bg"),
    )
    screen = screens.named("entrance")
    assert (screen.parts, screen.focus_minutes, screen.theme, screen.language) == (3, 5, Theme.LIGHT, "bg")


@given(st.text(max_size=40))
def test_every_name_that_is_accepted_is_plain_in_an_address(name: str) -> None:
    try:
        s.name_screen(h.Screens(), name)
    except s.BadScreenName:
        return
    assert name.isascii()
    assert name == name.lower()
    assert set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")


Asking = Callable[[h.Screens, int], list[ScreenEvent]]
LIMITS: dict[str, tuple[Asking, int, int]] = {
    "contents": (lambda screens, n: s.show_contents(screens, "entrance", [PAIRINGS] * n), 1, 12),
    "seconds": (lambda screens, n: s.show_contents(screens, "entrance", [PAIRINGS, STANDINGS], n), 5, 600),
    "parts": (lambda screens, n: s.split_screen(screens, "entrance", n), 1, 40),
    "minutes": (lambda screens, n: s.focus_screen(screens, "entrance", n), 0, 60),
    "text": (lambda screens, n: s.show_announcement(screens, "x" * n), 1, 600),
    "title": (lambda screens, n: s.name_screen(screens, "bar", "x" * n), 0, 80),
}


@pytest.mark.parametrize("what", LIMITS)
def test_a_limit_has_both_its_ends(what: str) -> None:
    ask, least, most = LIMITS[what]
    for number in (least, most):
        ask(after(*WITH_ENTRANCE), number)
    for number in (least - 1, most + 1):
        if number >= 0:
            with pytest.raises(s.OutOfRange) as refusal:
                ask(after(*WITH_ENTRANCE), number)
            assert vars(refusal.value) == vars(s.OutOfRange(what, number, least, most))


def test_the_text_and_the_title_of_a_content_have_their_limits() -> None:
    screens = after(*WITH_ENTRANCE)
    notice = [Content(ContentKind.ANNOUNCEMENT, text="x" * n) for n in (600, 601)]
    assert s.show_contents(screens, "entrance", notice[:1])
    with pytest.raises(s.OutOfRange) as refusal:
        s.show_contents(screens, "entrance", notice[1:])
    assert vars(refusal.value) == vars(s.OutOfRange("text", 601, 0, 600))
    assert s.add_picture(screens, "ab", "image/png", "x" * 80)
    with pytest.raises(s.OutOfRange) as refusal:
        s.add_picture(screens, "ab", "image/png", "x" * 81)
    assert vars(refusal.value) == vars(s.OutOfRange("title", 81, 0, 80))


def test_a_name_of_32_letters_is_possible() -> None:
    assert s.name_screen(h.Screens(), "x" * 32) == [ScreenNamed("x" * 32, "")]


def test_what_is_so_already_is_no_event() -> None:
    screens = after(*WITH_ENTRANCE, RotationSet("entrance", (STANDINGS, PAIRINGS), 9), PictureAdded("ab", "image/png"))
    assert s.show_contents(screens, "entrance", [STANDINGS, PAIRINGS], 9) == []
    assert s.show_contents(screens, "entrance", [STANDINGS, PAIRINGS], 10) != []
    assert s.show_contents(screens, "entrance", [PAIRINGS, STANDINGS], 9) != []
    assert s.split_screen(screens, "entrance", 1) == []
    assert s.split_screen(screens, "entrance", 2) == [FamilySet("entrance", 2)]
    assert s.focus_screen(screens, "entrance", 0) == []
    assert s.focus_screen(screens, "entrance", 1) == [FocusSet("entrance", 1)]
    assert s.set_look(screens, "entrance", Theme.DARK, "") == []
    assert s.set_look(screens, "entrance", Theme.DARK, "bg") == [LookSet("entrance", Theme.DARK, "bg")]
    assert s.add_picture(screens, "ab", "image/png") == []


def test_a_picture_is_taken_away_once() -> None:
    screens = after(PictureAdded("ab", "image/png"))
    h.evolve_screens(screens, s.remove_picture(screens, "ab")[0])
    with pytest.raises(s.NoSuchPicture):
        s.remove_picture(screens, "ab")


def test_each_event_is_one_version() -> None:
    assert after(*WITH_ENTRANCE, ScreenSet("entrance", PAIRINGS), FamilySet("entrance", 2)).version == 3


def test_a_countdown_needs_a_time_or_a_tournament() -> None:
    screens = after(*WITH_ENTRANCE)
    for content in (Content(ContentKind.COUNTDOWN, until="2026-11-22T10:00"), Content(ContentKind.COUNTDOWN, "open")):
        assert s.show_contents(screens, "entrance", [content])

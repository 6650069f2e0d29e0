"""A screen of the hall goes through all sections of a festival, whichever they are."""

import re
from pathlib import Path

import pytest

from domain.refusals import Refusal
from domain.screens.decisions import show_contents
from domain.screens.events import Content, ContentKind, ScreenNamed
from domain.screens.state import festivals_of, replay_screens, with_sections
from server.live.frames import Channel
from tests.desk.browsers import Browser, desk
from tests.festival.test_pages import FOUR, play_round_one

TABLE = Content(ContentKind.STANDINGS, festival="summer")
SUMMER = "/desk/festivals/summer"
IN_THE_HALL = {"Host": "192.168.1.20"}
"""An address that phones reach: a code on the wall leads to it."""


def test_a_festival_stands_for_its_sections_in_their_order() -> None:
    screens = replay_screens([ScreenNamed("hall")])
    screens = replay_screens(show_contents(screens, "hall", [TABLE, Content(ContentKind.PAIRINGS, "blitz")]), screens)
    shown = with_sections(screens, {"summer": ("a", "b")}).by_name["hall"].contents
    assert [(content.kind, content.tournament) for content in shown] == [
        (ContentKind.STANDINGS, "a"),
        (ContentKind.STANDINGS, "b"),
        (ContentKind.PAIRINGS, "blitz"),
    ]
    assert festivals_of(screens) == {"summer"}


def test_a_card_is_of_a_player_and_so_of_one_tournament() -> None:
    screens = replay_screens([ScreenNamed("hall")])
    with pytest.raises(Refusal):
        show_contents(screens, "hall", [Content(ContentKind.CARD, festival="summer", player=3)])


async def hall_of(anna: Browser) -> None:
    await anna.go("/desk/festivals")
    await anna.send("/desk/festivals", name="Summer")
    await anna.send(f"{SUMMER}/announce", title="Open", rounds="5", format="swiss")
    await anna.go("/desk/screens")
    await anna.send("/desk/screens", name="hall", title="Hall")
    await anna.go("/desk/screens/hall")
    await anna.send("/desk/screens/hall", **{"kind-0": "standings", "tournament-0": "f/summer"})


async def test_a_section_that_is_added_later_comes_onto_the_screen(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await hall_of(anna)
        before = (await anna.go("/screen/hall")).text
        await anna.go(SUMMER)
        await anna.send(f"{SUMMER}/announce", title="Seniors", rounds="5", format="swiss")
        await play_round_one(anna, "summer-seniors", FOUR, {1: "1"})
        after = (await anna.client.get("/screen/hall", headers=IN_THE_HALL)).text
        assert ("standings:summer-open" in before, "summer-seniors" in before) == (True, False)
        assert "standings:summer-seniors" in after
        assert "Adams" in after
        assert ("standings:summer-open" in after, "/screen/qr.svg?to=/f/summer" in after) == (False, True)
        assert "summer-seniors" not in (await anna.go("/screen/hall?at=hall:2")).text


async def test_the_set_up_page_says_what_was_chosen(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await hall_of(anna)
        await anna.go("/desk/screens/hall")
        assert anna.form("/desk/screens/hall")["tournament-0"] == "f/summer"
        await anna.go("/desk/screens")
        assert "Standings · Summer" in anna.text


async def test_every_festival_has_a_screen_with_its_sections_in_turn(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/festivals")
        await anna.send("/desk/festivals", name="Summer")
        empty = (await anna.go("/f/summer/screen")).text
        await anna.go(SUMMER)
        assert 'href="/f/summer/screen"' in anna.page.text
        for title in ("Open", "Seniors"):
            await anna.send(f"{SUMMER}/announce", title=title, rounds="5", format="swiss")
        for section in ("open", "seniors"):
            await play_round_one(anna, f"summer-{section}", FOUR, {1: "1"})
        shown = (await anna.client.get("/f/summer/screen", headers=IN_THE_HALL)).text
        assert "No section has been announced yet." in empty
        assert re.findall('data-part="([a-z]+:[a-z-]+)"', shown) == [
            *("pairings:summer-open", "standings:summer-open"),
            *("pairings:summer-seniors", "standings:summer-seniors"),
        ]
        assert "/screen/qr.svg?to=/f/summer" in shown


async def test_the_screen_of_a_festival_has_no_hidden_section_and_follows_the_others(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await hall_of(anna)
        await anna.go(SUMMER)
        await anna.send(f"{SUMMER}/announce", title="Seniors", rounds="5", format="swiss")
        for section in ("open", "seniors"):
            await play_round_one(anna, f"summer-{section}", FOUR, {1: "1"})
        await anna.go("/desk/t/summer-seniors/settings")
        await anna.send("/desk/t/summer-seniors/hide")
        services = anna.client._transport.app.state.services  # type: ignore[attr-defined]
        parts = services.screens(Channel("f/summer/screen", "html")).parts
        assert {part.partition(":")[2] for part in parts if "/" not in part and ":" in part} == {"summer-open"}
        assert "summer-seniors" not in (await anna.go("/f/summer/screen")).text


async def test_a_festival_that_is_not_here_has_no_screen(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        assert (await anna.client.get("/f/nowhere/screen")).status_code == 404

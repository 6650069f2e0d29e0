"""The organiser's face on screens: it has its own room, covers no row, and old televisions show it."""

import itertools
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser

from domain.events import FaceShown
from domain.screens.events import ContentKind
from domain.words.choices.faces import NO_FACE
from server.services import services_of
from tests.faces.worn import wear
from tests.screens.looking import all_pages, fits, show
from tests.screens.site import Site, open_of, running_site, shown
from tests.screens.test_every_glass import ROUND_TRIP
from tests.tiers import sample

GLASSES = {"720p": (1280, 720), "1080p": (1920, 1080), "portrait": (1080, 1920)}
STRIP = "#sponsors img"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running_site(tmp_path_factory.mktemp("face"), {"open": open_of(60), "big": open_of(400)}) as made:
        for slug in ("open", "big"):
            made.do(wear(made, slug))
        yield made


@pytest.mark.parametrize("glass", sample(("portrait", "720p", "1080p"), 1))
def test_the_strip_has_its_own_room_and_no_row_is_covered(site: Site, browser: Browser, glass: str) -> None:
    page = show(browser, site.screen(f"faced-{glass.lower()}", shown(ContentKind.PAIRINGS)), *GLASSES[glass])
    assert page.locator(STRIP).count() == 6
    assert all(fits(measured) for measured in all_pages(page))
    panel, strip, foot = (page.locator(where).bounding_box() for where in ("#panel", "#sponsors", "#foot"))
    pictures = [page.locator(STRIP).nth(n).bounding_box() for n in range(6)]
    logo, title = page.locator("#logo").bounding_box(), page.locator("#title").bounding_box()
    page.close()
    assert panel["y"] + panel["height"] <= strip["y"] + 0.5
    assert foot["y"] <= strip["y"] + 0.5
    assert strip["y"] + strip["height"] <= foot["y"] + foot["height"] + 0.5
    assert max(one["height"] for one in pictures) >= 0.04 * min(GLASSES[glass])
    assert all(strip["y"] <= one["y"] and one["y"] + one["height"] <= strip["y"] + strip["height"] for one in pictures)
    assert all(a["x"] + a["width"] < b["x"] for a, b in itertools.pairwise(pictures))
    assert pictures[-1]["x"] + pictures[-1]["width"] <= GLASSES[glass][0]
    assert logo["x"] + logo["width"] <= title["x"]


def test_four_hundred_players_still_go_round_in_ninety_seconds(site: Site, browser: Browser) -> None:
    page = show(browser, site.url + "/t/big/screen")
    page.evaluate("document.fonts.ready")
    trip = page.evaluate(ROUND_TRIP)
    page.close()
    assert trip < 90


def test_a_face_that_is_shown_or_taken_away_reaches_the_screens_that_hang(site: Site, browser: Browser) -> None:
    address = site.screen("changing", shown(ContentKind.STANDINGS))
    page = show(browser, address)
    face = services_of(site.app).office.known("open").tournament.face
    site.record("open", FaceShown(NO_FACE))
    page.wait_for_selector("#sponsors", state="hidden")
    page.wait_for_selector("#accent", state="detached")
    site.record("open", FaceShown(replace(face, sponsors=face.sponsors[:2])))
    page.wait_for_selector("#sponsors", state="visible")
    assert page.locator(STRIP).count() == 2
    site.record("open", FaceShown(face))
    page.wait_for_function("() => document.querySelectorAll('#sponsors img').length === 6")
    assert all(fits(measured) for measured in all_pages(page))
    page.close()

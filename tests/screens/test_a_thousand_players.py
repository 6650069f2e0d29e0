"""Public pages of 1,000 players with Latin and Cyrillic names: light, and turned page by page."""

from collections.abc import Iterator
from hashlib import sha256

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from domain import events as e
from domain.moves.games import pgn_games
from domain.words.choices.photos import PhotoRules
from domain.words.games import Result
from server.workers.picture_rooms import PHOTO_ROOM, made_anew
from tests.faces.drawn import noise
from tests.live_boards.files import OPENING, game
from tests.screens.fields import large_league
from tests.screens.names import entrants
from tests.screens.site import Site, open_of, running_site
from tests.screens.weighing import DESK, PHONE, Weighed, assert_light
from tests.tiers import sample
from tests.windows import lend

MOST_BYTES = 88_000
HEAVIEST = (
    "/t/league/pairings", "/t/league", "/t/thousand/results", "/t/thousand/pairings", "/t/thousand/standings",
    "/t/thousand/players", "/embed/thousand/pairings",
)  # fmt: skip
OF_THE_OPEN = (
    "", "/pairings?page=2", "/pairings?by=name", "/pairings?by=name&page=2", "/standings?page=2", "/players?page=2",
    "/players/7", "/crosstable", "/crosstable?page=2", "/find?q=ivan", "/mine?players=1-2-3",
)  # fmt: skip
OF_THE_LEAGUE = ("/pairings?by=name&page=2", "/standings", "/boards", "/players", "/players/9001")
EMBEDDED = ("pairings?by=name&page=2", "standings", "player/7", "live")
PAGES = (
    *HEAVIEST,
    *(f"/t/thousand{path}" for path in OF_THE_OPEN),
    *(f"/t/league{path}" for path in OF_THE_LEAGUE),
    *(f"/embed/thousand/{path}" for path in EMBEDDED),
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    tournaments = {"thousand": open_of(1000, 5, called=entrants), "league": large_league()}
    with running_site(tmp_path_factory.mktemp("thousand"), tournaments) as site:
        yield site


@pytest.fixture(scope="module", params=[PHONE, DESK], ids=["phone", "desk"])
def travelled(request: pytest.FixtureRequest, site: Site, browser: Browser) -> Weighed:
    return Weighed(browser, site.url, request.param)


@pytest.mark.parametrize("path", sample(PAGES, len(HEAVIEST)))
def test_a_page_with_its_letters_weighs_at_most_88_kB(travelled: Weighed, path: str) -> None:
    assert_light(travelled[path], MOST_BYTES)


def test_twelve_boards_with_photos_of_all_weigh_no_more(site: Site, travelled: Weighed) -> None:
    for board in range(1, 13):
        site.do(given(site, board))
    weights = travelled["/t/thousand/live"]
    assert_light(weights, MOST_BYTES)
    assert len([url for url, _ in weights if "/photos/" in url]) >= 8


async def given(site: Site, board: int) -> None:
    """The game of this board, and photos of both who play it."""
    services = site.app.state.services
    office = await services.office.open("thousand")
    seated = office.tournament.round(6).game(board)
    side = office.journal.journal.side
    moves = pgn_games(game(OPENING, Round=f"6.{board}", White="?", Black="?"))
    await services.games.take("thousand", "folder", moves, "Tablo")
    photos = {id: made_anew(noise((256, 256)), PHOTO_ROOM).data for id in (seated.white, seated.black)}
    for id, photo in photos.items():
        side.keep_photo("thousand", id, photo)
    kept = [e.PhotoKept(id, sha256(photo).hexdigest()) for id, photo in photos.items()]
    shown = e.PhotosAllowed(PhotoRules(shown=True, juniors=True))
    await office.command(f"photos-{office.position}", "Anna", lambda _: [shown, *kept])


@pytest.fixture
def phone(site: Site, browser: Browser) -> Iterator[Page]:
    """Somebody who follows the player who sits at the last board with White."""
    page = lend(browser, 390, 844, reduced_motion="reduce")
    page.goto(f"{site.url}/t/thousand/find?q=1000")
    page.click(".results-of-search a.person")
    page.click("button.follow")
    yield page
    page.close()


@pytest.mark.parametrize("paths", sample(("/pairings /standings", "/pairings?by=name /players"), 1))
def test_whoever_is_followed_is_a_tap_away_from_any_page_of_a_list(site: Site, phone: Page, paths: str) -> None:
    for path in paths.split():
        phone.goto(f"{site.url}/t/thousand{path}")
        phone.click("#mine h2 a")
        row = phone.locator("main tr.followed")
        expect(row).to_be_focused()
        expect(row).to_be_in_viewport()
        assert "page=" in phone.url


@pytest.mark.parametrize("path", sample(("/players?page=4", "/pairings?by=name&page=2"), 1))
def test_axe_finds_nothing_on_pages_of_a_list(site: Site, phone: Page, path: str) -> None:
    phone.goto(f"{site.url}/t/thousand{path}")
    expect(phone.locator("#mine article")).to_be_visible()
    assert [one["id"] for one in Axe().run(phone).response["violations"]] == []


def test_a_result_comes_to_the_page_of_its_board(site: Site, phone: Page) -> None:
    phone.goto(f"{site.url}/t/thousand/pairings?page=2")
    board = phone.locator('tr[data-part="b400"] .outcome')
    expect(board).to_have_text("–")
    site.record("thousand", e.ResultRecorded(6, 400, Result.DRAW))
    expect(board).to_have_text("½ – ½")


def test_a_search_shows_who_is_on_another_page(site: Site, phone: Page) -> None:
    phone.goto(f"{site.url}/t/thousand/players")
    phone.fill("#find", "1000")
    expect(phone.locator("#found a")).to_have_count(1)
    expect(phone.locator("table.players tbody tr").first).to_be_visible()
    phone.fill("#find", "7")
    expect(phone.locator("table.players tbody tr:visible")).to_have_count(1)

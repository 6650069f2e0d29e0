"""Text as large as the screen allows, never cut off: measured in a real browser, page by page."""

import pytest
from playwright.sync_api import Browser

from domain.screens.events import ContentKind
from tests.screens.looking import all_pages, fits, measure, show
from tests.screens.site import LISTS, Site, shown
from tests.tiers import sample

SIZES = {"720p": (1280, 720), "1080p": (1920, 1080), "4K": (3840, 2160), "portrait": (1080, 1920)}


@pytest.fixture(scope="module")
def addresses(site: Site) -> dict[tuple[ContentKind, str], str]:
    return {
        (kind, slug): site.screen(f"{kind}-{slug}", shown(kind, slug)) for kind in LISTS for slug in ("open", "big")
    }


@pytest.mark.parametrize("sizes", sample(("720p portrait", "1080p 4K"), 1))
@pytest.mark.parametrize("kind", LISTS)
def test_no_row_of_any_list_is_cut_on_any_glass(
    browser: Browser, addresses: dict[tuple[ContentKind, str], str], kind: ContentKind, sizes: str
) -> None:
    page = show(browser, addresses[kind, "open"])
    bad = {}
    for size in sizes.split():
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("size => innerWidth === size[0] && innerHeight === size[1]", arg=[width, height])
        page.evaluate("tabloScreen.layOut()")
        bad[size] = [measured for measured in all_pages(page) if not fits(measured)]
    page.close()
    assert {size: pages for size, pages in bad.items() if pages} == {}


def test_two_hundred_boards_on_720_lines_are_all_shown_and_none_is_cut(
    browser: Browser, addresses: dict[tuple[ContentKind, str], str]
) -> None:
    page = show(browser, addresses[ContentKind.PAIRINGS, "big"], 1280, 720)
    pages = all_pages(page)
    page.close()
    assert all(fits(measured) for measured in pages)
    assert sorted(row for measured in pages for row in measured["rows"]) == sorted(f"b{n}" for n in range(1, 201))


@pytest.mark.parametrize("size", sample(("720p", "portrait", "1080p", "4K"), 2))
def test_a_match_of_teams_is_one_block_that_no_page_breaks(site: Site, browser: Browser, size: str) -> None:
    page = show(browser, site.screen(f"league-{size.lower()}", shown(ContentKind.PAIRINGS, "league")), *SIZES[size])
    pages = all_pages(page)
    page.close()
    assert all(fits(measured) for measured in pages)
    blocks = [row for measured in pages for row in measured["rows"]]
    assert blocks == [row for n in range(1, 13) for row in (f"m{n}", *(f"b{n}.{board}" for board in range(1, 5)))]
    assert all(len(measured["rows"]) % 5 == 0 for measured in pages)


@pytest.mark.parametrize("size", sample(("720p", "portrait", "1080p", "4K"), 2))
def test_the_players_of_teams_stand_board_by_board_and_none_is_cut(site: Site, browser: Browser, size: str) -> None:
    """24 teams of four, one round played; players who have not finished a game are in no table."""
    page = show(browser, site.screen(f"boards-{size.lower()}", shown(ContentKind.BOARD_TABLES, "league")), *SIZES[size])
    pages = all_pages(page)
    page.close()
    assert all(fits(measured) for measured in pages)
    rows = [row for measured in pages for row in measured["rows"]]
    assert [row[-1] for row in rows] == ["1"] * 24 + ["2"] * 24 + ["3"] * 24


def test_every_row_is_on_exactly_one_page(browser: Browser, addresses: dict[tuple[ContentKind, str], str]) -> None:
    page = show(browser, addresses[ContentKind.SEATS, "open"])
    rows = [row for measured in all_pages(page) for row in measured["rows"]]
    page.close()
    assert sorted(rows) == sorted(f"p{n}" for n in range(1, 61))


TREATED = """() => [...document.querySelectorAll('#panel .leaf tbody .name')].map(name => {
  const row = name.closest('tr').dataset.row, place = [...name.closest('tr').querySelectorAll('.name')].indexOf(name);
  const whole = document.querySelectorAll(`#store tr[data-row="${row}"] .name`)[place];
  const given = /, [A-Z][a-z]{2}/.test(whole.textContent);
  return {
    title: whole.querySelector('.title') ? !!name.querySelector('.title') : null,
    short: given ? name.querySelector('bdi').textContent !== whole.querySelector('bdi').textContent : null,
  };
})"""


@pytest.mark.parametrize("slug", sample(("big", "open"), 1))
def test_titles_and_first_names_are_whole_for_all_of_a_page_or_for_none(
    site: Site, browser: Browser, slug: str
) -> None:
    page = show(browser, site.screen(f"treated-{slug}", shown(ContentKind.PAIRINGS, slug)))
    pages = []
    for _ in range(page.evaluate("tabloScreen.panels()[0].count()")):
        pages.append(page.evaluate(TREATED))
        page.evaluate("tabloScreen.turn()")
    page.close()
    for names in pages:
        for what in ("title", "short"):
            assert len({name[what] for name in names} - {None}) <= 1


def test_a_short_list_has_larger_letters_than_a_long_one(site: Site, browser: Browser) -> None:
    card = show(browser, site.screen("one-card", shown(ContentKind.CARD, player=1)))
    long = show(browser, site.screen("long-list", shown(ContentKind.SEATS, "big")))
    letters = [measure(page)["fonts"][0] for page in (card, long)]
    card.close()
    long.close()
    assert letters[0] > 1.3 * letters[1]


def test_the_letters_follow_the_screen_when_it_changes(site: Site, browser: Browser) -> None:
    page = show(browser, site.screen("turned", shown(ContentKind.PAIRINGS)))
    page.set_viewport_size({"width": 1080, "height": 1920})
    page.wait_for_selector("body.portrait .leaf")
    measured = all_pages(page)
    page.close()
    assert all(fits(each) for each in measured)


@pytest.mark.parametrize("size", sample(("portrait", "720p"), 1))
def test_the_longest_names_fit_into_the_head_of_the_screen(site: Site, browser: Browser, size: str) -> None:
    """A player's card has the player's name for a title; the open has a long name as well."""
    longest = max(
        site.do(site.app.state.services.office.open("open")).tournament.players.values(),
        key=lambda player: len(player.name),
    )
    address = site.screen(f"head-{size}".lower(), shown(ContentKind.CARD, player=longest.id))
    page = show(browser, address, *SIZES[size])
    spilled = page.evaluate("""() => ['title', 'under', 'clock', 'qr'].filter(id => {
      if (!document.getElementById(id)) { return false; }
      const node = document.getElementById(id), top = document.getElementById('top').getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(node);
      const r = range.getBoundingClientRect();
      return r.top < top.top - 1 || r.bottom > top.bottom + 1 || r.right > innerWidth;
    })""")
    overlap = page.evaluate("""() => document.getElementById('under').getBoundingClientRect().right
      > document.getElementById('clock').getBoundingClientRect().left""")
    said = page.locator("#title").inner_text()
    page.close()
    assert longest.name in said
    assert (spilled, overlap) == ([], False)

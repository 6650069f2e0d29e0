"""Axe finds nothing on the pages that are new since version 0.1, in light and in dark."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, expect

from tests.desk.test_weight import PLACES, pages
from tests.faces.worn import wear
from tests.screens.fields import cup, finished_open
from tests.screens.site import PASSWORD, Site, open_of, running_site

PUBLIC_PAGES = (
    "/",
    "/t/open",
    "/t/over",
    "/t/cup",
    "/t/open/mine?players=1-2",
    "/t/open/find?q=petrov",
    "/t/open/players/2",
    "/t/open/statistics",
    "/t/open/pairings",
    "/embed/open/live",
    "/embed/open/pairings",
    "/embed/open/standings",
    "/embed/open/player/2",
    "/help",
    "/help/search?q=result",
)
NOT_ASKED_OTHERWISE = ("target-size", "label-content-name-mismatch")
"""Rules of WCAG 2.2 and 2.1 (2.5.8, 2.5.3) that axe leaves out unless they are named."""
ON_A_PHONE = ("/t/open/api", "/t/open/compare?a=1&b=2", "/t/open/results", "/t/cup/bracket")
"""Looked at in one width and one light."""
DESK_PAGES = (
    "/desk/t/open/face",
    "/desk/t/open/papers",
    "/desk/t/open/standings?player=3&wrong=an",
    "/desk/t/open/crosstable",
    "/desk/t/open/rounds/5/why",
    "/desk/t/open/rounds/5/alter",
    "/desk/rating-lists",
    "/desk/festivals/days/face",
    "/desk/festivals/days",
    "/desk/new",
)
PAGES = PUBLIC_PAGES + DESK_PAGES
ODD, EVEN = PAGES[::2], PAGES[1::2]
UNFOLD = "document.querySelectorAll('main details').forEach(one => { one.removeAttribute('name'); one.open = true; })"
WIDTHS = {"phone": 390, "desk": 1440}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """With a face on everything."""
    with running_site(
        tmp_path_factory.mktemp("axe"), {"open": open_of(24), "cup": cup(8), "over": finished_open(12)}
    ) as site:
        site.do(wear(site, "open"))
        yield site


def violations(
    context: BrowserContext, site: Site, paths: tuple[str, ...], rules: tuple[str, ...] = ()
) -> list[tuple[str, str, str]]:
    """Page, rule and place of everything that axe finds by all rules; with `rules` by these alone."""
    also = {rule: {"enabled": True} for rule in NOT_ASKED_OTHERWISE}
    options = {"runOnly": list(rules)} if rules else {"rules": also}
    options |= {"resultTypes": ["violations"]}  # no list of what passed, which is longer than the page
    page, found = context.new_page(), []
    for path in paths:
        page.goto(site.url + path, wait_until="networkidle")
        page.evaluate(UNFOLD)
        for one in Axe().run(page, options=options).response["violations"]:
            found += [(path, one["id"], node["html"][:120]) for node in one["nodes"]]
    page.close()
    return found


def logged_in(context: BrowserContext, site: Site) -> None:
    page = context.new_page()
    page.goto(f"{site.url}/desk/login")
    page.fill("input[name=name]", "Anna")
    page.fill("input[name=password]", PASSWORD)
    page.click("main button")
    page.goto(f"{site.url}/desk/festivals")
    if page.locator("a[href='/desk/festivals/days']").count() == 0:
        page.fill("form[action='/desk/festivals'] input[name=name]", "Days")
        page.click("form[action='/desk/festivals'] button.primary")
        expect(page).to_have_url(f"{site.url}/desk/festivals/days")
    page.close()


@pytest.mark.whole
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_axe_finds_nothing_on_any_page_of_a_tournament_at_the_desk(
    site: Site, browser: Browser, width: str, scheme: str
) -> None:
    size = {"width": WIDTHS[width], "height": 844}
    context = browser.new_context(viewport=size, color_scheme=scheme)  # type: ignore[arg-type]
    logged_in(context, site)
    paths = []
    for path in pages({**PLACES, "slug": "open", "version:int": "70"}):
        answer = context.request.get(site.url + path)
        paths += [path] if answer.ok and answer.url == site.url + path and "<main" in answer.text() else []
    found = violations(context, site, tuple(paths))
    context.close()
    assert (len(paths) > 20, found) == (True, [])


@pytest.mark.parametrize(
    ("width", "scheme", "paths"),
    [
        ("phone", "dark", ODD),
        ("desk", "light", EVEN),
        pytest.param("phone", "dark", EVEN, marks=pytest.mark.whole),
        pytest.param("desk", "light", ODD, marks=pytest.mark.whole),
        pytest.param("phone", "light", PAGES, marks=pytest.mark.whole),
        pytest.param("desk", "dark", PAGES, marks=pytest.mark.whole),
    ],
)
def test_axe_finds_nothing_on_new_pages(
    site: Site, browser: Browser, width: str, scheme: str, paths: tuple[str, ...]
) -> None:
    size = {"width": WIDTHS[width], "height": 844}
    context = browser.new_context(viewport=size, color_scheme=scheme)  # type: ignore[arg-type]
    logged_in(context, site)
    found = violations(context, site, paths)
    context.close()
    assert found == []


def test_axe_finds_nothing_on_a_phone_in_the_dark(site: Site, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": WIDTHS["phone"], "height": 844}, color_scheme="dark")
    found = violations(context, site, ON_A_PHONE)
    context.close()
    assert found == []


@pytest.mark.parametrize("width", WIDTHS)
def test_what_is_pressed_is_large_enough_and_called_what_it_shows(site: Site, browser: Browser, width: str) -> None:
    """On the pages that the tests above, which ask for it too, do not open at this width."""
    context = browser.new_context(viewport={"width": WIDTHS[width], "height": 844})
    logged_in(context, site)
    rounds = ("/desk/t/open", "/desk/t/open/rounds/2", "/desk/t/open/players", "/desk/t/open/settings")
    others = () if width == "phone" else ON_A_PHONE
    found = violations(context, site, ("/t/open/standings", *rounds, *others), NOT_ASKED_OTHERWISE)
    context.close()
    assert found == []

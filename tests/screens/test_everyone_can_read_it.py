"""WCAG AA on the screens: contrast of every text in both themes, measured; and colour is never the only sign."""

import re
from collections.abc import Iterator
from itertools import product

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from domain import events as e
from domain.screens import decisions as decide
from domain.screens.events import Content, ContentKind, Theme
from domain.words.games import Result
from tests.faces.worn import wear
from tests.screens.fields import cup, double_elimination, finished_league, round_robin
from tests.screens.looking import show
from tests.screens.site import Site, running_site, shown
from tests.tiers import sample

ENOUGH = 4.5
"""WCAG 2.2, 1.4.3, for small letters. The letters on a screen are large, for which 3 would do."""

CONTRASTS = """() => {
  const numbers = colour => (colour.match(/[\\d.]+/g) || []).map(Number);
  const light = rgb => { const [r, g, b] = rgb.slice(0, 3).map(v => { v /= 255;
    return v <= 0.03928 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4); });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const ground = node => { for (let up = node; up; up = up.parentElement) {
    const rgb = numbers(getComputedStyle(up).backgroundColor);
    if (rgb.length === 3 || rgb[3] > 0) { return rgb; } }
    return [255, 255, 255]; };
  const texts = Array.from(document.querySelectorAll('#top *, #panel *, #foot *, #bar, #stale')).filter(node =>
    node.offsetWidth && Array.from(node.childNodes).some(child => child.nodeType === 3 && child.textContent.trim()));
  return texts.map(node => {
    const pair = [light(numbers(getComputedStyle(node).color)), light(ground(node))].sort((a, b) => b - a);
    return [(pair[0] + 0.05) / (pair[1] + 0.05), node.className + ': ' + node.textContent.trim().slice(0, 30)];
  });
}"""


KINDS = (
    ContentKind.PAIRINGS,
    ContentKind.SEATS,
    ContentKind.STANDINGS,
    ContentKind.CROSSTABLE,
    ContentKind.COUNTDOWN,
)
IN_TURN = [(kind, list(Theme)[n % len(Theme)]) for n, kind in enumerate(KINDS)]


@pytest.mark.parametrize(("kind", "theme"), sample(dict.fromkeys((*IN_TURN, *product(KINDS, Theme))), len(IN_TURN)))
def test_every_text_has_enough_contrast(site: Site, browser: Browser, kind: ContentKind, theme: Theme) -> None:
    name = f"{theme}-{kind}"
    address = site.screen(name, shown(kind, until="2099-01-01T12:00") if kind is ContentKind.COUNTDOWN else shown(kind))
    site.set_up(
        lambda screens: decide.set_look(screens, name, theme, ""),
        lambda screens: decide.show_announcement(screens, "Lunch"),
    )
    page = show(browser, address)
    page.evaluate("document.querySelectorAll('#panel tr')[2]?.classList.add('fresh')")
    page.evaluate("const s = document.getElementById('stale'); s.hidden = false; s.textContent = 'Not up to date'")
    found = page.evaluate(CONTRASTS)
    page.close()
    assert len(found) > 4
    assert [(round(ratio, 2), text) for ratio, text in found if ratio < ENOUGH] == []


@pytest.fixture(scope="module")
def trees(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A knock-out, a double elimination, a round robin and a league of teams, all with sponsors."""
    fields = {"cup": cup(16), "double": double_elimination(16), "table": round_robin(10), "teams": finished_league()}
    with running_site(tmp_path_factory.mktemp("trees"), fields) as site:
        for slug in fields:
            site.do(wear(site, slug))
        yield site


@pytest.mark.parametrize("slug", sample(("double", "teams", "cup", "table"), 2))
def test_axe_finds_nothing_on_trees_and_crosstables_with_sponsors(browser: Browser, trees: Site, slug: str) -> None:
    kind = ContentKind.BRACKET if slug in ("cup", "double") else ContentKind.CROSSTABLE
    page = show(browser, trees.screen(f"axe-{slug}", shown(kind, slug)), 1080, 1920)
    found = [(one["id"], node["html"][:120]) for one in Axe().run(page).response["violations"] for node in one["nodes"]]
    page.close()
    assert found == []


def test_nothing_is_said_by_colour_alone(site: Site, browser: Browser) -> None:
    """White and Black, a correction, a changed row: each has a word or a shape besides its colour."""
    site.record(
        "open",
        e.ResultRecorded(5, 1, Result.DRAW),
        e.ResultCorrected(5, 1, Result.WHITE_WINS, Result.DRAW, 6, "misread"),
    )
    seats = show(browser, site.screen("words", shown(ContentKind.SEATS)))
    words = set(seats.locator("#panel .colour").evaluate_all("cells => cells.map(c => c.textContent.trim())"))
    seats.close()
    boards = show(browser, site.screen("shapes", shown(ContentKind.BOARDS)))
    marks = boards.locator("#panel .mark").all_inner_texts()
    boards.evaluate("document.querySelector('#panel tbody tr').classList.add('fresh')")
    frame = boards.evaluate("getComputedStyle(document.querySelector('#panel tr.fresh > *')).boxShadow")
    boards.close()
    assert words >= {"White", "Black"}
    assert [mark.lower() for mark in marks] == ["corrected"]
    assert re.search(r" [1-9][0-9.]*px 0px 0px 0px inset", frame)


def test_a_picture_says_what_it_is(site: Site, browser: Browser) -> None:
    site.set_up(
        lambda screens: decide.add_picture(screens, "ab" * 32, "image/png", "Our sponsor"),
    )
    page = show(browser, site.screen("sponsor", Content(ContentKind.PICTURE, picture="ab" * 32)))
    said = page.locator("#panel img").get_attribute("alt")
    page.close()
    assert said == "Our sponsor"

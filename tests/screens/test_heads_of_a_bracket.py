"""The heads of a bracket's columns stand beside each other, on a glass that stands upright too."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from domain.screens.events import ContentKind
from tests.screens.fields import double_elimination
from tests.screens.looking import CUT, show
from tests.screens.site import Site, running_site, shown
from tests.stories.tablo import picture

OVERPRINTED = """() => {
  const boxes = [...document.querySelectorAll('#panel .tree h2')].map(head => {
    const range = document.createRange();
    range.selectNodeContents(head);
    return range.getBoundingClientRect();
  });
  return boxes.flatMap((one, n) => boxes.slice(n + 1).filter(other =>
    one.left < other.right - 1 && other.left < one.right - 1 &&
    one.top < other.bottom - 1 && other.top < one.bottom - 1)).length;
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running_site(
        tmp_path_factory.mktemp("double"), {"cup": double_elimination(16), "small": double_elimination(8)}
    ) as made:
        yield made


@pytest.mark.parametrize("size", [(1080, 1920), (1920, 1080)], ids=["upright", "wide"])
def test_no_head_is_printed_over_another(site: Site, browser: Browser, size: tuple[int, int]) -> None:
    page = show(browser, site.screen(f"cup-{size[0]}", shown(ContentKind.BRACKET, "cup")), *size)
    found = []
    for _ in range(page.evaluate("tabloScreen.panels()[0].count()")):
        found.append((page.evaluate(OVERPRINTED), page.evaluate(CUT)))
        picture(page, f"wall-double-{size[0]}-{len(found)}")
        page.evaluate("tabloScreen.turn()")
    page.close()
    assert {heads for heads, _ in found} == {0}
    assert [cut for _, cut in found if cut] == []


def test_an_upright_glass_has_both_parts_and_the_final_on_one_page(site: Site, browser: Browser) -> None:
    found = {}
    for name, size in (("upright", (1080, 1920)), ("wide", (1920, 1080))):
        page = show(browser, site.screen(f"small-{name}", shown(ContentKind.BRACKET, "small")), *size)
        trees = page.locator("#panel .tree.part").count()
        letters = page.locator("#panel .tree.part").evaluate_all(
            "trees => Math.min(...trees.map(tree => parseFloat(getComputedStyle(tree).fontSize)))"
        )
        pages = page.evaluate("tabloScreen.panels()[0].count()")
        found[name] = trees, page.locator("#panel .meeting").count(), pages
        assert (page.evaluate(OVERPRINTED), page.evaluate(CUT)) == (0, [])
        page.close()
        assert letters >= 34
    assert found == {"upright": (2, 1, 4), "wide": (1, 0, 3)}

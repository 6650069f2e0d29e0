"""Players who share a family name are told apart where a list by name shortens first names."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from domain.screens import decisions as decide
from domain.screens.events import ContentKind
from domain.words.players import Player, PlayerId
from tests.screens.looking import fits, measure, show
from tests.screens.site import Site, open_of, running_site, shown

NAMESAKES = {
    1: "Щербаков-Заславский, Константин",
    2: "Щербаков-Заславский, Кирил",
    3: "Щербаков-Заславский, Анна",
    4: "Dimitrova-Papazova, Katerina",
    5: "Dimitrova-Papazova, Katerina",
    6: "Konstantinopolska-Velichkova, Gergana",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    def called(count: int) -> list[Player]:
        names = [NAMESAKES.get(n, f"Konstantinopolska-{chr(64 + n % 26)}ov{n}, Gergana") for n in range(1, count + 1)]
        return [Player(PlayerId(n), name, 2000 + n, federation="BUL") for n, name in enumerate(names, 1)]

    with running_site(tmp_path_factory.mktemp("namesakes"), {"open": open_of(120, 0, called=called)}) as site:
        yield site


def test_on_an_upright_glass_no_two_players_look_alike(site: Site, browser: Browser) -> None:
    address = site.screen("hall", shown(ContentKind.SEATS))
    site.set_up(lambda screens: decide.set_glass(screens, "hall", 32, 8))
    page = show(browser, address, 1080, 1920)
    seen: list[str] = []
    for _ in range(page.evaluate("tabloScreen.panels()[0].count()")):
        assert fits(measure(page))
        seen += page.locator("#panel tbody .name").all_inner_texts()
        page.evaluate("tabloScreen.turn()")
    page.close()
    assert len(seen) == len(set(seen)) == 120
    known = {name for name in seen if name.startswith(("Щ", "Dim"))}
    assert known == {
        "Щербаков-Заславский, Ко.",
        "Щербаков-Заславский, Ки.",
        "Щербаков-Заславский, А.",
        "Dimitrova-Papazova 2004",
        "Dimitrova-Papazova 2005",
    }

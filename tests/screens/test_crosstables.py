"""Crosstables on a glass that stands upright: every game is there, and the list fills the glass."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from domain.screens.events import ContentKind
from domain.words.regulations import Format, Regulations
from domain.words.teams import TeamOptions
from tests.screens.fields import named, round_robin
from tests.screens.gallery import GLASSES
from tests.screens.looking import all_pages, fits, show
from tests.screens.site import Site, running_site, shown
from tests.stories.tablo import picture
from tests.team_events import MATCH, team_events
from tests.tiers import sample

PLAYERS = (10, 24)
TEAMS = 12
FIRST = " ".join(f"{n}-{TEAMS + 1 - n} 1=0=" for n in range(1, TEAMS // 2 + 1))
TABLE_OF_TEAMS = Regulations(
    scoring=MATCH, rounds=TEAMS - 1, format=Format.ROUND_ROBIN, system="berger", teams=TeamOptions(open_lineups=True)
)
GAMES = "[...document.querySelectorAll('#panel tbody tr')].map(row => row.querySelectorAll('.cell').length)"
EMPTY_BELOW = """() => {
  const room = document.getElementById('panel').getBoundingClientRect();
  const last = [...document.querySelectorAll('#panel tbody tr')].pop().getBoundingClientRect();
  return (room.bottom - last.bottom) / room.height;
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    players = {f"players-{n}": round_robin(n) for n in PLAYERS}
    fields = {**players, "teams": named(team_events(TEAMS, [FIRST], regulations=TABLE_OF_TEAMS))}
    with running_site(tmp_path_factory.mktemp("crosstables"), fields) as made:
        yield made


@pytest.mark.parametrize(("slug", "count"), [*((f"players-{n}", n) for n in PLAYERS), ("teams", TEAMS)])
@pytest.mark.parametrize("glass", sample(("upright", "1080p"), 1))
def test_a_crosstable_has_all_its_games_and_fills_the_glass(
    site: Site, browser: Browser, glass: str, slug: str, count: int
) -> None:
    page = show(browser, site.screen(f"{slug}-{glass}", shown(ContentKind.CROSSTABLE, slug)), *GLASSES[glass])
    page.evaluate("document.fonts.ready")
    picture(page, f"wall-crosstable-{slug}-{glass}")
    games, empty = page.evaluate(GAMES), page.evaluate(EMPTY_BELOW)
    pages = all_pages(page)
    page.close()
    assert set(games) == {count}
    assert empty < 0.12
    assert [measured for measured in pages if not fits(measured)] == []

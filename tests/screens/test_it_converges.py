"""A screen that was there all day shows what a new one shows, whichever way the feed cuts it up."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from domain import events as e
from domain.screens import decisions as decide
from domain.screens.events import Content, ContentKind, Theme
from domain.words.games import Result
from tests.screens.looking import fits, measure, show
from tests.screens.site import LISTS, Site, open_of, shown
from tests.tiers import sample, tries

PLAYED = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS, Result.WHITE_WINS_BY_FORFEIT)

CONTENT = """() => {
  const plain = node => Array.from(node.children).map(child =>
    [child.tagName, Array.from(child.attributes).map(a => a.name + '=' + a.value).sort().join(' '),
     child.children.length ? plain(child) : child.textContent.trim()]);
  return JSON.stringify(plain(document.getElementById('store')));
}"""


def results(site: Site, dice: random.Random) -> None:
    """One thing that happens to a board of the newest round."""
    games = site.do(site.app.state.services.office.open("open")).tournament.rounds[-1].games
    game = dice.choice(games)
    result = dice.choice(PLAYED)
    if game.result is None:
        site.record("open", e.ResultRecorded(5, game.board, result))
    elif game.claims:
        site.record("open", e.DisputeSettled(5, game.board, result, game.result))
    elif dice.random() < 0.3:
        site.record("open", e.ResultDisputed(5, game.board, result))
    elif dice.random() < 0.5:
        site.record("open", e.ResultCorrected(5, game.board, result, game.result, 7, "typed wrongly"))
    else:
        site.record("open", e.ResultCleared(5, game.board, game.result))


def settings(site: Site, dice: random.Random) -> None:
    """One thing that the desk changes about the screen."""
    contents = [shown(dice.choice(LISTS)) for _ in range(dice.randint(1, 3))]
    if dice.random() < 0.3:
        contents.insert(
            dice.randint(0, len(contents)), Content(ContentKind.ANNOUNCEMENT, text=f"Notice {dice.randint(1, 9)}")
        )
    choices: list[Callable[[Any], list[Any]]] = [
        lambda screens: decide.show_contents(screens, "hall", contents),
        lambda screens: decide.show_announcement(screens, f"Number {dice.randint(1, 99)}"),
        decide.withdraw_announcement,
        lambda screens: decide.set_look(screens, "hall", dice.choice(list(Theme)), ""),
    ]
    site.set_up(dice.choice(choices))


def settled(page: Page, site: Site) -> None:
    position = site.app.state.services.screens.look("screen/hall").position
    page.wait_for_function(f"() => Number(document.body.getAttribute('data-position')) === {position}", timeout=5000)


@pytest.mark.parametrize("seed", sample(range(1, 10), 1))
def test_a_screen_that_saw_everything_is_as_a_new_one(tmp_path: Path, browser: Browser, seed: int) -> None:
    dice = random.Random(seed)
    site = Site(tmp_path)
    site.write("open", open_of(20))
    site.start()
    page = show(browser, site.screen("hall", shown(ContentKind.PAIRINGS), shown(ContentKind.STANDINGS)))
    for step in range(tries(60)):
        (settings if dice.random() < 0.25 else results)(site, dice)
        if step % 10 == 9:
            settled(page, site)
            other = show(browser, f"{site.url}/screen/hall")
            assert page.evaluate(CONTENT) == other.evaluate(CONTENT)
            other.close()
    measured = measure(page)
    page.close()
    site.stop()
    assert fits(measured)


def test_a_list_behind_a_text_has_the_room_under_its_own_head(tmp_path: Path, browser: Browser) -> None:
    site = Site(tmp_path)
    site.write("open", open_of(60))
    site.start()
    notice = Content(ContentKind.ANNOUNCEMENT, text="Round 6 begins at 15:00")
    page = browser.new_page(viewport={"width": 1920, "height": 1080})
    page.goto(site.screen("hall", notice, shown(ContentKind.SEATS)))
    page.wait_for_selector("html.js body.bare #panel .leaf")
    page.evaluate("tabloScreen.turn()")
    measured = measure(page)
    page.close()
    site.stop()
    assert measured["rows"]
    assert fits(measured)

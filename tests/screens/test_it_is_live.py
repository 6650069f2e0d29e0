"""Changes at the desk are on the screen at once; new ones are marked, and the rest stays where it is."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from domain import events as e
from domain.screens import decisions as decide
from domain.screens.events import Content, ContentKind
from domain.words.games import Result
from tests.live.loopback import following, frames, until
from tests.screens.looking import show
from tests.screens.site import Site, open_of, running_site, shown
from tests.tiers import sample

ROUND = 5


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Site]:
    with running_site(tmp_path, {"open": open_of(24)}) as site:
        yield site


def row(board: int) -> str:
    return f'#panel tr[data-row="b{board}"]'


def test_a_result_is_on_the_screen_at_once_and_its_row_is_marked(fresh: Site, browser: Browser) -> None:
    page = show(browser, fresh.screen("hall", shown(ContentKind.PAIRINGS)))
    fresh.record("open", e.ResultRecorded(ROUND, 2, Result.BLACK_WINS))
    expect(page.locator(f"{row(2)} .result")).to_have_text("0 – 1", timeout=5000)
    assert page.locator("#panel tr.fresh").evaluate_all("rows => rows.map(r => r.dataset.row)") == ["b2"]
    page.close()


NOTE_THE_MARK = """() => new MutationObserver(() => {
    if (document.querySelector("#panel tr.fresh")) window.marked ??= Date.now();
    else if (window.marked) window.unmarked ??= Date.now();
}).observe(document, { subtree: true, childList: true, attributes: true })"""
"""By the clock of the page, which moves on while a test waits."""


def test_the_mark_goes_after_half_a_minute(fresh: Site, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 1920, "height": 1080})
    page.clock.install()
    page.goto(fresh.screen("hall", shown(ContentKind.BOARDS)))
    page.wait_for_selector("html.js #panel .leaf")
    page.evaluate(NOTE_THE_MARK)
    fresh.record("open", e.ResultRecorded(ROUND, 1, Result.DRAW))
    page.wait_for_selector("#panel tr.fresh")
    page.clock.run_for(31_000)
    shown_for = page.evaluate("window.unmarked - window.marked")
    page.close()
    assert 29_000 < shown_for < 31_000


def test_a_dispute_is_no_word_on_a_wall_and_a_correction_is(fresh: Site, browser: Browser) -> None:
    page = show(browser, fresh.screen("hall", shown(ContentKind.BOARDS)))
    fresh.record("open", e.ResultRecorded(ROUND, 1, Result.DRAW), e.ResultDisputed(ROUND, 1, Result.WHITE_WINS))
    fresh.record("open", e.ResultRecorded(ROUND, 2, Result.DRAW))
    correction = e.ResultCorrected(ROUND, 2, Result.WHITE_WINS, Result.DRAW, ROUND + 2, "written on the wrong side")
    fresh.record("open", correction)
    expect(page.locator(f"{row(2)} .mark")).to_have_text("corrected", timeout=5000)
    expect(page.locator(row(1))).to_have_class(re.compile("playing"))
    expect(page.locator("#panel")).not_to_contain_text("disputed")
    page.close()


def test_what_a_screen_shows_is_changed_from_afar_without_loading_the_page_again(fresh: Site, browser: Browser) -> None:
    page = show(browser, fresh.screen("hall", shown(ContentKind.PAIRINGS)))
    page.evaluate("window.same = true")
    fresh.set_up(lambda screens: decide.show_contents(screens, "hall", [shown(ContentKind.STANDINGS)]))
    expect(page.locator("#title")).to_contain_text("Standings", timeout=5000)
    assert page.evaluate("window.same")
    assert page.locator('#panel tr[data-row="p1"]').count() == 1
    page.close()


def test_an_announcement_lies_over_every_screen_and_hides_no_row(fresh: Site, browser: Browser) -> None:
    page = show(browser, fresh.screen("hall", shown(ContentKind.PAIRINGS)))
    fresh.set_up(lambda screens: decide.show_announcement(screens, "Round 6 starts at 15:30"))
    expect(page.locator("#bar")).to_have_text("Round 6 starts at 15:30", timeout=5000)
    bar, last = page.locator("#bar").bounding_box(), page.locator("#panel tbody tr").last.bounding_box()
    page.close()
    assert bar is not None
    assert last is not None
    assert last["y"] + last["height"] <= bar["y"] + 1


def test_every_frame_knows_its_journal_position(fresh: Site, browser: Browser) -> None:
    page = show(browser, fresh.screen("hall", shown(ContentKind.PAIRINGS)))
    position = fresh.record("open", e.ResultRecorded(ROUND, 3, Result.DRAW))
    said = page.locator("#store .settings")
    expect(said).to_have_attribute("data-position", re.compile(rf"open {position}$"), timeout=5000)
    page.close()


def test_every_tournament_has_a_screen_of_its_own_that_is_live(fresh: Site, browser: Browser) -> None:
    page = show(browser, f"{fresh.url}/t/open/screen")
    page.wait_for_function("() => tabloFeed.live")
    fresh.record("open", e.ResultRecorded(ROUND, 1, Result.DRAW))
    expect(page.locator(f"{row(1)} .result")).to_have_text("½ – ½", timeout=5000)
    page.close()


def test_boards_that_were_altered_after_publication_are_marked(fresh: Site, browser: Browser) -> None:
    page = show(browser, fresh.screen("hall", shown(ContentKind.BOARDS)))
    newest = fresh.do(fresh.app.state.services.office.open("open")).tournament.rounds[-1]
    boards = {board.number: board for board in newest.boards}
    boards[2], boards[3] = (
        e.Board(2, boards[2].white, boards[3].black),
        e.Board(3, boards[3].white, boards[2].black),
    )
    fresh.record("open", e.BoardsAltered(ROUND, tuple(boards.values()), None, "they have met already"))
    page.wait_for_selector("#panel tr.fresh")
    marked = page.locator("#panel tr.fresh").evaluate_all("rows => rows.map(r => r.dataset.row)")
    page.close()
    assert marked == ["b2", "b3"]


def test_a_new_round_marks_no_rows(fresh: Site, browser: Browser) -> None:
    page = show(browser, fresh.screen("hall", shown(ContentKind.PAIRINGS)))
    boards = tuple(e.Board(n, 2 * n - 1, 2 * n) for n in range(1, 13))  # type: ignore[arg-type]
    paired = e.RoundPaired(ROUND + 1, boards, None, (), "by hand", "1", 0)
    fresh.record("open", paired, e.RoundPublished(ROUND + 1))
    expect(page.locator("#title")).to_have_text("Round 6 of 9", timeout=5000)
    assert page.locator("#panel tr.fresh").count() == 0
    page.close()


def test_a_family_splits_the_list_and_together_shows_all_of_it(fresh: Site, browser: Browser) -> None:
    address = fresh.screen("wall", shown(ContentKind.SEATS), parts=3)
    names: list[str] = []
    for part in (1, 2, 3):
        page = show(browser, f"{address}/{part}")
        names += page.locator("#store tbody tr").evaluate_all("rows => rows.map(r => r.dataset.row)")
        page.close()
    assert sorted(names) == sorted(f"p{n}" for n in range(1, 25))


def test_the_televisions_of_a_family_alternate_together(fresh: Site, browser: Browser) -> None:
    address = fresh.screen("wall", shown(ContentKind.SEATS), shown(ContentKind.STANDINGS), parts=2, seconds=5)
    pages = [show(browser, f"{address}/{part}") for part in (1, 2)]
    for page in pages:
        page.wait_for_function("() => tabloFeed.live")
    together = []
    for moment in (0, 5000, 10000, 15000):
        for page in pages:
            page.evaluate("at => { tabloFeed.now = () => 1e12 + 2500 + at; }", moment)
            page.wait_for_timeout(400)
        together.append(tuple(page.locator("#title").inner_text()[:4] for page in pages))
    for page in pages:
        page.close()
    assert together == [("Find", "Find"), ("Stan", "Stan"), ("Find", "Find"), ("Stan", "Stan")]


def test_a_rotation_alternates_and_shows_how_far_it_is(fresh: Site, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 1920, "height": 1080})
    page.clock.install()
    counted = shown(ContentKind.COUNTDOWN, until="2099-01-01T12:00")
    page.goto(fresh.screen("hall", shown(ContentKind.LATEST), counted, seconds=10))
    page.wait_for_selector("#turns i.now")
    first = page.locator("#title").inner_text()
    page.clock.run_for(5_000)
    width = page.locator("#progress").evaluate("bar => bar.style.width")
    page.clock.run_for(6_000)
    second = page.locator("#title").inner_text()
    page.close()
    assert (first, second) == ("Latest results", "Next round")
    assert 30 < float(width.rstrip("%")) < 70


DOTS = "[...document.querySelectorAll('#turns .view')].map(view => [...view.children].map(dot => dot.className))"


def test_one_row_of_dots_says_the_content_and_its_page(fresh: Site, browser: Browser) -> None:
    """The words counted pages and the dots contents, so that they contradicted each other."""
    address = fresh.screen("dots", shown(ContentKind.PAIRINGS), shown(ContentKind.LATEST))
    fresh.set_up(lambda screens: decide.set_glass(screens, "dots", 55, 20))
    page = show(browser, address)
    counts = page.evaluate("tabloScreen.panels().map(panel => panel.count())")
    first = page.evaluate(DOTS)
    page.evaluate("tabloScreen.turn()")
    second = page.evaluate(DOTS)
    words = page.locator("#pages").inner_text()
    page.close()
    assert [len(view) for view in first] == counts
    assert counts[0] > 1
    assert [one for view in first for one in view].index("now") == 0
    assert [one for view in second for one in view].index("now") == 1
    assert words == ""


def test_after_publication_only_the_pairings_are_shown_and_then_everything_again(fresh: Site, browser: Browser) -> None:
    contents = (shown(ContentKind.STANDINGS), Content(ContentKind.ANNOUNCEMENT, text="Lunch"))
    page = show(browser, fresh.screen("hall", *contents, minutes=3))
    boards = tuple(e.Board(n, 2 * n - 1, 2 * n) for n in range(1, 13))  # type: ignore[arg-type]
    fresh.record("open", e.RoundPaired(ROUND + 1, boards, None, (), "by hand", "1", 0), e.RoundPublished(ROUND + 1))
    expect(page.locator("#title")).to_have_text("Round 6 of 9", timeout=5000)
    for _ in range(3):
        page.evaluate("tabloScreen.turn()")
        assert page.locator("#title").inner_text() == "Round 6 of 9"
    page.evaluate("tabloFeed.now = () => Date.now() + 190000")
    expect(page.locator("#title")).to_contain_text("Standings", timeout=5000)
    page.close()


async def test_other_programs_follow_a_screen_as_json(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.write("open", open_of(8))
    site.start()
    site.screen("hall", shown(ContentKind.STANDINGS), parts=2)
    async with following(site.url.split("://")[1], ["screen/hall/2"], form="json") as client:
        _, snapshot = await frames(client, 2)
        parts = dict(snapshot["parts"])
        assert (parts["settings"]["part"], parts["settings"]["positions"]["hall"]) == (2, 3)
        assert (parts["1"]["kind"], parts["1"]["tournament"]) == ("standings", "open")
        site.set_up(lambda screens: decide.show_announcement(screens, "Lunch"))
        changed = (await until(client, snapshot["position"] + 1))[-1]
    site.stop()
    assert [key for key, _ in changed["set"]] == ["settings"]


@pytest.mark.parametrize("kind", sample((ContentKind.STANDINGS, ContentKind.BOARDS, ContentKind.CROSSTABLE), 1))
def test_a_wall_says_that_fide_mode_was_left(fresh: Site, browser: Browser, kind: ContentKind) -> None:
    page = show(browser, fresh.screen("hall", shown(kind)))
    expect(page.locator("#mode")).to_be_hidden()
    fresh.record("open", e.FideModeLeft(ROUND, "criteria-overridden"))
    expect(page.locator("#mode")).to_have_text(f"not in FIDE mode since round {ROUND}", timeout=5000)
    page.close()

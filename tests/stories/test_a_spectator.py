"""Somebody at home follows two players while the arbiter types: the page is right without a reload."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.stories.tablo import Tablo, log_in, page_of, patiently, picture, running, send, type_results
from tests.stories.test_a_wrong_result import four_rounds_played, seed

ROUND = 5


@pytest.fixture(scope="module")
def tablo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tablo]:
    data = tmp_path_factory.mktemp("spectator") / "data"
    seed(data, "autumn", four_rounds_played().history)
    with running(data) as tablo:
        yield tablo


def white_on(board: int) -> int:
    white = four_rounds_played().round(ROUND).game(board).white
    return int(white or 0)


def follow(page: Page, url: str, *players: int) -> None:
    for player in players:
        page.goto(f"{url}/t/autumn/players/{player}")
        page.click("button.follow")
    page.goto(f"{url}/t/autumn")
    expect(page.locator("#mine article")).to_have_count(len(players))


def arbiter(browser: Browser, tablo: Tablo) -> Page:
    page = page_of(browser)
    log_in(page, tablo.url)
    page.goto(f"{tablo.url}/desk/t/autumn/rounds/{ROUND}")
    return page


def stands(page: Page, player: int) -> str:
    """Place and points, as the card has them."""
    place = page.locator(f'#mine [data-part="p{player}"]').inner_text()
    points = page.locator(f'#mine [data-part="s{player}"]').get_attribute("data-points")
    return f"{place}, {points}"


def test_the_box_of_followed_players_changes_with_the_result(browser: Browser, tablo: Tablo) -> None:
    phone, desk = page_of(browser, 390, 844), arbiter(browser, tablo)
    first, second = white_on(1), white_on(2)
    follow(phone, tablo.url, first, second)
    phone.evaluate("window.same = true")
    before, other = stands(phone, first), stands(phone, second)
    type_results(desk, {1: "1"})
    changed = phone.locator(f'#mine [data-part="s{first}"]')
    expect(changed).not_to_have_attribute("data-points", before.split(", ")[1])
    expect(changed).to_have_class("game changed")
    picture(phone, "spectator-following")
    assert phone.evaluate("window.same")
    assert phone.locator("#mine article").count() == 2
    phone.reload()
    expect(phone.locator("#mine article")).to_have_count(2)
    assert stands(phone, first) != before
    assert stands(phone, second).split(",")[1] == other.split(",")[1]


def test_what_came_while_one_looked_is_no_news_and_what_came_since_is(browser: Browser, tablo: Tablo) -> None:
    phone, desk = page_of(browser, 390, 844), arbiter(browser, tablo)
    player = white_on(3)
    follow(phone, tablo.url, player)
    seen = stands(phone, player)
    type_results(desk, {3: "1"})
    card = phone.locator(f'#mine [data-part="s{player}"]')
    expect(card).not_to_have_attribute("data-points", seen.split(", ")[1])
    phone.reload()
    expect(phone.locator("#mine article")).to_have_count(1)
    expect(phone.locator("#news")).to_be_hidden()

    stood = stands(phone, player)
    phone.goto("about:blank")
    type_results(desk, {4: "0", 5: "1"})
    phone.goto(f"{tablo.url}/t/autumn")
    expect(phone.locator("#news")).to_contain_text("New results: 2")

    type_results(desk, {6: "1"})
    expect(phone.locator("#news")).to_contain_text("New results: 3", timeout=12_000)
    picture(phone, "spectator-news")
    phone.click("#news button")
    phone.reload()
    expect(phone.locator("#mine article")).to_have_count(1)
    expect(phone.locator("#news")).to_be_hidden()
    assert stands(phone, player).split(",")[1] == stood.split(",")[1]


def test_a_look_at_live_boards_makes_no_later_result_old(browser: Browser, tablo: Tablo) -> None:
    """Their view counts the moves of games as well as the journal."""
    phone, desk = page_of(browser, 390, 844), arbiter(browser, tablo)
    follow(phone, tablo.url, white_on(7))
    phone.goto(f"{tablo.url}/t/autumn/live")
    patiently(phone, lambda: bool(phone.evaluate("() => window.tabloFeed?.connected")))
    root, boards = f"{tablo.url}/desk/t/autumn", f"{tablo.url}/desk/t/autumn/live-boards"
    for moves in ("1. e4", "1. e4 e5", "1. e4 e5 2. Nf3"):
        send(desk, root, "/live-boards/games", boards, board="7", round=str(ROUND), moves=moves)
    expect(phone.locator("article.diagram")).to_have_count(1)
    phone.goto("about:blank")
    desk.goto(f"{root}/rounds/{ROUND}")
    type_results(desk, {8: "1"})
    later = phone.context.new_page()
    later.goto(f"{tablo.url}/t/autumn")
    expect(later.locator("#news")).to_contain_text("New results: 1")


def test_who_follows_nobody_asks_for_nothing_more(browser: Browser, tablo: Tablo) -> None:
    follower, other = page_of(browser), page_of(browser)
    follow(follower, tablo.url, white_on(1))
    topics = []
    for page in (follower, other):
        with page.expect_websocket() as opened:
            page.goto(f"{tablo.url}/t/autumn")
        topics.append(opened.value.url.count("topic="))
        assert ("home" in opened.value.url) == (page is follower)
    assert topics[0] == topics[1] + 1

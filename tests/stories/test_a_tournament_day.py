"""The main job from end to end: announce, register, pair, publish, enter, correct, with a screen on the screen."""

from pathlib import Path

import pytest
from playwright.sync_api import APIResponse, Browser, Request, Route, expect

from tests.stories.tablo import (
    announce_by_form,
    begin,
    enter,
    log_in,
    page_of,
    pair_and_publish,
    paste_players,
    picture,
    press,
    running,
    send,
    type_results,
    with_round_one,
)

PLAYERS = [
    "Name,Rating,Title,Federation",
    '"Иванова, Анна",2310,WFM,BUL',
    '"Petrov, Boris",2250,FM,BUL',
    '"Conti, Carla",2190,,ITA',
    '"<b>Dimov</b>, Dan",2100,,BUL',
    '"Eriksen, Erik",2050,,NOR',
]


@pytest.mark.usefixtures("browser")
def test_the_whole_story(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path / "data") as tablo:
        desk_page, phone = page_of(browser, moving=True), page_of(browser, 390, 844, moving=True)
        screen = page_of(browser, 1920, 1080)
        log_in(desk_page, tablo.url)
        slug = announce_by_form(desk_page, tablo.url, "Village Open", rounds=3)
        desk = f"{tablo.url}/desk/t/{slug}"

        paste_players(desk_page, desk, PLAYERS)
        desk_page.locator("input[name=name]").fill("Fischer, Fritz")
        press(desk_page.get_by_role("button", name="Register"))
        expect(desk_page.locator("#people tbody tr")).to_have_count(6)
        expect(desk_page.locator("#people")).to_contain_text("<b>Dimov</b>, Dan")

        desk_page.goto(desk)
        press(desk_page.get_by_role("button", name="White").first)
        screen.goto(f"{tablo.url}/t/{slug}/screen")
        expect(screen.locator("body")).not_to_contain_text("Conti")
        pair_and_publish(desk_page, desk, 1)
        expect(screen.locator("#panel")).to_contain_text("Conti")
        picture(screen, "screen-round-1")

        phone.goto(f"{tablo.url}/t/{slug}/pairings")
        loads: list[str] = []
        for page in (screen, phone):
            page.on("framenavigated", lambda frame: loads.append(frame.url))
        type_results(desk_page, {1: "1", 2: "=", 3: "+"})
        expect(screen.locator("#panel")).to_contain_text("½", timeout=5000)
        expect(phone.locator("main")).to_contain_text("½ – ½", timeout=5000)
        assert loads == []
        picture(desk_page, "desk-results")
        picture(phone, "phone-pairings")

        begin(desk_page, desk, 2)
        enter(desk_page, desk, 2, {1: "1/2-1/2", 2: "0-1", 3: "1-0"})

        standings = page_of(browser)
        standings.goto(f"{tablo.url}/t/{slug}/standings")
        before = standings.locator("main tbody").first.inner_text()
        desk_page.goto(f"{desk}/rounds/1/boards/1/correct")
        expect(desk_page.locator("#effect-table tbody tr").first).to_be_visible()
        desk_page.locator("select[name=result]").select_option("0-1")
        desk_page.locator("input[name=reason]").fill("both score sheets say so")
        expect(desk_page.locator("#effect-pairings")).to_contain_text("Round 2")
        picture(desk_page, "desk-correction")
        press(desk_page.get_by_role("button", name="Correct it"))
        expect(desk_page.locator(".consequences")).to_be_visible()
        picture(desk_page, "desk-confirmation")
        press(desk_page.get_by_role("button", name="Yes, do it"))
        expect(desk_page.locator("tr[data-board='1'] .sign > b")).to_have_text("0 – 1")
        expect(standings.locator("main tbody").first).not_to_have_text(before, timeout=5000)
        picture(standings, "public-standings")


@pytest.mark.usefixtures("browser")
def test_a_form_that_is_answered_late_still_shows_its_own_answer(browser: Browser, tmp_path: Path) -> None:
    """The feed tells of the closed round while its form still waits: the page does not load itself anew."""
    slug = with_round_one(tmp_path / "data", "Village Open", [f"Player {letter}" for letter in "ABCDE"], rounds=3)
    with running(tmp_path / "data") as tablo:
        page = page_of(browser)
        log_in(page, tablo.url)
        page.goto(f"{tablo.url}/desk/t/{slug}/rounds/1")
        type_results(page, {1: "1", 2: "="})
        answers: list[tuple[Route, APIResponse]] = []
        page.route("**/close", lambda route: answers.append((route, route.fetch(max_redirects=0))))
        with page.expect_response(lambda response: response.url.endswith("/results") and bool(answers)):
            page.get_by_role("button", name="Close round 1").click(no_wait_after=True)
        route, answer = answers[0]
        with page.expect_navigation() as opened:
            route.fulfill(response=answer)
        assert opened.value is not None
        assert opened.value.url.endswith(answer.headers["location"])


def is_fetch(request: Request) -> bool:
    return request.resource_type == "fetch"


@pytest.mark.usefixtures("browser")
def test_a_button_that_is_held_down_counts_although_its_page_is_told_news(browser: Browser, tmp_path: Path) -> None:
    slug = with_round_one(tmp_path / "data", "Village Open", [f"Player {letter}" for letter in "ABCD"], rounds=3)
    with running(tmp_path / "data") as tablo:
        page, other = page_of(browser), page_of(browser)
        desk = f"{tablo.url}/desk/t/{slug}"
        for one in (page, other):
            log_in(one, tablo.url)
        enter(other, desk, 1, {1: "1-0", 2: "1-0"})
        news: list[Route] = []
        page.route(desk, lambda route: news.append(route) if is_fetch(route.request) else route.continue_())
        with page.expect_request(is_fetch):
            page.goto(desk)
            send(other, desk, "/rounds/1/results", f"{desk}/rounds/1", board="2", result="0-1", seen="1-0")
        button = page.get_by_role("button", name="Pair round 2")
        button.hover()
        page.mouse.down()
        with page.expect_event("requestfinished", is_fetch):
            news[0].continue_()
        page.evaluate("new Promise(requestAnimationFrame)")  # whatever comes of it has come
        with page.expect_navigation():
            page.mouse.up()
        expect(page.locator("h1")).to_contain_text("Round 2")

"""The public pages in a real browser: narrow phones, no scripts, followed players, what is new."""

import asyncio
import json
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import dataclass, replace

import pytest
from playwright.sync_api import Browser, Page, expect

from domain import events as e
from domain.tournament import replay
from domain.words.games import Result
from domain.words.regulations import Details, Regulations
from server.http.protocol import live_server
from server.live.frames import Channel, Parts
from server.live.hub import Hub
from server.live.routes import live_routes
from server.live.topics import Live
from tests.crosstable import big_open, history
from tests.public.served import public_app
from tests.screens.fields import league
from tests.stories.tablo import picture
from tests.windows import lend

LONG = "Abdulrahmanov-Kasimdzhanov-Wolkenstein, Maximiliana Theodora"
OPEN = history(
    f"""
    {LONG} GM 2500  +w4 ?b2
    Bruno IM 2400  +b3 ?w1
    Carla    2300  -w2 =w4
    David    2200  -b1 =b3
    Eva      2100  U   H
    """,
    rounds=9,
    details=Details("City Open of a Town with quite a Name", "Sofia", "BUL", "2026-11-19", "2026-11-22"),
)
PATHS = ("", "/pairings", "/pairings/1?by=name", "/standings", "/crosstable", "/players", "/players/1",
         "/compare?a=1&b=2", "/results", "/downloads", "/api", "/standings?at=9")  # fmt: skip


def big() -> list[e.Event]:
    """An event whose place and dates stand in the head of each page."""
    announced, *more = big_open(60, 5, played=4)
    details = Details("Sofia Open, Memorial Oleg Neikirch", "Sofia", "BUL", "2026-11-20", "2026-11-28")
    return [replace(announced, details=details), *more]  # type: ignore[type-var]


def ranked() -> list[e.Event]:
    """Three rounds of nine, ranked by the six tie-breaks of C.07 for a Swiss."""
    laws = Regulations(rounds=9, order=("BH/C1", "BH", "SB", "DE", "WIN", "BPG"), ruleset="c07_2026")
    announced, *more = big_open(40, 9, played=3)
    return [replace(announced, regulations=laws), *more]  # type: ignore[type-var]


@dataclass
class Site:
    """A running server, and a way to make something happen in it."""

    base: str
    loop: asyncio.AbstractEventLoop
    app: object

    def record(self, slug: str, event: e.Event) -> None:
        async def command() -> None:
            office = await self.app.state.services.office.open(slug)  # type: ignore[attr-defined]
            await office.command(f"glass-{office.position}-command", "Anna", lambda t: [event])

        asyncio.run_coroutine_threadsafe(command(), self.loop).result(10)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    journal = tmp_path_factory.mktemp("glass") / "test.sqlite"
    events = {"open": OPEN, "big": big(), "ranked": ranked(), "league": league(4)}
    app = public_app(str(journal), events)
    hub = Hub(lambda channel, before: view(channel))
    app.router.routes[0:0] = live_routes(lambda _: hub)

    def view(channel: Channel) -> Parts | None:
        office = app.state.services.office
        office.changed = lambda slug, position, _news: hub.changed([f"t/{slug}"], position)
        return Live(office)(channel)

    ready: Future[asyncio.AbstractEventLoop] = Future()

    async def serve(listening: socket.socket) -> None:
        ready.set_result(asyncio.get_running_loop())
        await server.serve(sockets=[listening])

    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = live_server(app, lambda: hub, log_level="error", timeout_graceful_shutdown=5)
        thread = threading.Thread(target=lambda: asyncio.run(serve(listening)))
        thread.start()
        yield Site(f"http://127.0.0.1:{listening.getsockname()[1]}", ready.result(10), app)
        server.should_exit = True
        thread.join(15)


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = lend(browser, 390, 844)
    yield page
    page.close()


@pytest.mark.parametrize("width", [320, 390, 1440])
def test_nothing_leaves_the_glass_sideways(site: Site, page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda message: troubles.append(message.text) if message.type == "error" else None)
    for path in PATHS:
        page.goto(f"{site.base}/t/open{path}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
    assert troubles == []


@pytest.mark.parametrize("lang", ["en", "bg", "ru"])
@pytest.mark.parametrize("width", [320, 390])
def test_standings_with_six_tie_breaks_are_cut_on_no_phone(site: Site, browser: Browser, lang: str, width: int) -> None:
    page = lend(browser, width, 844, locale=lang)
    page.goto(f"{site.base}/t/ranked/standings")
    room, needed = page.evaluate("(box => [box.clientWidth, box.scrollWidth])(document.querySelector('.scroll'))")
    picture(page, f"phone-standings-{width}-{lang}")
    page.close()
    assert needed <= room


@pytest.mark.parametrize("path", ["", "/results"])
def test_the_board_of_a_match_stands_beside_its_players_and_not_under_them(site: Site, page: Page, path: str) -> None:
    page.goto(f"{site.base}/t/league{path}")
    boards = page.locator(".results td:first-child")
    expect(boards.first).to_contain_text("Match")
    too_wide = "cells => cells.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"
    assert boards.evaluate_all(too_wide) == []


def test_rounds_of_a_team_leave_room_for_the_names_of_its_players(site: Site, page: Page) -> None:
    team = next(iter(replay(league(4)).teams))
    page.set_viewport_size({"width": 200, "height": 800})  # as narrow as three rounds more make it
    page.goto(f"{site.base}/t/league/teams/{team}")
    names = page.locator(".squad tbody th")
    widths = names.evaluate_all("names => names.map(one => one.getBoundingClientRect().width)")
    assert min(widths) >= 112


def test_a_result_appears_without_a_reload(site: Site, page: Page) -> None:
    page.goto(f"{site.base}/t/open/pairings")
    expect(page.locator("html")).not_to_have_class("is-stale")
    site.record("open", e.ResultRecorded(2, 1, Result.DRAW))
    expect(page.locator("[data-part=b1] .outcome")).to_contain_text("½ – ½")
    expect(page.locator(".where")).to_contain_text("Round 2 of 9 finished")


def test_followed_players_are_marked_and_remembered(site: Site, page: Page) -> None:
    page.goto(f"{site.base}/t/open/players/3")
    page.click("button.follow")
    page.goto(f"{site.base}/t/open/standings")
    expect(page.locator("tr.followed")).to_have_count(1)
    page.goto(f"{site.base}/t/open")
    expect(page.locator("#mine")).to_contain_text("Carla")


@pytest.mark.parametrize("count", [2, 5])
def test_whom_one_follows_leaves_the_page_its_place(site: Site, page: Page, count: int) -> None:
    page.goto(f"{site.base}/t/big")
    followed = json.dumps({str(n): f"Player{n:04d}, Test" for n in range(1, count + 1)})
    page.evaluate("told => localStorage.setItem('tablo:follow:big', told)", followed)
    for path in ("/standings", "/pairings", "/find?q=player", "/crosstable", "/downloads", "/players/1"):
        page.goto(f"{site.base}/t/big{path}")
        expect(page.locator("#mine article")).to_have_count(count - (path == "/players/1"))
        box = page.locator("main h1").first.bounding_box()
        assert box is not None
        assert box["y"] <= 200, path
    picture(page, f"phone-follow-{count}")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_boards_that_play_can_be_seen_alone_without_scripts(site: Site, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site.base}/t/big")
    site.record("big", e.ResultRecorded(5, 7, Result.DRAW))
    page.goto(f"{site.base}/t/big/pairings")
    rows = page.locator(".boards tr[data-part^='b']:visible")
    every, playing = rows.count(), page.locator(".boards tr:has(.open)").count()
    page.click(".progress a[href='#playing']")
    only_playing = rows.count()
    page.click(".progress a[href='#finished']")
    only_finished = rows.count()
    page.click(".progress a[href='#all']")
    seen = (rows.count(), only_playing, only_finished)
    context.close()
    assert 0 < playing < every
    assert seen == (every, playing, every - playing)


def test_a_name_in_the_strip_leads_to_its_row(site: Site, page: Page) -> None:
    page.goto(f"{site.base}/t/big/players/50")
    page.click("button.follow")
    page.goto(f"{site.base}/t/big/standings")
    page.click("#mine article")
    expect(page.locator("tr.followed")).to_be_in_viewport()
    expect(page).to_have_url(f"{site.base}/t/big/standings")


def test_the_strip_says_who_won_and_not_who_had_white(site: Site, page: Page) -> None:
    page.goto(f"{site.base}/t/big/pairings")
    black = (page.locator("tr[data-part=b2]").get_attribute("data-players") or "").split()[1]
    page.goto(f"{site.base}/t/big/players/{black}")
    page.click("button.follow")
    page.goto(f"{site.base}/t/big/standings")
    expect(page.locator("#mine .brief")).to_contain_text("playing")
    site.record("big", e.ResultRecorded(5, 2, Result.BLACK_WINS))
    expect(page.locator("#mine .brief")).to_contain_text("won")


def test_what_is_new_since_the_last_look_is_told(site: Site, page: Page) -> None:
    page.goto(f"{site.base}/t/big/players/7")
    page.click("button.follow")
    page.evaluate("""() => {
      sessionStorage.clear();
      localStorage.setItem('tablo:look:big', '{"position": 70, "places": {"7": "place 60, ½"}}');
    }""")
    page.goto(f"{site.base}/t/big")
    expect(page.locator("#news")).to_contain_text("New results:")
    expect(page.locator("#news")).to_contain_text("place 60, ½ → place")
    page.goto(f"{site.base}/t/big/standings")
    expect(page.locator("#mine article")).to_be_visible()
    expect(page.locator("#news")).to_be_hidden()
    page.goto(f"{site.base}/t/big")
    expect(page.locator("#news")).to_contain_text("place 60, ½ → place")
    page.click("#news button")
    page.reload()
    expect(page.locator("#news")).to_be_hidden()


def test_the_navigation_has_one_set_of_words_on_every_glass(site: Site, page: Page) -> None:
    page.goto(f"{site.base}/t/open/standings")
    links = page.locator("nav.tabs a")
    expect(links.locator("visible=true")).to_have_text(["Home", "Rounds", "Standings", "Players"])
    page.click("nav.tabs .more")
    expect(links.locator("visible=true")).to_have_count(links.count())
    page.set_viewport_size({"width": 1440, "height": 900})
    page.reload()
    words = ["Home", "Rounds", "Standings", "Players", "Crosstable", "Statistics", "Latest results", "Downloads"]
    expect(links.locator("visible=true")).to_have_text(words)


def test_a_long_list_can_be_searched(site: Site, page: Page) -> None:
    page.goto(f"{site.base}/t/big/players")
    page.fill("#find", "player0042")
    expect(page.locator(".players tbody tr:visible")).to_have_count(1)


def test_dark_or_light_is_the_readers_choice(site: Site, page: Page) -> None:
    page.goto(f"{site.base}/t/open")
    page.click("#theme")
    page.goto(f"{site.base}/t/open/standings")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_without_scripts_everything_can_be_read_and_asked(site: Site, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site.base}/t/open/players/2")
    page.click(".compare-form button")
    expect(page.locator("h1")).to_contain_text("Bruno")
    page.click("text=Standings")
    expect(page.locator("tbody tr")).to_have_count(5)
    context.close()

"""feed.js and feed-page.js in a real browser, under the strict content security policy of our pages."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Error, Page, async_playwright, expect
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from server.http.protocol import live_server
from server.live.frames import Part
from server.live.hub import Channel, Hub, Parts
from server.live.routes import live_routes
from tests.conftest import CHROMIUM, QUIET
from tests.live.loopback import eventually
from web.plain import STATIC

POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' ws:"
TOPIC = "screen/hall"
in_one_loop = pytest.mark.asyncio(loop_scope="module")


class Paper:
    """A page with one list, and the feed of the same rows."""

    def __init__(self) -> None:
        self.rows: dict[str, str] = {"b1": "Ann - Bob", "b2": "Cem - Dan", "b3": "Eva - Fay"}
        self.position = 1
        self.version = "1"
        self.painted = 0
        self.hub = self.new_hub()

    def new_hub(self) -> Hub:
        self.hub = Hub(self.view, version=self.version, beat=0.3)
        return self.hub

    def view(self, channel: Channel, before: Parts | None) -> Parts | None:
        rows: dict[str, Part] = {key: row(key, text) for key, text in self.rows.items()}
        return (
            Parts(self.position, {"note": note(self.rows), "foot": FOOT, **rows})
            if channel == Channel(TOPIC, "html", "en")
            else None
        )

    def page(self, request: Request) -> Response:
        self.painted += 1
        rows = "".join(row(key, text) for key, text in self.rows.items())
        return HTMLResponse(
            '<!doctype html><html lang="en" data-stale="Old since {time}"><body data-zone="0"><p id="stale" hidden></p>'
            f'<section data-topic="{TOPIC}" data-position="{self.position}">{note(self.rows)}'
            f"<table><thead><tr><th>Board</th></tr></thead><tbody data-list>{rows}</tbody></table>{FOOT}</section>"
            '<i data-clock></i><b data-until="0"></b><script src="/static/js/feed/feed.js"></script>'
            '<script src="/static/js/feed/feed-page.js" data-follow data-screen="hall"></script></body></html>',
            headers={"content-security-policy": POLICY},
        )

    def commit(self, **rows: str) -> None:
        self.rows = {**self.rows, **rows}
        self.position += 1
        self.hub.changed(["screen"], self.position)

    def reorder(self, *keys: str) -> None:
        self.rows = {key: self.rows[key] for key in keys}
        self.commit()


def row(key: str, text: str) -> str:
    return f'<tr data-part="{key}"><td>{text}</td></tr>'


def note(rows: dict[str, str]) -> str:
    return f'<p data-part="note">{len(rows)} boards</p>'


FOOT = '<p data-part="foot">End of the list</p>'
"""A part below the list, which the feed has before it."""


class Relay:
    """The network between the hall and the server: it can go silent without telling anybody."""

    def __init__(self, to: str) -> None:
        self.to = to
        self.open = asyncio.Event()
        self.open.set()

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(*self.to.split(":"))
        await asyncio.gather(self.copy(reader, back), self.copy(there, writer))

    async def copy(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        try:
            while data := await source.read(65536):
                await self.open.wait()
                sink.write(data)
            sink.close()
        except ConnectionError:
            sink.close()


@asynccontextmanager
async def served(paper: Paper, port: int = 0, **settings: Any) -> AsyncIterator[str]:
    static = Mount("/static", StaticFiles(directory=STATIC))
    app = Starlette(routes=[Route("/", paper.page), static, *live_routes(lambda _: paper.hub)])
    server = live_server(app, lambda: paper.hub, port=port, log_config=None, **settings)
    serving = asyncio.create_task(server._serve())
    await eventually(lambda: server.started)
    try:
        yield f"127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        await serving


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def chromium() -> AsyncIterator[Browser]:
    """One for all tests of the file, which share its event loop."""
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield chromium
        await chromium.close()


@asynccontextmanager
async def window(chromium: Browser) -> AsyncIterator[Page]:
    page = await chromium.new_page()
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda said: troubles.append(said.text) if "Content Security" in said.text else None)
    try:
        yield page
    finally:
        await page.context.close()
    assert troubles == []


async def becomes_true(page: Page, expression: str) -> None:
    """Asked from here: playwright's own waiting would need `eval` in the page, which the policy forbids."""
    true = False
    async with asyncio.timeout(15):
        while not true:
            with suppress(Error):  # the page is just being replaced by a new one
                true = await page.evaluate(expression)
            await asyncio.sleep(0.02)


async def rows_of(page: Page) -> list[str]:
    return await page.locator("tbody tr").all_inner_texts()


@in_one_loop
async def test_a_change_replaces_its_row_and_marks_it_alone(chromium: Browser) -> None:
    paper = Paper()
    async with served(paper) as address, window(chromium) as page:
        await page.goto(f"http://{address}/")
        await expect(page.locator("html")).not_to_have_class("is-stale")
        await becomes_true(page, "tabloFeed.connected")
        paper.commit(b2="Cem 1-0 Dan")
        await expect(page.locator("tr.changed")).to_have_text(["Cem 1-0 Dan"])
        assert await rows_of(page) == ["Ann - Bob", "Cem 1-0 Dan", "Eva - Fay"]


@in_one_loop
async def test_a_row_that_is_held_down_is_replaced_after_its_click(chromium: Browser) -> None:
    """Browsers give a click to what both the press and the release were on."""
    paper = Paper()
    async with served(paper) as address, window(chromium) as page:
        await page.goto(f"http://{address}/")
        await becomes_true(page, "tabloFeed.connected")
        await page.evaluate("addEventListener('click', event => { window.clicked = event.target.textContent; })")
        await page.get_by_text("Cem - Dan").hover()
        await page.mouse.down()
        paper.commit(b2="Cem 1-0 Dan")
        await becomes_true(page, f"tabloFeed.positions['{TOPIC}'] === 2")
        await page.mouse.up()
        await expect(page.locator("tr.changed")).to_have_text(["Cem 1-0 Dan"])
        assert await page.evaluate("clicked") == "Cem - Dan"


@in_one_loop
async def test_rows_come_go_and_change_places(chromium: Browser) -> None:
    paper = Paper()
    async with served(paper) as address, window(chromium) as page:
        await page.goto(f"http://{address}/")
        await becomes_true(page, "tabloFeed.connected")
        paper.rows["b4"] = "Gus - Hal"
        paper.reorder("b4", "b3", "b1")
        await expect(page.locator("tbody tr")).to_have_text(["Gus - Hal", "Eva - Fay", "Ann - Bob"])
        await expect(page.locator("section > *").last).to_have_text("End of the list")
        await expect(page.locator("thead tr")).to_have_count(1)


@in_one_loop
async def test_a_server_that_comes_back_is_found_and_nothing_is_missing(chromium: Browser) -> None:
    paper = Paper()
    async with window(chromium) as page:
        async with served(paper) as address:
            await page.goto(f"http://{address}/")
            await becomes_true(page, "tabloFeed.connected")
        await expect(page.locator("#stale")).to_contain_text("Old since", timeout=6000)
        paper.commit(b1="Ann 0-1 Bob")
        paper.new_hub()
        async with served(paper, port=int(address.split(":")[1])):
            await expect(page.locator("tr.changed")).to_have_text(["Ann 0-1 Bob"], timeout=5000)
            await expect(page.locator("#stale")).to_be_hidden()
    assert paper.painted == 1


@in_one_loop
async def test_a_silent_network_is_noticed_and_forgiven(chromium: Browser) -> None:
    """Nobody closes anything: only the heartbeats stop."""
    paper = Paper()
    async with served(paper) as address, window(chromium) as page:
        relay = Relay(address)
        async with await asyncio.start_server(relay.carry, "127.0.0.1", 0) as network:
            await page.goto(f"http://127.0.0.1:{network.sockets[0].getsockname()[1]}/")
            await becomes_true(page, "tabloFeed.connected")
            relay.open.clear()
            await expect(page.locator("#stale")).to_be_visible(timeout=300 * 1.5 + 250 + 1000)
            paper.commit(b3="Eva ½-½ Fay")
            relay.open.set()
            await expect(page.locator("tr.changed")).to_have_text(["Eva ½-½ Fay"])
            await expect(page.locator("#stale")).to_be_hidden()
            await page.close()


@in_one_loop
async def test_where_websockets_do_not_pass_events_do(chromium: Browser) -> None:
    paper = Paper()
    async with served(paper, ws="none") as address, window(chromium) as page:
        await page.goto(f"http://{address}/")
        await becomes_true(page, "tabloFeed.connected && Boolean(tabloFeed.source)")
        paper.commit(b2="Cem 0-1 Dan")
        await expect(page.locator("tr.changed")).to_have_text(["Cem 0-1 Dan"])


@in_one_loop
async def test_a_new_version_of_the_server_brings_a_new_page(chromium: Browser) -> None:
    paper = Paper()
    async with window(chromium) as page:
        async with served(paper) as address:
            await page.goto(f"http://{address}/")
            await becomes_true(page, "tabloFeed.connected")
            await page.evaluate("Date.now = (now => () => now() + 60000)(Date.now)")  # the page is not just loaded
        paper.version = "2"
        paper.new_hub()
        async with served(paper, port=int(address.split(":")[1])):
            await eventually(lambda: paper.painted == 2)
            await page.wait_for_load_state()
            await becomes_true(page, "tabloFeed.version === '2'")


@in_one_loop
async def test_the_clock_is_the_server_s_whatever_the_device_believes(chromium: Browser) -> None:
    paper = Paper()
    async with served(paper) as address, window(chromium) as page:
        await page.add_init_script("Date.now = (now => () => now() - 7200000)(Date.now)")  # two hours late
        await page.goto(f"http://{address}/")
        await becomes_true(page, "tabloFeed.connected")
        wrong = await page.evaluate("Tablo.now() - Date.now()")
        assert abs(wrong - 7_200_000) < 2000
        await expect(page.locator("[data-until]")).to_have_class("over")


@in_one_loop
async def test_a_named_screen_says_what_it_shows(chromium: Browser) -> None:
    paper = Paper()
    async with served(paper) as address, window(chromium) as page:
        await page.goto(f"http://{address}/")
        await becomes_true(page, "tabloFeed.connected")
        paper.commit(b1="Ann 1-0 Bob")
        await eventually(lambda: paper.hub.screens()[0].seen == {TOPIC: 2})
        assert paper.hub.screens()[0].name == "hall"


@pytest.mark.parametrize("name", ["feed.js", "feed-page.js"])
def test_the_scripts_speak_the_language_of_old_browsers(name: str) -> None:
    """No build step, so what is written is what a television of 2015 must read."""
    source = Path(STATIC / "js" / "feed" / name).read_text()
    newer = ["=>", "?.", "`", "await ", "async ", "const ", "let ", "class ", "...", "??", "import ", "export "]
    code = "\n".join(line for line in source.splitlines() if not line.lstrip().startswith(("/*", "//", "*", "<")))
    body = code[code.index("(function (root)") :]
    assert [word for word in newer if word in body] == []

"""The organiser's stream: its address at the desk, and one click of a spectator before anything is loaded."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.stories.tablo import log_in, page_of, picture, press, running, send, with_round_one
from web.wording import language

STREAM = "https://www.youtube-nocookie.com"
FOUR = ("Ivanova, Maria", "Petrov, Peter", "Dimitrov, Assen", "Georgieva, Elena")
SHOWN = "<title>there</title><body style='background:#345;color:#fff;font:2rem sans-serif'>Stream</body>"
TO_ANOTHER = """() => new Promise(told => {
    document.addEventListener('securitypolicyviolation', one => told(one.effectiveDirective));
    const frame = document.createElement('iframe');
    frame.src = 'https://elsewhere.example.org/';
    document.body.append(frame);
})"""


def test_the_stream_stands_beside_the_boards_after_one_click(browser: Browser, tmp_path: Path) -> None:
    slug = with_round_one(tmp_path / "data", "City Open", FOUR, rounds=3)
    with running(tmp_path / "data") as tablo:

        def outside(url: str) -> bool:
            return not url.startswith(tablo.url)

        page = page_of(browser)
        log_in(page, tablo.url)
        page.goto(f"{tablo.url}/desk/t/{slug}/settings")
        page.locator("input[name=video]").fill("https://www.youtube.com/watch?v=dQw4w9WgXcQ")
        press(page.locator("form[action$='/details'] button.primary"))
        desk = f"{tablo.url}/desk/t/{slug}"
        for board in ("1", "2"):
            send(page, desk, "/live-boards/games", f"{desk}/live-boards", board=board, round="1", moves="1. e4 e5")
        for code, width, height in (("en", 1440, 900), ("bg", 390, 844), ("ru", 390, 844)):
            said = language(code).catalogue.gettext
            phone, asked = page_of(browser, width, height, code), list[str]()
            phone.route(outside, lambda route: route.fulfill(body=SHOWN, content_type="text/html"))
            phone.on("request", lambda one, asked=asked: asked.append(one.url) if outside(one.url) else None)
            phone.goto(f"{tablo.url}/t/{slug}/live")
            expect(phone.locator(".to-stream")).to_contain_text("youtube-nocookie.com")
            picture(phone, f"stream-before-{code}")
            assert asked == []
            press(phone.get_by_role("link", name=said("Watch the stream on this page")))
            expect(phone.locator(".live-page .diagram")).to_have_count(2)
            expect(phone.frame_locator(".stream iframe").locator("body")).to_have_text("Stream")
            picture(phone, f"stream-{code}")
            assert asked == [f"{STREAM}/embed/dQw4w9WgXcQ"]
            assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert phone.evaluate(TO_ANOTHER) == "frame-src"
            assert len(asked) == 1
            press(phone.get_by_role("link", name=said("Close the stream")))
            expect(phone.locator("iframe")).to_have_count(0)

"""An organiser publishes regulations and news in three languages: phones and a wall have them, until they are gone."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.paper.printed import words_of
from tests.stories.tablo import announce, log_in, page_of, picture, press, running, screen_with, send

REGULATIONS = b"%PDF-1.4\n1 0 obj << /Type /Catalog >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF\n"
TITLES = {"en": "Round 3 begins at 17:00", "bg": "Кръг 3 започва в 17:00", "ru": "Тур 3 начинается в 17:00"}
BODY = "The hall is taken until **16:30**.\n\n- doors open at 16:40\n- [the way](https://example.org/way)"


def write(page: Page, desk: str, titles: dict[str, str], **more: str) -> None:
    page.goto(f"{desk}/news")
    for lang, title in titles.items():
        box = page.locator(f"details.in-language:has([name=bulletin_title_{lang}])")
        if box.get_attribute("open") is None:
            box.locator("summary").click()
        box.get_by_label("Heading").fill(title)
        if more.get(f"body_{lang}"):
            box.get_by_label("Text", exact=True).fill(more[f"body_{lang}"])
    if "link" in more:
        page.get_by_label("Good to know").check()
        page.get_by_label("Link").fill(more["link"])
        page.get_by_label("Document").set_input_files(more["file"])
    if "pinned" in more:
        page.get_by_label("Pin it").check()


@pytest.mark.usefixtures("browser")
def test_news_of_the_organiser(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "Regulations.pdf").write_bytes(REGULATIONS)
    with running(tmp_path / "data") as tablo:
        page, phone = page_of(browser), page_of(browser, 390, 844)
        log_in(page, tablo.url)
        desk = f"{tablo.url}/desk/t/{announce(page, tablo.url, 'Sofia Open', rounds='5')}"
        home = f"{tablo.url}/t/sofia-open"
        phone.goto(home)
        write(page, desk, TITLES, body_en=BODY, pinned="1")
        press(page.get_by_role("button", name="Publish"))
        expect(phone.locator(".headlines")).to_contain_text("Round 3 begins at 17:00")  # an open phone has it at once
        picture(phone, "news-home")
        file = str(tmp_path / "Regulations.pdf")
        write(page, desk, {"en": "Regulations"}, link="https://example.org/rules", file=file)
        press(page.get_by_role("button", name="Publish"))
        picture(page, "news-desk")
        phone.locator(".headlines").get_by_role("link", name="More").click()
        expect(phone.get_by_role("link", name="Regulations.pdf")).to_be_visible()
        picture(phone, "news-phone")
        for lang, title in TITLES.items():
            phone.goto(f"{home}/news?lang={lang}")
            expect(phone.locator("#n1 h3")).to_have_text(title)
            picture(phone, f"news-phone-{lang}")
        phone.goto(f"{home}/news?lang=en")
        wall = page_of(browser, 1920, 1080)
        wall.goto(screen_with(page, tablo.url, "news", "sofia-open"))
        expect(wall.locator("#panel .notice")).to_contain_text("Round 3 begins at 17:00")
        picture(wall, "news-wall")
        send(page, f"{tablo.url}/desk/festivals", name="Summer")
        phone.goto(f"{tablo.url}/f/summer/news")
        summer = f"{tablo.url}/desk/festivals/summer"
        send(page, summer, "/add", tournament="sofia-open", title="A")
        send(page, f"{tablo.url}/desk/screens/hall", **{"kind-0": "news", "tournament-0": "f/summer"})
        write(page, summer, {"en": "Buses leave at nine"})
        page.get_by_label("Tell the phones that follow somebody in a section").check()
        press(page.get_by_role("button", name="Publish"))
        expect(phone.locator("#n1")).to_contain_text("Buses leave at nine")
        picture(phone, "news-festival")
        expect(wall.locator("#panel .notice")).to_contain_text("Buses leave at nine")
        picture(wall, "news-wall-festival")
        for lang, title in TITLES.items():
            for paper in (f"{desk}/papers/news.pdf", f"{home}/news.pdf", f"{summer}/papers/news.pdf"):
                assert page.request.get(f"{paper}?lang={lang}").body().startswith(b"%PDF")
            assert title in words_of(page.request.get(f"{home}/news.pdf?lang={lang}").body())
        phone.goto(f"{home}/news?lang=en")
        page.goto(f"{desk}/news")
        page.get_by_role("button", name="Withdraw it: Round 3 begins at 17:00").click()
        expect(phone.locator("#n1")).to_have_count(0)
        expect(wall.locator("#panel")).not_to_contain_text("Round 3 begins at 17:00")

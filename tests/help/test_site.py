"""`tablo manual`: the manual as files, whose links lead somewhere and whose search needs no server."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from server.cli import main
from server.version import program_version
from web.help.search import search
from web.manual import MANUAL_PAGES
from web.wording import LANGUAGES

WANTED = {
    "en": ("forgotten passwords", "crash power cut", "Burstein", "armag", "armageddon postgresql-zebra"),
    "bg": ("Паролите забравени", "плейофът", "ключове"),
    "ru": ("ПАРОЛИ забыт", "отчётами", "пароля"),
}

LEFT_BEFORE_IT_CAME = "net::ERR_ABORTED"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("manual") / "site"
    assert main(["manual", "--to", str(folder)]) == 0
    return folder


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Fails for whatever the page asks for and does not get, and for what breaks in its scripts."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    page, trouble = context.new_page(), []
    page.on("requestfailed", lambda one: trouble.extend([one.url] * (one.failure != LEFT_BEFORE_IT_CAME)))
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("console", lambda message: trouble.append(message.text))
    yield page
    context.close()
    assert trouble == []


def addresses(html: str) -> list[str]:
    return re.findall(r'(?:href|src|action)="([^"]*)"', html)


def test_there_is_a_page_of_each_name_in_each_language(folder: Path) -> None:
    written = {path.relative_to(folder).as_posix() for path in folder.rglob("*.html")}
    assert written == {"index.html", *(f"{lang}/{name or 'index'}.html" for lang in LANGUAGES for name in MANUAL_PAGES)}


def test_every_link_and_picture_is_a_file_beside_it(folder: Path) -> None:
    """With the place in it that is meant, and inside of the folder: a page has no address of any server."""
    lost = []
    for file in folder.rglob("*.html"):
        for address in addresses(file.read_text("utf-8")):
            path, _, anchor = address.partition("#")
            target = (file.parent / path).resolve() if path else file
            inside = target.is_relative_to(folder) and target.is_file() and not path.startswith(("/", "http"))
            if not inside or (anchor and f'id="{anchor}"' not in target.read_text("utf-8")):
                lost.append((file.name, address))
    assert lost == []


def test_every_page_of_a_language_says_of_which_version_it_is(folder: Path) -> None:
    assert [
        page.name for page in folder.glob("*/*.html") if f"Tablo {program_version()}<" not in page.read_text()
    ] == []


def test_stylesheets_ask_for_files_that_are_there(folder: Path) -> None:
    asked = [
        (sheet, url) for sheet in folder.rglob("*.css") for url in re.findall(r'url\("?([^")]+)', sheet.read_text())
    ]
    assert asked
    assert [url for sheet, url in asked if not (sheet.parent / url).is_file()] == []


def test_every_page_leads_to_itself_in_the_other_languages(folder: Path) -> None:
    for lang in LANGUAGES:
        html = (folder / lang / "rounds.html").read_text("utf-8")
        assert {f"../{other}/rounds.html" for other in LANGUAGES if other != lang} <= set(addresses(html))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_are_found_from_the_disk_as_the_server_finds_them(folder: Path, page: Page, lang: str) -> None:
    for wanted in WANTED[lang]:
        page.goto(f"{folder.as_uri()}/{lang}/results.html")
        page.fill("#q", wanted)
        page.press("#q", "Enter")
        expect(page.locator(".found li").first).to_be_visible()
        found = [link.get_attribute("href") for link in page.locator(".found a").all()]
        expected = [place.address.replace("#", ".html#") for place in search(wanted, lang).places]
        assert found == [one if ".html" in one else f"{one}.html" for one in expected]
        assert page.locator(".found mark").count() > 0


def test_a_result_leads_to_its_section(folder: Path, page: Page) -> None:
    page.goto(f"{folder.as_uri()}/en/search.html?q=forgotten+passwords")
    page.locator(".found a").first.click()
    expect(page.locator("h2#the-password-is-forgotten")).to_be_in_viewport()


def test_another_language_keeps_what_was_wanted(folder: Path, page: Page) -> None:
    page.goto(f"{folder.as_uri()}/en/search.html?q=TRF26")
    page.locator(".foot a[hreflang=ru]").click()
    expect(page.locator("#q")).to_have_value("TRF26")


def test_what_is_nowhere_gets_a_sentence_and_the_list_of_pages(folder: Path, page: Page) -> None:
    page.goto(f"{folder.as_uri()}/en/search.html?q={quote('<zugzwang>')}")
    expect(page.get_by_text("The manual has nothing on “<zugzwang>”.")).to_be_visible()
    expect(page.get_by_role("link", name="The first evening")).to_be_visible()


def test_without_scripts_the_search_shows_the_pages(folder: Path, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{folder.as_uri()}/en/search.html?q=bye")
    expect(page.get_by_text("This search needs JavaScript.")).to_be_visible()
    expect(page.get_by_role("link", name="The first evening")).to_be_visible()
    context.close()


OF_EACH_KIND = ("index.html", "bg/rounds.html", "en/write-a-client.html", "ru/search.html?q=%D0%BA%D0%BB%D1%8E%D1%87")


@pytest.mark.parametrize("path", OF_EACH_KIND)
def test_axe_finds_nothing(folder: Path, page: Page, path: str) -> None:
    page.goto(f"{folder.as_uri()}/{path}")
    found = Axe().run(page, options={"resultTypes": ["violations"], "preload": False}).response["violations"]
    assert [(one["id"], node["html"]) for one in found for node in one["nodes"]] == []


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert main(["manual", "--to", str(tmp_path / "file")]) == 2
    assert "cannot be written" in capsys.readouterr().err

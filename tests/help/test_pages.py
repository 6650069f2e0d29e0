"""The manual: every page is there, leads on, and explains the page of the desk that it belongs to."""

import re
from pathlib import Path

import pytest
from starlette.routing import Route

from server.addresses import DESK_ROUTES
from tests.desk.browsers import browser, desk, server, with_players
from tests.help.pictures import FOLDER, PICTURES
from web.help.pages import HELP_FOLDER, HELP_OF, HELP_PAGES, help_for, help_page
from web.rendering import STATIC
from web.wording.manual import CHAPTERS

WRITTEN = sorted(path.stem for path in (HELP_FOLDER / "en").glob("*.md"))
ANSWERS_NO_PAGE = re.compile(
    r"\.(json|pdf|png|svg|csv|trf)|/results$|/check$|/progress$|/effect$|/exports/|/captains/|/card"
)


def test_every_file_is_a_page_and_every_page_a_file() -> None:
    assert sorted(HELP_PAGES) == WRITTEN


@pytest.mark.parametrize("name", HELP_PAGES)
def test_a_page_has_a_title_and_says_in_its_first_paragraph_what_it_is_about(name: str) -> None:
    page = help_page(name, "en")
    assert 3 <= len(page.title) <= 40
    assert 20 <= len(page.about) <= 260
    assert page.about.endswith(".")


@pytest.mark.parametrize("name", HELP_PAGES)
def test_every_link_and_picture_of_a_page_leads_somewhere(name: str) -> None:
    html = help_page(name, "en").html
    links = [link for link in re.findall(r'href="([^"]+)"', html) if "://" not in link]
    assert [link for link in links if link not in (*HELP_PAGES, *CHAPTERS, "systems")] == []
    pictures = re.findall(r'src="/static/([^"]+)"', html)
    assert [picture for picture in pictures if not (STATIC / picture).is_file()] == []
    assert html.count("<img") == len(pictures) == len(re.findall(r'alt="[^"]+"', html))


def test_every_picture_is_shown_by_a_page() -> None:
    shown = {Path(src).stem for name in HELP_PAGES for src in re.findall(r'src="([^"]+)"', help_page(name, "en").html)}
    assert shown == set(PICTURES) == {file.stem for file in FOLDER.glob("*.png")}


def paths_of_the_desk() -> list[str]:
    """The address of every page of the desk, its places filled in."""
    pages = [one.path for one in DESK_ROUTES if isinstance(one, Route) and one.methods and "GET" in one.methods]
    return [
        re.sub(r"\{[^}]+\}", "1", path)
        for path in pages
        if path.startswith("/desk") and not ANSWERS_NO_PAGE.search(path)
    ]


@pytest.mark.parametrize("path", paths_of_the_desk())
def test_every_page_of_the_desk_has_a_page_of_the_manual(path: str) -> None:
    page, _, section = str(help_for(path)).partition("#")
    assert page in HELP_PAGES
    assert section in {"", *(anchor for anchor, _ in help_page(page, "en").headings)}


async def test_the_page_of_a_pasted_list_leads_to_its_section(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        html = (await anna.go("/desk/t/open/players/import")).text
    assert html.count('href="/help/players#register-many"') == 2


async def test_the_contents_lead_to_every_page_and_everything_is_on_one(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anybody:
        contents = (await anybody.go("/help")).text
        everything = (await anybody.go("/help/everything")).text
    assert all(f'href="/help/{name}"' in contents for name in HELP_PAGES)
    assert all(f'<section class="chapter" id="{name}">' in everything for name in HELP_PAGES)
    assert all(str(help_page(name, "en").html) in everything for name in HELP_PAGES)


@pytest.mark.parametrize("name", HELP_PAGES)
async def test_a_page_is_there_for_everybody(tmp_path: Path, name: str) -> None:
    async with server(tmp_path) as transport, browser(transport) as anybody:
        answer = await anybody.go(f"/help/{name}")
    assert answer.status_code == 200
    assert str(help_page(name, "en").html) in answer.text


async def test_a_page_that_nobody_has_translated_says_its_language(tmp_path: Path) -> None:
    assert [folder.name for folder in HELP_FOLDER.iterdir() if (folder / "rounds.md").is_file()] == ["en"]
    async with server(tmp_path) as transport, browser(transport) as anybody:
        html = (await anybody.go("/help/rounds?lang=ru")).text
    assert '<html lang="ru"' in html
    assert '<div lang="en">' in html


async def test_a_page_of_the_desk_leads_to_its_page_of_the_manual(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        html = (await anna.go("/desk/screens")).text
    assert re.search(r'<a [^>]*id="manual" href="/help/screens"[^>]*aria-keyshortcuts="F1"', html)


async def test_every_field_of_the_regulations_is_explained(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        html = (await anna.go("/desk/new")).text
    form = html[html.index('id="f-tournament_name"') - 400 :]
    labels = {
        " ".join(re.sub(r"<[^>]+>", " ", label).split())
        for label in re.findall(r"<label[^>]*>(.*?)</label>", form, re.S)
    }
    explained = (HELP_FOLDER / "en" / "settings.md").read_text("utf-8")
    assert {label.rstrip(" *") for label in labels if f"**{label.rstrip(' *')}**" not in explained} == set()


def test_a_pattern_of_addresses_is_reached() -> None:
    paths = paths_of_the_desk()
    first = {next(pattern for pattern, _ in HELP_OF if re.fullmatch(pattern, path)) for path in paths}
    assert first == {pattern for pattern, _ in HELP_OF}

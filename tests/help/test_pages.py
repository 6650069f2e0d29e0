"""The manual: every page is there, leads on, and explains the page of the desk that it belongs to."""

import re
import shutil
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from starlette.routing import Route

from server.addresses import DESK_ROUTES, ORGANISER_ROUTES
from tests.desk.browsers import browser, desk, server, with_players
from tests.help.pictures import FOLDER, PICTURES
from web.help import pages
from web.help.pages import FIRST_LANGUAGE, HELP_FOLDER, HELP_OF, HELP_PAGES, help_for, help_page
from web.plain import STATIC
from web.wording import LANGUAGES, place_of
from web.wording.manual import CHAPTERS

IN_EACH_LANGUAGE = [(name, lang) for name in HELP_PAGES for lang in LANGUAGES]
PLAIN_EMPHASIS = {"If somebody sends made-up entries", "A player’s page"}
"""Bold in the English pages and no words of the desk, beside what ends in a full stop."""
ANSWERS_NO_PAGE = re.compile(
    r"\.(json|pdf|png|svg|csv|trf)|/results$|/check$|/progress$|/effect$|/exports/|/captains/|/card"
)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_file_is_a_page_and_every_page_a_file(lang: str) -> None:
    assert sorted(path.stem for path in (HELP_FOLDER / lang).glob("*.md")) == sorted(HELP_PAGES)


@pytest.mark.parametrize(("name", "lang"), IN_EACH_LANGUAGE)
def test_a_page_has_a_title_and_says_in_its_first_paragraph_what_it_is_about(name: str, lang: str) -> None:
    page = help_page(name, lang)
    assert page.lang == lang
    assert 3 <= len(page.title) <= 45
    assert 20 <= len(page.about) <= 320
    assert page.about.endswith(".")


@pytest.mark.parametrize(("name", "lang"), IN_EACH_LANGUAGE)
def test_every_link_and_picture_of_a_page_leads_somewhere(name: str, lang: str) -> None:
    html = help_page(name, lang).html
    links = [link for link in re.findall(r'href="([^"]+)"', html) if "://" not in link]
    assert [link for link in links if link not in (*HELP_PAGES, *CHAPTERS, "systems")] == []
    pictures = re.findall(r'src="/static/([^"]+)"', html)
    assert [picture for picture in pictures if not (STATIC / picture).is_file()] == []
    assert html.count("<img") == len(pictures) == len(re.findall(r'alt="[^"]+"', html))


def skeleton(name: str, lang: str) -> list[str]:
    """What a page is made of besides its words: elements with their anchors, codes of the keyboard and the shell."""
    html = help_page(name, lang).html.replace(f"/static/help/{lang}/", "")
    return [
        re.sub(r' (alt|loading)="[^"]*"', "", tag)
        for tag in re.findall(r"<(?:h[1-6]|li|tr|td|th|pre|img|a)\b[^>]*>", html)
    ]


def codes(name: str, lang: str) -> list[str]:
    return sorted(re.findall(r"<code>([^<]*)</code>", help_page(name, lang).html))


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != FIRST_LANGUAGE])
@pytest.mark.parametrize("name", HELP_PAGES)
def test_a_page_has_the_same_parts_in_each_language(name: str, lang: str) -> None:
    assert skeleton(name, lang) == skeleton(name, FIRST_LANGUAGE)
    assert codes(name, lang) == codes(name, FIRST_LANGUAGE)


def words_of_the_desk(lang: str) -> str:
    """Every sentence of the catalogue, with one sign for whatever is filled in."""
    sentences: list[str] = []
    catalogue = read_po(BytesIO(place_of("bg" if lang == FIRST_LANGUAGE else lang).read_bytes()))
    for message in catalogue:
        said = message.id if lang == FIRST_LANGUAGE else message.string
        sentences += [said] if isinstance(said, str) else said
    return "\n".join(map(without_values, sentences))


def without_values(sentence: str) -> str:
    return re.sub(r"%\(\w+\)s|\{\w+\}|\bN\b|\d+", "#", sentence).strip().rstrip(".:").casefold()


def bold(name: str, lang: str) -> list[str]:
    return re.findall(r"\*\*([^*]+)\*\*", (HELP_FOLDER / lang / f"{name}.md").read_text("utf-8"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_of_the_desk_in_the_manual_is_on_the_desk(lang: str) -> None:
    said = words_of_the_desk(lang)
    unknown = [
        (name, word)
        for name in HELP_PAGES
        for english, word in zip(bold(name, FIRST_LANGUAGE), bold(name, lang), strict=True)
        if not english.endswith(".") and english not in PLAIN_EMPHASIS and without_values(word) not in said
    ]
    assert unknown == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_picture_is_shown_by_a_page(lang: str) -> None:
    shown = {Path(src).stem for name in HELP_PAGES for src in re.findall(r'src="([^"]+)"', help_page(name, lang).html)}
    assert shown == set(PICTURES) == {file.stem for file in (FOLDER / lang).glob("*.webp")}


def paths_of_the_desk() -> list[str]:
    """The address of every page of the desk, its places filled in."""
    routes = (*DESK_ROUTES, *ORGANISER_ROUTES)
    pages = [one.path for one in routes if isinstance(one, Route) and one.methods and "GET" in one.methods]
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


@pytest.fixture
def half_translated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A manual whose page on rounds is in English alone."""
    folder = shutil.copytree(HELP_FOLDER, tmp_path / "manual")
    (folder / "ru" / "rounds.md").unlink()
    monkeypatch.setattr(pages, "HELP_FOLDER", folder)
    help_page.cache_clear()
    yield
    help_page.cache_clear()


@pytest.mark.usefixtures("half_translated")
async def test_a_page_that_nobody_has_translated_says_its_language(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anybody:
        html = (await anybody.go("/help/rounds?lang=ru")).text
        contents = (await anybody.go("/help?lang=ru")).text
    assert '<html lang="ru"' in html
    assert '<div lang="en">' in html
    assert "Эта страница руководства пока на английском" in html
    assert contents.count('<dt lang="en">') == 1


async def test_a_page_is_in_the_language_of_its_reader(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anybody:
        html = (await anybody.go("/help/rounds?lang=bg")).text
    assert '<html lang="bg"' in html
    assert str(help_page("rounds", "bg").html) in html
    assert "<div lang=" not in html


async def test_the_manual_speaks_the_language_of_the_desk(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/language")
        await anna.send("/desk/language", language="ru")
        await anna.go("/desk/screens")
        html = (await anna.go("/help/screens")).text
    assert str(help_page("screens", "ru").html) in html


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

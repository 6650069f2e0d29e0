"""Search in the manual: in each language, whatever the endings of words, to the section that says it."""

import re
from pathlib import Path

import pytest

from tests.desk.browsers import browser, server
from web.help.pages import HELP_PAGES, help_page
from web.help.search import MOST_SECTIONS_FOUND, search
from web.wording import LANGUAGES


@pytest.mark.parametrize(
    ("lang", "wanted"),
    [
        ("en", "forgotten passwords"),
        ("bg", "забравена парола"),
        ("bg", "Паролите забравени"),
        ("ru", "забытый пароль"),
        ("ru", "ПАРОЛИ забыт"),
    ],
)
def test_words_are_found_whatever_their_endings(lang: str, wanted: str) -> None:
    answer = search(wanted, lang)
    assert answer.whole
    assert answer.places[0].address == "trouble#the-password-is-forgotten"


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "copy copies copied"),
        ("bg", "плейоф плейофа плейофът плейофи плейофите"),
        ("bg", "парола паролата пароли паролите"),
        ("bg", "ключ ключа ключът ключове ключовете"),
        ("ru", "пароль пароля паролей паролями"),
        ("ru", "обсчёт обсчета обсчёты обсчётами"),
    ],
)
def test_forms_of_a_word_find_the_same(lang: str, words: str) -> None:
    """Words of fewer sections than are shown."""
    found = {word: {place.address for place in search(word, lang).places} for word in words.split()}
    first, *others = found.values()
    assert len(first) > 1
    assert all(other == first for other in others)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", HELP_PAGES)
def test_the_title_of_a_page_finds_it(name: str, lang: str) -> None:
    title = help_page(name, lang).title
    assert name in [place.address.partition("#")[0] for place in search(title, lang).places[:3]]


def test_the_sentence_with_most_of_the_words_is_shown_with_the_words_marked() -> None:
    sentence = search("crash power cut", "en").places[0].sentence
    assert re.findall("<mark>([^<]*)</mark>", sentence) == ["crash", "power", "cut"]
    assert "<mark>password</mark> is <mark>forgotten</mark>" in search("password forgotten", "en").places[0].heading


def test_a_section_with_all_of_the_words_goes_before_one_with_some() -> None:
    assert search("armageddon lots", "en").whole
    some = search("armageddon postgresql-zebra", "en")
    assert (bool(some.places), some.whole) == (True, False)


def test_the_beginning_of_a_word_is_enough() -> None:
    assert {place.address for place in search("armag", "en").places} == {
        place.address for place in search("armageddon", "en").places
    }


def test_a_pairing_system_is_found_on_its_page() -> None:
    assert search("Burstein", "en").places[0].address == "burstein-2026"


def test_a_word_of_every_section_finds_no_more_than_can_be_read() -> None:
    assert len(search("the", "en").places) == MOST_SECTIONS_FOUND


@pytest.mark.parametrize("wanted", ["", "   ", "?!", "<zugzwang>", "q" * 80])
def test_nothing_comes_of_what_is_nowhere(wanted: str) -> None:
    assert search(wanted, "en").places == ()


async def test_a_result_leads_to_its_section(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anybody:
        html = (await anybody.go("/help/search?q=забытый+пароль&lang=ru")).text
        page = (await anybody.go("/help/trouble?lang=ru")).text
    assert '<a href="/help/trouble#the-password-is-forgotten">' in html
    assert '<h2 id="the-password-is-forgotten">' in page


async def test_what_is_nowhere_gets_a_sentence_and_the_list_of_pages(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anybody:
        html = (await anybody.go("/help/search?q=<zugzwang>")).text
    assert "The manual has nothing on “&lt;zugzwang&gt;”." in html
    assert all(f'<a href="/help/{name}">' in html for name in HELP_PAGES)


@pytest.mark.parametrize("address", ["/help", "/help/rounds", "/help/everything", "/help/systems", "/help/lim"])
async def test_the_box_is_on_every_page_and_needs_no_script(tmp_path: Path, address: str) -> None:
    async with server(tmp_path) as transport, browser(transport) as anybody:
        html = (await anybody.go(address)).text
    assert re.search(r'<form class="seek" action="/help/search" role="search">.*?name="q"', html, re.S)


async def test_another_language_keeps_what_was_wanted(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anybody:
        html = (await anybody.go("/help/search?q=bye+or+not")).text
    assert 'href="/help/search?q=bye%20or%20not&amp;lang=bg"' in html

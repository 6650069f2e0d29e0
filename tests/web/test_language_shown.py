"""The page says in which language its words really are."""

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from tests.public.served import served
from tests.public.test_pages import OPEN
from tests.web.pseudo import speaking
from web.wording import language
from web.wording.english_inside import BRACKET_SIGNS, labelled


async def asked_in(code: str) -> tuple[str, str]:
    """The languages of the page and of its header for somebody who wants this one."""
    async with served({"open": OPEN}) as client:
        page = await client.get("/t/open", headers={"Accept-Language": code})
        return page.text.split("<head>")[0], page.headers["content-language"]


async def test_a_language_without_a_catalogue_is_shown_as_the_english_that_it_is(tmp_path: Path) -> None:
    with speaking(tmp_path, {}):
        html, header = await asked_in("bg")
    assert '<html lang="en" dir="ltr" data-lang="bg"' in html
    assert header == "en"


async def test_a_language_with_a_catalogue_is_named(tmp_path: Path) -> None:
    catalogue = Catalog(locale="bg")
    catalogue.add("Home", string="Начало")
    with speaking(tmp_path, {"bg": catalogue}):
        html, header = await asked_in("bg")
    assert '<html lang="bg" dir="ltr" data-lang="bg"' in html
    assert header == "bg"


@pytest.mark.parametrize("code", ["en", "bg", "ru"])
def test_our_languages_run_from_left_to_right(code: str) -> None:
    assert language(code).direction == "ltr"


async def test_english_inside_a_page_of_another_language_is_labelled(tmp_path: Path) -> None:
    catalogue = Catalog(locale="bg")
    catalogue.add("Home", string="Начало")
    with speaking(tmp_path, {"bg": catalogue}):
        async with served({"open": OPEN}) as client:
            html = (await client.get("/t/open", headers={"Accept-Language": "bg"})).text
    assert '<a href="/t/open" aria-current="page">Начало</a>' in html
    assert '<a href="/t/open/pairings"><span lang="en">Rounds</span></a>' in html
    assert 'aria-label="Pages of the tournament"' in html
    assert not BRACKET_SIGNS.search(html)


@pytest.mark.parametrize(
    ("bracketed", "with_labels"),
    [
        ("<p>\ue000yes\ue001</p>", '<p><span lang="en">yes</span></p>'),
        ("<title>\ue000yes\ue001</title><p>\ue000no\ue001</p>", '<title>yes</title><p><span lang="en">no</span></p>'),
        ('<a title="\ue000yes\ue001">x</a>', '<a title="yes">x</a>'),
        ("<option>\ue000yes\ue001</option>", "<option>yes</option>"),
    ],
)
def test_labels_stand_where_a_tag_can_stand(bracketed: str, with_labels: str) -> None:
    assert labelled(bracketed) == with_labels


async def test_a_page_that_is_english_altogether_has_no_labels() -> None:
    async with served({"open": OPEN}) as client:
        assert '<span lang="en">' not in (await client.get("/t/open")).text

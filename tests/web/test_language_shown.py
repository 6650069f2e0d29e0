"""The page says in which language its words really are."""

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from tests.public.served import served
from tests.public.test_pages import OPEN
from tests.web.pseudo import speaking
from web.wording import language


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
    catalogue.add("Overview", string="Преглед")
    with speaking(tmp_path, {"bg": catalogue}):
        html, header = await asked_in("bg")
    assert '<html lang="bg" dir="ltr" data-lang="bg"' in html
    assert header == "bg"


@pytest.mark.parametrize("code", ["en", "bg", "ru"])
def test_our_languages_run_from_left_to_right(code: str) -> None:
    assert language(code).direction == "ltr"

"""Everything that a page shows is translated: with a catalogue of all sentences that the extraction finds, no word
in plain letters is left on any page, in any refusal or in any answer to a program.

The catalogue is read as a translator's file is, so a sentence that is shown and not extracted is found as surely as
one that nobody marked.
"""

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from domain.words.federations import FEDERATIONS
from server.routes.desk.setup.practice import MADE_UP
from tests.desk.browsers import Browser, browser, server
from tests.web.pseudo import speaking, wide_catalogue
from tests.web.reading import EXAMPLES_OF_LISTS, plain_words, texts, untranslated
from tests.web.worlds import hold_a_festival, hold_a_tournament, log_in, sent_empty, walk
from web.help.pages import HELP_PAGES

TYPED = frozenset({"Open", "open", "hall", "example", "practice"}).union(*(plain_words(name) for name, _, _ in MADE_UP))
"""Names that the tests type, those of a practice, and its address."""
NAMES_OF_COUNTRIES = frozenset(one.name for one in FEDERATIONS.values())
"""Of every language by itself (CLDR), none of them in a catalogue."""
MANUAL = {"/help", "/help/everything", "/help/search", *(f"/help/{name}" for name in HELP_PAGES)}
"""Prose, a file for each language, and nothing of a catalogue."""
WIDE_LETTER = re.compile("[Ａ-Ｚａ-ｚ]")
CHOICES = re.compile(r"[a-z0-9-]+(?:, [a-z0-9-]+)+")
"""Codes of a field that a form offers by name, and only a forged form can miss."""


def found_on(html: str) -> list[str]:
    left = [CHOICES.sub("", text) for text in untranslated(html, TYPED)]
    return [text for text in left if text not in EXAMPLES_OF_LISTS | NAMES_OF_COUNTRIES and plain_words(text, TYPED)]


in_one_loop = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def anna(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Browser]:
    """The chief arbiter after two rounds, at a desk that speaks in wide letters."""
    folder = tmp_path_factory.mktemp("speaking")
    with speaking(folder / "locale", {"en": wide_catalogue("en")}):
        async with server(folder) as transport, browser(transport) as somebody:
            await log_in(somebody)
            await hold_a_tournament(somebody)
            await hold_a_festival(somebody)
            yield somebody


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def pages(anna: Browser) -> dict[str, str]:
    """What stands at every address that links lead to."""
    return {address: html async for address, html in walk(anna)}


@in_one_loop
async def test_no_page_shows_a_sentence_that_is_not_translated(pages: dict[str, str]) -> None:
    plain: dict[str, str] = {}
    shown: set[str] = set()
    read = {address: html for address, html in pages.items() if address not in MANUAL}
    for address, html in read.items():
        shown.update(text for text in texts(html) if WIDE_LETTER.search(text))
        plain.update(dict.fromkeys(found_on(html), address))
    assert plain == {}
    assert len(read) > 100
    assert len(shown) > 400


@in_one_loop
async def test_no_answer_to_a_form_shows_one(anna: Browser, pages: dict[str, str]) -> None:
    plain: dict[str, str] = {}
    answers = 0
    for address in pages:
        if address.startswith("/desk"):
            async for sent, html in sent_empty(anna, address):
                answers += 1
                plain.update(dict.fromkeys(found_on(html), sent))
    assert plain == {}
    assert answers > 50

"""The tests of the pages can fail: a sentence that nobody marked is found, and data is not taken for one."""

from pathlib import Path

import pytest

from tests.web.pseudo import speaking, wide_catalogue, widened
from tests.web.reading import untranslated
from web.wording import language


@pytest.mark.parametrize(
    "html",
    [
        "<p>Nobody marked this.</p>",
        "<title>Standings</title>",
        '<input aria-label="Find a player">',
        '<input placeholder="Last, First">',
        '<img alt="A picture">',
        '<p data-words="Not up to date">…</p>',
        f"<p>{widened('Round {round} published')} by Monrad</p>",
    ],
)
def test_a_sentence_that_nobody_marked_is_found(html: str) -> None:
    assert untranslated(html)


@pytest.mark.parametrize(
    "html",
    [
        f"<p>{widened('Round {round} published').format(round=3)}</p>",
        "<td>GM</td><td>Ευκλείδης</td><td>2530</td><td>BH/C1</td><td>½ – ½</td>",
        "<p>21 Nov 2026, Saturday</p>",
        '<pre>{"position": 12}</pre><code>/live?topic=overview</code>',
        '<a href="/t/open">http://localhost/t/open</a>',
        '<p data-players="p1 p2" class="plain words">…</p>',
        "<script>const words = 'not a sentence';</script>",
    ],
)
def test_data_and_translated_sentences_are_not(html: str) -> None:
    assert untranslated(html) == []


def test_places_and_tags_survive_the_wide_letters() -> None:
    assert widened("at %(n)s <b>of</b> {all}&nbsp;x") == "ａｔ %(n)s <b>ｏｆ</b> {all}&nbsp;ｘ"


def test_a_sentence_that_is_asked_for_and_not_extracted_is_found(tmp_path: Path) -> None:
    missed = " ".join(["This", "is", "nowhere", "in", "the", "source"])
    with speaking(tmp_path, {"en": wide_catalogue("en")}):
        assert untranslated(f"<p>{language('en').gettext(missed)}</p>")
        assert untranslated(f"<p>{language('en').gettext('Nobody is kept apart any more')}</p>") == []

"""Which language a reader gets, and how each one writes numbers, dates and points."""

from fractions import Fraction
from io import BytesIO
from pathlib import Path

import pytest
from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.mofile import write_mo
from babel.support import Translations

from web.wording import SPOKEN, Language, language, negotiate

WEB = Path(__file__).parent.parent.parent / "web"


@pytest.mark.parametrize(
    ("wanted", "accept", "answer"),
    [
        ("bg", "en", "bg"),
        (None, "ru-RU,ru;q=0.9,en;q=0.5", "ru"),
        (None, "de,bg;q=0.3", "bg"),
        (None, "de", "en"),
        (None, "", "en"),
        ("klingon", "ru", "ru"),
        (None, "en;q=0.1, bg;q=0.9", "bg"),
        (None, "*;q=0.5, ,;;q=x, \x00", "en"),
    ],
)
def test_the_reader_gets_the_best_language_we_have(wanted: str | None, accept: str, answer: str) -> None:
    assert negotiate(wanted, accept) == answer


@pytest.mark.parametrize(("half_points", "text"), [(0, "0"), (1, "½"), (2, "1"), (7, "3½"), (-3, "−1½")])
def test_points_are_written_as_arbiters_write_them(half_points: int, text: str) -> None:
    assert language("en").points(half_points) == text


@pytest.mark.parametrize(
    ("value", "places", "text"),
    [
        (Fraction(27, 2), 1, "13.5"),
        (Fraction(41, 3), 2, "13.67"),
        (Fraction(1, 8), 2, "0.13"),
        (Fraction(-11, 10), 1, "−1.1"),
        (Fraction(-1, 100), 1, "0.0"),
        (Fraction(5, 2), 0, "3"),
    ],
)
def test_decimals_are_rounded_half_up(value: Fraction, places: int, text: str) -> None:
    assert language("en").decimal(value, places) == text


def test_a_language_has_its_own_decimal_point() -> None:
    assert language("bg").decimal(Fraction(27, 2), 1) == "13,5"


def test_dates_are_said_in_the_language() -> None:
    assert language("en").days("2026-11-19", "2026-11-27") == "19–27 Nov 2026"
    assert "ноября" in language("ru").day("2026-11-19")


def test_what_is_no_date_is_said_as_it_stands() -> None:
    assert language("en").local_time("after lunch") == "after lunch"


def test_cents_are_shown_only_where_there_are_some() -> None:
    assert [language("en").money(cents, "EUR") for cents in (50000, 57143)] == ["500\xa0€", "571.43\xa0€"]


def test_a_catalogue_is_used_where_it_has_the_sentence() -> None:
    catalogue = Catalog(locale="bg")
    catalogue.add("{n} game", string="{n} партия")
    catalogue.add(("{n} player", "{n} players"), string=("{n} играч", "{n} играчи"))
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    bulgarian = Language("bg", Locale("bg"), Translations(compiled))
    assert bulgarian.gettext("{n} game", n=1) == "1 партия"
    assert bulgarian.ngettext("{n} player", "{n} players", 5) == "5 играчи"
    assert bulgarian.gettext("nobody has translated this") == "nobody has translated this"


def test_every_sentence_can_be_handed_to_a_translator() -> None:
    methods = [("**.py", "python"), ("templates/**.html", "jinja2.ext:babel_extract")]
    options = {"templates/**.html": {"silent": "false", "newstyle_gettext": "true", "extensions": "jinja2.ext.do"}}
    keywords = {**DEFAULT_KEYWORDS, **dict.fromkeys(SPOKEN)}
    found = extract_from_dir(WEB, methods, options, keywords=keywords)
    messages = {message[2] for message in found}
    assert {"Standings", "You are looking at the past.", "Round {round} published"} <= messages
    assert len(messages) > 300

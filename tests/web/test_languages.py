"""The language that a reader gets, and the way each writes numbers, dates and points."""

from fractions import Fraction
from pathlib import Path

import pytest
from babel import Locale

from tests.web.pseudo import speaking, wide_catalogue
from web.wording import OWN_NAMES, language
from web.wording.language_choice import negotiate


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


def test_languages_call_themselves_as_they_are_called_in_themselves() -> None:
    for code, name in OWN_NAMES.items():
        called = Locale.parse(code).get_language_name() or ""
        assert name == called.capitalize()


@pytest.mark.parametrize(("half_points", "text"), [(0, "0"), (1, "½"), (2, "1"), (7, "3½"), (-3, "−1½")])
def test_points_are_written_as_arbiters_write_them(half_points: int, text: str) -> None:
    assert language("en").points(half_points) == text


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", ["½ point", "1 point", "1½ points", "2 points", "5 points"]),
        ("bg", ["½ точка", "1 точка", "1½ точки", "2 точки", "5 точки"]),
        ("ru", ["½ очка", "1 очко", "1½ очка", "2 очка", "5 очков"]),
    ],
)
def test_half_points_take_the_plural_that_is_spoken(code: str, said: list[str]) -> None:
    words, pattern = language(code), ("{name} has {points} point.", "{name} has {points} points.")
    told = [
        words.ngettext(*pattern, words.counted(half), name="X", points=words.points(half)) for half in (1, 2, 3, 4, 10)
    ]
    assert [" ".join(one.removesuffix(".").split()[-2:]) for one in told] == said


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
    assert language("en").days("2026-11-19", "2026-11-27") == "19\u2009–\u200927 Nov 2026"
    assert "ноября" in language("ru").day("2026-11-19")


def test_news_have_their_year() -> None:
    assert language("en").dated_time("2020-01-01T10:00") == "1 Jan 2020, 10:00"


def test_what_is_no_date_is_said_as_it_stands() -> None:
    assert language("en").local_time("after lunch") == "after lunch"


def test_cents_are_shown_only_where_there_are_some() -> None:
    assert [language("en").money(cents, "EUR") for cents in (50000, 57143)] == ["500\xa0€", "571.43\xa0€"]
    assert [language("en").money(cents, "KWD") for cents in (50000, 57150)] == ["500\xa0KWD", "571.500\xa0KWD"]
    assert language("en").money(300000, "JPY") == "3,000\xa0JP¥"


def test_a_list_is_joined_in_the_language_of_its_words() -> None:
    assert [language("en").all_of(list("abc")[:n]) for n in (1, 2, 3)] == ["a", "a and b", "a, b and c"]
    assert language("en").alternatives(["a", "b"]) == "a or b"


def test_a_list_in_a_language_that_has_no_words_yet_is_joined_in_english(tmp_path: Path) -> None:
    with speaking(tmp_path, {}):
        assert language("ru").all_of(["a", "b"]) == "a and b"
    with speaking(tmp_path / "wide", {"ru": wide_catalogue("ru")}):
        assert language("ru").all_of(["a", "b"]) == "a и b"

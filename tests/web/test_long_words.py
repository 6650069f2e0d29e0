"""Long words are divided between syllables, or nearly so."""

import pytest

from web.rendering import SOFT_HYPHEN, dividable


@pytest.mark.parametrize(
    ("name", "divided"),
    [
        ("Schachgesellschaft Solingen 1868", "Schach-ge-sell-schaft Solingen 1868"),
        ("Fuerteventura Norte", "Fuer-te-ven-tura Norte"),
        ("Слон-Владимир Константинопольский", "Слон-Владимир Конс-тан-ти-но-польс-кий"),
        ("Lokomotive Überlandwerke", "Lokomotive Über-land-werke"),
        ("نادي الشطرنج", "نادي الشطرنج"),
        ("Oslo", "Oslo"),
    ],
)
def test_long_words_are_divided_before_a_consonant_that_a_vowel_follows(name: str, divided: str) -> None:
    assert dividable(name).replace(SOFT_HYPHEN, "-") == divided


def test_nothing_but_soft_hyphens_is_added() -> None:
    name = "Wolfeschlegelsteinhausenbergerdorff"
    assert dividable(name).replace(SOFT_HYPHEN, "") == name

"""Chances are told without the words of betting, in every language: juniors read them too."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from web.help.pages import HELP_FOLDER
from web.rendering import TEMPLATES
from web.wording import LANGUAGES
from web.wording.catalogues import extracted, kept

BETTING = {
    "en": r"\bodds\b|\bbets?\b|\bbett(?:ing|ors?)\b|\bwager|\bbookmak|\bbookie|\bpunter|\bgambl"
    r"|\bstakes?\b|\bfavou?rites?\b|\b\d+ to 1\b",
    "bg": r"\bзалага|\bзалож(?:и|ен|б)|\bзалози\b|\bзалог|\bоблог|\bбукмейк|\bхазарт"
    r"|\bфаворит|\bмиз[аи]\b|\b\d+ към 1\b",
    "ru": r"\bставк|\bставок|\bбукмекер|\bпари\b|\bазарт|\bтотализатор|\bфаворит|\bкотировк|\b\d+ к 1\b",
}


def said(code: str) -> Iterator[tuple[str, str]]:
    """All that a person may read in this language, each with its place."""
    for page in sorted((HELP_FOLDER / code).glob("*.md")):
        yield page.name, page.read_text("utf-8")
    if code == "en":
        yield from ((str(file.relative_to(TEMPLATES)), file.read_text("utf-8")) for file in templates())
        yield from ((str(message.id), str(message.id)) for message in extracted() if message.id)
    else:
        yield from ((str(message.id), str(message.string)) for message in kept(code) if message.id)


def templates() -> list[Path]:
    return [file for file in sorted(Path(TEMPLATES).rglob("*")) if file.is_file()]


def test_every_language_has_its_words() -> None:
    assert set(BETTING) == set(LANGUAGES)


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_sentence_speaks_as_if_one_might_bet(code: str) -> None:
    words = re.compile(BETTING[code], re.IGNORECASE)
    found = [(place, match[0]) for place, text in said(code) for match in words.finditer(text)]
    assert found == []


@pytest.mark.parametrize(
    ("code", "sentence"),
    [("en", "The odds are 3 to 1"), ("bg", "Залага се на фаворита"), ("ru", "Сделайте ставку")],
)
def test_the_words_are_known_when_they_are_said(code: str, sentence: str) -> None:
    assert re.search(BETTING[code], sentence, re.IGNORECASE)

"""Every sentence is found in the source, and what a translator has saved is what is said."""

import re
import sys
import unicodedata
from pathlib import Path

import pytest
from babel import Locale
from babel.messages import pofile
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from web.help.pages import HELP_FOLDER
from web.wording import Language, translations
from web.wording.catalogues import codes, extracted, kept, mistakes, translations_of, updated


def saved(folder: Path, catalogue: Catalog) -> Path:
    path = folder / "messages.po"
    with path.open("wb") as file:
        write_po(file, catalogue)
    return path


def test_a_catalogue_is_used_where_it_has_the_sentence(tmp_path: Path) -> None:
    catalogue = Catalog(locale="ru")
    catalogue.add("{n} game", string="{n} партия")
    catalogue.add(("{n} player", "{n} players"), string=("{n} игрок", "{n} игрока", "{n} игроков"))
    russian = Language("ru", Locale("ru"), translations(saved(tmp_path, catalogue)))
    assert russian.gettext("{n} game", n=1) == "1 партия"
    assert [russian.ngettext("{n} player", "{n} players", n) for n in (1, 3, 5)] == ["1 игрок", "3 игрока", "5 игроков"]
    assert russian.gettext("nobody has translated this") == "nobody has translated this"


def test_a_catalogue_is_kept_ready_until_it_is_another_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    kept = tmp_path / "ready" / "ru.mo"
    for number, said in enumerate(("партия", "игра")):
        catalogue = Catalog(locale="ru")
        catalogue.add("game", string=said)
        path = saved(tmp_path, catalogue)
        assert translations(path, kept).gettext("game") == said
        assert kept.exists()
        monkeypatch.setattr(pofile, "read_po", None)
        assert translations(path, kept).gettext("game") == said, number
        monkeypatch.undo()
        monkeypatch.setattr(sys, "dont_write_bytecode", False)


def test_a_language_without_a_catalogue_speaks_english(tmp_path: Path) -> None:
    klingon = Language("tlh", Locale("en"), translations(tmp_path / "messages.po"))
    assert klingon.gettext("Standings") == "Standings"


def test_no_sentence_of_the_source_has_letters_of_another_language() -> None:
    """A sentence stands in the source in English; other languages are in their catalogues alone."""
    foreign = [text for text in (str(message.id) for message in extracted()) if any(map(_is_of_another_alphabet, text))]
    assert foreign == []


def _is_of_another_alphabet(letter: str) -> bool:
    return letter.isalpha() and not unicodedata.name(letter, "LATIN").startswith(("LATIN", "MICRO"))


@pytest.mark.parametrize(
    "sentence",
    [
        "You are looking at the past.",
        "Round {round} published",
        "Round {round} is being paired by hand: end that first.",
        "{players} are kept apart by the arbiter",
        "no second downfloat running",
        "line {line}, column {column}: {fault}.",
    ],
    ids=["template", "function", "refusal", "breach", "criterion", "file"],
)
def test_every_kind_of_sentence_is_extracted(sentence: str) -> None:
    assert sentence in extracted()


def test_both_forms_of_a_plural_are_extracted() -> None:
    forms = [message.id for message in extracted()]
    assert ("Finished after {n} round", "Finished after {n} rounds") in forms
    assert "Round {round}: the entries for board {boards} contradict each other. Settle them first." in [
        form[0] for form in forms if isinstance(form, tuple)
    ]


def test_a_translation_that_lost_a_place_is_a_mistake() -> None:
    catalogue = Catalog(locale="bg")
    catalogue.add("Round {round} published", string="Кръгът е публикуван")
    catalogue.add(
        "Round {round} is being paired by hand: end that first.",
        string="Кръг {round} се жребува на ръка: първо приключете.",
    )
    catalogue.add("Standings", string="")
    assert mistakes(catalogue) == ["bg: 'Кръгът е публикуван' has not the places of 'Round {round} published'"]


def test_a_translation_that_lost_a_place_of_a_template_is_a_mistake() -> None:
    catalogue = Catalog(locale="bg")
    catalogue.add("Round %(n)s", string="Кръг %(m)s")
    assert len(mistakes(catalogue)) == 1


def test_no_catalogue_has_a_mistake() -> None:
    assert [line for code in codes() for line in mistakes(kept(code))] == []


@pytest.mark.parametrize("code", codes())
def test_a_language_says_every_sentence_of_today(code: str) -> None:
    """Otherwise: `python -m web.wording.catalogues update`, and translate what is empty."""
    today = updated(code)
    assert [message.id for message in today if message.id and not all(translations_of(message))] == []
    assert mistakes(today) == []


def test_bulgarian_and_russian_are_there() -> None:
    assert codes() == ["bg", "ru"]


def test_a_player_is_one_word_in_bulgarian() -> None:
    said = (text for message in kept("bg") for text in translations_of(message))
    pages = (page.read_text() for page in (HELP_FOLDER / "bg").glob("*.md"))
    assert not [text for text in (*said, *pages) if re.search(r"\bиграч(ите|ът|и|а)?\b", text.lower())]


def test_a_new_sentence_said_in_one_language_stays_empty_in_another() -> None:
    one = next(message for message in updated("de") if message.id)
    one.string = "gesagt"
    other = updated("fr")[one.id]
    assert other is not None
    assert translations_of(other) != ["gesagt"]

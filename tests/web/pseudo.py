"""A language for tests: each sentence in wide letters, so that what was not translated stands there in plain ones."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

import web.rendering as rendering
import web.wording as wording
from web.rendering import RENDERED
from web.wording.catalogues import extracted

WIDE = {ord(letter): ord(letter) + 0xFEE0 for letter in map(chr, range(33, 127)) if letter.isalpha()}
LEFT_ALONE = re.compile(r"(\{[^}]*\}|%\(\w+\)s|<[^>]*>|&\w+;)")
"""Text that a translator leaves alone too: places to be filled in, tags, entities."""


def widened(sentence: str) -> str:
    """The sentence as the language for tests has it."""
    parts = LEFT_ALONE.split(sentence)
    return "".join(part if n % 2 else part.translate(WIDE) for n, part in enumerate(parts))


def save(path: Path, code: str, catalogue: Catalog) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalogue)


@cache
def wide_catalogue(code: str) -> Catalog:
    """Every sentence that the extraction finds, translated; one for all tests of a process."""
    catalogue = Catalog(locale=code)
    for message in extracted():
        if isinstance(message.id, str) and message.id:
            catalogue.add(message.id, string=widened(message.id), context=message.context)
        elif message.id:
            forms = [widened(message.id[-1])] * catalogue.num_plurals
            catalogue.add(message.id, string=(widened(message.id[0]), *forms[1:]), context=message.context)
    return catalogue


@contextmanager
def speaking(folder: Path, catalogues: dict[str, Catalog]) -> Iterator[None]:
    """The program with these catalogues and no others, each read as a translator's file is."""
    for code, catalogue in catalogues.items():
        save(folder / code / "LC_MESSAGES" / "messages.po", code, catalogue)
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(wording, "LOCALES", folder)
        _forget_languages()
        try:
            yield
        finally:
            changed.undo()
            _forget_languages()


def _forget_languages() -> None:
    """Forget what was read and printed in the catalogues of before; a language that somebody holds reads anew."""
    for code in wording.LANGUAGES:
        fresh = wording.translations(wording.place_of(code))
        object.__setattr__(wording.language(code), "catalogue", fresh)
    for memory in (rendering._template, rendering._macro, rendering._environment):
        memory.cache_clear()
    RENDERED.__init__()  # type: ignore[misc]

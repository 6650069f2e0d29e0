"""Commands speak the language of the terminal: no answer and no help has a sentence that is not translated."""

import re
from argparse import ArgumentParser
from collections.abc import Iterator

import pytest

from server.cli import COMMANDS, parser
from tests.cli.conftest import CASES, Tablo
from tests.web.pseudo import speaking, wide_catalogue
from tests.web.reading import plain_words

HELD = CASES / "held_2014.trf"
OF_THE_SYSTEM = frozenset({"no", "such", "file", "or", "directory"})
"""Words of the operating system itself."""
OF_THE_LOCALE = frozenset({"and", "or"})
"""The word of the locale between the last two of a list."""
TYPED = frozenset({"tablo", *re.findall("[A-Za-z]+", HELD.read_text())})


@pytest.fixture(scope="module", autouse=True)
def wide_letters(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Every command of this file speaks in wide letters."""
    with speaking(tmp_path_factory.mktemp("locale"), {"en": wide_catalogue("en")}):
        yield


def left_in_english(said: str) -> list[str]:
    """Lines with words in plain letters."""
    return [line for line in said.splitlines() if plain_words(line, OF_THE_SYSTEM | OF_THE_LOCALE | TYPED)]


@pytest.mark.parametrize(
    "arguments",
    [
        ("pair", HELD, "--round", 2, "--explain"),
        ("pair", HELD, "--round", 2, "--why-not", 1, 2),
        ("pair", HELD, "--round", 77),
        ("pair", "nowhere.trf"),
        ("check", HELD, "--system", "dutch-2026"),
        ("standings", HELD, "--tiebreaks", "XX"),
        ("standings", HELD, "--round", 1),
        ("verify", "--data", "/nowhere"),
        ("export", "x", "--data", "/nowhere"),
        ("journal", "export", "--data", "/nowhere"),
        ("mirror", "--to", "ftp://x"),
        ("serve", "--port", 99999),
        ("import", "nothing.trf"),
    ],
    ids=lambda arguments: " ".join(map(str, arguments[:1])),
)
def test_an_answer_is_translated(tablo: Tablo, arguments: tuple[object, ...]) -> None:
    answer = tablo(*arguments)
    assert answer.out + answer.err
    assert left_in_english(answer.out + answer.err) == []


def helps(parser: ArgumentParser) -> Iterator[str]:
    """Every sentence of a parser and of those below it."""
    yield from (text for text in (parser.description, parser.epilog) if text)
    for action in parser._actions:
        if action.help and action.dest not in ("help", "version"):
            yield action.help
        if isinstance(action.choices, dict):
            yield from (text for below in action.choices.values() for text in helps(below))


@pytest.mark.parametrize("command", [name for name in COMMANDS if name != "bench"])
def test_the_help_is_translated(command: str) -> None:
    said = list(helps(parser([command])))
    assert len(said) > 2
    assert [text for text in said if plain_words(text)] == []

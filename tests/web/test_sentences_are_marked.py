"""Each sentence in the source of `web/` is marked, whether a test shows it or not."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.reading import EXAMPLES_OF_LISTS, plain_words, texts
from web.wording.catalogues import extracted

WEB = Path(__file__).parents[2] / "web"
MARKS = {"N_", "NN_", "gettext", "ngettext", "pgettext", "say", "said", "_"}
"""Names that extraction looks for."""
JINJA = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", re.DOTALL)
PLACE = re.compile(r"\{\w*\}")
WORDS = re.compile("[A-Za-z]{2,}")

NO_SENTENCES = {
    "accents.py": "rules of CSS",
    "api/boards.py": "the OpenAPI document, for programmers and in English",
    "api/commands/__init__.py": "the same",
    "api/commands/arranging.py": "the same",
    "api/commands/fees.py": "the same",
    "api/commands/festivals.py": "the same",
    "api/commands/playoffs.py": "the same",
    "api/commands/tournaments.py": "the same",
    "api/fields.py": "the same",
    "api/openapi.py": "the same",
    "api/people.py": "the same",
    "codes.py": "a drawing",
    "downloads/xlsx_file.py": "patterns of dates",
    "help/pages.py": "a tag",
    "manual.py": "the head of a script",
    "paper/laying_out.py": "names of fonts, and a drawing",
    "public/topics.py": "names of topics",
    "typeface.py": "names of fonts, and rules of CSS",
    "wording/__init__.py": "patterns of dates",
    "wording/catalogues.py": "a tool for whoever works on Tablo",
    "wording/english_inside.py": "a tag",
    "wording/fields.py": "patterns of names of fields",
    "wording/report_comments.py": "comments in report files, terse and for programs of any language",
    "wording/trf.py": "keys",
}
"""Places where a text of several words is nothing that a page says."""


def literals(source: str) -> Iterator[str]:
    """Texts of several words that are neither marked nor documentation nor for whoever reads a trace."""
    tree = ast.parse(source)
    passed_over = {id(inner) for node in ast.walk(tree) for outer in _no_speech(node) for inner in ast.walk(outer)}
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in passed_over and " " in text:
                if WORDS.search(PLACE.sub("", text)):
                    yield text


def _no_speech(node: ast.AST) -> list[ast.AST]:
    match node:
        case ast.Expr(value=ast.Constant() as documentation):
            return [documentation]
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=arguments) if name in MARKS:
            return [one for one in arguments if isinstance(one, ast.Constant)]
        case ast.Raise():
            return [node]
    return []


def bare_words(template: str) -> list[str]:
    """Words of a template that stand there themselves."""
    said = [" ".join(text.split()) for text in texts(JINJA.sub(" ", template))]
    return [text for text in said if plain_words(text) and text not in EXAMPLES_OF_LISTS]


@pytest.mark.parametrize("file", sorted(WEB.rglob("*.py")), ids=lambda file: str(file.relative_to(WEB)))
def test_every_sentence_of_the_wording_is_marked(file: Path) -> None:
    if str(file.relative_to(WEB)) not in NO_SENTENCES:
        assert list(literals(file.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("file", sorted(WEB.rglob("*.html")), ids=lambda file: str(file.relative_to(WEB)))
def test_no_template_has_words_of_its_own(file: Path) -> None:
    assert bare_words(file.read_text(encoding="utf-8")) == []


def test_every_exception_is_still_one() -> None:
    assert all(list(literals((WEB / name).read_text(encoding="utf-8"))) for name in NO_SENTENCES)


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('SAYS = {"a": "Nobody marked this."}', ["Nobody marked this."]),
        ('def f(said):\n    return said("one" if x else "or the other")', ["or the other"]),
        ('SAYS = {"a": N_("This is marked.")}', []),
        ('def f(words):\n    """A docstring of many words."""\n    return words.gettext("This is marked.")', []),
    ],
)
def test_a_sentence_without_a_mark_is_found(source: str, found: list[str]) -> None:
    assert list(literals(source)) == found


def marked(source: str) -> Iterator[str]:
    """The sentences that are marked, wherever they stand."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(
                func=ast.Name(id="N_") | ast.Attribute(attr="gettext" | "ngettext"), args=[ast.Constant(value=text), *_]
            ):
                yield text


def test_extraction_finds_every_mark() -> None:
    """Within an f-string it finds none, and the sentence stays English in every language."""
    ids = [message.id for message in extracted()]
    known = {text for one in ids for text in ([one] if isinstance(one, str) else one)}
    sources = {file.name: set(marked(file.read_text(encoding="utf-8"))) for file in sorted(WEB.rglob("*.py"))}
    assert {name: missed for name, found in sources.items() if (missed := found - known)} == {}


def test_words_of_a_template_without_a_mark_are_found() -> None:
    assert bare_words('<p>{{ name }} has won</p><p title="A tip">{{ _("marked") }}</p>')
    assert bare_words('<p class="no sentence">{{ _("This is marked.") }}</p>') == []


def test_the_sentences_are_counted() -> None:
    """A drop means that extraction misses a whole file."""
    assert len(extracted()) > 1500

"""One label for one field: every field has one, and everybody says it."""

import ast
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from domain.refusals import BadField
from domain.words.games import Scoring
from domain.words.players import Player
from domain.words.regulations import Details, Regulations
from tests.desk.browsers import desk, with_players
from web.wording import language
from web.wording.fields import COLUMN_HEADS, LABELS, label
from web.wording.refusals import sentence

ROOT = Path(__file__).parent.parent.parent
READERS = {"BadField", "whole", "wholes", "iso_day", "choice", "line"}
"""Functions that read a field and may refuse it: the name of the field comes first."""
CALLS = re.compile(rf"\b({'|'.join(READERS)})\(")


def refusable() -> Iterator[str]:
    """The name of every field that a line of the source can refuse."""
    for file in (*ROOT.glob("domain/**/*.py"), *ROOT.glob("server/**/*.py")):
        source = file.read_text(encoding="utf-8")
        if not CALLS.search(source):
            continue
        for node in ast.walk(ast.parse(source)):
            match node:
                case ast.Call(
                    func=ast.Name(id=reader) | ast.Attribute(attr=reader), args=[ast.Constant(str(name)), *_]
                ):
                    if reader in READERS:
                        yield name


def test_every_field_that_can_be_refused_has_a_label() -> None:
    names = set(refusable())
    assert len(names) > 30
    assert names - set(LABELS) == set()


@pytest.mark.parametrize("kind", [Player, Details, Regulations, Scoring])
def test_every_field_that_the_history_tells_of_has_a_label(kind: type) -> None:
    assert {field.name for field in fields(kind)} - {"id"} <= set(LABELS)


def test_a_short_head_belongs_to_a_label() -> None:
    assert set(COLUMN_HEADS) <= set(LABELS)


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("city", "City"),
        ("prizes, line 3", "Prizes, line 3"),
        ("player 7, birth_year", "Player 7, Year of birth"),
    ],
)
def test_a_refusal_names_the_field_by_its_label(field: str, said: str) -> None:
    assert label(field, language("en")) == said
    assert sentence(BadField(field, "", "required"), None, language("en")) == f"{said} is missing: please fill it in."


@pytest.mark.process
async def test_form_refusal_and_history_say_the_same(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna)
        page = await anna.go("/desk/t/open/settings")
        assert '<label for="f-start">First day</label>' in page.text
        await anna.send("/desk/t/open/details", start="tomorrow")
        assert anna.refusal.startswith("First day must be a date")
        await anna.go("/desk/t/open/settings")
        await anna.send("/desk/t/open/details", start="2026-11-21", city="Sofia")
        assert "City – → Sofia; First day – → 2026-11-21" in (await anna.go("/desk/t/open/history")).text

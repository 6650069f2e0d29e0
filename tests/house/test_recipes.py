"""CONTRIBUTING names files in its recipes and on the road of a result: each of them is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text()


def part(heading: str) -> str:
    return TEXT.split(f"## {heading}")[1].split("\n## ")[0]


RECIPES = re.findall(r"^\*\*(A [^*]+)\.\*\* (.+(?:\n.+)*)", part("Seven recipes"), re.MULTILINE)
ROAD = part("The road of a result")
PLACE = re.compile(r"`((?:domain|projections|web|server|tests)/[\w./]+|pyproject\.toml)`")


def test_there_are_seven() -> None:
    assert len(RECIPES) == 7


@pytest.mark.parametrize(("name", "text"), RECIPES, ids=[name for name, _ in RECIPES])
def test_the_files_of_a_recipe_are_there(name: str, text: str) -> None:
    named = PLACE.findall(text)
    assert named, name
    assert [place for place in named if not (ROOT / place).exists()] == []


def test_the_files_on_the_road_are_there() -> None:
    named = PLACE.findall(ROAD)
    assert len(named) > 20
    assert [place for place in named if not (ROOT / place).exists()] == []

"""SECURITY.md, PRIVACY.md and ACCESSIBILITY.md: the tests that they name are there, and people find the three files."""

import re
from pathlib import Path

import pytest

from web.help.pages import HELP_FOLDER
from web.wording import LANGUAGES

ROOT = Path(__file__).parent.parent.parent
STATEMENTS = ("SECURITY.md", "PRIVACY.md", "ACCESSIBILITY.md")
NAMED_TEST = re.compile(r"`(tests/[\w/]+(?:\.py)?)(?:::(\w+))?`")


@pytest.mark.parametrize("name", STATEMENTS)
def test_the_tests_it_names_are_there(name: str) -> None:
    named = NAMED_TEST.findall((ROOT / name).read_text("utf-8"))
    assert len(named) > 6
    assert [
        (path, test)
        for path, test in named
        if not (ROOT / path).exists() or (test and f"def {test}(" not in (ROOT / path).read_text("utf-8"))
    ] == []


def test_every_line_about_what_is_kept_away_names_a_test() -> None:
    table = (ROOT / "SECURITY.md").read_text("utf-8").split("|---|---|---|\n")[1].split("\n\n")[0]
    assert [row for row in table.splitlines() if not NAMED_TEST.search(row)] == []


@pytest.mark.parametrize("name", STATEMENTS)
def test_readme_and_the_manual_in_each_language_name_it(name: str) -> None:
    assert f"({name})" in (ROOT / "README.md").read_text("utf-8")
    for lang in LANGUAGES:
        assert any(f"`{name}`" in page.read_text("utf-8") for page in (HELP_FOLDER / lang).glob("*.md"))

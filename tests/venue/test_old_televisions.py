"""Televisions of 2016 have browsers of 2014 to 2016: no syntax and no property that they do not know."""

import re

import pytest

from web.rendering import STATIC

SCRIPTS = [*sorted((STATIC / "js").glob("venue*.js")), STATIC / "js" / "feed.js", STATIC / "js" / "feed-page.js"]
SHEETS = [STATIC / "css" / "venue.css"]

TOO_NEW = {
    "arrow functions": r"=>",
    "block scope": r"^\s*(let|const)\s",
    "template strings": r"`",
    "classes": r"^\s*class\s",
    "spread and rest": r"\.\.\.",
    "optional chaining": r"\?\.[a-zA-Z_\[(]",
    "nullish values": r"\?\?",
    "async": r"\b(async|await)\b",
    "modules": r"^\s*(import|export)\s",
    "for of": r"\bfor\s*\([^)]*\sof\s",
    "exponents": r"\*\*",
    "young methods": r"\.(includes|padStart|padEnd|flat|flatMap|replaceAll|replaceChildren|append|prepend|at)\(",
    "young functions": r"\bObject\.(entries|values|fromEntries)\b|\bfetch\(|\b(Resize|Intersection)Observer\b",
}

TOO_NEW_STYLES = {
    "custom properties": r"var\(|^\s*--",
    "grid": r"display:\s*(inline-)?grid",
    "gaps": r"\bgap\s*:",
    "selectors": r":(has|is|where|not)\(",
    "functions": r"\b(clamp|min|max)\(",
    "logical sides": r"-(inline|block)(-start|-end)?\s*:|\binset\s*:",
    "container queries": r"@container|\bcq[whib]\b",
    "nesting": r"&",
}


def code(path: object) -> str:
    """Without comments and texts."""
    text = re.sub(r"/\*.*?\*/", "", str(path.read_text()), flags=re.DOTALL)  # type: ignore[attr-defined]
    text = re.sub(r"(^|\s)//[^\n]*", "", text)
    return re.sub(r'"(\\.|[^"\\\n])*"', '""', text)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
@pytest.mark.parametrize("what", TOO_NEW)
def test_no_script_uses_what_came_later(path: object, what: str) -> None:
    assert re.findall(TOO_NEW[what], code(path), flags=re.MULTILINE) == []


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.name)
@pytest.mark.parametrize("what", TOO_NEW_STYLES)
def test_no_style_uses_what_came_later(path: object, what: str) -> None:
    assert re.findall(TOO_NEW_STYLES[what], code(path), flags=re.MULTILINE) == []

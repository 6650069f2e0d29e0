"""Text that people read on a page, and the part not translated into the wide letters of `tests.web.pseudo`."""

import re
from html.parser import HTMLParser

from babel import Locale

SILENT = {"script", "style", "code", "pre", "svg", "kbd"}
"""Text that is no sentence: programs, addresses and answers for programs."""
VOID = {"input", "link", "meta", "img", "br", "hr", "source", "wbr", "col", "base", "area"}
SPOKEN_ATTRIBUTES = ("title", "aria-label", "placeholder", "alt", "label")
SPOKEN_META = {"description", "og:title", "og:description"}
ADDRESS = re.compile(r"\S*(?:://|/|@|=|\.[a-z]{2,5}\b|\d)\S*")
WORD = re.compile(r"[A-Za-z]*[a-z][A-Za-z]+|[A-Za-z]+[a-z][A-Za-z]*")
"""Capitals alone are codes: GM, TRF, BUL, UTC."""
DATES = frozenset(
    word.strip(".")
    for calendar in (Locale("en").months, Locale("en").days)
    for width in calendar["format"].values()
    for word in width.values()
)
NAMES = frozenset({"Tablo", "AsyncAPI", "OpenAPI", "English", "Telegram", "Discord", "Slack", "Matrix"})
"""Words that are the same in every language."""

EXAMPLES_OF_LISTS = frozenset(
    {
        "U18; 10 title:GM|title:IM; 0 S65|W; 15",
        "Petrova, A. – Schneider, B.",
        "Name;Rating;Title;Fed;FIDE ID Euwe, Max;2530;GM;NED;1000012",
        "Team;Board;Name;Rating;Fed Sofia;1;Euwe, Max;2530;NED Sofia;R;Prins, Lodewijk;2400;NED",
        "GM Euwe, Max 2530",
        "GM Euwe, Max 2530 Prins, Lodewijk 2400",
    }
)
"""The columns of a list are understood by these names, whatever the language of the page."""


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        silent = "mono" in said.get("class", "").split()
        if tag not in VOID:
            self.open.append("code" if silent else tag)
        if tag == "meta" and (said.get("name") or said.get("property")) in SPOKEN_META:
            self.texts.append(said["content"])
        self.texts += [value for name, value in said.items() if name in SPOKEN_ATTRIBUTES]
        self.texts += [value for name, value in said.items() if name.startswith("data-") and " " in value.strip()]

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID and self.open:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if not SILENT & set(self.open) and data.strip():
            self.texts.append(data)


def texts(html: str) -> list[str]:
    """Text nodes, title, description and the attributes that are read out or shown by a script."""
    page = _Page()
    page.feed(html)
    return page.texts


def plain_words(text: str, data: frozenset[str] = frozenset()) -> list[str]:
    """Words in plain letters that are neither code, date nor name; `data` are words that somebody typed."""
    bare = ADDRESS.sub(" ", re.sub(r"\{\w+\}", " ", text))
    return [word for word in WORD.findall(bare) if word not in NAMES | DATES | data]


def untranslated(html: str, data: frozenset[str] = frozenset()) -> list[str]:
    """Every text of a page that has plain words."""
    return [" ".join(text.split()) for text in texts(html) if plain_words(text, data)]

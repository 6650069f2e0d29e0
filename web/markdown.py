"""Markdown of organisers to HTML: no HTML of their own, no pictures, and links to web pages and e-mail alone."""

from functools import cache, lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from markupsafe import Markup

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

TRUSTED_WITH_NOTHING = " ".join(("nofollow", "noopener", "noreferrer"))
LINK_SCHEMES = ("http", "https", "mailto")
MOST_TOLD_CHARS = 200
"""Of a text, where there is little room: on a lock screen, on a wall."""
HIGHEST_HEADING = 4
"""Above it stand the headings of the page."""


@lru_cache(maxsize=256)
def in_html(text: str) -> Markup:
    reader = _reader()
    tokens = reader.parse(text)
    for token in tokens:
        if token.tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
            token.tag = f"h{min(6, int(token.tag[1]) + HIGHEST_HEADING - 1)}"
        for child in token.children or ():
            if child.type == "link_open":
                child.attrSet("rel", TRUSTED_WITH_NOTHING)
    return Markup(reader.renderer.render(tokens, reader.options, {}))


def plain_text(text: str) -> str:
    """The words alone, in one line with a dot between its paragraphs."""
    blocks = (" ".join(_words(block).split()) for block in _reader().parse(text))
    return " · ".join(filter(None, blocks))


def lines_of(text: str) -> list[str]:
    """The words for paper, an item of a list with a dot before it, an address behind the words that lead to it."""
    found, items = list[str](), 0
    for token in _reader().parse(text):
        items += {"list_item_open": 1, "list_item_close": -1}.get(token.type, 0)
        if said := " ".join(_with_addresses(token).split()):
            found.append(f"• {said}" if items else said)
    return found


def _with_addresses(block: "Token") -> str:
    said, address = "", ""
    for child in block.children or ():
        if child.type == "link_open":
            address = str(child.attrGet("href"))
        elif child.type == "link_close" and not said.endswith(address.removeprefix("mailto:")):
            said += f" ({address})"
        said += child.content if child.type not in ("softbreak", "hardbreak") else " "
    return said


def _words(block: "Token") -> str:
    return "".join(
        child.content if child.type not in ("softbreak", "hardbreak") else " " for child in block.children or ()
    )


@cache
def _reader() -> "MarkdownIt":
    from markdown_it import MarkdownIt  # imported where it is needed: a server starts earlier without it

    class TextReader(MarkdownIt):
        def validateLink(self, url: str) -> bool:
            try:
                return urlsplit(url.strip()).scheme in LINK_SCHEMES
            except ValueError:
                return False

    return TextReader("commonmark", {"html": False}).enable(["table", "strikethrough"]).disable("image")

"""The pages of the manual as their writers keep them, and which of them explains a page of the desk.

A page is a file in Markdown, in a folder for each language. The first line is the title, the first paragraph says what
the page is about. A picture lies under `static/help/` and is taken by `python -m tests.help.pictures`.
"""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup

from domain.records import dataclass

if TYPE_CHECKING:
    from markdown_it.token import Token


_TOURNAMENT = r"/desk/t/[^/]+"

HELP_OF: tuple[tuple[str, str], ...] = (
    (r"/desk/new.*", "new-tournament"),
    (r"/desk/(rounds|tie-breaks)", "new-tournament"),
    (r"/desk/rating-lists.*", "rating-lists"),
    (r"/desk/screens.*", "screens"),
    (r"/desk/(festivals|series).*", "festivals"),
    (r"/desk/(t/[^/]+/)?keys.*|/desk/webhooks.*", "programs"),
    (r"/desk/health", "trouble"),
    (r"/desk/(stewards|password|language|login|first).*", "people"),
    (rf"{_TOURNAMENT}/settings.*", "settings"),
    (rf"{_TOURNAMENT}/face.*", "face"),
    (rf"{_TOURNAMENT}/(entries|check-in).*", "check-in"),
    (rf"{_TOURNAMENT}/players/import.*", "players#register-many"),
    (rf"{_TOURNAMENT}/players.*", "players"),
    (rf"{_TOURNAMENT}/(teams|lineup|captains).*", "teams"),
    (rf"{_TOURNAMENT}/rounds/[^/]+/alter.*", "pairing-by-hand"),
    (rf"{_TOURNAMENT}/pair-by-hand.*", "pairing-by-hand"),
    (rf"{_TOURNAMENT}/rounds/[^/]+/why.*", "why"),
    (rf"{_TOURNAMENT}/rounds/[^/]+/.*correct.*", "corrections"),
    (rf"{_TOURNAMENT}/rounds/[^/]+/lineups.*", "teams"),
    (rf"{_TOURNAMENT}/rounds/[^/]+/played", "corrections"),
    (rf"{_TOURNAMENT}/(rounds|enter).*", "results"),
    (rf"{_TOURNAMENT}/history.*", "corrections"),
    (rf"{_TOURNAMENT}/table.*", "tables-and-brackets"),
    (rf"{_TOURNAMENT}/(standings|crosstable)", "standings"),
    (rf"{_TOURNAMENT}/playoff.*", "play-off"),
    (rf"{_TOURNAMENT}/prizes.*", "prizes"),
    (rf"{_TOURNAMENT}/papers.*", "paper"),
    (rf"{_TOURNAMENT}/live-boards", "live-boards"),
    (rf"{_TOURNAMENT}/exports.*", "files"),
    (r"/desk/import.*", "files"),
    (rf"{_TOURNAMENT}/?", "rounds"),
    (r"/desk/?", "first-evening"),
)
"""Patterns of addresses below the desk; the first that matches the whole path counts."""


@lru_cache(maxsize=1024)
def help_for(path: str) -> str | None:
    """The name of the manual's page for this address of the desk, or None if nobody has said which it is."""
    return next((page for pattern, page in HELP_OF if re.fullmatch(pattern, path)), None)


HELP_FOLDER = Path(__file__).parent
FIRST_LANGUAGE = "en"
"""The language that every page is written in; a page that another language lacks is shown in this one."""

HELP_PAGES: Sequence[str] = (
    "first-evening",
    "new-tournament",
    "settings",
    "players",
    "rating-lists",
    "check-in",
    "rounds",
    "results",
    "corrections",
    "pairing-by-hand",
    "why",
    "standings",
    "prizes",
    "tables-and-brackets",
    "teams",
    "play-off",
    "festivals",
    "screens",
    "live-boards",
    "face",
    "spectators",
    "people",
    "paper",
    "files",
    "programs",
    "trouble",
)
"""In reading order."""


@dataclass(frozen=True, slots=True)
class HelpPage:
    name: str
    lang: str
    title: str
    about: str
    """The first paragraph without its marks: a sentence or two."""
    html: Markup
    """Everything below the title."""
    headings: tuple[tuple[str, str], ...]


@cache
def help_page(name: str, lang: str) -> HelpPage:
    """The page in this language, or in English where nobody has translated it; KeyError for a name that is none."""
    if name not in HELP_PAGES:
        raise KeyError(name)
    from markdown_it import MarkdownIt  # imported where it is needed: a server starts earlier without it

    written_in = lang if _file(name, lang).is_file() else FIRST_LANGUAGE
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(_file(name, written_in).read_text("utf-8"))
    title, body = tokens[1].content, tokens[3:]
    headings = _anchored(body)
    _find_pictures(body)
    about = next(token for token in body if token.type == "inline")
    html = Markup(reader.renderer.render(body, reader.options, {}))
    return HelpPage(name, written_in, title, _plain(about), html, headings)


def _file(name: str, lang: str) -> Path:
    return HELP_FOLDER / lang / f"{name}.md"


def _anchored(tokens: "Sequence[Token]") -> tuple[tuple[str, str], ...]:
    """The headings of the second rank, each of which gets an anchor made of its words."""
    found = []
    for heading, text in pairwise(tokens):
        if heading.type == "heading_open" and heading.tag == "h2":
            anchor = "-".join("".join(c if c.isalnum() else " " for c in _plain(text).lower()).split())
            heading.attrSet("id", anchor)
            found.append((anchor, _plain(text)))
    return tuple(found)


def _find_pictures(tokens: "Sequence[Token]") -> None:
    """Pictures are written as `pictures/name.png` and lie among the static files."""
    for child in (child for token in tokens for child in token.children or ()):
        if child.type == "image":
            child.attrSet("src", f"/static/help/{Path(str(child.attrs['src'])).name}")
            child.attrSet("loading", "lazy")


def _plain(inline: "Token") -> str:
    """The words of a line without emphasis, links and code marks."""
    return "".join(" " if child.type == "softbreak" else child.content for child in inline.children or ())

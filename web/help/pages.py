"""The pages of the manual as their writers keep them: a file in Markdown for each, in a folder for each language.

The first line of a file is the title, the first paragraph says what the page is about. A picture lies under
`static/help/` and is taken by `python -m tests.help.pictures`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup

if TYPE_CHECKING:
    from markdown_it.token import Token

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
    """A page of the manual in the language that it is written in."""

    name: str
    lang: str
    title: str
    about: str
    """The first paragraph without its marks: a sentence or two."""
    html: Markup
    """Everything below the title."""
    headings: tuple[tuple[str, str], ...]
    """The anchor and the text of each heading of the second rank."""


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

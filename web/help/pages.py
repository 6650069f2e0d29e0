"""The pages of the manual as their writers keep them, and which of them explains a page of the desk.

A page is a file in Markdown, in a folder for each language. The first line is the title, the first paragraph says what
the page is about. Every language has the sections of the English page in the same order, and their anchors.
A picture lies under `static/help/`, in each language, and is taken by `python -m tests.help.pictures`.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
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
    (rf"(/desk/festivals/[^/]+|{_TOURNAMENT})/news.*", "news"),
    (r"/desk/(festivals|series).*", "festivals"),
    (r"/desk/(t/[^/]+/)?keys.*|/desk/webhooks.*", "programs"),
    (r"/desk/health", "trouble"),
    (r"/desk/(stewards|password|language|login|first).*", "people"),
    (r"/desk/organisers/[^/]+/(page|face|persons).*", "federation#front-pages-and-people"),
    (r"/desk/(account|organisers|audit).*", "federation#several-organisers-on-one-server"),
    (rf"/desk/handoff|{_TOURNAMENT}/handoff.*", "federation#a-hall-without-internet"),
    (rf"{_TOURNAMENT}/people.*", "people"),
    (rf"{_TOURNAMENT}/settings.*", "settings"),
    (rf"{_TOURNAMENT}/face.*", "face"),
    (rf"{_TOURNAMENT}/times.*", "rounds#by-the-clock"),
    (rf"{_TOURNAMENT}/(entries|check-in).*", "check-in"),
    (rf"{_TOURNAMENT}/self-help.*", "self-help"),
    (rf"{_TOURNAMENT}/fees.*", "fees"),
    (rf"{_TOURNAMENT}/photos.*", "players#photos"),
    (rf"{_TOURNAMENT}/players/import.*", "players#register-many"),
    (rf"{_TOURNAMENT}/players.*", "players"),
    (rf"{_TOURNAMENT}/(teams|lineup|captains).*", "teams"),
    (rf"{_TOURNAMENT}/rounds/[^/]+/alter.*", "pairing-by-hand"),
    (rf"{_TOURNAMENT}/pair-by-hand.*", "pairing-by-hand"),
    (rf"{_TOURNAMENT}/rounds/[^/]+/why.*", "why"),
    (rf"{_TOURNAMENT}/rounds/[^/]+/.*correct.*", "corrections"),
    (rf"{_TOURNAMENT}/rounds/[^/]+/lineups.*", "teams"),
    (rf"{_TOURNAMENT}/rounds/[^/]+/played", "corrections"),
    (rf"{_TOURNAMENT}/arena.*", "tables-and-brackets#arena"),
    (rf"{_TOURNAMENT}/rounds/[^/]+/late", "rounds#default-time"),
    (rf"{_TOURNAMENT}/rounds/[^/]+/lichess.*", "live-boards#play-at-lichess"),
    (rf"{_TOURNAMENT}/(rounds|enter).*", "results"),
    (rf"{_TOURNAMENT}/history.*", "corrections"),
    (rf"{_TOURNAMENT}/table.*", "tables-and-brackets"),
    (rf"{_TOURNAMENT}/(standings|crosstable)", "standings"),
    (rf"{_TOURNAMENT}/(coming|chances)", "chances"),
    (rf"{_TOURNAMENT}/playoff.*", "play-off"),
    (rf"{_TOURNAMENT}/prizes.*", "prizes"),
    (rf"{_TOURNAMENT}/papers.*", "paper"),
    (rf"{_TOURNAMENT}/norms", "rated-open#norms"),
    (rf"{_TOURNAMENT}/live-boards", "live-boards"),
    (rf"{_TOURNAMENT}/broadcast.*", "live-boards#delay"),
    (rf"{_TOURNAMENT}/messengers.*", "messengers"),
    (rf"{_TOURNAMENT}/exports.*", "files"),
    (rf"{_TOURNAMENT}/periods.*", "rating-lists#an-event-of-more-than-thirty-days"),
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
KEYS_SCROLL_IT = '<pre tabindex="0">'

GUIDES: Sequence[str] = (
    "first-evening",
    "rated-open",
    "correct-a-result",
    "dgt",
    "federation",
    "from-swiss-manager",
    "write-a-client",
)
"""Pages that go through a piece of work from its beginning to its end."""
HELP_PAGES: Sequence[str] = (
    *GUIDES,
    "new-tournament",
    "settings",
    "players",
    "rating-lists",
    "check-in",
    "self-help",
    "fees",
    "rounds",
    "results",
    "corrections",
    "pairing-by-hand",
    "why",
    "standings",
    "chances",
    "prizes",
    "tables-and-brackets",
    "teams",
    "play-off",
    "festivals",
    "screens",
    "live-boards",
    "face",
    "news",
    "messengers",
    "spectators",
    "people",
    "paper",
    "files",
    "programs",
    "trouble",
)
"""In reading order."""


@dataclass(frozen=True, slots=True)
class HelpSection:
    anchor: str
    """Empty for what stands above the first heading."""
    heading: str
    texts: tuple[str, ...]
    """Paragraphs, points of lists, rows of tables and lines of code, in plain words."""


@dataclass(frozen=True, slots=True)
class HelpPage:
    name: str
    lang: str
    title: str
    about: str
    """The first paragraph without its marks: a sentence or two."""
    html: Markup
    """Everything below the title."""
    sections: tuple[HelpSection, ...]

    @property
    def headings(self) -> tuple[tuple[str, str], ...]:
        return tuple((section.anchor, section.heading) for section in self.sections if section.heading)


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
    sections = _sections(body)
    if written_in != FIRST_LANGUAGE:
        pairs = zip(sections, help_page(name, FIRST_LANGUAGE).sections, strict=True)
        sections = tuple(replace(section, anchor=english.anchor) for section, english in pairs)
    _set_anchors(body, sections)
    _find_pictures(body, written_in)
    html = Markup(reader.renderer.render(body, reader.options, {}).replace("<pre>", KEYS_SCROLL_IT))
    return HelpPage(name, written_in, title, sections[0].texts[0], html, sections)


def _file(name: str, lang: str) -> Path:
    return HELP_FOLDER / lang / f"{name}.md"


def _sections(tokens: "Sequence[Token]") -> tuple[HelpSection, ...]:
    """The page cut at its headings of the second rank; anchors are made of their words."""
    heads = [n for n, token in enumerate(tokens) if token.type == "heading_open" and token.tag == "h2"]
    found = [HelpSection("", "", _texts(tokens[: (heads or [len(tokens)])[0]]))]
    for start, end in pairwise([*heads, len(tokens)]):
        heading = _plain(tokens[start + 1])
        anchor = "-".join("".join(c if c.isalnum() else " " for c in heading.lower()).split())
        found.append(HelpSection(anchor, heading, _texts(tokens[start + 3 : end])))
    return tuple(found)


def _texts(tokens: "Sequence[Token]") -> tuple[str, ...]:
    found: list[str] = []
    row: list[str] | None = None
    for token in tokens:
        if token.type == "tr_open":
            row = []
        elif token.type == "tr_close":
            found.append(" · ".join(row or ()))
            row = None
        elif token.type == "inline":
            (found if row is None else row).append(_plain(token))
        elif token.type in ("fence", "code_block"):
            found.extend(token.content.splitlines())
    return tuple(filter(None, found))


def _set_anchors(tokens: "Sequence[Token]", sections: Sequence[HelpSection]) -> None:
    heads = (token for token in tokens if token.type == "heading_open" and token.tag == "h2")
    for head, section in zip(heads, sections[1:], strict=True):
        head.attrSet("id", section.anchor)


def _find_pictures(tokens: "Sequence[Token]", lang: str) -> None:
    """Pictures are written as `pictures/name.webp` and lie among the static files, in a folder of the language."""
    for child in (child for token in tokens for child in token.children or ()):
        if child.type == "image":
            child.attrSet("src", f"/static/help/{lang}/{Path(str(child.attrs['src'])).name}")
            child.attrSet("loading", "lazy")


def _plain(inline: "Token") -> str:
    """The words of a line without emphasis, links, code marks and pictures."""
    return "".join(_WORDS.get(child.type, child.content) for child in inline.children or ())


_WORDS = {"softbreak": " ", "image": ""}

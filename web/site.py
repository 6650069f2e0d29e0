"""The public pages as files that link to each other, for any web space: which file each address becomes.

A page has a folder below its language, so that a web server finds its `index.html`; what a query asks for stands in the
name of the file. An address that needs a server (a search, the desk, one position of a game) has no file, and its link
is left out.
"""

import re
from collections.abc import Mapping
from html import unescape
from posixpath import relpath, splitext
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

from domain.records import dataclass

IN_STYLES = re.compile(r'url\("([^"]+)"\)')
LOCAL_LINK = re.compile(r'\s(href|src|action)="(/[^"]*)"')
NEEDS_A_SERVER = ("api", "find", "compare", "mine", "live", "embed", "app.webmanifest")
"""The names of pages below a tournament or a festival that have no file."""
KEPT_WORDS = ("by", "known", "page", "side")
"""The words of a query that name another page, in the order in which they stand in the name of its file."""
DROPPED_WORDS = ("lang",)


@dataclass(frozen=True, slots=True)
class SitePlan:
    """What is written: pages below these addresses, each in these languages."""

    below: tuple[str, ...]
    """Such as `/t/open` and `/f/summer`."""
    languages: tuple[str, ...]

    def file(self, address: str, lang: str) -> str | None:
        """The path of the file below the folder; None = it has none. `lang` is that of the page with the link."""
        parts = urlsplit(address)
        if parts.path == "/":
            return f"{self.language(dict(parse_qsl(parts.query)).get('lang', ''), lang)}/index.html"
        if parts.path.startswith("/static/"):
            return parts.path[1:]
        if not self._is_below(parts.path):
            return None
        asked = dict(parse_qsl(parts.query))
        if set(asked) - {*KEPT_WORDS, *DROPPED_WORDS}:
            return None
        return f"{self.language(asked.get('lang', ''), lang)}{_file_of_page(parts.path, asked)}"

    def language(self, asked: str, lang: str) -> str:
        return asked if asked in self.languages else lang

    def _is_below(self, path: str) -> bool:
        for address in self.below:
            if path == address or path == f"{address}.json":
                return True
            if path.startswith(f"{address}/"):
                first = path[len(address) + 1 :].partition("/")[0]
                return splitext(first)[0] not in NEEDS_A_SERVER and first not in NEEDS_A_SERVER
        return False

    def address(self, link: str, lang: str) -> str:
        """The address to ask for what a link on a page in this language leads to: it names the language."""
        parts = urlsplit(link)
        asked = dict(parse_qsl(parts.query))
        words = [(word, asked[word]) for word in KEPT_WORDS if word in asked]
        return f"{parts.path}?{urlencode([*words, ('lang', self.language(asked.get('lang', ''), lang))])}"


def _file_of_page(path: str, asked: dict[str, str]) -> str:
    variant = "-".join(f"{word}-{asked[word]}" for word in KEPT_WORDS if word in asked)
    stem, ending = splitext(path)
    if not ending or ending[1:].isdigit():  # `/game/1.7` is a page
        return f"{path}/{variant or 'index'}.html"
    return f"{stem}{'-' if variant else ''}{variant}{ending}"


def links(text: str, address: str) -> list[str]:
    """The addresses on this server that a page or a style sheet at this address leads to or shows."""
    if urlsplit(address).path.endswith(".css"):
        return [urljoin(address, found) for found in IN_STYLES.findall(text)]
    return [unescape(found[2]).partition("#")[0] for found in LOCAL_LINK.finditer(text)]


def with_files(page: str, plan: SitePlan, lang: str, here: str, known: Mapping[str, str]) -> str:
    """The page at the path `here`, whose links are files: `known` has that of each path. The others are left out."""

    def relinked(found: "re.Match[str]") -> str:
        address, hash_mark, part = unescape(found[2]).partition("#")
        file = plan.file(address, lang)
        if file is None or file not in known:
            return ""
        return f' {found[1]}="{relpath(known[file], here.rpartition("/")[0] or ".")}{hash_mark}{part}"'

    return LOCAL_LINK.sub(relinked, page)

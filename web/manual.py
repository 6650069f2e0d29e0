"""The manual as pages: for the addresses below `/help`, and the same pages as files that link to each other."""

import json
import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from posixpath import relpath

from web import typeface
from web.help.pages import GUIDES, HELP_PAGES, help_page
from web.help.search import search, searched_from
from web.plain import STATIC
from web.rendering import render
from web.wording import LANGUAGES, language
from web.wording.manual import CHAPTERS, IN_SHORT, OF_EVERY_SWISS, WHICH_FOR_WHAT

CONTENTS_PAGE, SYSTEMS_PAGE, SEARCH_PAGE, EVERYTHING_PAGE = "", "systems", "search", "everything"
MANUAL_PAGES = (CONTENTS_PAGE, *HELP_PAGES, SYSTEMS_PAGE, *CHAPTERS, EVERYTHING_PAGE, SEARCH_PAGE)
"""The names of all pages: what stands behind `/help/`."""


def manual_page(name: str, lang: str, wanted: str = "", files_of: str = "") -> str:
    """The page of this name; `wanted` is what its reader searches for. KeyError for a name that is none.

    `files_of`: the version of the program, for pages without a server.
    """
    template, shown = _shown(name, lang, wanted)
    return render(template, lang=lang, systems=tuple(IN_SHORT), name=name, q=wanted, files_of=files_of, **shown)


def _shown(name: str, lang: str, wanted: str) -> tuple[str, Mapping[str, object]]:
    """The template of a page, and what it shows."""
    words = language(lang)
    if name in CHAPTERS:
        return "help/system.html", {"chapter": CHAPTERS[name].in_words(words)}
    if name == SYSTEMS_PAGE:
        advice = [(words.gettext(one.event), one.system) for one in WHICH_FOR_WHAT]
        return "help/systems.html", {"advice": advice, "common": OF_EVERY_SWISS.in_words(words)}
    if name in (CONTENTS_PAGE, SEARCH_PAGE, EVERYTHING_PAGE):
        template = f"help/{name or 'contents'}.html"
        answer = {"answer": search(wanted, lang)} if name == SEARCH_PAGE else {}
        return template, {"pages": [help_page(one, lang) for one in HELP_PAGES], "guides": GUIDES, **answer}
    page, at = help_page(name, lang), HELP_PAGES.index(name)
    before, after = (help_page(n, lang) if n else None for n in ("", *HELP_PAGES, "")[at : at + 3 : 2])
    return "help/page.html", {"page": page, "before": before, "after": after}


# The same as files, which a browser opens without any server

LINK = re.compile(r'(?<=\s)(href|src|action)="([^"]*)"')
OF_THE_MANUAL = re.compile(r"(?:/help/?)?([\w-]*)(?:\?lang=(\w+))?(#.*)?")
SEARCH_DATA = "search-data.js"


def write_manual(folder: Path, version: str) -> int:
    """Writes the manual of this version in all languages below the folder, and returns the count of its pages."""
    pages = dict(_pages(version))
    used = {path for page in pages.values() for path in re.findall(r'="(?:\.\./)?static/([^"]+)"', page)}
    files = {**pages, **{f"{lang}/{SEARCH_DATA}": _search_data(lang) for lang in LANGUAGES}}
    for name, text in files.items():
        _place(folder / name).write_text(text, "utf-8")
    for path in used - {f"type/{typeface.stylesheet_name()}"}:
        shutil.copyfile(STATIC / path, _place(folder / "static" / path))
    letters = folder / "static" / "type"
    _place(letters / typeface.stylesheet_name()).write_text(typeface.stylesheet(), "utf-8")
    for face in typeface.FACES:
        shutil.copyfile(face.file, letters / face.name)
    return len(pages)


def _pages(version: str) -> Iterator[tuple[str, str]]:
    """The path of each page below the folder, and the page; the first leads to each language."""
    yield (
        "index.html",
        _with_files(render("help/languages.html", files_of=version, name=CONTENTS_PAGE, q="", systems=())),
    )
    for lang in LANGUAGES:
        for name in MANUAL_PAGES:
            yield f"{lang}/{_file_name(name)}", _with_files(manual_page(name, lang, files_of=version), lang)


def _with_files(html: str, lang: str = "") -> str:
    """A page in the folder of this language, whose links and pictures are files beside it."""
    return LINK.sub(lambda found: f'{found[1]}="{_relative(found[2], lang)}"', html)


def _relative(address: str, lang: str) -> str:
    """ValueError for an address that a manual without a server does not have."""
    if address.startswith("/static/"):
        return relpath(address[1:].partition("?")[0], lang or ".")
    found = OF_THE_MANUAL.fullmatch(address)
    if found and found[1] in MANUAL_PAGES:
        if address.startswith("#"):
            return address
        return relpath(f"{found[2] or lang}/{_file_name(found[1])}", lang or ".") + (found[3] or "")
    if address == SEARCH_DATA:
        return address
    raise ValueError(f"{address} is no page of the manual")


def _file_name(page: str) -> str:
    return f"{page or 'index'}.html"


def _search_data(lang: str) -> str:
    """A script, since a page that was opened from a disk may read no other file."""
    data = searched_from(lang, lambda page, anchor: _file_name(page) + (f"#{anchor}" if anchor else ""))
    return f"var TABLO_MANUAL = {json.dumps(data, ensure_ascii=False, separators=(',', ':'))};\n"


def _place(file: Path) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    return file

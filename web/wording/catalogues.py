"""Sentences out of the source and into the catalogues of the translators.

    python -m web.wording.catalogues extract [FILE]   every sentence of the source, as a template (messages.pot)
    python -m web.wording.catalogues update           what the source says now into the catalogues of web/locale
    python -m web.wording.catalogues update bg        the same for one language, whose catalogue may be new
    python -m web.wording.catalogues check            mistakes in the catalogues, and how much of each is translated

Nothing is compiled into a file: a server reads the catalogue that a translator has saved.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterable
from copy import deepcopy
from functools import cache
from operator import itemgetter
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po, write_po

from web.wording import LOCALES, place_of

WEB = LOCALES.parent
CONFIGURATION = WEB / "babel.cfg"
CLI = WEB.parent / "server" / "cli"
ROUTES = WEB.parent / "server" / "routes"
KEYWORDS = {**DEFAULT_KEYWORDS, "N_": None, "NN_": (1, 2), "say": None, "said": None}
"""Under these names a sentence is asked for; `said` and `say` are short for a language's `gettext`."""
KEYWORDS_OF_COMMANDS = {
    **KEYWORDS,
    **dict.fromkeys(("bad_input", "bad_option", "note", "warn")),
    **dict.fromkeys(("flag", "option"), (2,)),
}
"""`server.cli.terminal` has the functions of these names."""
KEYWORDS_OF_ROUTES = {**DEFAULT_KEYWORDS, "N_": None}

HEADER = "# The sentences of Tablo. `python -m web.wording.catalogues update` keeps this file up to date."


def kept(code: str) -> Catalog:
    with place_of(code).open("rb") as file:
        return read_po(file, locale=code)


@cache
def extracted() -> Catalog:
    with CONFIGURATION.open(encoding="utf-8") as file:
        methods, options = parse_mapping_cfg(file, str(CONFIGURATION))  # type: ignore[no-untyped-call]
    template = Catalog(project="Tablo", charset="utf-8", fuzzy=False, header_comment=HEADER)
    tags = ("Translators:",)
    for folder, keywords in ((WEB, KEYWORDS), (CLI, KEYWORDS_OF_COMMANDS), (ROUTES, KEYWORDS_OF_ROUTES)):
        found = extract_from_dir(folder, methods, options, keywords, comment_tags=tags, strip_comment_tags=True)
        below = "" if folder == WEB else f"{folder.name}/"
        for name, line, text, comments, context in sorted(found, key=itemgetter(0, 1)):
            template.add(text, locations=[(below + name, line)], auto_comments=comments, context=context)
    return template


def updated(code: str) -> Catalog:
    """The catalogue with today's sentences: new ones are empty, those that nobody says any more are gone.

    Its date stays: a catalogue in which nothing has changed is the same file.
    """
    catalogue = (
        kept(code)
        if place_of(code).exists()
        else Catalog(locale=code, project="Tablo", fuzzy=False, header_comment=HEADER)
    )
    written = catalogue.creation_date
    catalogue.update(deepcopy(extracted()), no_fuzzy_matching=True)
    catalogue.creation_date = written
    catalogue.obsolete.clear()
    return catalogue


def mistakes(catalogue: Catalog) -> list[str]:
    return [
        f"{catalogue.locale}: {text!r} has not the places of {message.id!r}"
        for message in catalogue
        if message.id
        for text in translations_of(message)
        if text and _places(text) not in map(_places, _asked(message))
    ]


def _asked(message: Message) -> tuple[str, ...]:
    return tuple(message.id) if isinstance(message.id, tuple | list) else (message.id,)


def translations_of(message: Message) -> tuple[str, ...]:
    return tuple(message.string) if isinstance(message.string, tuple | list) else (message.string or "",)


def _places(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """The names to be filled in, `{name}` and `%(name)s`."""
    braces = frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)
    percents = frozenset(part.split(")")[0] for part in text.split("%(")[1:])
    return braces, percents


def codes() -> list[str]:
    return sorted(path.parent.parent.name for path in LOCALES.glob("*/LC_MESSAGES/messages.po"))


def _save(catalogue: Catalog, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalogue, width=100, sort_by_file=True, include_lineno=False)


def _update(wanted: Iterable[str]) -> int:
    for code in list(wanted) or codes():
        _save(updated(code), place_of(code))
    return _check()


def _check() -> int:
    wrong = [line for code in codes() for line in mistakes(kept(code))]
    sys.stderr.write("".join(f"{line}\n" for line in wrong))
    for code in codes():
        done = sum(all(translations_of(message)) for message in kept(code) if message.id)
        sys.stdout.write(f"{code}: {done} of {len(extracted())} sentences\n")
    return 1 if wrong else 0


def main() -> int:
    parser = ArgumentParser(prog="python -m web.wording.catalogues", description="Catalogues of the languages.")
    parser.add_argument("command", choices=("extract", "update", "check"))
    parser.add_argument("where", nargs="*", help="the file to extract into; the languages to update (default: all)")
    given = parser.parse_args()
    if given.command == "extract":
        _save(extracted(), Path(given.where[0] if given.where else "messages.pot"))
        return 0
    return _update(given.where) if given.command == "update" else _check()


if __name__ == "__main__":
    sys.exit(main())

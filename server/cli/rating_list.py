"""`tablo rating-list`: lists of ratings beside the journal, from a federation's file."""

import argparse
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

from domain.files.lists.players import ChosenColumns
from domain.files.lists.rows import BadRoster
from domain.refusals import FileKind, FileTooHeavy, FileTooSlow
from domain.words.rating_lists import FIDE, is_month, is_publisher
from server.cli import terminal
from server.cli.journal_place import add_place, make_folder
from server.cli.listening import settings_from
from server.cli.report_file import add_encoding, note_letters
from server.rating_lists.importing import ListToRead, import_list
from server.rating_lists.reading import BadRatingList
from server.rating_lists.sheets import is_book
from server.rating_lists.shelf import AboutList
from server.rating_lists.sqlite import shelf_of
from server.workers.pool import Workers
from web.wording import N_, imports
from web.wording.refusals import sentence


def add(parser: terminal.Parser) -> None:
    steps = parser.add_subparsers(metavar="STEP", required=True)
    reading = N_("read FIDE's rating list (zip, text or XML); the old one stays until the new one is whole")
    into = terminal.subparser(steps, "import", reading)
    into.option(
        "file",
        "players_list.zip or players_list_xml.zip of ratings.fide.com, or what is inside",
        type=Path,
        metavar="FILE",
    )
    into.option("--month", "the month of the list; otherwise that of the file's date", metavar="YYYY-MM", type=_month)
    into.option(
        "--publisher",
        "the federation of a national list, such as BUL (CSV or a spreadsheet); default FIDE",
        metavar="BUL",
        type=_publisher,
        default=FIDE,
    )
    into.option(
        "--columns",
        "the heads of columns that are not found by themselves: name=Player,rating=Points",
        metavar="FIELD=HEAD,...",
        type=_columns,
        default={},
    )
    into.option(
        "--places",
        "columns by their places, the first is 1: name=1,rating=3",
        metavar="FIELD=1,...",
        type=_places,
        default={},
    )
    add_encoding(into)
    into.flag("--no-heads", "the first line is a player and names no columns (with --places)")
    into.set_defaults(run=run_list_import)
    shown = terminal.subparser(steps, "show", N_("say which rating lists are here"))
    shown.set_defaults(run=run_list_show)
    for one in (into, shown):
        add_place(one)
        one.json_flag()


def run_list_import(arguments: argparse.Namespace) -> int:
    settings = settings_from(arguments)
    make_folder(settings.data)
    file = arguments.file
    chosen = ChosenColumns(arguments.places, not arguments.no_heads) if arguments.places else None
    wanted = ListToRead(
        file,
        settings.data,
        settings.database,
        arguments.publisher,
        arguments.month or "",
        arguments.columns,
        chosen,
        arguments.encoding,
    )
    try:
        with Workers() as workers, terminal.shares_watched(N_("Reading the list")) as show:
            about = workers.do(FileKind.LIST, str(file), partial(import_list, wanted), show)
    except BadRatingList as problem:
        raise terminal.BadInput(f"{file}: {terminal.trouble_said(problem)}") from None
    except BadRoster as problem:
        raise terminal.BadInput(f"{file}: {imports.list_sentence(problem, terminal.own_language())}") from None
    except (FileTooHeavy, FileTooSlow) as refusal:
        raise terminal.BadInput(sentence(refusal, None, terminal.own_language())) from None
    except OSError as error:
        raise terminal.bad_input("{path} cannot be read: {why}", path=file, why=error.strerror) from None
    if about:
        _print(arguments, [about])
        _print_names(wanted)
    return terminal.OK


def _print_names(wanted: ListToRead) -> None:
    """Some names of the new list, on standard error, and the encoding where they depend on it."""
    with closing(shelf_of(wanted.data, wanted.database)) as shelf:
        names = shelf.some_names(wanted.publisher)
    terminal.note("Names as they were read: {names}", names="; ".join(names))
    octets = b"" if wanted.publisher == FIDE else wanted.path.read_bytes()
    if octets and not is_book(octets):
        note_letters(octets, wanted.encoding, names)


def run_list_show(arguments: argparse.Namespace) -> int:
    settings = settings_from(arguments)
    _print(arguments, shelf_of(settings.data, settings.database).lists())
    return terminal.OK


def _print(arguments: argparse.Namespace, lists: Sequence[AboutList]) -> None:
    facts = {"lists": [_facts(about) for about in lists]}
    terminal.print_answer(arguments, facts, [line for about in lists for line in _lines(about)])


def _facts(about: AboutList) -> dict[str, object]:
    unread = [{"line": line.number, "field": line.field, "text": line.text} for line in about.unread]
    name = {"publisher": about.name.publisher, "month": about.name.month, "imported": about.imported}
    return {**name, "players": about.players, "skipped": about.skipped, "unread": unread}


def _lines(about: AboutList) -> Iterator[str]:
    players = terminal.own_language().number(about.players)
    whole = N_("{name}: {players} players; {skipped} lines could not be read.")
    yield terminal.said(whole, name=about.name, players=players, skipped=about.skipped)
    for line in about.unread:
        unread = {"number": line.number, "field": line.field, "text": repr(line.text)}
        yield "  " + terminal.said("{number}, {field}: {text} cannot be.", **unread)


def _publisher(text: str) -> str:
    if not is_publisher(text):
        raise terminal.bad_option("'{text}' is no word of three to eight capital letters such as BUL", text=text)
    return text


def _columns(text: str) -> dict[str, str]:
    """`name=Player,rating=Points`: field to head."""
    named = {field.strip(): head.strip() for field, _, head in (part.partition("=") for part in text.split(","))}
    if not all(named.values()):
        raise terminal.bad_option("'{text}' does not look like name=Player,rating=Points", text=text)
    return named


def _places(text: str) -> dict[str, int]:
    """`name=1,rating=3`: field to the place of its column, counted from 0."""
    named = _columns(text)
    if not all(place.isascii() and place.isdigit() and int(place) > 0 for place in named.values()):
        raise terminal.bad_option("'{text}' does not look like name=1,rating=3", text=text)
    return {field: int(place) - 1 for field, place in named.items()}


def _month(text: str) -> str:
    if not is_month(text):
        raise terminal.bad_option("'{text}' is no month such as 2026-11", text=text)
    return text

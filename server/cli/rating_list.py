"""`tablo rating-list`: lists of ratings beside the journal, from a federation's file."""

import argparse
import sys
from contextlib import closing
from functools import partial
from pathlib import Path

from domain.files.lists.players import ChosenColumns
from domain.files.lists.rows import BadRoster
from domain.refusals import FileKind, FileTooHeavy, FileTooSlow
from domain.words.rating_lists import FIDE, is_month, is_publisher
from server.cli.journal_place import add_place, make_folder, settings_from
from server.cli.options import OK, BadInput, Subcommands, said, terminal, trouble_said
from server.cli.report_file import add_encoding, note, note_letters
from server.rating_lists.choosing import shelf_of
from server.rating_lists.importing import ListToRead, import_list
from server.rating_lists.reading import PROGRESS_STEPS, BadRatingList
from server.rating_lists.sheets import is_book
from server.rating_lists.shelf import AboutList
from server.workers.pool import Progress, Workers, nobody_follows
from web.wording import imports
from web.wording.refusals import sentence


def add(subcommands: Subcommands) -> None:
    top = subcommands.add_parser("rating-list", description=said("rating-lists-for-search"))
    steps = top.add_subparsers(metavar="STEP", required=True)
    into = steps.add_parser("import", help=said("read-rating-list"), description=said("read-rating-list"))
    into.add_argument("file", type=Path, metavar="FILE", help=said("rating-list-file"))
    into.add_argument("--month", metavar="YYYY-MM", type=_month, help=said("month-of-rating-list"))
    into.add_argument(
        "--publisher", metavar="BUL", type=_publisher, default=FIDE, help=said("publisher-of-rating-list")
    )
    into.add_argument(
        "--columns", metavar="FIELD=HEAD,...", type=_columns, default={}, help=said("columns-of-rating-list")
    )
    into.add_argument("--places", metavar="FIELD=1,...", type=_places, default={}, help=said("places-of-columns"))
    add_encoding(into)
    into.add_argument("--no-heads", action="store_true", help=said("list-without-heads"))
    into.add_argument("--progress", action="store_true", help=said("progress-of-rating-list"))
    into.set_defaults(run=run_list_import)
    shown = steps.add_parser("show", help=said("show-rating-lists"), description=said("show-rating-lists"))
    shown.set_defaults(run=run_list_show)
    for parser in (into, shown):
        add_place(parser)


def run_list_import(arguments: argparse.Namespace) -> int:
    """Prints the list and its players."""
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
    progress = printed_progress() if arguments.progress else nobody_follows
    try:
        with Workers() as workers:
            about = workers.do(FileKind.LIST, str(file), partial(import_list, wanted), progress)
    except BadRatingList as problem:
        raise BadInput(f"{file}: {trouble_said(problem)}") from None
    except BadRoster as problem:
        raise BadInput(f"{file}: {imports.list_sentence(problem, terminal())}") from None
    except (FileTooHeavy, FileTooSlow) as refusal:
        raise BadInput(sentence(refusal, None, terminal())) from None
    except OSError as error:
        raise BadInput(said("cannot-be-read-here", path=file, why=error.strerror)) from None
    if about:
        _print(about)
        _print_names(wanted)
    return OK


def _print_names(wanted: ListToRead) -> None:
    """Some names of the new list, on standard error, and the encoding where they depend on it."""
    with closing(shelf_of(wanted.data, wanted.database)) as shelf:
        names = shelf.some_names(wanted.publisher)
    note([said("rating-list-names", names="; ".join(names))])
    octets = b"" if wanted.publisher == FIDE else wanted.path.read_bytes()
    if octets and not is_book(octets):
        note_letters(octets, wanted.encoding, names)


def run_list_show(arguments: argparse.Namespace) -> int:
    settings = settings_from(arguments)
    for about in shelf_of(settings.data, settings.database).lists():
        _print(about)
    return OK


def printed_progress() -> Progress:
    """Prints each step once, in thousandths."""
    last = -1

    def show(share: float) -> None:
        nonlocal last
        step = int(share * PROGRESS_STEPS)
        if step != last:
            last = step
            sys.stdout.write(f"{step}\n")
            sys.stdout.flush()

    return show


def _print(about: AboutList) -> None:
    players = terminal().number(about.players)
    sys.stdout.write(said("rating-list-has", name=about.name, players=players, skipped=about.skipped) + "\n")
    for line in about.unread:
        sys.stdout.write(
            "  " + said("rating-list-unread-line", number=line.number, field=line.field, text=repr(line.text)) + "\n"
        )


def _publisher(text: str) -> str:
    if not is_publisher(text):
        raise argparse.ArgumentTypeError(said("is-no-publisher", text=text))
    return text


def _columns(text: str) -> dict[str, str]:
    """`name=Player,rating=Points`: field to head."""
    named = {field.strip(): head.strip() for field, _, head in (part.partition("=") for part in text.split(","))}
    if not all(named.values()):
        raise argparse.ArgumentTypeError(said("are-no-columns", text=text))
    return named


def _places(text: str) -> dict[str, int]:
    """`name=1,rating=3`: field to the place of its column, counted from 0."""
    named = _columns(text)
    if not all(place.isascii() and place.isdigit() and int(place) > 0 for place in named.values()):
        raise argparse.ArgumentTypeError(said("are-no-places", text=text))
    return {field: int(place) - 1 for field, place in named.items()}


def _month(text: str) -> str:
    if not is_month(text):
        raise argparse.ArgumentTypeError(said("is-no-month", text=text))
    return text

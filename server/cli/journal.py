"""`tablo journal`: entries as text out of one store and into another, and what is erased from both."""

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from domain.words.streams import owner_of_picture
from server.cli.journal_place import add_place, opened, streams_of
from server.cli.terminal import NO, OK, Parser, Steps, bad_input, said, say, subparser
from server.journal import Journal, PersonalData
from server.journal.jsonl import check_stories, export, import_lines, inspect
from server.journal.sqlite.backup import Erased, erase_everywhere
from server.journal.sqlite.journal import SQLiteJournal
from web.wording import N_


def add(parser: Parser) -> None:
    steps = parser.add_subparsers(metavar="export|import|erase", required=True)
    out = _step(steps, "export", run_export, N_("write entries as text, one per line"))
    out.option("tournament", "only these (default: every stream of the journal)", nargs="*")
    out.option("--output", "where (default: standard output)", type=Path, metavar="FILE")
    out.flag("--personal-data", "also dates of birth, e-mail addresses and phones")
    into = _step(steps, "import", run_import, N_("store what export wrote, its hash chain checked first"))
    into.option("file", "what export wrote; - is standard input", metavar="FILE")
    erase = _step(steps, "erase", run_erase, N_("erase a player's birth date, e-mail and phone, in copies too"))
    erase.option("tournament", "the tournament's address")
    erase.option("player", "the player's id, as on the page of the player at the desk", type=int)


def _step(steps: Steps, name: str, run: Callable[[argparse.Namespace], int], text: str) -> Parser:
    parser = subparser(steps, name, text)
    add_place(parser)
    parser.set_defaults(run=run)
    return parser


def run_export(arguments: argparse.Namespace) -> int:
    with opened(arguments) as journal:
        lines = export(journal, _with_pictures(journal, arguments.tournament), arguments.personal_data)
        if arguments.output is None:
            _write(lines, sys.stdout.buffer)
            return OK
        try:
            with arguments.output.open("wb") as out:
                _write(lines, out)
        except OSError as error:
            raise bad_input("{path} cannot be written: {why}", path=arguments.output, why=error.strerror) from None
    return OK


def _with_pictures(journal: Journal, wanted: list[str]) -> list[str]:
    """The streams asked for, each with the pictures kept for it; all streams where none is asked for."""
    pictures = (info.stream for info in journal.streams() if owner_of_picture(info.stream) in wanted)
    return [*streams_of(journal, wanted), *(pictures if wanted else ())]


def run_import(arguments: argparse.Namespace) -> int:
    """Standard input is kept in a temporary file: it is read more than once."""
    with opened(arguments, to_be_made=True) as journal, _rereadable(arguments.file) as file:

        def lines() -> Iterator[bytes]:
            file.seek(0)
            return (line.rstrip(b"\r\n") for line in file if line.strip())

        name = said("standard input") if arguments.file == "-" else arguments.file
        inspect(lines(), name, {})
        check_stories(lines())
        for done in import_lines(journal, lines, name):
            entries = said("{new} new of {version} entries", new=done.new, version=done.head.version)
            say("{stream}: {entries}, head {hash}", stream=done.stream, entries=entries, hash=done.head.hash)
    return OK


def run_erase(arguments: argparse.Namespace) -> int:
    """The name goes by an event of its own: what was published stays in the chain. Exit code 1: nothing was there."""
    with opened(arguments) as journal:
        [stream] = streams_of(journal, [arguments.tournament])
        if isinstance(journal, SQLiteJournal):
            erased = erase_everywhere(journal, stream, arguments.player)
            where = said("the journal and {copies} copies beside it", copies=erased.copies)
        else:
            erased = Erased(journal.side.find(stream, arguments.player) != PersonalData(), 0)
            journal.side.erase(stream, arguments.player)
            where = said("the database")
    say(N_("Erased from {where}.") if erased.any else N_("There was nothing to erase in {where}."), where=where)
    return OK if erased.any else NO


@contextmanager
def _rereadable(name: str) -> Iterator[BinaryIO]:
    try:
        if name != "-":
            with Path(name).open("rb") as file:
                yield file
            return
        with tempfile.TemporaryFile() as kept:
            while block := sys.stdin.buffer.read(1 << 20):
                kept.write(block)
            yield kept
    except OSError as error:
        raise bad_input("{name} cannot be read: {why}", name=name, why=error.strerror) from None


def _write(lines: Iterator[bytes], out: BinaryIO) -> None:
    for line in lines:
        out.write(line + b"\n")

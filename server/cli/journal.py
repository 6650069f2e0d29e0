"""`tablo journal`: entries as text out of one store and into another, and what is erased from both."""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from domain.words.streams import owner_of_picture
from server.cli.journal_place import add_command, opened, streams_of
from server.cli.options import NO, OK, BadInput, said
from server.journal import Journal, PersonalData
from server.journal.jsonl import check_stories, export, import_lines, inspect
from server.journal.sqlite.backup import (
    Erased,
    erase_everywhere,
)
from server.journal.sqlite.journal import SQLiteJournal

if TYPE_CHECKING:
    Subcommands = argparse._SubParsersAction[argparse.ArgumentParser]


def add(subcommands: "Subcommands") -> None:
    journal = subcommands.add_parser("journal", description=said("carry-journals"))
    _transfer(journal.add_subparsers(metavar="export|import|erase", required=True))


def _transfer(subcommands: "Subcommands") -> None:
    out = add_command(subcommands, "export", run_export, said("write-entries-text-per-line"))
    out.add_argument("tournament", nargs="*", help=said("only-these-default-every-stream"))
    out.add_argument("--output", type=Path, metavar="FILE", help=said("where-default-standard-output"))
    out.add_argument("--personal-data", action="store_true", help=said("also-dates-birth-e-mail"))
    into = add_command(subcommands, "import", run_import, said("store-what-export-wrote-hash"))
    into.add_argument("file", metavar="FILE", help=said("what-export-wrote-is-standard"))
    erase = add_command(subcommands, "erase", run_erase, said("erase-player-birth-date-e"))
    erase.add_argument("tournament", help=said("tournament-address"))
    erase.add_argument("player", type=int, help=said("player-id-page-player-desk"))


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
            raise BadInput(said("cannot-be-written", path=arguments.output, why=error.strerror)) from None
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

        name = said("standard-input") if arguments.file == "-" else arguments.file
        inspect(lines(), name, {})
        check_stories(lines())
        for done in import_lines(journal, lines, name):
            entries = said("new-entries", new=done.new, version=done.head.version)
            sys.stdout.write(said("head", stream=done.stream, entries=entries, hash=done.head.hash) + "\n")
    return OK


def run_erase(arguments: argparse.Namespace) -> int:
    """The name goes by an event of its own: what was published stays in the chain. Exit code 1: nothing was there."""
    with opened(arguments) as journal:
        [stream] = streams_of(journal, [arguments.tournament])
        if isinstance(journal, SQLiteJournal):
            erased = erase_everywhere(journal, stream, arguments.player)
            where = said("journal-copies-beside", copies=erased.copies)
        else:
            erased = Erased(journal.side.find(stream, arguments.player) != PersonalData(), 0)
            journal.side.erase(stream, arguments.player)
            where = said("the-database")
    sys.stdout.write(
        said("erased-from", where=where) + "\n"
        if erased.any
        else said("there-was-nothing-to-erase", where=where) + "\n"
    )
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
        raise BadInput(said("cannot-be-read", name=name, why=error.strerror)) from None


def _write(lines: Iterator[bytes], out: BinaryIO) -> None:
    for line in lines:
        out.write(line + b"\n")

"""The words of the command line that look after the journal: backup, restore, journal, mirror."""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from os import environ
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO
from urllib.parse import urlsplit

from server.care.mirror.sender import Mirror, TokenRefused, ship
from server.cli.exits import NO, OK, BadInput
from server.cli.journal_place import add_word, opened, settings_of_journal, streams_of
from server.journal import JournalTrouble, PersonalData
from server.journal.jsonl import check_stories, export, import_lines, inspect
from server.journal.sqlite.backup import (
    Copy,
    Erased,
    backup,
    backup_in_rotation,
    drill,
    erase_everywhere,
    restore,
)
from server.journal.sqlite.journal import SQLiteJournal
from server.journal.sqlite.recorder import sqlite_uri

if TYPE_CHECKING:
    Words = argparse._SubParsersAction[argparse.ArgumentParser]


def add(words: "Words") -> None:
    save = add_word(words, "backup", run_backup, "make a checked copy of the journal while it is in use")
    save.add_argument("--to", type=Path, metavar="FILE", help="where (default: in rotation beside the journal)")
    back = add_word(words, "restore", run_restore, "put a checked copy in the place of the journal")
    back.add_argument("copy", type=Path, metavar="FILE", help="a file that `tablo backup` made")
    back.add_argument("--drill", action="store_true", help="do everything except putting it in place")
    journal = words.add_parser(
        "journal", help="carry journals from one store to another", description="Carry journals."
    )
    _transfer(journal.add_subparsers(metavar="export|import|erase", required=True))
    mirror = add_word(words, "mirror", run_mirror, "ship the journal to a public mirror, for as long as it runs")
    mirror.add_argument("tournament", nargs="*", help="only these (default: every tournament)")
    mirror.add_argument("--to", metavar="URL", help="the address of the mirror, as for a browser (TABLO_MIRROR_TO)")
    mirror.add_argument("--token", help="the mirror's token (TABLO_MIRROR_TOKEN)")
    mirror.add_argument("--once", action="store_true", help="stop when the mirror has everything")


def _transfer(words: "Words") -> None:
    out = add_word(words, "export", run_export, "write entries as text, one per line")
    out.add_argument("tournament", nargs="*", help="only these (default: every stream of the journal)")
    out.add_argument("--output", type=Path, metavar="FILE", help="where (default: standard output)")
    out.add_argument("--personal-data", action="store_true", help="also dates of birth, e-mail addresses and phones")
    into = add_word(words, "import", run_import, "store what export wrote, its hash chain checked first")
    into.add_argument("file", metavar="FILE", help="what export wrote; - is standard input")
    erase = add_word(words, "erase", run_erase, "erase a player's birth date, e-mail and phone, in copies too")
    erase.add_argument("tournament", help="the tournament's address")
    erase.add_argument("player", type=int, help="the player's id, as on the page of the player at the desk")


def run_backup(arguments: argparse.Namespace) -> int:
    with opened(arguments) as journal:
        if not isinstance(journal, SQLiteJournal):
            raise BadInput("A journal in PostgreSQL is backed up with pg_dump or `tablo journal export`")
        made = backup(journal, arguments.to) if arguments.to else backup_in_rotation(journal)
    _report(made)
    return OK


def run_restore(arguments: argparse.Namespace) -> int:
    """The drill restores into a temporary folder."""
    url = settings_of_journal(arguments).journal_url
    if url.startswith("postgres"):
        raise BadInput("A journal in PostgreSQL is restored with pg_restore or `tablo journal import`")
    try:
        if arguments.drill:
            with tempfile.TemporaryDirectory() as folder:
                made = Copy(arguments.copy, drill(arguments.copy, Path(folder) / "drill.sqlite"))
        else:
            made = restore(arguments.copy, Path(sqlite_uri(url)[0]))
    except JournalTrouble as trouble:
        raise BadInput(str(trouble)) from None
    _report(made)
    return OK


def run_export(arguments: argparse.Namespace) -> int:
    with opened(arguments) as journal:
        lines = export(journal, streams_of(journal, arguments.tournament), arguments.personal_data)
        if arguments.output is None:
            _write(lines, sys.stdout.buffer)
            return OK
        try:
            with arguments.output.open("wb") as out:
                _write(lines, out)
        except OSError as error:
            raise BadInput(f"{arguments.output} cannot be written: {error.strerror}") from None
    return OK


def run_import(arguments: argparse.Namespace) -> int:
    """Standard input is kept in a temporary file: it is read more than once."""
    with opened(arguments, to_be_made=True) as journal, _rereadable(arguments.file) as file:

        def lines() -> Iterator[bytes]:
            file.seek(0)
            return (line.rstrip(b"\r\n") for line in file if line.strip())

        name = "standard input" if arguments.file == "-" else arguments.file
        inspect(lines(), name, {})
        check_stories(lines())
        for done in import_lines(journal, lines, name):
            entries = f"{done.new} new of {done.head.version} entries"
            sys.stdout.write(f"{done.stream}: {entries}, head {done.head.hash}\n")
    return OK


def run_erase(arguments: argparse.Namespace) -> int:
    """The name goes by an event of its own: what was published stays in the chain. Exit code 1: nothing was there."""
    with opened(arguments) as journal:
        [stream] = streams_of(journal, [arguments.tournament])
        if isinstance(journal, SQLiteJournal):
            erased = erase_everywhere(journal, stream, arguments.player)
            where = f"the journal and {erased.copies} copies beside it"
        else:
            erased = Erased(journal.side.find(stream, arguments.player) != PersonalData(), 0)
            journal.side.erase(stream, arguments.player)
            where = "the database"
    sys.stdout.write(f"Erased from {where}.\n" if erased.any else f"There was nothing to erase in {where}.\n")
    return OK if erased.any else NO


def run_mirror(arguments: argparse.Namespace) -> int:
    """Until it is interrupted; a network that goes away is waited for. Exit code 1: something was refused."""
    address = _mirror_address(arguments.to or environ.get("TABLO_MIRROR_TO", ""))
    token = arguments.token or environ.get("TABLO_MIRROR_TOKEN", "")
    with opened(arguments) as journal:
        only = streams_of(journal, arguments.tournament) if arguments.tournament else ()
        try:
            if not ship(journal, Mirror(address, token), only, arguments.once, sys.stderr.write):
                return NO
        except TokenRefused:
            raise BadInput(f"{address} does not accept the token") from None
        except KeyboardInterrupt:
            return OK
    return OK


def _mirror_address(typed: str) -> str:
    """Raises BadInput."""
    if not typed.startswith(("https://", "http://")):
        raise BadInput("The address of the mirror must begin with https:// or http:// (--to, or TABLO_MIRROR_TO)")
    try:
        parts = urlsplit(typed)
        there = bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        there = False
    if not there or not typed.isascii() or not typed.isprintable() or " " in typed:
        raise BadInput(f"{typed} is no address of a mirror; it looks like https://mirror.example.org")
    return typed


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
        raise BadInput(f"{name} cannot be read: {error.strerror}") from None


def _write(lines: Iterator[bytes], out: BinaryIO) -> None:
    for line in lines:
        out.write(line + b"\n")


def _report(made: Copy) -> None:
    sys.stdout.write(f"{made.path}\n")
    for info in made.streams:
        sys.stdout.write(f"{info.stream}: {info.version} entries, head {info.hash}\n")

"""`tablo journal`: entries as text out of one store and into another, and what is erased from both."""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from itertools import count
from pathlib import Path
from typing import BinaryIO

from domain.decisions.players.photos import remove_photo
from domain.tournament import replay
from domain.words.players import EntrantId
from domain.words.streams import owner_of
from server.cli.journal_place import add_place, head_facts, opened, streams_of
from server.cli.terminal import NO, OK, Parser, Steps, bad_input, print_answer, said, shares_watched, subparser, watched
from server.journal import Journal
from server.journal.jsonl import Imported, check_stories, export, import_lines, inspect
from server.journal.sqlite.backup import Erased, erase_everywhere
from server.journal.sqlite.journal import SQLiteJournal
from web.wording import N_

READINGS = 4
"""An import reads its file twice before the journal is asked and twice beside it."""


def add(parser: Parser) -> None:
    steps = parser.add_subparsers(metavar="export|import|erase", required=True)
    out = _step(steps, "export", run_export, N_("write entries as text, one per line"))
    out.option("tournament", "only these (default: every stream of the journal)", nargs="*")
    out.option("--output", "where (default: standard output)", type=Path, metavar="FILE")
    out.flag("--personal-data", "also dates of birth, e-mail addresses and phones")
    into = _step(steps, "import", run_import, N_("store what export wrote, its hash chain checked first"))
    into.option("file", "what export wrote; - is standard input", metavar="FILE")
    into.json_flag()
    erase = _step(steps, "erase", run_erase, N_("erase a player's birth date, e-mail and phone, in copies too"))
    erase.option("tournament", "the tournament's address")
    erase.option("player", "the player's id, as on the page of the player at the desk", type=int)
    erase.json_flag()


def _step(steps: Steps, name: str, run: Callable[[argparse.Namespace], int], text: str) -> Parser:
    parser = subparser(steps, name, text)
    add_place(parser)
    parser.set_defaults(run=run)
    return parser


def run_export(arguments: argparse.Namespace) -> int:
    with opened(arguments) as journal:
        streams = _with_what_is_theirs(journal, arguments.tournament)
        entries = sum(info.version for info in journal.streams() if info.stream in streams)
        lines = watched(export(journal, streams, arguments.personal_data), entries, N_("Writing entries"))
        if arguments.output is None:
            _write(lines, sys.stdout.buffer)
            return OK
        try:
            with arguments.output.open("wb") as out:
                _write(lines, out)
        except OSError as error:
            raise bad_input("{path} cannot be written: {why}", path=arguments.output, why=error.strerror) from None
    return OK


def _with_what_is_theirs(journal: Journal, wanted: list[str]) -> list[str]:
    """The streams asked for, each with its pictures and games; all streams where none is asked for."""
    asked = streams_of(journal, wanted)
    theirs = (info.stream for info in journal.streams() if owner_of(info.stream) in wanted)
    return [*asked, *(one for one in theirs if one not in asked)]


def run_import(arguments: argparse.Namespace) -> int:
    """Standard input is kept in a temporary file: it is read more than once."""
    with (
        opened(arguments, to_be_made=True, writes="journal import") as journal,
        _rereadable(arguments.file) as file,
    ):
        name = said("standard input") if arguments.file == "-" else arguments.file
        with shares_watched(N_("Reading {file}"), file=name) as show:
            lines = partial(_lines, file, count(), show)
            inspect(lines(), name, {})
            check_stories(lines())
            imported = import_lines(journal, lines, name)
    facts = [{**head_facts(one.stream, one.head.version, one.head.hash), "new": one.new} for one in imported]
    print_answer(arguments, {"streams": facts}, map(_imported_line, imported))
    return OK


def _lines(file: BinaryIO, readings: Iterator[int], show: Callable[[float], None]) -> Iterator[bytes]:
    """The lines of the file, which is read `READINGS` times in all, and how far that is."""
    size, before = file.seek(0, os.SEEK_END) or 1, next(readings)
    file.seek(0)
    at = 0
    for line in file:
        at += len(line)
        if line.strip():
            yield line.rstrip(b"\r\n")
            show(min(1.0, (before + at / size) / READINGS))


def _imported_line(done: Imported) -> str:
    entries = said("{new} new of {version} entries", new=done.new, version=done.head.version)
    return said("{stream}: {entries}, head {hash}", stream=done.stream, entries=entries, hash=done.head.hash)


def run_erase(arguments: argparse.Namespace) -> int:
    """The name goes by an event of its own: what was published stays in the chain. Exit code 1: nothing was there."""
    with opened(arguments, writes="journal erase") as journal:
        [stream] = streams_of(journal, [arguments.tournament])
        _say_that_photo_is_gone(journal, stream, arguments.player)
        if isinstance(journal, SQLiteJournal):
            erased = erase_everywhere(journal, stream, arguments.player)
            where = said("the journal and {copies} copies beside it", copies=erased.copies)
        else:
            erased = Erased(journal.side.erase(stream, arguments.player), 0)
            where = said("the database")
    told = N_("Erased from {where}.") if erased.any else N_("There was nothing to erase in {where}.")
    print_answer(arguments, {"erased": erased.any, "copies": erased.copies}, [said(told, where=where)])
    return OK if erased.any else NO


def _say_that_photo_is_gone(journal: Journal, stream: str, player: int) -> None:
    """So that no page asks for it any more."""
    t = replay(entry.event for entry in journal.read(stream))
    if events := remove_photo(t, EntrantId(player)):
        journal.append(stream, t.version, "tablo", f"photo-erased-{t.version}", events, datetime.now(UTC))


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


def _write(lines: Iterable[bytes], out: BinaryIO) -> None:
    for line in lines:
        out.write(line + b"\n")

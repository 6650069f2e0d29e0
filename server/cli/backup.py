"""`tablo backup`: a checked copy of the journal while it is in use."""

import argparse
import sys
from pathlib import Path

from server.cli.exits import OK, BadInput
from server.cli.journal_place import add_word, opened
from server.cli.options import Words
from server.journal.sqlite.backup import Copy, backup, backup_in_rotation
from server.journal.sqlite.journal import SQLiteJournal


def add(words: Words) -> None:
    save = add_word(words, "backup", run_backup, "make a checked copy of the journal while it is in use")
    save.add_argument("--to", type=Path, metavar="FILE", help="where (default: in rotation beside the journal)")


def run_backup(arguments: argparse.Namespace) -> int:
    with opened(arguments) as journal:
        if not isinstance(journal, SQLiteJournal):
            raise BadInput("A journal in PostgreSQL is backed up with pg_dump or `tablo journal export`")
        made = backup(journal, arguments.to) if arguments.to else backup_in_rotation(journal)
    print_copy(made)
    return OK


def print_copy(made: Copy) -> None:
    """Where it is, and the head of each stream in it."""
    sys.stdout.write(f"{made.path}\n")
    for info in made.streams:
        sys.stdout.write(f"{info.stream}: {info.version} entries, head {info.hash}\n")

"""`tablo backup`: a checked copy of the journal while it is in use."""

import argparse
import sys
from pathlib import Path

from server.cli.journal_place import add_command, opened
from server.cli.options import OK, BadInput, Subcommands, said
from server.journal.sqlite.backup import Copy, backup, backup_in_rotation
from server.journal.sqlite.journal import SQLiteJournal


def add(subcommands: Subcommands) -> None:
    save = add_command(subcommands, "backup", run_backup, said("make-checked-copy-journal-while"))
    save.add_argument("--to", type=Path, metavar="FILE", help=said("where-default-rotation-beside-journal"))


def run_backup(arguments: argparse.Namespace) -> int:
    with opened(arguments) as journal:
        if not isinstance(journal, SQLiteJournal):
            raise BadInput(said("journal-postgresql-is-backed-up"))
        made = backup(journal, arguments.to) if arguments.to else backup_in_rotation(journal)
    print_copy(made)
    return OK


def print_copy(made: Copy) -> None:
    """Print the path of a copy and the head of each stream in it."""
    sys.stdout.write(f"{made.path}\n")
    for info in made.streams:
        sys.stdout.write(said("entries-head", stream=info.stream, version=info.version, hash=info.hash) + "\n")

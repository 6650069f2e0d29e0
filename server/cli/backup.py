"""`tablo backup` and `tablo restore`: a checked copy of the journal, and back into its place."""

import argparse
import sys
import tempfile
from pathlib import Path

from server.cli.journal_place import add_place, opened, settings_of_journal
from server.cli.terminal import OK, BadInput, Parser, bad_input, say, trouble_said
from server.journal import JournalTrouble
from server.journal.sqlite.backup import Copy, backup, backup_in_rotation, drill, restore
from server.journal.sqlite.journal import SQLiteJournal, sqlite_uri


def add_backup(parser: Parser) -> None:
    add_place(parser)
    parser.option("--to", "where (default: in rotation beside the journal)", type=Path, metavar="FILE")
    parser.set_defaults(run=run_backup)


def add_restore(parser: Parser) -> None:
    add_place(parser)
    parser.option("copy", "a file that `tablo backup` made", type=Path, metavar="FILE")
    parser.flag("--drill", "do everything except putting it in place")
    parser.set_defaults(run=run_restore)


def run_backup(arguments: argparse.Namespace) -> int:
    with opened(arguments) as journal:
        if not isinstance(journal, SQLiteJournal):
            raise bad_input("A journal in PostgreSQL is backed up with pg_dump or `tablo journal export`")
        made = backup(journal, arguments.to) if arguments.to else backup_in_rotation(journal)
    print_copy(made)
    return OK


def run_restore(arguments: argparse.Namespace) -> int:
    """The drill restores into a temporary folder."""
    url = settings_of_journal(arguments).journal_url
    if url.startswith("postgres"):
        raise bad_input("A journal in PostgreSQL is restored with pg_restore or `tablo journal import`")
    try:
        if arguments.drill:
            with tempfile.TemporaryDirectory() as folder:
                made = Copy(arguments.copy, drill(arguments.copy, Path(folder) / "drill.sqlite"))
        else:
            made = restore(arguments.copy, Path(sqlite_uri(url)[0]))
    except JournalTrouble as trouble:
        raise BadInput(trouble_said(trouble)) from None
    print_copy(made)
    return OK


def print_copy(made: Copy) -> None:
    sys.stdout.write(f"{made.path}\n")
    for info in made.streams:
        say("{stream}: {version} entries, head {hash}", stream=info.stream, version=info.version, hash=info.hash)

"""`tablo restore`: a checked copy in the place of the journal."""

import argparse
import tempfile
from pathlib import Path

from server.cli.backup import print_copy
from server.cli.journal_place import add_command, settings_of_journal
from server.cli.options import OK, BadInput, Subcommands, said, trouble_said
from server.journal import JournalTrouble
from server.journal.sqlite.backup import Copy, drill, restore
from server.journal.sqlite.journal import sqlite_uri


def add(subcommands: Subcommands) -> None:
    back = add_command(subcommands, "restore", run_restore, said("put-checked-copy-place-journal"))
    back.add_argument("copy", type=Path, metavar="FILE", help=said("file-tablo-backup-made"))
    back.add_argument("--drill", action="store_true", help=said("do-everything-except-putting-place"))


def run_restore(arguments: argparse.Namespace) -> int:
    """The drill restores into a temporary folder."""
    url = settings_of_journal(arguments).journal_url
    if url.startswith("postgres"):
        raise BadInput(said("journal-postgresql-is-restored-with"))
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

"""`tablo restore`: a checked copy in the place of the journal."""

import argparse
import tempfile
from pathlib import Path

from server.cli.backup import print_copy
from server.cli.exits import OK, BadInput
from server.cli.journal_place import add_word, settings_of_journal
from server.cli.options import Words
from server.journal import JournalTrouble
from server.journal.sqlite.backup import Copy, drill, restore
from server.journal.sqlite.recorder import sqlite_uri


def add(words: Words) -> None:
    back = add_word(words, "restore", run_restore, "put a checked copy in the place of the journal")
    back.add_argument("copy", type=Path, metavar="FILE", help="a file that `tablo backup` made")
    back.add_argument("--drill", action="store_true", help="do everything except putting it in place")


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
    print_copy(made)
    return OK

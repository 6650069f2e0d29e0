"""`tablo backup` and `tablo restore`: a checked copy of the journal, and back into its place."""

import argparse
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from server.cli.journal_place import add_place, head_facts, head_line, opened, settings_of_journal
from server.cli.terminal import OK, BadInput, Parser, bad_input, print_answer, trouble_said, watched
from server.journal import JournalTrouble, StreamInfo
from server.journal.sqlite.backup import Copy, backup, backup_in_rotation, drill, restore
from server.journal.sqlite.journal import SQLiteJournal, sqlite_uri
from web.wording import N_


def add_backup(parser: Parser) -> None:
    add_place(parser)
    parser.option("--to", "where (default: in rotation beside the journal)", type=Path, metavar="FILE")
    parser.json_flag()
    parser.set_defaults(run=run_backup)


def add_restore(parser: Parser) -> None:
    add_place(parser)
    parser.option("copy", "a file that `tablo backup` made", type=Path, metavar="FILE")
    parser.flag("--drill", "do everything except putting it in place")
    parser.json_flag()
    parser.set_defaults(run=run_restore)


def run_backup(arguments: argparse.Namespace) -> int:
    with opened(arguments) as journal:
        if not isinstance(journal, SQLiteJournal):
            raise bad_input("A journal in PostgreSQL is backed up with pg_dump or `tablo journal export`")
        to = arguments.to
        made = backup(journal, to, watch=_checking) if to else backup_in_rotation(journal, watch=_checking)
    _print(arguments, made)
    return OK


def run_restore(arguments: argparse.Namespace) -> int:
    """The drill restores into a temporary folder."""
    url = settings_of_journal(arguments).journal_url
    if url.startswith("postgres"):
        raise bad_input("A journal in PostgreSQL is restored with pg_restore or `tablo journal import`")
    try:
        if arguments.drill:
            with tempfile.TemporaryDirectory() as folder:
                made = Copy(arguments.copy, drill(arguments.copy, Path(folder) / "drill.sqlite", _checking))
        else:
            made = restore(arguments.copy, Path(sqlite_uri(url)[0]), watch=_checking)
    except JournalTrouble as trouble:
        raise BadInput(trouble_said(trouble)) from None
    _print(arguments, made)
    return OK


def _checking(streams: Sequence[StreamInfo]) -> Iterable[StreamInfo]:
    return watched(streams, len(streams), N_("Checking the copy"))


def _print(arguments: argparse.Namespace, made: Copy) -> None:
    heads = [(info.stream, info.version, info.hash) for info in made.streams]
    facts = {"copy": str(made.path), "streams": [head_facts(*head) for head in heads]}
    print_answer(arguments, facts, [str(made.path), *(head_line(*head) for head in heads)])

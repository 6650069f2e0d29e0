"""The words of the command line that need the server's journal: serve, demo, import and export."""

import argparse
import asyncio
import secrets
import shutil
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from os import environ
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from server.app import create_app
from server.cli import import_export
from server.cli.exits import OK, BadInput
from server.cli.journal_place import add_place, settings_from, settings_of_journal
from server.cli.options import add_format, not_negative
from server.cli.report_file import add_full_byes
from server.http import serving
from server.http.auth import Access
from server.http.middleware import log_to_stderr
from server.journal import CannotOpen, JournalTrouble, open_journal
from server.journal.sqlite.backup import check_at_start
from server.journal.sqlite.journal import SQLiteJournal
from server.services import services_of
from server.settings import Settings

Begun = TypeVar("Begun")

if TYPE_CHECKING:
    Words = argparse._SubParsersAction[argparse.ArgumentParser]


def add(words: "Words") -> None:
    serve = _word(words, "serve", run_serve, "run the tournament server")
    add_place(serve)
    _listening(serve)
    serve.add_argument(
        "--read-only", action="store_true", help="show the journal as it is, on a read-only medium or a full disk"
    )
    serve.add_argument("--password-file", type=Path, metavar="FILE", help="its first line is the password of the desk")
    demo = _word(words, "demo", run_demo, "run the server with a demo tournament in a directory of its own")
    demo.add_argument("--data", type=Path, metavar="DIR", help="where to put it (default: a temporary directory)")
    _listening(demo)
    into = _word(words, "import", run_import, "read a report file or a player list into the journal")
    into.add_argument("file", type=Path, metavar="FILE", help="a report file (TRF), or a list that ends in .csv")
    into.add_argument("--name", help="name of the new tournament (default: what the file says)")
    add_format(into)
    add_full_byes(into)
    into.add_argument("--into", metavar="TOURNAMENT", help="register the list's players in this tournament")
    add_place(into)
    out = _word(words, "export", run_export, "write a tournament as a report file")
    out.add_argument("tournament", help="its word in addresses, as in /t/<tournament>")
    out.add_argument("--format", choices=("trf16", "trf26"), default="trf16", help="form of the file (default: trf16)")
    out.add_argument("--round", type=not_negative, metavar="N", help="after this round (default: the newest published)")
    out.add_argument("--rating", action="store_true", help="with the corrections that came too late for the table")
    out.add_argument("--output", type=Path, metavar="FILE", help="where (default: standard output)")
    add_place(out)


def run_serve(arguments: argparse.Namespace) -> int:
    settings = settings_from(arguments)
    access = _startable(serving.open_door, settings)
    _check_journal(settings)
    return _serve(settings, access, "", "")


def run_demo(arguments: argparse.Namespace) -> int:
    """A throw-away password is printed; a temporary directory is removed at the end."""
    from server.cli.demo.held import TOURNAMENT, build

    folder = arguments.data or Path(tempfile.mkdtemp(prefix="tablo-demo-"))
    password = environ.get("TABLO_PASSWORD") or secrets.token_urlsafe(9)
    try:
        settings = replace(settings_from(arguments), data=folder, database="", password=password)
        access = _startable(serving.open_door, settings)
        _check_journal(settings)
        asyncio.run(build(settings.journal_url))
        return _serve(settings, access, TOURNAMENT, settings.password)
    finally:
        if arguments.data is None:
            shutil.rmtree(folder, ignore_errors=True)


def run_import(arguments: argparse.Namespace) -> int:
    return import_export.run_import(settings_of_journal(arguments), arguments)


def run_export(arguments: argparse.Namespace) -> int:
    return import_export.run_export(settings_of_journal(arguments), arguments)


def _serve(settings: Settings, access: Access, tournament: str, password: str) -> int:
    listening = _startable(serving.listen, settings)
    log_to_stderr()
    port: int = listening.getsockname()[1]
    sys.stdout.write(serving.announcement(settings, port, access, tournament, password))
    sys.stdout.flush()
    app = create_app(replace(settings, port=port), access)
    services = services_of(app)
    serving.run(app, services.hub, services.door, listening)
    return OK


def _startable(begin: Callable[[Settings], Begun], settings: Settings) -> Begun:
    """What `begin` makes of the settings. Raises BadInput."""
    try:
        return begin(settings)
    except serving.CannotStart as problem:
        raise BadInput(str(problem)) from None


def _check_journal(settings: Settings) -> None:
    """A journal that cannot be opened is one sentence now, not a trace later. Raises BadInput."""
    try:
        with closing(open_journal(settings.journal_url, read_only=settings.read_only)) as journal:
            if isinstance(journal, SQLiteJournal):
                check_at_start(journal)
    except CannotOpen as trouble:
        hint = " (`tablo serve --read-only` shows it as it is)" if _can_be_read(settings) else ""
        raise BadInput(f"{str(trouble).removesuffix('.')}{hint}") from None
    except JournalTrouble as trouble:
        raise BadInput(str(trouble)) from None


def _can_be_read(settings: Settings) -> bool:
    """A journal that cannot be opened for writing."""
    if settings.read_only or settings.journal_url.startswith("postgres"):
        return False
    try:
        open_journal(settings.journal_url, read_only=True).close()
    except CannotOpen:
        return False
    return True


def _word(words: "Words", word: str, run: Callable[[argparse.Namespace], int], help: str) -> argparse.ArgumentParser:
    parser = words.add_parser(word, help=help, description=help[0].upper() + help[1:] + ".")
    parser.set_defaults(run=run)
    return parser


def _listening(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--host", help="address to listen on (TABLO_HOST, default 127.0.0.1; 0.0.0.0 = the whole network)"
    )
    parser.add_argument("--port", help="port to listen on (TABLO_PORT, default 8080; 0 = any free one)")

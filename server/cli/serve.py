"""`tablo serve`: the tournament server."""

import argparse
import os
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from server.app import create_app
from server.cli.journal_place import add_command, only_readable, settings_from
from server.cli.options import OK, BadInput, Subcommands, said, terminal, trouble_said
from server.http import serving
from server.http.auth import Access
from server.http.middleware import log_to_stderr
from server.journal import CannotOpen, JournalTrouble, open_journal
from server.journal.sqlite.backup import check_at_start
from server.journal.sqlite.journal import SQLiteJournal
from server.services import services_of
from server.settings import Settings

Started = TypeVar("Started")


def add(subcommands: Subcommands) -> None:
    serve = add_command(subcommands, "serve", run_serve, said("run-tournament-server"))
    add_listening(serve)
    serve.add_argument("--read-only", action="store_true", help=said("show-journal-is-read-only"))
    serve.add_argument("--boards", type=Path, metavar="DIR", help=said("folder-of-live-boards"))
    serve.add_argument("--password-file", type=Path, metavar="FILE", help=said("first-line-is-password-desk"))


def run_serve(arguments: argparse.Namespace) -> int:
    settings = settings_from(arguments)
    return serve_until_stopped(settings, open_desk(settings))


def open_desk(settings: Settings) -> Access:
    """The logins of the desk, when the journal behind it can be opened. Raises BadInput."""
    try:
        access = serving.desk_access(settings)
    except serving.CannotStart as problem:
        raise BadInput(_with_hint(problem, settings, only_readable(settings.journal_url))) from None
    _check_journal(settings)
    return access


def serve_until_stopped(settings: Settings, access: Access, tournament: str = "", password: str = "") -> int:
    """Serve until the process is stopped; tournament and password of a demo are printed beside the addresses."""
    os.umask(0o077)  # whatever is written beside the journal is its owner's alone
    listening = _startable(serving.listen, settings)
    log_to_stderr()
    port: int = listening.getsockname()[1]
    sys.stdout.write(serving.announcement(settings, port, access, terminal(), tournament, password))
    sys.stdout.flush()
    app = create_app(replace(settings, port=port), access)
    services = services_of(app)
    serving.serve_forever(app, services.hub, services.ready_pages, listening)
    return OK


def _startable(begin: Callable[[Settings], Started], settings: Settings) -> Started:
    """The result of `begin` on the settings. Raises BadInput."""
    try:
        return begin(settings)
    except serving.CannotStart as problem:
        raise BadInput(trouble_said(problem)) from None


def _check_journal(settings: Settings) -> None:
    """A journal that cannot be opened is one sentence now, not a trace later. Raises BadInput."""
    try:
        with closing(open_journal(settings.journal_url, read_only=settings.read_only)) as journal:
            if isinstance(journal, SQLiteJournal):
                check_at_start(journal)
    except CannotOpen as trouble:
        raise BadInput(_with_hint(trouble, settings)) from None
    except JournalTrouble as trouble:
        raise BadInput(trouble_said(trouble)) from None


def _with_hint(trouble: CannotOpen | serving.CannotStart, settings: Settings, unwritable: bool = True) -> str:
    """The trouble, and the way to show a journal that cannot be written."""
    hint = said("try-read-only") if unwritable and _can_be_read(settings) else ""
    return f"{trouble_said(trouble).removesuffix('.')}{hint}"


def _can_be_read(settings: Settings) -> bool:
    """A journal that cannot be opened for writing."""
    if settings.read_only or settings.journal_url.startswith("postgres"):
        return False
    try:
        open_journal(settings.journal_url, read_only=True).close()
    except CannotOpen:
        return False
    return True


def add_listening(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", help=said("address-to-listen-tablo-host"))
    parser.add_argument("--port", help=said("port-to-listen-tablo-port"))
    parser.add_argument("--public-url", metavar="URL", help=said("public-url-tablo-public-url"))

"""`tablo demo`: the server with a real, published example of the Dutch system with 14 players (`held`)."""

import argparse
import asyncio
import secrets
import shutil
import tempfile
from dataclasses import replace
from os import environ
from pathlib import Path

from server.cli.demo.held import TOURNAMENT, build
from server.cli.journal_place import settings_from
from server.cli.options import Subcommands, said
from server.cli.serve import add_listening, open_desk, serve_until_stopped


def add(subcommands: Subcommands) -> None:
    what = said("run-server-with-demo-tournament")
    demo = subcommands.add_parser("demo", description=f"{what[0].upper()}{what[1:]}.")
    demo.set_defaults(run=run_demo)
    demo.add_argument("--data", type=Path, metavar="DIR", help=said("where-to-put-default-temporary"))
    add_listening(demo)


def run_demo(arguments: argparse.Namespace) -> int:
    """A throw-away password is printed; a temporary directory is removed at the end."""
    folder = arguments.data or Path(tempfile.mkdtemp(prefix="tablo-demo-"))
    password = environ.get("TABLO_PASSWORD") or secrets.token_urlsafe(9)
    try:
        settings = replace(settings_from(arguments), data=folder, database="", password=password)
        access = open_desk(settings)
        asyncio.run(build(settings.journal_url))
        return serve_until_stopped(settings, access, TOURNAMENT, settings.password)
    finally:
        if arguments.data is None:
            shutil.rmtree(folder, ignore_errors=True)

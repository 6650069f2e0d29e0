"""`tablo demo`: a festival of invented people that plays by itself, in a journal of its own."""

import argparse
import secrets
import shutil
import tempfile
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from os import environ
from pathlib import Path

from server.app import Addition
from server.cli.demo.event import SEED, festival_appends, seed_of
from server.cli.demo.page import PATH, DemoPage, hint
from server.cli.demo.playing import FAST, HUMAN, Playing, PlayingPace
from server.cli.listening import add_listening, settings_from
from server.cli.serve import Opening, open_desk, serve_until_stopped
from server.cli.terminal import Parser, bad_input
from server.journal import open_journal
from server.services import Services
from server.settings import Settings
from server.supervisor import Work
from web.wording import N_

PHONES_REACH_IT = "0.0.0.0"


def add(parser: Parser) -> None:
    parser.option("--data", "where to put it (default: a temporary directory)", type=Path, metavar="DIR")
    add_listening(parser, N_("address to listen on (TABLO_HOST, default 0.0.0.0 = phones reach it too)"))
    parser.flag("--still", "play nothing: it stays as it is until somebody at the desk goes on")
    parser.flag("--fast", "play a whole event of nine rounds in five minutes")
    parser.option("--seed", "another festival of the same kind: other results, other pairings", type=int, metavar="N")
    parser.set_defaults(run=run_demo)


def run_demo(arguments: argparse.Namespace) -> int:
    """A throw-away password is printed; a temporary directory is removed at the end. Raises BadInput."""
    folder = arguments.data or Path(tempfile.mkdtemp(prefix="tablo-demo-"))
    own = environ.get("TABLO_PASSWORD", "")
    password, pace = own or secrets.token_urlsafe(9), FAST if arguments.fast else HUMAN
    try:
        refuse_other_data(folder)
        settings = replace(settings_of_demo(arguments, folder), password=password)
        access = open_desk(settings)
        seed = seeded(settings.journal_url, SEED if arguments.seed is None else arguments.seed, pace)
        if arguments.seed not in (None, seed):
            other = {"folder": folder, "seed": seed}
            raise bad_input("{folder} has the festival of seed {seed}: name another directory", **other)
        page = DemoPage("" if own else password, still=arguments.still)
        return serve_until_stopped(settings, access, Opening(PATH, password, addition(seed, pace, page)))
    finally:
        if arguments.data is None:
            shutil.rmtree(folder, ignore_errors=True)


def settings_of_demo(arguments: argparse.Namespace, folder: Path) -> Settings:
    """Those of the operator without their own house: neither its journal nor its mail. Raises BadInput."""
    arguments.host = arguments.host or environ.get("TABLO_HOST") or PHONES_REACH_IT
    settings = replace(settings_from(arguments), data=folder, database="", mail=None, boards=None)
    return replace(settings, read_only=False, mirror_accepts="")


def refuse_other_data(folder: Path) -> None:
    """The demo plays in a directory of its own: never in one with another journal, or the keys of a server."""
    settings = Settings(data=folder)
    if (folder / "tablo.sqlite").exists():
        with closing(open_journal(settings.journal_url, read_only=True)) as journal:
            its_own = seed_of(journal) is not None
    else:
        its_own = not (folder / "access.json").exists()
    if not its_own:
        raise bad_input("{folder} has a journal that is no demo: name another directory", folder=folder)


def seeded(url: str, seed: int, pace: PlayingPace) -> int:
    """The festival is in the journal at `url`, written now or before; returns its seed."""
    with closing(open_journal(url, holder="tablo demo")) as journal:
        if (known := seed_of(journal)) is not None:
            return known
        played = pace is not FAST
        appends = festival_appends(seed, datetime.now(UTC), played=played, round_seconds=pace.round_seconds)
        for written in journal.append_many(list(appends)):
            if isinstance(written, Exception):
                raise written
    return seed


def addition(seed: int, pace: PlayingPace, page: DemoPage) -> Addition:
    def works(services: Services) -> Mapping[str, Work]:
        playing = Playing(services, seed, pace)
        played: Mapping[str, Work] = {"demo": playing.stand_still if page.still else playing.work}
        return played

    return Addition([page.route], works, hint)

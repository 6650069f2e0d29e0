"""Where the journal of a command is: `--data` and `--database`, the environment, and what contradicts itself."""

import argparse
from dataclasses import replace
from os import environ
from pathlib import Path

from server.cli.exits import BadInput
from server.settings import BadSetting, Settings, database, from_environment, with_password_file
from server.settings import port as port_number


def add_place(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, metavar="DIR", help="the data directory (TABLO_DATA)")
    parser.add_argument(
        "--database",
        metavar="URL",
        help="where the journal is (TABLO_DATABASE); default: SQLite in the data directory",
    )


def settings_from(arguments: argparse.Namespace) -> Settings:
    """The environment, overruled by what was typed. Raises BadInput."""
    given = vars(arguments)
    try:
        settings = from_environment(environ)
        typed = {name: given[name] for name in ("data", "host", "database") if given.get(name)}
        settings = replace(settings, **typed)
        database(settings.database)
        if given.get("port") is not None:
            settings = replace(settings, port=port_number(given["port"]))
        if given.get("password_file"):
            settings = with_password_file(settings, given["password_file"])
    except BadSetting as problem:
        raise BadInput(str(problem)) from None
    return settings


def settings_of_journal(arguments: argparse.Namespace) -> Settings:
    """As `settings_from`, for a command that needs nothing but the journal: two places for it are refused.

    Only `tablo serve` uses a data directory beside a database, for its keys and pictures. Raises BadInput.
    """
    settings = settings_from(arguments)
    if arguments.data and arguments.database:
        raise BadInput("--data and --database name two journals: give only the one that is meant")
    if arguments.data and settings.database:
        raise BadInput(
            "--data and TABLO_DATABASE name two journals: leave --data out, or say --database "
            f"{settings.data / 'tablo.sqlite'} for the file in this directory"
        )
    return settings


def must_be_there(path: Path) -> None:
    """Raises BadInput."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        raise BadInput(f"There is no journal at {path}") from None
    except PermissionError:
        raise BadInput(f"This user may not look at {path}; its owner or root may") from None
    except OSError as error:
        raise BadInput(f"{path} cannot be looked at: {(error.strerror or str(error)).lower()}") from None


def make_folder(folder: Path) -> None:
    """For a journal that will be new, readable by its owner alone. Raises BadInput."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder} cannot be made: {(error.strerror or str(error)).lower()}") from None

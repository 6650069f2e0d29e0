"""The place of a command's journal: `--data`, `--database`, the environment, and contradictions between them."""

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from server.cli.listening import SETTINGS_FILE, settings_from
from server.cli.terminal import BadInput, Parser, bad_input, reason_of, said, trouble_said
from server.journal import Journal, JournalTrouble, open_journal
from server.journal.sqlite.journal import sqlite_uri
from server.settings import Settings


def add_place(parser: Parser) -> None:
    parser.option("--data", "the data directory (TABLO_DATA)", type=Path, metavar="DIR")
    parser.option(
        "--database", "where the journal is (TABLO_DATABASE); default: SQLite in the data directory", metavar="URL"
    )
    parser.option(
        "--settings", "a file with lines NAME=value, such as {file}", {"file": SETTINGS_FILE}, type=Path, metavar="FILE"
    )


def settings_of_journal(arguments: argparse.Namespace) -> Settings:
    """As `settings_from`, for a command that needs the journal alone: two places for it are refused.

    Only `tablo serve` uses a data directory beside a database, for its keys and pictures. Raises BadInput.
    """
    settings = settings_from(arguments)
    if arguments.data and arguments.database:
        raise bad_input("--data and --database name two journals: give only the one that is meant")
    if arguments.data and settings.database:
        raise bad_input(
            "--data and TABLO_DATABASE name two journals: leave --data out, or say --database {data} for the file in "
            "this directory",
            data=settings.data / "tablo.sqlite",
        )
    return settings


def must_be_there(path: Path) -> None:
    """Raises BadInput."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        raise bad_input("There is no journal at {path}", path=path) from None
    except PermissionError:
        raise bad_input("This user may not look at {path}; its owner or root may", path=path) from None
    except OSError as error:
        raise bad_input("{path} cannot be looked at: {why}", path=path, why=reason_of(error)) from None


def only_readable(url: str) -> bool:
    """A file, or a folder around it, that this user or this medium lets nobody write."""
    if url.startswith("postgres"):
        return False
    path = Path(sqlite_uri(url)[0])
    return path.exists() and not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK))


def make_folder(folder: Path) -> None:
    """For a journal that will be new, readable by its owner alone. Raises BadInput."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise bad_input("{path} cannot be made: {why}", path=folder, why=reason_of(error)) from None


@contextmanager
def opened(arguments: argparse.Namespace, to_be_made: bool = False, writes: str = "") -> Iterator[Journal]:
    """The journal of a command; any trouble with it is one sentence. Raises BadInput.

    Where it cannot be written it is opened for reading only. `to_be_made`: where there is none, a new one is made.
    `writes`: the words of a command that writes, for others that would write meanwhile.
    """
    url = settings_of_journal(arguments).journal_url
    if not url.startswith("postgres"):
        path = Path(sqlite_uri(url)[0])
        if to_be_made:
            make_folder(path.parent)
        else:
            must_be_there(path)
    try:
        journal = open_journal(
            url, read_only=not to_be_made and only_readable(url), holder=f"tablo {writes}" if writes else ""
        )
        try:
            yield journal
        finally:
            journal.close()
    except JournalTrouble as trouble:
        raise BadInput(trouble_said(trouble)) from None


def head_line(stream: str, version: int, hash: str) -> str:
    return said("{stream}: {version} entries, head {hash}", stream=stream, version=version, hash=hash)


def head_facts(stream: str, version: int, hash: str) -> dict[str, object]:
    """The same for a program."""
    return {"stream": stream, "entries": version, "head": hash}


def streams_of(journal: Journal, wanted: list[str]) -> list[str]:
    known = [info.stream for info in journal.streams()]
    missing = [stream for stream in wanted if stream not in known]
    if missing:
        raise bad_input("The journal has no {missing}", missing=missing[0])
    return wanted or known

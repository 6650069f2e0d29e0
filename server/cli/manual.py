"""`tablo manual`: the manual as files, for a disk, a USB stick or any web server."""

from argparse import Namespace
from pathlib import Path

from server.cli import terminal
from server.version import program_version


def add(parser: terminal.Parser) -> None:
    parser.option("--to", "the folder to write it in", required=True, type=Path, metavar="FOLDER")
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    from web.manual import write_manual  # imported where it is needed: `--help` is quick without the pages

    folder: Path = arguments.to
    try:
        count = write_manual(folder, program_version())
    except OSError as problem:
        raise terminal.bad_input(
            "{path} cannot be written: {why}", path=problem.filename or folder, why=terminal.reason_of(problem)
        ) from None
    terminal.say("{count} pages; the first is {file}", count=count, file=folder / "index.html")
    return terminal.OK

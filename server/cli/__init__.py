"""The `tablo` command: the module behind each word, and what becomes of bad input.

A command's module has `add(subparsers)`, which adds its parsers and sets `run` on each to a
function from the parsed arguments to an exit code. Only the module of the word that was asked
for is imported, so that `tablo pair` never waits for a web server.

Exit codes: 0 done, 1 the answer is no (no legal pairing, a difference found), 2 bad input, with
one sentence on standard error.
"""

import argparse
import gc
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import NoReturn

from server.cli.options import BAD_INPUT, OK, BadInput, said
from server.version import program_version

MODULES = {
    "pair": "server.cli.pair",
    "standings": "server.cli.standings",
    "check": "server.cli.check",
    "generate": "server.cli.generate",
    "verify": "server.cli.verify",
    "backup": "server.cli.backup",
    "restore": "server.cli.restore",
    "journal": "server.cli.journal",
    "mirror": "server.cli.mirror",
    "serve": "server.cli.serve",
    "demo": "server.cli.demo",
    "import": "server.cli.import_export",
    "export": "server.cli.import_export",
    "rating-list": "server.cli.rating_list",
    "bench": "server.cli.bench",
}
"""The module of each command, in the order of `tablo --help`."""

HELP = {
    "pair": "pair-next-round-report-file",
    "standings": "rank-players-report-file",
    "check": "pair-every-round-report-file",
    "generate": "make-up-event-pair-all",
    "verify": "read-whole-journal-check-hash",
    "backup": "make-checked-copy-journal-while",
    "restore": "put-checked-copy-place-journal",
    "journal": "carry-journals-between-stores",
    "mirror": "ship-journal-to-public-mirror",
    "serve": "run-tournament-server",
    "demo": "run-server-with-demo-tournament",
    "import": "read-report-file-player-list",
    "export": "write-tournament-report-file",
    "rating-list": "rating-lists-for-search",
    "bench": "measure-this-machine",
}
"""What `tablo --help` says of each, without its module."""


class _OneSentence(argparse.ArgumentParser):
    """A parser that complains in one sentence instead of a page."""

    def error(self, message: str) -> NoReturn:
        raise BadInput(said("see-help", message=message, prog=self.prog))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        parsed = parser(given).parse_args(given)
        code: int = parsed.run(parsed)
        sys.stdout.flush()
    except BadInput as problem:
        for line in str(problem).splitlines():
            print(f"tablo: {_sentence(line)}", file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:
        sys.stderr.close()
        return OK
    except SystemExit as done:
        return done.code if isinstance(done.code, int) else OK
    return code


def parser(given: Sequence[str] = ()) -> argparse.ArgumentParser:
    """The parser of the word in `given`; if there is none of ours, one that knows what each word does."""
    top = _OneSentence(prog="tablo", description=said("chess-tournament-server-with-live"))
    top.add_argument("--version", action="version", version=f"tablo {program_version()}")
    subcommands = top.add_subparsers(metavar="COMMAND", required=True, parser_class=_OneSentence)
    word = next((a for a in given if not a.startswith("-")), "")
    if word in MODULES:
        with without_collecting():
            import_module(MODULES[word]).add(subcommands)
    else:
        for known, what in HELP.items():
            subcommands.add_parser(known, help=said(what))
    return top


@contextmanager
def without_collecting() -> Iterator[None]:
    """No garbage collection while modules load, which make much and throw away little."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _sentence(line: str) -> str:
    return line.rstrip(".") + "."

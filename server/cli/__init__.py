"""The `tablo` command: the function behind each word, and what becomes of bad input.

A function `module:name` adds the arguments of its command to a parser and sets `run` on it to a function from the
parsed arguments to an exit code. Only the module of the word that was asked for is imported, so that `tablo pair`
never waits for a web server.

Sentences stand where they are said: `said`, `say`, `note`, `bad_input`, `option` and `flag` take English and say it in
the language of the terminal; `web/wording/catalogues.py` finds them there.
"""

import gc
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module

from server.cli.terminal import BAD_INPUT, OK, BadInput, Parser, said, subparser
from server.plugins import install
from server.version import program_version
from web.wording import N_

COMMANDS = {
    "pair": ("server.cli.pair:add", N_("pair the next round of a report file")),
    "standings": ("server.cli.standings:add", N_("rank the players of a report file")),
    "check": ("server.cli.check:add", N_("pair every round of a report file again and compare")),
    "chances": ("server.cli.chances:add", N_("play the rest of an event out by lot: who can still win it")),
    "generate": ("server.cli.generate:add", N_("make up an event and pair all of it")),
    "verify": ("server.cli.verify:add", N_("read the whole journal, check its hash chain, and print the heads")),
    "backup": ("server.cli.backup:add_backup", N_("make a checked copy of the journal while it is in use")),
    "restore": ("server.cli.backup:add_restore", N_("put a checked copy in the place of the journal")),
    "journal": ("server.cli.journal:add", N_("carry journals from one store to another")),
    "mirror": ("server.cli.mirror:add", N_("ship the journal to a public mirror, for as long as it runs")),
    "handoff": ("server.cli.handoff:add", N_("play a tournament on another machine for a time, and take it back")),
    "boards": ("server.cli.boards:add", N_("send the games of live boards to a server, for as long as it runs")),
    "setup": ("server.cli.setup:add", N_("make this machine a server of its hall or of the world")),
    "upgrade": ("server.cli.upgrade:add", N_("put a newer program in the place of this one, or go back")),
    "cluster-keys": (
        "server.cli.cluster_keys:add",
        N_("make the keys and the NATS configuration of a cluster of several machines"),
    ),
    "serve": ("server.cli.serve:add", N_("run the tournament server")),
    "gateway": ("server.cli.gateway:add", N_("meet the visitors of a server of several processes")),
    "demo": ("server.cli.demo:add", N_("run the server with a demo tournament in a directory of its own")),
    "import": ("server.cli.import_export:add_import", N_("read a report file or a player list into the journal")),
    "export": ("server.cli.import_export:add_export", N_("write a tournament as a report file")),
    "rating-list": ("server.cli.rating_list:add", N_("rating lists of federations, for the search of players")),
    "site": ("server.cli.site:add", N_("write the public pages as files, for any web space")),
    "manual": ("server.cli.manual:add", N_("write the manual as pages that need no server")),
    "plugins": ("server.cli.plugins:add", N_("what other packages bring to Tablo")),
    "bench": ("server.cli.bench:add", N_("measure this machine")),
    "completion": ("server.cli.completion:add", N_("complete the words of this command in a shell")),
}
"""The function of each command and its help, in the order of `tablo --help`."""


def main(arguments: Sequence[str] | None = None) -> int:
    given = list(sys.argv[1:] if arguments is None else arguments)
    install()
    if "_ARGCOMPLETE" in os.environ:
        _complete(os.environ["COMP_LINE"])
    try:
        parsed = parser(given).parse_args(given)
        code: int = parsed.run(parsed)
        sys.stdout.flush()
    except BadInput as problem:
        for line in str(problem).splitlines():
            print(f"tablo: {line.rstrip('.')}.", file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:
        sys.stderr.close()
        return OK
    except SystemExit as done:
        return done.code if isinstance(done.code, int) else OK
    return code


def _complete(line: str) -> None:
    """Answer the shell that asks what may follow in its line, and end."""
    from argcomplete import autocomplete

    autocomplete(parser(line.split()[1:]))


def parser(given: Sequence[str] = ()) -> Parser:
    """The parser of the command in `given`; without one, a parser with the help of every command."""
    top = Parser(prog="tablo", description=said("A chess tournament server with live boards, and the tools beside it."))
    top.add_argument("--version", action="version", version=f"tablo {program_version()}")
    subcommands = top.add_subparsers(metavar="COMMAND", required=True)
    word = next((a for a in given if not a.startswith("-")), "")
    for known in [word] if word in COMMANDS else COMMANDS:
        place, text = COMMANDS[known]
        command = subparser(subcommands, known, text)
        if known == word:
            module, _, name = place.partition(":")
            with without_collecting():
                getattr(import_module(module), name)(command)
    return top


@contextmanager
def without_collecting() -> Iterator[None]:
    """No garbage collection while modules load, which make much and throw away little, nor of what they made."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_on:
            gc.enable()

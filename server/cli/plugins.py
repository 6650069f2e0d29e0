"""`tablo plugins`: what other packages bring to Tablo, and what is the matter with it."""

from argparse import Namespace

from server.cli.terminal import OK, Parser, own_language, print_lines, say
from server.plugins import PLUGINS, Plugin
from web.wording import Language
from web.wording.health import plugin_kind, plugin_state


def add(parser: Parser) -> None:
    parser.option("what", "list: one line each", choices=("list",), metavar="list")
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    words = own_language()
    if not PLUGINS:
        say("No plugins are installed.")
    print_lines(_line(one, words) for one in PLUGINS)
    return OK


def _line(one: Plugin, words: Language) -> str:
    state = plugin_state(one.trouble, one.details, words)
    return f"{one.name} ({plugin_kind(one.kind, words)}, {one.package}): {state}"

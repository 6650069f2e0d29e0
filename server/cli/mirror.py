"""`tablo mirror`: ships the journal to a public mirror."""

import argparse
import sys
from os import environ
from urllib.parse import urlsplit

from server.care.mirror.sender import Mirror, TokenRefused, ship
from server.cli.exits import NO, OK, BadInput
from server.cli.journal_place import add_word, opened, streams_of
from server.cli.options import Words


def add(words: Words) -> None:
    mirror = add_word(words, "mirror", run_mirror, "ship the journal to a public mirror, for as long as it runs")
    mirror.add_argument("tournament", nargs="*", help="only these (default: every tournament)")
    mirror.add_argument("--to", metavar="URL", help="the address of the mirror, as for a browser (TABLO_MIRROR_TO)")
    mirror.add_argument("--token", help="the mirror's token (TABLO_MIRROR_TOKEN)")
    mirror.add_argument("--once", action="store_true", help="stop when the mirror has everything")


def run_mirror(arguments: argparse.Namespace) -> int:
    """Until it is interrupted; a network that goes away is waited for. Exit code 1: something was refused."""
    address = _mirror_address(arguments.to or environ.get("TABLO_MIRROR_TO", ""))
    token = arguments.token or environ.get("TABLO_MIRROR_TOKEN", "")
    with opened(arguments) as journal:
        only = streams_of(journal, arguments.tournament) if arguments.tournament else ()
        try:
            if not ship(journal, Mirror(address, token), only, arguments.once, sys.stderr.write):
                return NO
        except TokenRefused:
            raise BadInput(f"{address} does not accept the token") from None
        except KeyboardInterrupt:
            return OK
    return OK


def _mirror_address(typed: str) -> str:
    """Raises BadInput."""
    if not typed.startswith(("https://", "http://")):
        raise BadInput("The address of the mirror must begin with https:// or http:// (--to, or TABLO_MIRROR_TO)")
    try:
        parts = urlsplit(typed)
        there = bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        there = False
    if not there or not typed.isascii() or not typed.isprintable() or " " in typed:
        raise BadInput(f"{typed} is no address of a mirror; it looks like https://mirror.example.org")
    return typed

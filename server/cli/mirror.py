"""`tablo mirror`: ships the journal to a public mirror."""

import argparse
import sys
from os import environ
from urllib.parse import urlsplit

from server.care.mirror.sender import Mirror, TokenRefused, ship
from server.cli.journal_place import add_place, opened, streams_of
from server.cli.terminal import NO, OK, Parser, bad_input, trouble_said
from server.notice import ServerNotice


def add(parser: Parser) -> None:
    add_place(parser)
    parser.option("tournament", "only these (default: every tournament)", nargs="*")
    parser.option("--to", "the address of the mirror, as for a browser (TABLO_MIRROR_TO)", metavar="URL")
    parser.option("--token", "the mirror's token (TABLO_MIRROR_TOKEN)")
    parser.flag("--once", "stop when the mirror has everything")
    parser.set_defaults(run=run_mirror)


def run_mirror(arguments: argparse.Namespace) -> int:
    """Until it is interrupted; a network that goes away is waited for. Exit code 1: something was refused."""
    address = _mirror_address(arguments.to or environ.get("TABLO_MIRROR_TO", ""))
    token = arguments.token or environ.get("TABLO_MIRROR_TOKEN", "")
    with opened(arguments) as journal:
        only = streams_of(journal, arguments.tournament) if arguments.tournament else ()
        try:
            if not ship(journal, Mirror(address, token), only, arguments.once, _tell):
                return NO
        except TokenRefused:
            raise bad_input("{address} does not accept the token", address=address) from None
        except KeyboardInterrupt:
            return OK
    return OK


def _tell(what: ServerNotice) -> None:
    sys.stderr.write(trouble_said(what) + "\n")


def _mirror_address(typed: str) -> str:
    """Raises BadInput."""
    if not typed.startswith(("https://", "http://")):
        raise bad_input("The address of the mirror must begin with https:// or http:// (--to, or TABLO_MIRROR_TO)")
    try:
        parts = urlsplit(typed)
        there = bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        there = False
    if not there or not typed.isascii() or not typed.isprintable() or " " in typed:
        raise bad_input("{typed} is no address of a mirror; it looks like https://mirror.example.org", typed=typed)
    return typed

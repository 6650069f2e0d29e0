"""`tablo mirror`: ships the journal to a public mirror."""

import argparse
import sys
from os import environ
from urllib.parse import urlsplit

from server.care.mirror.sender import Mirror, TokenRefused, ship
from server.cli.journal_place import add_command, opened, streams_of
from server.cli.options import NO, OK, BadInput, Subcommands, said, trouble_said
from server.notice import ServerNotice


def add(subcommands: Subcommands) -> None:
    mirror = add_command(subcommands, "mirror", run_mirror, said("ship-journal-to-public-mirror"))
    mirror.add_argument("tournament", nargs="*", help=said("only-these-default-every-tournament"))
    mirror.add_argument("--to", metavar="URL", help=said("address-mirror-for-browser-tablo"))
    mirror.add_argument("--token", help=said("mirror-token-tablo-mirror-token"))
    mirror.add_argument("--once", action="store_true", help=said("stop-when-mirror-has-everything"))


def run_mirror(arguments: argparse.Namespace) -> int:
    """Until it is interrupted; a network that goes away is waited for. Exit code 1: something was refused."""
    address = _mirror_address(arguments.to or environ.get("TABLO_MIRROR_TO", ""))
    token = arguments.token or environ.get("TABLO_MIRROR_TOKEN", "")
    with opened(arguments) as journal:
        only = streams_of(journal, arguments.tournament) if arguments.tournament else ()
        try:
            if not ship(journal, Mirror(address, token), only, arguments.once, _say):
                return NO
        except TokenRefused:
            raise BadInput(said("does-not-accept-token", address=address)) from None
        except KeyboardInterrupt:
            return OK
    return OK


def _say(what: ServerNotice) -> None:
    sys.stderr.write(trouble_said(what) + "\n")


def _mirror_address(typed: str) -> str:
    """Raises BadInput."""
    if not typed.startswith(("https://", "http://")):
        raise BadInput(said("address-mirror-must-begin-with"))
    try:
        parts = urlsplit(typed)
        there = bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        there = False
    if not there or not typed.isascii() or not typed.isprintable() or " " in typed:
        raise BadInput(said("is-no-address-mirror-looks", typed=typed))
    return typed

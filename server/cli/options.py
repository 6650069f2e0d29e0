"""Arguments that several tools share, and what a number on the command line may be."""

import argparse
from collections.abc import Sequence
from typing import TypeAlias

from domain.decisions.setup.regulations import IN_FORCE, SYSTEM_OF_TEAMS
from domain.pairing import SYSTEMS
from domain.words.regulations import Format
from server.cli.language import said

Subcommands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

DEFAULT_SYSTEM = IN_FORCE.system


def add_system(parser: argparse.ArgumentParser, formats: Sequence[str] = (), *, of_file: bool = False) -> None:
    """`formats` are words that name something else than an edition of a Swiss system.

    `of_file`: the command has a file, and where nobody says a system, that of teams is for a file of teams.
    """
    choices = [*sorted(SYSTEMS), *formats]
    text = said("system-edition-of-file" if of_file else "system-edition", system=DEFAULT_SYSTEM, teams=SYSTEM_OF_TEAMS)
    parser.add_argument("--system", choices=choices, default=None if of_file else DEFAULT_SYSTEM, help=text)


def add_format(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--format",
        choices=[format.value for format in Format],
        help=said("what-decides-who-meets-whom"),
    )


def add_planned(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rounds", type=positive, metavar="R", help=said("rounds-planned-if-file-does"))


def positive(text: str) -> int:
    return whole_option(text, 1)


def not_negative(text: str) -> int:
    return whole_option(text, 0)


def whole_option(text: str, least: int, most: int = 999_999_999) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10 and least <= int(text) <= most):
        limits = (
            said("number-from", least=least) if most == 999_999_999 else said("number-from-to", least=least, most=most)
        )
        raise argparse.ArgumentTypeError(said("is-not-whole-number", text=text, limits=limits))
    return int(text)

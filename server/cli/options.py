"""Arguments that several tools share, and what a number on the command line may be."""

import argparse
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import TypeAlias

from domain.decisions.setup.regulations import IN_FORCE, SYSTEM_OF_TEAMS
from domain.files.header import regulations_of
from domain.files.rechecking import known_rounds, wanted_round
from domain.files.tasks import numbers_of_import
from domain.files.trf import Report
from domain.pairing import SYSTEMS
from domain.refusals import AllRoundsPaired, Refusal
from domain.tournament_cards import numbers_of
from domain.words.options import RoundRobinOptions
from domain.words.regulations import Format, Regulations
from server.notice import ServerNotice, worded
from web.wording import Language, known, language
from web.wording.refusals import sentence

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


# Exit codes of a command: 0 done, 1 the answer is no, 2 bad input with one sentence.

OK = 0
NO = 1
BAD_INPUT = 2


class BadInput(Exception):
    """Input that cannot be used; the text is a sentence for the person at the keyboard, or one a line."""


# The language of the terminal: the one that the environment names, else English.

NAMED_BY = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The first of them that is set decides, as everywhere in a terminal."""


def language_of(environment: Mapping[str, str]) -> Language:
    """The language of the environment: Bulgarian for `bg_BG.UTF-8`."""
    locale = next((environment[name] for name in NAMED_BY if environment.get(name)), "")
    return language(known(locale.partition("_")[0].partition(".")[0]))


@cache
def terminal() -> Language:
    """Asked for once: a command speaks one language to its end."""
    return language_of(os.environ)


def said(code: str, /, **facts: object) -> str:
    """A sentence of `web.wording.notices` for the person at the terminal."""
    return ServerNotice(code, facts).in_words(terminal())


def trouble_said(notice: object) -> str:
    """A notice or a trouble that came from elsewhere, for the person at the terminal."""
    return worded(notice, terminal())


# Formats on the command line: `tablo pair --system round-robin`, and which words name a format.

CYCLES: Mapping[str, int] = {"round-robin": 1, "double-round-robin": 2}
"""Round robins by what `--system` calls them: how often each meets each."""

TABLE_FORMATS = (*CYCLES, Format.SCHEVENINGEN.value)
BRACKET_FORMATS = (Format.KNOCKOUT.value, Format.DOUBLE_ELIMINATION.value)
PAIRED_BY_FORMAT = (*TABLE_FORMATS, *BRACKET_FORMATS)
"""Words of `--system` that name a format, not an edition of a Swiss system."""


def regulations_named(name: str, before: Regulations) -> Regulations:
    """The regulations of a file, with the format that `--system` names."""
    if name in CYCLES:
        return replace(before, format=Format.ROUND_ROBIN, round_robin=RoundRobinOptions(CYCLES[name]))
    return replace(before, format=Format(name))


def format_lines(report: Report, name: str, round: int | None) -> list[str]:
    """The round as engines print it; who rests or goes on without a game has an opponent 0.

    Raises BadInput for a round that is not known yet, and for a field that the format cannot pair.
    """
    laws = regulations_named(name, regulations_of(report))
    rank = numbers_of_import(report)
    try:
        before, due = known_rounds(report, laws, round)
        following = report.rounds_paired + 1 if laws.from_tables else due[0]
        wanted = following if round is None else round
        if wanted not in due:
            raise BadInput(said("round-not-known-yet", round=wanted, known=due[-1]))
        found = wanted_round(before, wanted)
    except AllRoundsPaired as paired:
        raise BadInput(said("round-not-known-yet", round=round or paired.rounds + 1, known=paired.rounds)) from None
    except Refusal as refusal:
        raise BadInput(sentence(refusal, None, terminal())) from None
    number = {id: rank[place] for id, place in numbers_of(before).items()}
    pairs = [f"{number[board.white]} {number[board.black]}" for board in found.seating.boards]
    pairs += [f"{number[id]} 0" for id in found.lone]
    return [str(len(pairs)), *pairs]

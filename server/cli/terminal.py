"""The person at the terminal: their language, the sentences of commands, bad input, and options with a text."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, partial
from typing import Any, NoReturn, TypeAlias, TypeVar

from server.notice import worded
from web.wording import N_, Language, known, language

OK, NO, BAD_INPUT = 0, 1, 2
"""Exit codes: done; the answer is no; bad input, with one sentence on standard error."""

NAMED_BY = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The first of them that is set decides the language, as everywhere in a terminal."""


NO_FACTS: Mapping[str, object] = {}

BAR_DELAY_SECONDS = 2.0
"""Work that is done sooner shows no bar."""

Item = TypeVar("Item")


class BadInput(Exception):
    """Input that cannot be used; the text is a sentence for the person at the keyboard, or one a line."""


class Parser(argparse.ArgumentParser):
    """A parser that complains in one sentence instead of a page."""

    def error(self, message: str) -> NoReturn:
        raise bad_input("{message} (see {prog} --help)", message=message, prog=self.prog)

    def option(self, name: str, text: str, /, facts: Mapping[str, object] = NO_FACTS, **settings: Any) -> None:
        """An argument, with its help in English."""
        self.add_argument(name, help=said(text, **facts), **settings)

    def flag(self, name: str, text: str, /) -> None:
        self.option(name, text, action="store_true")

    def json_flag(self) -> None:
        """For a command whose answer `print_answer` prints."""
        self.flag("--json", "the answer as JSON, for programs")


Steps: TypeAlias = "argparse._SubParsersAction[Parser]"


def subparser(steps: Steps, name: str, text: str) -> Parser:
    """The parser of a word; `text` is its help in English, and as a sentence its description."""
    what = said(text)
    return steps.add_parser(name, help=what, description=f"{what[0].upper()}{what[1:]}.")


def language_of(environment: Mapping[str, str]) -> Language:
    """The language that the environment names, else English: Bulgarian for `bg_BG.UTF-8`."""
    locale = next((environment[name] for name in NAMED_BY if environment.get(name)), "")
    return language(known(locale.partition("_")[0].partition(".")[0]))


@cache
def own_language() -> Language:
    """A command speaks one language to its end."""
    return language_of(os.environ)


def said(text: str, /, **facts: object) -> str:
    """An English sentence in the language of the terminal; notices among its facts are worded first."""
    return own_language().gettext(text, **{name: worded(fact, own_language()) for name, fact in facts.items()})


def trouble_said(trouble: object) -> str:
    """A notice, or a trouble that has one, from elsewhere in the server."""
    return worded(trouble, own_language())


def bad_input(text: str, /, **facts: object) -> BadInput:
    return BadInput(said(text, **facts))


def bad_option(text: str, /, **facts: object) -> argparse.ArgumentTypeError:
    """For the `type` of an option, which argparse then names."""
    return argparse.ArgumentTypeError(said(text, **facts))


def print_lines(lines: Iterable[str]) -> None:
    sys.stdout.writelines(f"{line}\n" for line in lines)


def print_answer(arguments: argparse.Namespace, facts: object, lines: Iterable[str]) -> None:
    """The facts as JSON where a program asked for it, else the lines."""
    print_lines([json.dumps(facts, ensure_ascii=False, indent=1)] if arguments.json else lines)


def say(text: str, /, **facts: object) -> None:
    sys.stdout.write(said(text, **facts) + "\n")


def warn(text: str, /, **facts: object) -> None:
    sys.stderr.write(said(text, **facts) + "\n")


def note(text: str, /, **facts: object) -> None:
    """A remark on standard error; standard output belongs to the answer."""
    notes([said(text, **facts)])


def notes(lines: Iterable[str]) -> None:
    for line in lines:
        warn("note: {line}", line=line)


def whole_option(text: str, least: int, most: int = 999_999_999) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10 and least <= int(text) <= most):
        limits = N_("from {least} on") if most == 999_999_999 else N_("from {least} to {most}")
        limits = said(limits, least=least, most=most)
        raise bad_option("'{text}' is not a whole number {limits}", text=text, limits=limits)
    return int(text)


positive, not_negative = partial(whole_option, least=1), partial(whole_option, least=0)


def reason_of(error: OSError) -> str:
    """The operating system's own reason, to stand inside a sentence."""
    return (error.strerror or str(error)).lower()


# Work that takes a while: a bar on standard error, where a person looks at it.


def watched(items: Iterable[Item], total: int, text: str) -> Iterable[Item]:
    """The items, with a bar of so many; `text` is what is being done, in English."""
    from tqdm import tqdm

    return tqdm(items, total=total, **_bar(text))


@contextmanager
def shares_watched(text: str, /, **facts: object) -> Iterator[Callable[[float], None]]:
    """Tells a bar how much is done, from 0 to 1; `text` is English, its facts are named."""
    from tqdm import tqdm

    with tqdm(total=100, **_bar(text, facts), unit="%") as bar:

        def show(share: float) -> None:
            bar.update(int(share * 100) - bar.n)

        yield show


def _bar(text: str, facts: Mapping[str, object] = NO_FACTS) -> dict[str, Any]:
    """No terminal, no bar."""
    return {
        "desc": said(text, **facts),
        "delay": BAR_DELAY_SECONDS,
        "disable": None,
        "file": sys.stderr,
        "leave": False,
    }

"""The language of the terminal: the one that the environment names, else English."""

import os
from collections.abc import Mapping
from functools import cache

from server.notice import ServerNotice, worded
from web.wording import Language, known, language

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

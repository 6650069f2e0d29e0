"""Notices of the server to somebody, as data: a code and its facts. `web.wording.notices` has the sentence."""

from collections.abc import Mapping
from typing import Protocol, TypeAlias, runtime_checkable

from domain.records import dataclass
from web.wording import Language
from web.wording.notices import notice_heading, notice_in_words


@dataclass(frozen=True, slots=True)
class ServerNotice:
    """A code of `web.wording.notices`, and what its sentence names; `str()` is what a log gets."""

    code: str
    facts: Mapping[str, object]
    """A notice among them is worded first."""

    def in_words(self, words: Language) -> str:
        said = {name: worded(fact, words) for name, fact in self.facts.items()}
        return notice_in_words(self.code, words, said)

    def heading(self, words: Language) -> str:
        """The heading above the sentence on a page."""
        return notice_heading(self.code, words)

    def __str__(self) -> str:
        return " ".join([self.code, *(f"{name}={fact}" for name, fact in self.facts.items())])


class Noticed(Exception):
    """An error that is a notice; `str()` is for the log."""

    def __init__(self, said: ServerNotice) -> None:
        super().__init__(str(said))
        self.notice = said

    def in_words(self, words: Language) -> str:
        return self.notice.in_words(words)


def notice(code: str, /, **facts: object) -> ServerNotice:
    return ServerNotice(code, facts)


@runtime_checkable
class Wordable(Protocol):
    """A notice, or a trouble that has one."""

    def in_words(self, words: Language) -> str: ...


Why: TypeAlias = Wordable | str
"""A reason: ours, or in the words of the operating system or the database."""


def worded(said: object, words: Language) -> str:
    """A notice in words; anything else, such as the operating system's own reason, as it is."""
    return said.in_words(words) if isinstance(said, Wordable) else str(said)

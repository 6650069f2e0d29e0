"""Parts of the wording of every edition."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from domain.files.trf.values import written
from domain.pairing.account import Step
from web.wording import Language

Label = Callable[[int], str]
"""How a pairing number is shown."""


@dataclass(frozen=True, slots=True)
class StepInWords:
    """A step in words, and what belongs under it."""

    sentence: str
    under: tuple["StepInWords", ...] = ()


class EditionWords(Protocol):
    """A file of this folder: the words of one edition."""

    def name(self, words: Language) -> str:
        """The system and its edition for people."""

    def told(self, step: Step, label: Label, words: Language) -> StepInWords:
        """A step of its account, or its answer to "why not?"."""

    def breach(self, number: str) -> str | None:
        """The pattern for a broken article, with {players}; None: it has no words of its own."""


def listed(numbers: Iterable[int], label: Label) -> str:
    """Bare numbers stand side by side; names need something between them."""
    shown = [label(n) for n in numbers]
    return (" · " if any(not s.isdigit() for s in shown) else " ").join(shown)


def anded(numbers: Iterable[int], label: Label, words: Language) -> str:
    """`3`, `3 and 4`, `3 and 4 and 5`."""
    return words.gettext(" and ").join(map(label, numbers))


def number_of(step: Step) -> str:
    """The number of its article; empty for a mere fact."""
    return step.article.number if step.article else ""


def points_of(half: int, words: Language) -> str:
    """Half-points in words. A half takes the form of two, as in 1½ points."""
    number = written(half).removesuffix(".0")
    return words.ngettext("{points} point", "{points} points", 2 if half % 2 else half // 2, points=number)

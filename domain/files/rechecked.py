"""Findings of an import that paired the rounds of its file again."""

from dataclasses import dataclass

from domain.pairing.checker import Difference


@dataclass(frozen=True, slots=True)
class Rechecked:
    """Findings of an import that paired the rounds of its file again (FIDE checklist, 54)."""

    system: str = ""
    """Empty = nothing was paired again."""
    differences: tuple[Difference, ...] = ()
    """In pairing numbers."""
    impossible: bool = False
    """The rounds are of a kind that is paired round by round, but they cannot be paired again here."""

    @property
    def rounds(self) -> tuple[int, ...]:
        return tuple(difference.round for difference in self.differences)


NOT_RECHECKED = Rechecked()

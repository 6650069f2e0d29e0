"""What every pairing system offers, whatever its rules: an answer, an explanation, or a reasoned no."""

from collections.abc import Callable
from dataclasses import dataclass

from domain.cards.card import PairingTask, RoundPairing
from domain.pairing.explanation import Explanation, WhyNot


@dataclass(frozen=True, slots=True)
class System:
    """A system and edition under the name that the journal stores."""

    name: str
    version: str
    """Of our engine. It changes whenever an answer could change."""
    pair: Callable[[PairingTask], RoundPairing]
    """Boards in the order of F.1. Raises NoLegalPairing."""
    explain: Callable[[PairingTask], Explanation]
    """Why the pairing is what it is. Raises NoLegalPairing."""
    why_not: Callable[[PairingTask, int, int], WhyNot]
    """Why these two do not meet. Raises NoLegalPairing."""

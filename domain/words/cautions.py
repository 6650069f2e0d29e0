"""What has to be read and acknowledged before a step. Data only: the sentences are in `web/wording/cautions.py`."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Caution:
    """`level` is that of the FIDE checklist: 2 = to be acknowledged, 3 = to be confirmed or cancelled."""

    level: ClassVar[int] = 2


@dataclass(frozen=True, slots=True)
class LastRoundDiffers(Caution):
    """The newest round becomes, or is no longer, the last one, and its boards are not what that asks for."""

    level: ClassVar[int] = 3
    round: int
    rounds: int
    """Planned from now on."""
    boards: tuple[int, ...]
    system: str

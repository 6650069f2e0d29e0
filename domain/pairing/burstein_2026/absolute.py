"""C4 for a pairing made by hand: those who are left must be able to be paired."""

from collections.abc import Collection

from domain.cards.card import PairingTask
from domain.pairing.burstein_2026.layout import laid_out
from domain.pairing.no_legal_pairing import conflict
from domain.words.players import PairingNumber


def stranded_players(task: PairingTask, left: Collection[PairingNumber]) -> tuple[PairingNumber, ...]:
    """C4: those who are left must have a complete legal pairing among themselves; who competes if they have none."""
    layout = laid_out(task.among(left))
    return conflict(layout.legal, layout.bye, tuple(player.number for player in layout.players))

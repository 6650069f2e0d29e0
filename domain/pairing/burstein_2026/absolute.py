"""C4 for a pairing made by hand: those who are left must be able to be paired."""

from collections.abc import Collection
from dataclasses import replace

from domain.cards.card import PairingTask
from domain.pairing.burstein_2026.layout import laid_out
from domain.pairing.no_legal_pairing import conflict
from domain.words.players import PairingNumber


def stranded_players(task: PairingTask, left: Collection[PairingNumber]) -> tuple[PairingNumber, ...]:
    """C4: those who are left must have a complete legal pairing among themselves; who competes if they have none."""
    cards = {n: replace(card, present=n in left) for n, card in task.cards.items()}
    layout = laid_out(replace(task, cards=cards))
    return conflict(layout.legal, layout.bye, tuple(player.number for player in layout.players))

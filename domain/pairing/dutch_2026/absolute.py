"""C1 to C4: what a pairing must keep. The layout has the same as sets of places, for the choice."""

from collections.abc import Collection

from domain.cards.card import PairingTask
from domain.pairing.dutch_2026.competitors import Competitor
from domain.pairing.dutch_2026.layout import laid_out
from domain.pairing.no_legal_pairing import conflict
from domain.pairing.swiss import absolute
from domain.words.players import PairingNumber


def same_absolute_without_topscorers(one: Competitor, other: Competitor) -> bool:
    """C3: two who are not topscorers, with the same absolute preference."""
    return absolute.same_absolute(one, other) and not one.topscorer and not other.topscorer


def is_topscorer(player: Competitor) -> bool:
    return player.topscorer


def stranded_players(task: PairingTask, left: Collection[PairingNumber]) -> tuple[PairingNumber, ...]:
    """C4: those who are left must have a complete legal pairing among themselves; who competes if they have none."""
    layout = laid_out(task.among(left))
    return conflict(layout.legal, layout.bye, tuple(player.number for player in layout.players))

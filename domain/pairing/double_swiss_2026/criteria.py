"""C1 to C8 of Double-Swiss: those that boards must keep, and those that count."""

from collections.abc import Collection
from dataclasses import replace

from domain.cards.card import PairingTask
from domain.pairing.double_swiss_2026.players import MatchPlayer, to_be_paired
from domain.pairing.graph.bit_sets import as_bits
from domain.pairing.no_legal_pairing import conflict
from domain.pairing.swiss.absolute import BarsFromBye, ForbidsPair, LeavesPairing, had_bye, have_met, legal_opponents
from domain.pairing.swiss.legality import AbsoluteRow
from domain.pairing.swiss.top_scoregroup.identifiers import PairCost
from domain.words.players import PairingNumber


def stranded_players(task: PairingTask, left: Collection[PairingNumber]) -> tuple[PairingNumber, ...]:
    """C3: those who are left and compete for too few opponents; empty = they can all be paired."""
    cards = {n: replace(card, present=n in left) for n, card in task.cards.items()}
    players = to_be_paired(replace(task, cards=cards))
    takers = as_bits(place for place, player in enumerate(players) if player.bye_allowed)
    return conflict(legal_opponents(players, task.forbidden, ()), takers, [player.number for player in players])


def second_float(floated: int, up: int) -> PairCost:
    """C8: a resident who floated in the previous round meets an upfloater; both sets as the bits of places."""
    return lambda one, other: (up >> one ^ up >> other) & (floated >> (other if up >> one & 1 else one)) & 1


FORBIDDING: tuple[ForbidsPair[MatchPlayer], ...] = (ForbidsPair("C1", have_met),)
ABSOLUTE_CRITERIA: tuple[AbsoluteRow[MatchPlayer], ...] = (
    *FORBIDDING,
    BarsFromBye("C2", had_bye),
    LeavesPairing("C3", stranded_players),
)

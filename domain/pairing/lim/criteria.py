"""Absolute rules of the boards, as rows that serve the validator of a pairing by hand and the answers to "why not?"."""

from collections.abc import Collection

from domain.cards.card import PairingTask
from domain.pairing.graph.matching import as_bits
from domain.pairing.lim.competitors import LimPlayer, compatible, compatible_opponents, to_be_paired
from domain.pairing.swiss.criteria import (
    AbsoluteRow,
    BarsFromBye,
    BarsFromColour,
    ForbidsPair,
    LeavesPairing,
    had_bye,
    have_met,
)
from domain.pairing.system import conflict
from domain.words.games import Colour
from domain.words.players import PairingNumber


def incompatible(one: LimPlayer, other: LimPlayer) -> bool:
    """2.1: one of them would have the same colour in three rounds running, or three more of one than of the other."""
    return not compatible(one, other)


def outside_limits(player: LimPlayer, colour: Colour, run: int) -> bool:
    """5.1: one colour three times running, or three more of it than of the other."""
    return colour not in player.limits


def stranded_players(task: PairingTask, left: Collection[PairingNumber]) -> tuple[PairingNumber, ...]:
    """Players who are left and compete for too few opponents; empty = they can all be paired."""
    players = to_be_paired(rest := task.among(left))
    graph = compatible_opponents(rest, players)
    takers = as_bits(place for place, player in enumerate(players) if player.bye_allowed)
    return conflict(list(graph.values()), takers, [player.number for player in players])


FORBIDDING: tuple[ForbidsPair[LimPlayer], ...] = (ForbidsPair("C.04.1, 2", have_met), ForbidsPair("2.1", incompatible))
ABSOLUTE_RULES: tuple[AbsoluteRow[LimPlayer], ...] = (
    *FORBIDDING,
    BarsFromBye("C.04.1, 4", had_bye),
    BarsFromColour("5.1", outside_limits),
    LeavesPairing("2.3", stranded_players),
)

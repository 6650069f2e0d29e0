"""Absolute rules of the boards, as rows that serve the validator of a pairing by hand and the answers to "why not?"."""

from collections.abc import Collection

from domain.cards.card import PairingTask
from domain.pairing.lim.competitors import LimPlayer, compatible, compatible_opponents, to_be_paired
from domain.pairing.swiss import criteria
from domain.pairing.swiss.criteria import ForbidsPair
from domain.words.players import PairingNumber


def stranded_players(task: PairingTask, left: Collection[PairingNumber]) -> tuple[PairingNumber, ...]:
    """Players who are left and compete for too few opponents; empty = they can all be paired."""
    players = to_be_paired(rest := task.among(left))
    return criteria.competing(players, [*compatible_opponents(rest, players).values()])


FORBIDDING: tuple[ForbidsPair[LimPlayer], ...] = (
    ForbidsPair("C.04.1, 2", criteria.have_met),
    ForbidsPair("2.1", lambda one, other: not compatible(one, other)),
)
ABSOLUTE_RULES: tuple[criteria.AbsoluteRow[LimPlayer], ...] = (
    *FORBIDDING,
    criteria.BarsFromBye("C.04.1, 4", criteria.had_bye),
    criteria.BarsFromColour("5.1", lambda player, colour, run: colour not in player.limits, lambda player: False),
    criteria.LeavesPairing("2.3", stranded_players),
)

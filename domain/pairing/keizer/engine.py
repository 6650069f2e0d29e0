"""The pairing of a round by Keizer: the bye, then from the top of the table down the nearest who may be met."""

from collections.abc import Sequence
from enum import StrEnum
from functools import cache, partial

from domain.cards.card import Pair, PairingTask
from domain.pairing.graph.cheapest import any_perfect
from domain.pairing.graph.first_matching import first_of_any
from domain.pairing.graph.matching import Mates, bits
from domain.pairing.keizer.competitors import Competitor, competitors, opponents
from domain.pairing.swiss.edition import Places
from domain.pairing.system import NoLegalPairing, conflict
from domain.records import dataclass

NAME = "keizer"
VERSION = "1"


class WhiteReason(StrEnum):
    """The rule that gave the colours of a board (K5)."""

    FEWER_WHITES = "fewer-whites"
    REVERSED = "reversed"
    LOWER = "lower"


@dataclass(frozen=True, slots=True)
class Drawing:
    players: tuple[Competitor, ...]
    """In the order of the table; a place is an index into it."""
    between: int
    """Rounds that lie between two games of the same two: as the regulations have it, or as few as it took."""
    mates: Mates
    bye: int | None
    needed: Places
    """Places before the one with the bye in its order, without whom the others cannot all be paired."""

    def pairs(self) -> list[tuple[int, int]]:
        """The higher place first, from the top."""
        return sorted((a, b) for a, b in self.mates.items() if a < b)


def drawn(task: PairingTask) -> Drawing:
    """With fewer and fewer rounds between (K3). Raises NoLegalPairing, where bans leave no round at all."""
    players = competitors(task)
    needed: list[int] = []
    legal = cache(partial(opponents, task, players))
    for bye in bye_order(players) if len(players) % 2 else (None,):
        for between in range(wanted_between(task), -1, -1):
            graph = _without(legal(between), bye)
            mates = any_perfect(graph)
            if mates is not None:
                return Drawing(players, between, first_of_any(graph, sorted(graph), mates), bye, tuple(needed))
        if bye is not None:
            needed.append(bye)
    everybody = (1 << len(players)) - 1
    raise NoLegalPairing(conflict(legal(0), everybody, [one.number for one in players]))


def bye_order(players: Sequence[Competitor]) -> Places:
    """Those with the fewest byes and missed rounds, the lowest first; then the others (K4)."""
    return tuple(sorted(range(len(players)), key=lambda place: (players[place].missed, -place)))


def wanted_between(task: PairingTask) -> int:
    """The rounds between two games of the same two as the regulations have it; before that nobody meets again."""
    return min(task.rounds_between, task.round - 1)


def _without(legal: Sequence[int], bye: int | None) -> dict[int, int]:
    everybody = (1 << len(legal)) - 1
    others = everybody if bye is None else everybody & ~(1 << bye)
    return {place: legal[place] & others for place in bits(others)}


def white_and_black(players: Sequence[Competitor], a: int, b: int) -> tuple[Pair, WhiteReason]:
    """White and Black of two places, the higher first (K5)."""
    higher, lower = players[a], players[b]
    if higher.whites != lower.whites:
        white_above, reason = higher.whites < lower.whites, WhiteReason.FEWER_WHITES
    elif (had_white := higher.had_white_against(lower)) is not None:
        white_above, reason = not had_white, WhiteReason.REVERSED
    else:
        white_above, reason = False, WhiteReason.LOWER
    white, black = (higher, lower) if white_above else (lower, higher)
    return Pair(white.number, black.number), reason

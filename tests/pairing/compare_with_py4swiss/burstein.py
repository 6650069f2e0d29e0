"""Differences with the Burstein engine of py4swiss 0.3.1 that an article has settled in our favour.

Each is a mend of their engine at one article. A difference counts as settled if the engine with mends answers as we
do, and it counts under those articles whose mends are needed for that.
"""

import tempfile
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack
from itertools import combinations
from pathlib import Path
from typing import Any
from unittest.mock import patch

import rustworkx
from py4swiss.dynamicuint import DynamicUint
from py4swiss.engines import BursteinEngine
from py4swiss.engines.burstein import player as their_player
from py4swiss.engines.burstein.bye_matcher import ByeMatcher
from py4swiss.engines.burstein.criteria.quality import C7
from py4swiss.engines.burstein.player import Player, PlayerRole
from py4swiss.engines.burstein.state import State
from py4swiss.engines.common import PairingError
from py4swiss.engines.matching import Matcher

from domain.cards.card import PairingTask, RoundPairing
from tests.pairing.compare_with_py4swiss.answers import answered, same
from tests.pairing.literal_burstein import Sheet

Mend = Callable[[PairingTask], AbstractContextManager[object]]

FIRST_ROUNDS = "1.6: the first rounds are paired by the Dutch of 2026; py4swiss has that of 2017"


def bye_by_the_letter(task: PairingTask) -> AbstractContextManager[object]:
    """3.1: the most games, then the lowest ranking, nobody after a full-point bye (C2).

    Theirs goes to the fewest games, and its bit for the ranking is the lowest one for the games.
    """

    def bye(self: ByeMatcher) -> Player:
        sheet = Sheet(task)
        able = (n for n in sheet.order_for_bye() if sheet.may_rest(n) and _can_be_completed(sheet, n))
        taker = next(able, None)
        if taker is None:
            raise PairingError
        return next(player for player in self._players if player.id == taker)

    return patch.object(ByeMatcher, "get_bye", bye)


def _can_be_completed(sheet: Sheet, without: int) -> bool:
    left = [n for n in sheet.present if n != without]
    net = rustworkx.PyGraph()
    net.add_nodes_from(left)
    pairs = combinations(range(len(left)), 2)
    net.add_edges_from([(a, b, 1) for a, b in pairs if sheet.legal(left[a], left[b])])
    return 2 * len(rustworkx.max_weight_matching(net, max_cardinality=True)) == len(left)


def highest_score_first(task: PairingTask) -> AbstractContextManager[object]:
    """C6: the scores of the floaters count in descending order; theirs keep the highest lowest in the weight."""

    def bits(players: list[Player]) -> tuple[int, dict[int, int]]:
        scores, below, total = [player.points_with_acceleration for player in players], {}, 0
        for score in sorted({*scores}):
            below[score] = total
            total += scores.count(score).bit_length()
        return total, below

    return patch.object(State, "_get_score_bits", bits)


def pairs_of_next_bracket(task: PairingTask) -> AbstractContextManager[object]:
    """C7: pairs of the next bracket count, and nothing else.

    Theirs adds a score for pairs of this bracket, and leaves out a pair whose floater has the lower Index.
    """
    theirs = C7.get_weight

    def weight(one: Player, other: Player, zero: Any, state: State) -> Any:
        higher, lower = sorted((one, other), key=lambda player: player.role, reverse=True)
        return theirs(higher, lower, zero, state) if lower.role is PlayerRole.LOWER else DynamicUint(zero)

    return patch.object(C7, "get_weight", weight)


def floating_is_last(task: PairingTask) -> AbstractContextManager[object]:
    """4.2, 4.3: to float comes last; theirs takes it for as good as to meet the next in the ranking."""
    theirs = Matcher.add_to_weights

    def add(self: Any, player: Player, others: Sequence[Player], value: int, increment: bool = False) -> None:
        theirs(self, player, list(others), value + 1, increment)

    return patch.object(Matcher, "add_to_weights", add)


def floaters_are_free(task: PairingTask) -> AbstractContextManager[object]:
    """4.3: the order asks who floats, not whom a floater will meet; theirs settles that with the floater."""
    theirs = Matcher.finalize_match

    def finalize(self: Any, one: Player, other: Player) -> None:
        if other.role is PlayerRole.RESIDENT:
            theirs(self, one, other)
        else:
            self.remove_weights(one, [p for p in self._players if p.role is PlayerRole.RESIDENT and p != one])

    return patch.object(Matcher, "finalize_match", finalize)


def series_of_byes(task: PairingTask) -> AbstractContextManager[object]:
    """1.7.2: byes without points up to the current round are draws for the opponents.

    Theirs asks for them from round 1 on, when there are no opponents.
    """
    sheet, stack = Sheet(task), ExitStack()
    for at, name in enumerate(("_get_buchholz_dict", "_get_sonneborn_berger_dict")):
        index = {number: sheet.index(number)[at] for number in task.cards}
        stack.enter_context(patch.object(their_player, name, lambda *_, index=index: index))
    return stack


MENDS: dict[str, Mend] = {
    "C6": highest_score_first,
    "1.7.2": series_of_byes,
    "C7": pairs_of_next_bracket,
    "4.2": floating_is_last,
    "4.3": floaters_are_free,
    "3.1": bye_by_the_letter,
}
"""By article; the most frequent first."""


def compared(task: PairingTask) -> bool:
    """Not the first rounds, which py4swiss pairs by the Dutch of 2017 (1.6), nor a round without two players."""
    return task.round > min(task.rounds // 2, 4) and sum(card.present for card in task.cards.values()) > 1


def settled(task: PairingTask, ours: RoundPairing | None, theirs: RoundPairing | None) -> str:
    """The articles at which their engine has to be mended to answer as we do; empty = no mend explains it."""
    needed: list[str] = []
    for article in MENDS:
        needed.append(article)
        if same(ours, mended(task, needed)):
            break
    else:
        return ""
    for article in needed[:-1]:
        fewer = [one for one in needed if one != article]
        if same(ours, mended(task, fewer)):
            needed = fewer
    return " and ".join(needed)


def mended(task: PairingTask, articles: Sequence[str] = tuple(MENDS)) -> RoundPairing | None:
    """Their answer with these mends."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        for article in articles:
            stack.enter_context(MENDS[article](task))
        return answered(BursteinEngine, task, Path(folder) / "round.trf")

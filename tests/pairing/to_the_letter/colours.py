"""Section E, and the order in which boards are published (F.1)."""

from domain.cards.card import Pair
from tests.pairing.to_the_letter.brackets import Pairs
from tests.pairing.to_the_letter.criteria import Criteria, W


def boards(rules: Criteria, pairs: Pairs) -> tuple[Pair, ...]:
    """F.1: score of the higher player, sum of both scores, rank of the higher player."""

    def place(pair: tuple[int, int]) -> tuple[int, int, tuple[int, int]]:
        high, low = pair
        return -rules.score[high], -rules.score[high] - rules.score[low], rules.rank(high)

    return tuple(
        Pair(high, low) if higher_has_white(rules, high, low) else Pair(low, high)
        for high, low in sorted(pairs, key=place)
    )


def higher_has_white(rules: Criteria, high: int, low: int) -> bool:
    """E.1 to E.5, after B.2 where it leaves one way only."""
    ways = [c for c in (W, W.opposite) if rules.keeps_b2(high, c) and rules.keeps_b2(low, c.opposite)]
    if len(ways) == 1:
        return ways[0] is W
    (strength, wish), (other_strength, other_wish) = rules.preference(high), rules.preference(low)
    if wish is None and other_wish is None:
        return (rules.task.initial_colour is W) == (high % 2 == 1)  # E.5
    if wish is None or other_wish is None or wish != other_wish:
        return wish is W or other_wish is W.opposite  # E.1
    if strength != other_strength:
        return (wish is W) == (strength > other_strength)  # E.2
    for mine, theirs in zip(reversed(rules.colours[high]), reversed(rules.colours[low]), strict=False):
        if mine != theirs:
            return theirs is W  # E.3
    return wish is W  # E.4

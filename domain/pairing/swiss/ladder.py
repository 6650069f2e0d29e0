"""Scores of several players as one number, so that a sum compares them in descending order."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ScoreLadder:
    """A number for each score, so that sums over some players compare their scores in descending order."""

    worth: Mapping[int, int]
    bits: int
    """The bits that such a sum takes."""


def ladder(scores: Sequence[int], most: int, alike: Collection[int] = ()) -> ScoreLadder:
    """For sums over no more than `most` of these players: a digit for each score, or its rank if it is one player.

    Scores `alike` have the highest digit together.
    """
    top = max(alike, default=0)
    counts: dict[int, int] = {}
    for score in scores:
        score = top if score in alike else score
        counts[score] = counts.get(score, 0) + 1
    worth, at = {}, 0
    for rank, (score, count) in enumerate(sorted(counts.items()), 1):
        worth[score] = 1 << at if most > 1 else rank
        at += min(count, most).bit_length()
    return ScoreLadder(
        worth | dict.fromkeys(alike, worth.get(top, 0)), at if most > 1 else (most * len(counts)).bit_length()
    )

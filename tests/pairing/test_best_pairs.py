"""Candidates chosen among the best matchings: once somebody is in, every later matching selects them."""

from domain.pairing.graph.layers import BestPairs


def everybody_with_everybody(size: int) -> dict[int, int]:
    return {v: ((1 << size) - 1) & ~(1 << v) for v in range(size)}


def selected(pairs: BestPairs) -> set[int]:
    """The smaller of each pair of a best matching."""
    return {min(a, b) for a, b in pairs.matched().items()}


def test_those_chosen_are_selected_by_every_matching_from_then_on() -> None:
    pairs = BestPairs(everybody_with_everybody(4), 0b1111, complete=True)
    assert pairs.choose([0, 1, 2], lambda v: -(2 << v), 2) == [0, 1]
    assert selected(pairs) == {0, 1}


def test_those_who_were_asked_and_not_chosen_are_selected_by_none() -> None:
    pairs = BestPairs(everybody_with_everybody(4), 0b1111, complete=True)
    assert pairs.choose([0, 2, 1], lambda v: -(2 << v), 2) == [0, 2]
    assert selected(pairs) == {0, 2}
    assert all(1 not in (min(a, b),) for a, b in pairs.matched().items())

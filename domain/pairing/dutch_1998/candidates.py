"""The first acceptable pairing of a group in the order prescribed by C.4-C.11, without trying them all.

The order is a list of preferences: the fewest clashes (C.11), then upfloats (C.10), then
downfloats (C.9), then the smallest exchange (C.8, D.2), then the first transposition (C.7, D.1).
Each of them is settled for good by a matching that proves what the best possible is, or by one
that shows that nothing at all is possible; so no attempt is ever made twice.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from domain.pairing.dutch_1998.below import Below
from domain.pairing.dutch_1998.brackets import Bracket, divided, without_these
from domain.pairing.dutch_1998.chart import Chart
from domain.pairing.dutch_1998.exchanges import exchanged
from domain.pairing.dutch_1998.found import Division, Found
from domain.pairing.dutch_1998.group import Group, budget, clashes, cut, graph_of, pairs_inside, without
from domain.pairing.dutch_1998.prices import Tariff
from domain.pairing.graph.bit_sets import as_bits, lowest
from domain.pairing.graph.first_matching import first_in_order, first_of_any, tightened
from domain.pairing.graph.matching import MOST_BITS, Graph, Mates, cheapest, largest
from domain.pairing.swiss.places import Places

BOTH_IN_FORCE, B5_ONLY, NEITHER = range(3)
"""Levels of B.5 and B.6 for one kind of float (C.9, C.10)."""

LEVELS = (BOTH_IN_FORCE, B5_ONLY, NEITHER)


def first_candidate(
    chart: Chart, bracket: Bracket, pairs: int, leavers: int, below: Below | None = None, leaving: int = 0
) -> Found | None:
    """The first pairing of the bracket with so many pairs; None: there is none, whatever is relaxed (C.4-C.11).

    Only `leavers` may stay unpaired, `leaving` have to; and if a bracket `below` is given they must let it be
    completed.
    """
    group = replace(group_of(chart, bracket, pairs, leavers, below), leaving=leaving)
    found = straight(chart, group) if below is None else None
    return found or _relaxed(chart, group)


def most_pairs(chart: Chart, bracket: Bracket, pairs: int, below: Below | None = None) -> int:
    """The most pairs that can be made where `pairs` cannot: C.14 goes on from there.

    With a bracket below, `pairs` are known to be too many.
    """
    if below is None:
        inside = as_bits(bracket.members)
        possible = largest({place: chart.legal[place] & inside for place in bracket.members})
        return min(pairs, len(possible) // 2)
    if bracket.heterogeneous and pairs < len(bracket.moved):
        return pairs - 1
    group = group_of(chart, bracket, pairs, -1, below).with_budget(pairs, priced=True)
    if not completable(chart, group):
        return len(bracket.moved) - 1 if bracket.heterogeneous else 0
    mates = _proven(cheapest(graph_of(chart, group, NEITHER, NEITHER), Tariff(chart, group).prices))
    return min(pairs - 1, len(pairs_inside(group, mates)))


def pairable(chart: Chart, bracket: Bracket, pairs: int, leavers: int) -> bool:
    """`first_candidate` would find something."""
    return not pairs or completable(chart, group_of(chart, bracket, pairs, leavers))


def completable(chart: Chart, group: Group) -> bool:
    """True if a completion is left with everything relaxed, even with more pairs than wanted."""
    relaxed = group.with_budget(group.pairs, priced=True)
    return cheapest(graph_of(chart, relaxed, NEITHER, NEITHER)) is not None


def group_of(chart: Chart, bracket: Bracket, pairs: int, leavers: int, below: Below | None = None) -> Group:
    members = bracket.members
    heads = members[: min(len(bracket.moved), pairs)] if bracket.heterogeneous else ()
    return Group(members, pairs, leavers, budget(chart, members, pairs), heads, bracket.mixed, below=below)


def straight(chart: Chart, group: Group) -> Found | None:
    """The very first parameters, where most brackets end: least x, all criteria in force, no exchange.

    Each player moved down takes the first opponent allowed. If that can be completed, nothing
    earlier was possible; if not, nothing is said.
    """
    graph = graph_of(chart, group, BOTH_IN_FORCE, NEITHER)
    opponents: list[int] = []
    for head in group.heads:
        free = graph[head] & ~as_bits(opponents)
        if not free:
            return None
        opponents.append(lowest(free))
    rest = _remainder(chart, group, tuple(opponents))
    found = _in_place(rest, graph_of(chart, rest, BOTH_IN_FORCE, BOTH_IN_FORCE))
    up = _up_levels(group)[0]
    return _found(group, tuple(opponents), found, up, BOTH_IN_FORCE) if found else None


def _relaxed(chart: Chart, group: Group) -> Found | None:
    """The first pairing in general: relax by C.9, C.10 and C.11 until one is possible, then take the first."""
    settled = _least_x(chart, group)
    if settled is None:
        return None
    up = next(level for level in _up_levels(settled) if _possible(chart, settled, level, NEITHER))
    opponents = _first_opponents(chart, settled, up)
    rest = _remainder(chart, settled, opponents)
    down = next(level for level in LEVELS if _possible(chart, rest, up, level))
    return _found(settled, opponents, _first_division(chart, rest, up, down), up, down)


def _least_x(chart: Chart, group: Group) -> Group | None:
    """C.11: raise x until the group can be paired with all float criteria dropped."""
    if _possible(chart, group, NEITHER, NEITHER):
        return group
    priced = group.with_budget(len(group.members), priced=True)
    mates = _possible(chart, priced, NEITHER, NEITHER)
    if mates is None:
        return None
    return priced.with_budget(clashes(chart, pairs_inside(group, mates)), priced=True)


def _up_levels(group: Group) -> Sequence[int]:
    return LEVELS if group.heads or group.mixed else (NEITHER,)


def _possible(chart: Chart, group: Group, up: int, down: int) -> Mates | None:
    """Some pairing of the group at these levels within its x."""
    return _within(chart, group, graph_of(chart, group, up, down))


def _within(chart: Chart, group: Group, graph: Graph) -> Mates | None:
    """The same in a part of the graph. It asks first if there is any pairing, which is the quickest to answer."""
    tariff, mates = Tariff(chart, group), cheapest(graph)
    if mates is None or not tariff.needed:
        return mates
    mates = _proven(cheapest(graph, tariff.prices))
    pairs = pairs_inside(group, mates)
    return mates if len(pairs) == group.pairs and clashes(chart, pairs) <= group.budget.x else None


def _remainder(chart: Chart, group: Group, opponents: Places) -> Group:
    """The rest of a group when S1 has its opponents: homogeneous, with what is left of x (Q2)."""
    if not group.heads:
        return group
    paired = (*group.heads, *opponents)
    return replace(
        group,
        members=without_these(group.members, paired),
        pairs=group.pairs - len(group.heads),
        heads=(),
        budget=replace(group.budget, x=group.budget.x - clashes(chart, list(zip(group.heads, opponents, strict=True)))),
    )


def _first_opponents(chart: Chart, group: Group, up: int) -> Places:
    """C.7 for the players moved down: the first opponents that leave a remainder that can be paired."""
    if not group.heads:
        return ()
    graph = graph_of(chart, group, up, NEITHER)
    if group.budget.priced or group.below is not None:
        return _first_by_price(chart, group, graph, group.heads)
    mates = first_of_any(graph, group.heads, _proven(cheapest(graph)))
    return tuple(mates[head] for head in group.heads)


def _first_by_price(chart: Chart, group: Group, graph: Graph, rows: Places) -> Places:
    """D.1 by matchings alone: as many rows at a time as their preferences fit into a price."""
    if not rows:
        return ()
    columns = without_these(group.members, rows)
    rank = {place: i for i, place in enumerate(columns)}
    width = len(columns).bit_length()
    opponents: list[int] = []
    for chunk in _chunks(rows, (MOST_BITS - Tariff(chart, group).bits) // width):
        weight = {row: 1 << width * i for i, row in enumerate(reversed(chunk))}
        base = Tariff(chart, group, width * len(chunk))

        def prices(a: int, bs: Sequence[int], weight: dict[int, int] = weight, base: Tariff = base) -> Sequence[int]:
            if a in weight:
                wanted = [weight[a] * rank[b] for b in bs]
            else:
                wanted = [weight.get(b, 0) * rank.get(a, 0) for b in bs]
            return [one + other for one, other in zip(base.prices(a, bs), wanted, strict=True)]

        mates = _proven(cheapest(graph, prices))
        opponents += [mates[row] for row in chunk]
        graph = without(graph, as_bits((*chunk, *opponents)))
    return tuple(opponents)


def _chunks(rows: Places, size: int) -> Iterator[Places]:
    return (rows[i : i + size] for i in range(0, len(rows), size))


def _proven(mates: Mates | None) -> Mates:
    assert mates is not None, "a matching has shown before that this is possible"
    return mates


def _first_division(chart: Chart, group: Group, up: int, down: int) -> Division:
    """C.8 and C.7: the first exchange, and then the first transposition, of a group that can be paired."""
    graph = graph_of(chart, group, up, down)

    def transposed(s1: Places) -> Division | None:
        if group.below is None and not group.budget.priced:
            return _transposed(group, graph, s1)
        return _transposed_within(chart, group, graph, s1)

    found = transposed(divided(group.members, group.pairs)[0])
    found = found or transposed(exchanged(chart, group, graph, lambda s1: transposed(s1) is not None))
    assert found is not None, "an exchange was proven to lead to a pairing"
    return found


def _in_place(group: Group, graph: Graph) -> Division | None:
    """S1 and S2 as they stand."""
    return _transposed(group, graph, divided(group.members, group.pairs)[0])


def _transposed(group: Group, graph: Graph, s1: Places) -> Division | None:
    """The first transposition for this S1; the exits of the graph take who is left over."""
    exits = without_these(tuple(graph), group.members)
    mates = first_in_order(cut(graph, as_bits(s1), as_bits(group.members)), (*s1, *exits), group.pairs)
    return _division(group, s1, tuple(mates[place] for place in s1)) if mates else None


def _transposed_within(chart: Chart, group: Group, graph: Graph, s1: Places) -> Division | None:
    """The same where clashes count, or where a bracket below has to be completed."""
    two_sided = cut(graph, as_bits(s1), as_bits(group.members))
    mates = _within(chart, group, two_sided)
    if mates is None:
        return None
    if group.below is not None:
        if group.budget.priced:
            return _division(group, s1, _first_by_price(chart, group, two_sided, s1))
        mates = first_of_any(two_sided, s1, mates)
        return _division(group, s1, tuple(mates[place] for place in s1))
    rows = (*s1, *without_these(tuple(graph), group.members))
    tight = tightened(two_sided, rows, mates, lambda place: chart.same_colour(place) & as_bits(group.members))
    return _transposed(group, tight, s1)


def _division(group: Group, s1: Places, opponents: Places) -> Division:
    return Division(s1, without_these(group.members, s1), opponents)


def _found(group: Group, opponents: Places, division: Division, up: int, down: int) -> Found:
    heads = Division(group.heads, without_these(group.members, group.heads), opponents)
    floaters = without_these(group.members, (*heads.s1, *opponents, *division.s1, *division.opponents))
    divisions = (heads, division) if group.heads else (division,)
    return Found(divisions, floaters, group.budget.x, up, down)

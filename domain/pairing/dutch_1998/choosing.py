"""The first acceptable pairing of a group in the order of C.4 to C.11 and D.1, D.2, without trying them all."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace

from domain.pairing.dutch_1998.competitors import Bracket, divided, in_excess, without_these
from domain.pairing.dutch_1998.criteria import Chart
from domain.pairing.graph.alternating import Forest, staying_alone
from domain.pairing.graph.cheapest import any_perfect, cheapest
from domain.pairing.graph.first_matching import first_in_order, first_of_any, tightened
from domain.pairing.graph.layers import BestPairs
from domain.pairing.graph.matching import (
    ANYBODY,
    MOST_BITS,
    Graph,
    Mates,
    Prices,
    as_bits,
    cheapest_of_all,
    largest,
    lowest,
)
from domain.pairing.swiss.edition import Places
from domain.records import dataclass
from domain.words.games import Colour

# The bracket below, which has to be completed with the players moved down into it (C.12, C.13).


@dataclass(frozen=True, slots=True)
class Below:
    """A bracket that waits for the players to be moved down."""

    graph: dict[int, int]
    open: int
    """Players whom a player moved down may meet."""
    spare: int
    """One of these is left over there; nobody if 0."""
    forced: Places
    meeting: bool = False


def completed_last(chart: Chart, residents: Places, joined: Places, above: Bracket, pairs: int, alone: Places) -> Below:
    """The last bracket, complete to the bye, when so many pairs are made above and those `alone` come anyway (C.13).

    `joined` came from above before. If they and those moved down are at least half, it is homogeneous (A.3).
    Two moved down just now meet each other only if somebody moved down earlier stays without a pair above, or
    if with one pair more it was not: else they would have made that pair above, and it was looked for before.
    """
    moved = len(above.members) - 2 * pairs + len(alone)
    spare = chart.bye if len((*above.members, *alone, *residents, *joined)) % 2 else 0
    if moved + len(joined) < len(residents):
        return _of_residents(chart, residents, spare, (*joined, *alone))
    first = bool(joined) and moved - 2 + len(joined) < len(residents)
    return _of_all(chart, (*residents, *joined, *alone), spare, meeting=first or gives_up_heads(above, pairs))


def gives_up_heads(bracket: Bracket, pairs: int) -> bool:
    """With so few pairs some of those moved down are not paired (A.6, C.14)."""
    return bracket.heterogeneous and pairs < len(bracket.moved)


def _of_residents(chart: Chart, residents: Places, spare: int, forced: Places) -> Below:
    own = as_bits(residents)
    return Below({place: chart.legal[place] & own for place in residents}, own, spare, forced)


def _of_all(chart: Chart, everybody: Places, spare: int, *, meeting: bool) -> Below:
    """At least half were moved down: homogeneous, so they may meet each other, too (A.3)."""
    here = as_bits(everybody)
    return Below({place: chart.legal[place] & here for place in everybody}, here, spare, (), meeting)


def with_all_pairs(chart: Chart, bracket: Bracket, fixed: Places, *, again: bool, meeting: bool) -> Below:
    """A bracket with all its pairs, and those `fixed` in it (C.12). `meeting`: two moved down may be a legal pair.

    Where C.1 comes `again`, residents who find no opponent among themselves may go or stay: two of
    them go together, one goes instead of the odd one out or by a vertex of its own beside that player.
    """
    residents, odd = bracket.residents, len(bracket.members) % 2 == 1
    own = as_bits(residents)
    free = as_bits(p for p in residents if again and not bracket.last and not chart.legal[p] & own)
    mixed = len(bracket.moved) >= len(residents) - free.bit_count()
    spare = (ANYBODY if mixed else own) & (chart.bye if bracket.last else ANYBODY) if odd or free else 0
    if mixed:
        below = _of_all(chart, (*residents, *fixed), spare, meeting=meeting)
    else:
        below = _of_residents(chart, residents, spare, fixed)
    return _letting_go(below, free, 0 if odd else len(chart.legal) + 1) if free else below


def _letting_go(below: Below, free: int, beside: int) -> Below:
    """`below` where `free` need not be paired; `beside`: a vertex for one of them, 0 = none."""
    extra = {beside: free} if beside else {}
    mark = 1 << beside if beside else 0
    graph = {v: others | (free & ~(1 << v) | mark if free >> v & 1 else 0) for v, others in below.graph.items()}
    return replace(below, graph=graph | extra, spare=below.spare | free | mark)


# A group to be paired as a graph: who may meet whom, who may leave, and what that costs.


@dataclass(frozen=True, slots=True)
class Budget:
    """x: the pairs that may join two players due the same colour (A.8, B.4).

    As long as x is the least number there can be (`priced` is false), who may meet whom says it
    all: nobody outside the majority meets another outsider, and nobody outside it is left
    over. Above that (C.11) clashes have to be counted.
    """

    x: int
    majorities: tuple[int, ...]
    """Players due a colour that more are due than can have it."""
    priced: bool = False


def budget(chart: Chart, members: Places, pairs: int) -> Budget:
    """The least x for so many pairs (A.8, C.14)."""
    excess = {colour: in_excess(chart.field, members, pairs, colour) for colour in Colour}
    x = max(0, *excess.values())
    return Budget(x, tuple(chart.due[colour] for colour, least in excess.items() if least >= 0))


@dataclass(frozen=True, slots=True)
class Group:
    members: Places
    pairs: int
    leavers: int
    budget: Budget
    heads: Places = ()
    """S1 of a heterogeneous bracket: players moved down, who must be paired."""
    mixed: bool = False
    leaving: int = 0
    below: Below | None = None

    def with_budget(self, x: int, *, priced: bool) -> "Group":
        return replace(self, budget=replace(self.budget, x=x, priced=priced))

    @property
    def heads_only(self) -> bool:
        return self.pairs == len(self.heads)

    @property
    def left_over(self) -> int:
        return len(self.members) - 2 * self.pairs


def graph_of(chart: Chart, group: Group, up: int, down: int) -> dict[int, int]:
    """Possible pairs with the float criteria at these levels (C.9, C.10).

    Players left over are matched with an exit, a vertex beyond the last place, or with
    somebody of the bracket below.
    """
    leavers = _leavers(chart, group, down)
    inside, heads = as_bits(group.members) & ~group.leaving, as_bits(group.heads)
    graph = dict.fromkeys(group.members, 0)
    if group.pairs:
        for place in group.members:
            if inside >> place & 1:
                graph[place] = inside & _opponents(chart, group, heads, place, up, down)
    if group.below is not None:
        return _with_below(chart, graph, leavers, group.below)
    first = len(chart.field.players)
    exits = ((1 << group.left_over) - 1) << first
    for place in group.members:
        if leavers >> place & 1:
            graph[place] |= exits
    return graph | dict.fromkeys(range(first, first + group.left_over), leavers)


def _leavers(chart: Chart, group: Group, down: int) -> int:
    leavers = group.leavers & chart.down[down] & as_bits(group.members) & ~as_bits(group.heads)
    if not group.budget.priced:
        for majority in group.budget.majorities:
            leavers &= majority
    return leavers


def _opponents(chart: Chart, group: Group, heads: int, place: int, up: int, down: int) -> int:
    others = chart.legal[place]
    if heads:
        others &= _across(chart, group, heads, place, up)
    elif group.mixed:
        others &= _by_floats(chart, place, up, down)
    return others if group.budget.priced else others & _thrifty(chart, group.budget, place)


def _across(chart: Chart, group: Group, heads: int, place: int, up: int) -> int:
    """S1 meets S2 (C.6), upfloats permitting; S2 meets itself in the remainder."""
    equal, may_rise = chart.equal[place], chart.up[up]
    if heads >> place & 1:
        return ~heads & (may_rise | equal)
    to_heads = heads if may_rise >> place & 1 else heads & equal
    return to_heads | ~heads if group.pairs > len(group.heads) else to_heads


def _by_floats(chart: Chart, place: int, up: int, down: int) -> int:
    """In a mixed bracket both floats of a pair of unequal scores are avoidable."""
    others, as_many_points = chart.equal[place], chart.not_lower(place)
    if chart.up[up] >> place & 1:
        others |= as_many_points & chart.down[down]
    if chart.down[down] >> place & 1:
        others |= ~as_many_points & chart.up[up]
    return others


def _thrifty(chart: Chart, budget: Budget, place: int) -> int:
    others = ANYBODY if budget.x else ~chart.same_colour(place)
    for majority in budget.majorities:
        if not majority >> place & 1:
            others &= majority
    return others


def _with_below(chart: Chart, graph: dict[int, int], leavers: int, below: Below) -> dict[int, int]:
    """Leavers, and those moved down anyway, find an opponent there or are its odd one out."""
    movers = leavers | as_bits(below.forced)
    open = below.open | movers if below.meeting else below.open
    joined = graph | dict(below.graph) | dict.fromkeys(below.forced, 0)
    for place in (*graph, *below.forced):
        if movers >> place & 1:
            joined[place] |= chart.legal[place] & open
    for place in below.graph:
        if below.open >> place & 1:
            joined[place] |= chart.legal[place] & movers
    if below.spare:
        bye = len(chart.field.players)
        joined[bye] = below.spare & (movers | as_bits(below.graph))
        for place in (*graph, *below.forced, *below.graph):
            if joined[bye] >> place & 1:
                joined[place] |= 1 << bye
    return joined


def completes(chart: Chart, below: Below, floaters: Places) -> bool:
    """Everybody below has an opponent, or the place of the odd one out, when these have moved down."""
    moved = Group(floaters, 0, as_bits(floaters), Budget(0, (), priced=True), below=below)
    return any_perfect(graph_of(chart, moved, 2, 2)) is not None


def pairs_inside(group: Group, mates: Mates) -> list[tuple[int, int]]:
    """Pairs inside the group, the higher player first, in the order of A.2."""
    inside = frozenset(group.members)
    pairs = [(a, mates[a]) for a in group.members if a < mates[a] and mates[a] in inside]
    if group.below is not None and group.below.meeting:
        return [pair for pair in pairs if not group.heads_only or set(pair) & set(group.heads)]
    return pairs


def clashes(chart: Chart, pairs: list[tuple[int, int]]) -> int:
    return sum(chart.clash(a, b) for a, b in pairs)


def cut(graph: Graph, rows: int, members: int) -> dict[int, int]:
    """Only pairs between `rows` and the other members; rows do not leave. The rest of the graph stays."""
    if not rows:
        return dict(graph)
    columns = members & ~rows
    return {
        vertex: others & (columns if rows >> vertex & 1 else ~columns if columns >> vertex & 1 else ~rows)
        for vertex, others in graph.items()
    }


def without(graph: Graph, taken: int) -> dict[int, int]:
    return {vertex: others & ~taken for vertex, others in graph.items() if not taken >> vertex & 1}


# An accepted pairing of a bracket, and its place among the candidates of C.6-C.11.


@dataclass(frozen=True, slots=True)
class Division:
    s1: Places
    s2: Places
    opponents: Places


@dataclass(frozen=True, slots=True)
class Found:
    divisions: tuple[Division, ...]
    """One, or the players moved down and then the remainder."""
    floaters: Places
    x: int
    up: int
    down: int

    @property
    def pairs(self) -> list[tuple[int, int]]:
        boards = [pair for d in self.divisions for pair in zip(d.s1, d.opponents, strict=True)]
        return [(min(pair), max(pair)) for pair in boards]

    @property
    def order(self) -> tuple[object, ...]:
        """A key by which the earlier of two pairings of a bracket with the same p is the smaller (C.6-C.11)."""
        last = self.divisions[-1]
        members = tuple(sorted(last.s1 + last.s2))
        rank = {place: i for i, place in enumerate(members)}
        before = set(divided(members, len(last.s1))[0])
        out = sorted((rank[place] for place in before - set(last.s1)), reverse=True)
        into = sorted(rank[place] for place in set(last.s1) - before)
        heads = self.divisions[0].opponents if len(self.divisions) > 1 else ()
        exchange = (len(out), sum(into) - sum(out), tuple(-r for r in out), tuple(into))
        return (self.x, self.up, heads, self.down, exchange, last.opponents)


# The first acceptable pairing of a group in the order prescribed by C.4-C.11, without trying them all.
# The order is a list of preferences: the fewest clashes (C.11), then upfloats (C.10), then downfloats (C.9), then
# the smallest exchange (C.8, D.2), then the first transposition (C.7, D.1). Each of them is settled for good by a
# matching that proves what the best possible is, or by one that shows that nothing at all is possible; so no
# attempt is ever made twice.

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
        graph = {place: chart.legal[place] & inside for place in bracket.members}
        if staying_alone(graph, inside, {}) if len(graph) % 2 else any_perfect(graph):
            return pairs
        return min(pairs, len(largest(graph)) // 2)
    if bracket.heterogeneous and pairs < len(bracket.moved):
        return pairs - 1
    group = group_of(chart, bracket, pairs, -1, below).with_budget(pairs, priced=True)
    if not completable(chart, group):
        return len(bracket.moved) - 1 if bracket.heterogeneous else 0
    tariff = Tariff(chart, group)
    mates = _proven(cheapest(graph_of(chart, group, NEITHER, NEITHER), tariff.prices, tariff.alike))
    return min(pairs - 1, len(pairs_inside(group, mates)))


def pairable(chart: Chart, bracket: Bracket, pairs: int, leavers: int) -> bool:
    """`first_candidate` would find something."""
    return not pairs or completable(chart, group_of(chart, bracket, pairs, leavers))


def completable(chart: Chart, group: Group) -> bool:
    """True if a completion is left with everything relaxed, even with more pairs than wanted."""
    relaxed = group.with_budget(group.pairs, priced=True)
    return any_perfect(graph_of(chart, relaxed, NEITHER, NEITHER)) is not None


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
    in_place = divided(rest.members, rest.pairs)[0]
    found = _transposed(rest, graph_of(chart, rest, BOTH_IN_FORCE, BOTH_IN_FORCE), in_place)
    up = _up_levels(group)[0]
    return _found(group, tuple(opponents), found, up, BOTH_IN_FORCE) if found else None


def _relaxed(chart: Chart, group: Group) -> Found | None:
    """The first pairing in general: relax by C.9, C.10 and C.11 until one is possible, then take the first."""
    settled = _least_x(chart, group)
    if settled is None:
        return None
    *stricter, last = _up_levels(settled)
    up = next((level for level in stricter if _possible(chart, settled, level, NEITHER)), last)
    opponents = _first_opponents(chart, settled, up)
    rest = _remainder(chart, settled, opponents)
    down = next((level for level in (BOTH_IN_FORCE, B5_ONLY) if _possible(chart, rest, up, level)), NEITHER)
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
    return _within(chart, group, graph_of(chart, group, up, down))


def _within(chart: Chart, group: Group, graph: Graph) -> Mates | None:
    """Pair a part of the graph alone. It asks first if there is any pairing, which is the quickest to answer."""
    tariff, mates = Tariff(chart, group), any_perfect(graph)
    if mates is None or not tariff.needed:
        return mates
    mates = _proven(cheapest(graph, tariff.prices, tariff.alike))
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
    mates = first_of_any(graph, group.heads, _proven(any_perfect(graph)))
    return tuple(mates[head] for head in group.heads)


def _first_by_price(chart: Chart, group: Group, graph: Graph, rows: Places) -> Places:
    """D.1 by matchings alone: as many rows at a time as their preferences fit into a price."""
    if not rows:
        return ()
    columns = without_these(group.members, rows)
    rank = {place: i for i, place in enumerate(columns)}
    width = len(columns).bit_length()
    opponents: list[int] = []
    size = (MOST_BITS - Tariff(chart, group).bits) // width
    for chunk in (rows[start : start + size] for start in range(0, len(rows), size)):
        weight = {row: 1 << width * i for i, row in enumerate(reversed(chunk))}
        base = Tariff(chart, group, width * len(chunk))

        def prices(a: int, bs: Sequence[int], weight: dict[int, int] = weight, base: Tariff = base) -> Sequence[int]:
            if a in weight:
                wanted = [weight[a] * rank[b] for b in bs]
            else:
                wanted = [weight.get(b, 0) * rank.get(a, 0) for b in bs]
            return [one + other for one, other in zip(base.prices(a, bs), wanted, strict=True)]

        mates = _proven(cheapest_of_all(graph, prices))
        opponents += [mates[row] for row in chunk]
        graph = without(graph, as_bits((*chunk, *opponents)))
    return tuple(opponents)


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


def _transposed(group: Group, graph: Graph, s1: Places) -> Division | None:
    """The first transposition for this S1; the exits of the graph take who is left over."""
    exits = without_these(tuple(graph), group.members)
    mates = first_in_order(cut(graph, as_bits(s1), as_bits(group.members)), (*s1, *exits), group.pairs)
    return _division(group, s1, tuple(mates[place] for place in s1)) if mates else None


def _transposed_within(chart: Chart, group: Group, graph: Graph, s1: Places) -> Division | None:
    """Pair where clashes count, or where a bracket below has to be completed."""
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


# Prices of edges where a matching has to count: pairs made, clashes, and then a finer order.


class Tariff:
    """Prices in layers: as many pairs inside the group as possible, then few clashes, then `finer` bits.

    The fewer of the group leave, the more of the bracket below are left to each other; so its pairs are
    what is counted. Where those moved down may meet each other there, the pairs inside are those of the heads.
    """

    def __init__(self, chart: Chart, group: Group, finer: int = 0) -> None:
        self._chart, self._finer = chart, finer
        self._members = frozenset(group.members)
        self._priced = group.budget.priced
        count = (len(group.members) + len(chart.legal)).bit_length()
        self.needed = self._priced or group.below is not None
        self.bits = count * 2 if self.needed else 0
        """Bits that the two upper layers need."""
        meeting = group.below is not None and group.below.meeting
        self._pair = 0 if meeting else 1 << finer + count
        bye = len(chart.legal)
        self._below = frozenset((*group.below.graph, bye)) if group.below else frozenset()
        self._heads = frozenset(group.heads) if meeting else self._members

    def prices(self, vertex: int, others: Sequence[int]) -> Sequence[int]:
        if vertex in self._below:
            return [-self._pair if other in self._below else 0 for other in others]
        if not self._priced or vertex not in self._members:
            return [0] * len(others)
        same, counted = self._chart.same_colour(vertex), self._members if vertex in self._heads else self._heads
        return [(same >> other & 1) << self._finer if other in counted else 0 for other in others]

    def alike(self, vertex: int) -> Hashable:
        """What its prices depend on."""
        if vertex in self._below or not self._priced or vertex not in self._members:
            return vertex in self._below
        return self._chart.field.players[vertex].preference.colour, vertex in self._heads


# The first exchange of D.2 after which a group can be paired.
# A pairing shows by itself which exchange leads to it: of a pair inside S1 the lower player has to leave, of a pair
# inside S2 the higher one has to come, and whoever of S1 stays unpaired leaves. Every other exchange leading there
# is larger. So the order of D.2 is a price on edges.


def exchanged(chart: Chart, group: Group, graph: Graph, works: Callable[[Places], bool]) -> Places:
    """S1 after the first exchange that works (C.8). The group must be known to be pairable, but not as it stands.

    `works` tells of an S1 whether it leads to a pairing.
    """
    search = _Exchanges(chart, group, graph)
    search.settle_size()
    first = search.first_of_its_size()
    if works(first):
        return first
    if search.size == 1:
        search.settle_one()
    else:
        search.settle_all()
    return search.new_s1(search.leaving, search.coming)


class _Exchanges:
    """D.2: fewest players, smallest difference, then the lowest players of S1, then the highest of S2."""

    def __init__(self, chart: Chart, group: Group, graph: Graph) -> None:
        self.chart, self.group, self.graph = chart, group, graph
        self.s1, self.s2 = divided(group.members, group.pairs)
        self.rank = {place: i for i, place in enumerate(group.members)}
        self.upper, self.lower = frozenset(self.s1), frozenset(self.s2)
        size = len(group.members)
        self.difference_bits = (size * size).bit_length()
        self.order_bits = self.difference_bits + size.bit_length() + 1
        self.leaving: set[int] = set()
        self.coming: set[int] = set()
        self.mates: Mates = {}

    @property
    def size(self) -> int:
        return len(self.coming)

    def new_s1(self, leaving: set[int], coming: set[int]) -> Places:
        return tuple(sorted((self.upper - leaving) | coming))

    def first_of_its_size(self) -> Places:
        """The lowest of S1 for the highest of S2 is what D.2 has first; but some of S1 may have to leave anyway."""
        forced = {place for place in self.leaving if self._must_leave(place)}
        others = without_these(self.s1, forced)
        leaving = forced | set(others[len(others) - (self.size - len(forced)) :])
        return self.new_s1(leaving, set(self.s2[: self.size]))

    def _must_leave(self, place: int) -> bool:
        """No pairing at all gives this player an opponent inside the group."""
        if self.mates[place] in self.rank:
            return False
        everybody = as_bits(self.graph)
        able = Forest(self.graph, self.mates, self.mates[place], everybody & ~(1 << place)).grown()
        return not able & self.graph[place] & as_bits(self.group.members)

    def settle_size(self) -> None:
        tariff = Tariff(self.chart, self.group, len(self.rank).bit_length())
        prices = self._prices(tariff, dict.fromkeys(self.s1, 0), dict.fromkeys(self.s2, 1))
        self._take(cheapest(self.graph, prices, lambda place: (tariff.alike(place), place in self.lower)))

    def settle_one(self) -> None:
        """One for one: after the difference the lowest player of S1 says it all."""
        finer = len(self.rank).bit_length()
        one = 1 << self.difference_bits + finer
        leaves = {place: -(self.rank[place] << finer) - self.rank[place] for place in self.s1}
        comes = {place: one + (self.rank[place] << finer) for place in self.s2}
        tariff = Tariff(self.chart, self.group, self.order_bits + finer)
        self._take(cheapest_of_all(self.graph, self._prices(tariff, leaves, comes)))

    def settle_all(self) -> None:
        """S1 from its lowest player upwards, then S2 from its highest downwards."""
        tariff, upper, lower = Tariff(self.chart, self.group), as_bits(self.s1), as_bits(self.s2)
        best = BestPairs(self.graph, as_bits(self.graph), complete=True)
        best.put(lambda a, b: -tariff.prices(a, (b,))[0], tariff.bits)
        best.put(self._exchange, self.order_bits)
        leaving = best.choose(self.s1[::-1], lambda one: ~lower & ~(upper & -2 << one), self.size)
        coming = best.choose(self.s2, lambda one: lower & -2 << one, self.size)
        self.leaving, self.coming = set(leaving), set(coming)

    def _exchange(self, a: int, b: int) -> int:
        """Fewest players, then the smallest difference: what a pair adds to that, more is better."""
        if a in self.lower:
            return -(1 << self.difference_bits) - self.rank[a] if b in self.lower else 0
        left = b if b in self.upper else a
        return self.rank[left] if left in self.upper and b not in self.lower else 0

    def _prices(self, tariff: Tariff, leaves: dict[int, int], comes: dict[int, int]) -> Prices:
        """Each player who leaves S1 or S2 has a price."""

        def prices(a: int, bs: Sequence[int]) -> Sequence[int]:
            base = tariff.prices(a, bs)
            if a in self.upper:
                own = [leaves[b] if b in self.upper else 0 if b in self.lower else leaves[a] for b in bs]
            elif a in self.lower:
                own = [comes[a] if b in self.lower else 0 for b in bs]
            else:
                own = [leaves[b] if b in self.upper else 0 for b in bs]
            return [one + other for one, other in zip(base, own, strict=True)]

        return prices

    def _take(self, found: Mates | None) -> None:
        self.mates = mates = _proven(found)
        self.coming = {a for a in self.s2 if a < mates[a] and mates[a] in self.lower}
        self.leaving = {
            b for b in self.s1 if mates[b] not in self.lower and not (b < mates[b] and mates[b] in self.upper)
        }

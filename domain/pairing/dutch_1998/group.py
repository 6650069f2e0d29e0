"""A group to be paired as a graph: who may meet whom, who may leave, and what that costs."""

from dataclasses import dataclass, replace

from domain.pairing.dutch_1998.below import Below
from domain.pairing.dutch_1998.brackets import in_excess
from domain.pairing.dutch_1998.chart import Chart
from domain.pairing.graph.bit_sets import ANYBODY, as_bits
from domain.pairing.graph.matching import Graph, Mates, cheapest
from domain.pairing.swiss.places import Places
from domain.words.games import Colour


@dataclass(frozen=True, slots=True)
class Budget:
    """x: the pairs that may join two players due the same colour (A.8, B.4).

    As long as x is the least number there can be (`priced` is false), who may meet whom says it
    all: nobody outside the majority meets another outsider, and nobody outside it is left
    over. Above that (C.11) clashes have to be counted.
    """

    x: int
    majorities: tuple[int, ...]
    """Those due a colour that more are due than can have it."""
    priced: bool = False


def budget(chart: Chart, members: Places, pairs: int) -> Budget:
    """The least x for so many pairs (A.8, C.14)."""
    excess = {colour: in_excess(chart.field, members, pairs, colour) for colour in Colour}
    x = max(0, *excess.values())
    return Budget(x, tuple(chart.due[colour] for colour, least in excess.items() if least >= 0))


@dataclass(frozen=True, slots=True)
class Group:
    """Players who are to make `pairs` pairs among themselves."""

    members: Places
    pairs: int
    leavers: int
    """Places that may be left unpaired."""
    budget: Budget
    heads: Places = ()
    """S1 of a heterogeneous bracket: players moved down, who must be paired."""
    mixed: bool = False
    leaving: int = 0
    """Places that must be left unpaired."""
    below: Below | None = None

    def with_budget(self, x: int, *, priced: bool) -> "Group":
        return replace(self, budget=replace(self.budget, x=x, priced=priced))

    @property
    def heads_only(self) -> bool:
        """Every pair is one of a player moved down."""
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
    return cheapest(graph_of(chart, moved, 2, 2)) is not None


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
    return {v: _cut(v, others, rows, columns) for v, others in graph.items()}


def _cut(vertex: int, others: int, rows: int, columns: int) -> int:
    if rows >> vertex & 1:
        return others & columns
    return others & ~columns if columns >> vertex & 1 else others & ~rows


def without(graph: Graph, taken: int) -> dict[int, int]:
    """The graph without these vertices."""
    return {vertex: others & ~taken for vertex, others in graph.items() if not taken >> vertex & 1}

"""The bracket below, which has to be completed with the players moved down into it (C.12, C.13)."""

from dataclasses import dataclass, replace

from domain.pairing.dutch_1998.brackets import Bracket
from domain.pairing.dutch_1998.chart import Chart
from domain.pairing.graph.bit_sets import ANYBODY, as_bits
from domain.pairing.swiss.places import Places


@dataclass(frozen=True, slots=True)
class Below:
    """A bracket that waits for the players to be moved down."""

    graph: dict[int, int]
    """Its own players and their possible pairs."""
    open: int
    """Those of them whom a player moved down may meet."""
    spare: int
    """One of these is left over there; nobody if 0."""
    forced: Places
    """Players moved down in any case."""
    meeting: bool = False
    """Those moved down may meet each other."""


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
    """The same where those `free` need not be paired; `beside`: a vertex for one of them, 0 = none."""
    extra = {beside: free} if beside else {}
    mark = 1 << beside if beside else 0
    graph = {v: others | (free & ~(1 << v) | mark if free >> v & 1 else 0) for v, others in below.graph.items()}
    return replace(below, graph=graph | extra, spare=below.spare | free | mark)

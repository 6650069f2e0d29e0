"""C5: the bye as one more vertex that only its takers may meet, so that a complete pairing (C4) gives it."""

from collections.abc import Iterator

from domain.pairing.dutch_2026.layout import Layout
from domain.pairing.graph.bit_sets import as_bits


def with_bye(layout: Layout, takers: int) -> dict[int, int]:
    """The graph of all legal pairs, the bye being one more vertex that only the takers may meet."""
    bye = 1 << layout.bye_place
    graph = {place: others | (bye if takers >> place & 1 else 0) for place, others in enumerate(layout.legal)}
    return graph | {layout.bye_place: takers}


def bye_takers(layout: Layout) -> Iterator[tuple[int, int]]:
    """C5: (score, players who may take the bye), the lowest score first."""
    for group in reversed(layout.groups):
        takers = as_bits(group) & layout.bye
        if takers:
            yield layout.players[group[0]].score, takers

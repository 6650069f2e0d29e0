"""Who plays whom: pairing systems, one folder per system and edition.

    SYSTEMS["dutch-1998"].pair(task: PairingTask) -> RoundPairing        raises NoLegalPairing
    SYSTEMS["dutch-1998"].explain(task) -> Explanation                   `explanation`: data, no sentences
    SYSTEMS["dutch-1998"].why_not(task, a, b) -> WhyNot
    breaches(task, pairs: Iterable[Pair], bye: int | None) -> tuple[Breach, ...]
        a pairing made by hand against B.1 and B.2
    NoLegalPairing.conflict: tuple[int, ...]
        pairing numbers

    checker.replay(cards: Cards, rounds: int, initial_colour: Colour = WHITE,
                   forbidden: frozenset[frozenset[int]] = ...) -> Iterator[tuple[PairingTask, RoundPairing]]
        what was asked and what was answered, round by round, from finished cards
    checker.check(history: Iterable[tuple[PairingTask, RoundPairing]], system: System) -> tuple[Difference, ...]
        empty = our engine pairs every round just so, boards and colours
    generator.generate(wishes: Wishes, system: System, chance: Callable[[], float]) -> Generated
        Wishes(players, rounds, draws, forfeits, byes, withdrawals, ratings=(low, high), initial_colour)
        Generated(cards, pairings, initial_colour, stopped): finished cards; `chance` is `random.Random(seed).random`

Every number is a pairing number, every point a half-point. `graph/` knows no chess; an edition's folder reads
colours, field, criteria, brackets, orders, then what is built on them.
"""

from domain.pairing.dutch_1998 import engine
from domain.pairing.dutch_1998.explain import explain, why_not
from domain.pairing.dutch_1998.legality import Breach, breaches
from domain.pairing.no_legal_pairing import NoLegalPairing
from domain.pairing.system import System

__all__ = ["SYSTEMS", "Breach", "NoLegalPairing", "System", "breaches"]

SYSTEMS: dict[str, System] = {
    engine.NAME: System(engine.NAME, engine.VERSION, engine.pair, explain, why_not),
}
"""By the name that the journal stores."""

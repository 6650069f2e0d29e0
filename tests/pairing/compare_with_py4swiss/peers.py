"""The engines of py4swiss, by the system that both pair, and the differences that an article has settled."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from py4swiss.engines import BursteinEngine, DubovEngine
from py4swiss.engines.common import PairingEngine

from domain.cards.card import PairingTask, RoundPairing
from tests.pairing.compare_with_py4swiss import burstein, dubov
from tests.pairing.compare_with_py4swiss.answers import answered

Settled = Callable[[PairingTask, RoundPairing | None, RoundPairing | None], str]
"""The round, our answer and theirs -> the article by which ours is right, as one line; empty = nothing is known."""


def nothing_known(task: PairingTask, ours: RoundPairing | None, theirs: RoundPairing | None) -> str:
    """No difference is expected."""
    return ""


@dataclass(frozen=True, slots=True)
class Peer:
    """An engine of theirs."""

    engine: type[PairingEngine]
    settled: Settled = nothing_known
    mended: Callable[[PairingTask], RoundPairing | None] | None = None
    """Their answer if all that is settled were mended in their engine."""
    compared: Callable[[PairingTask], bool] = lambda task: True
    """Not every round of theirs is of the same rules."""

    def pair(self, task: PairingTask, file: Path) -> RoundPairing | None:
        """Their answer to a round, which they read from the file; None = nothing legal is left."""
        return answered(self.engine, task, file)


PEERS: Mapping[str, Peer] = {
    "burstein-2026": Peer(BursteinEngine, burstein.settled, burstein.mended, burstein.compared),
    "dubov-2026": Peer(DubovEngine, dubov.settled),
}

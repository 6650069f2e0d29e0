"""The engines of py4swiss, by the system that both pair, and the differences that an article has settled."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from py4swiss.engines import BursteinEngine, DubovEngine
from py4swiss.engines.common import Pairing, PairingEngine, PairingError
from py4swiss.trf import TrfParser

from domain.cards.card import Pair, PairingTask, RoundPairing
from tests.pairing.compare_with_py4swiss import dubov
from tests.pairing.report_of_task import report_of

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

    def pair(self, task: PairingTask, file: Path) -> RoundPairing | None:
        """Their answer to a round, which they read from the file; None = nothing legal is left."""
        file.write_text(report_of(task))
        try:
            return _answer(self.engine.generate_pairings(TrfParser.parse(file)))
        except PairingError:
            return None


def _answer(pairings: list[Pairing]) -> RoundPairing:
    boards = tuple(Pair(one.white, one.black) for one in pairings if one.white and one.black)
    byes = [one.white or one.black for one in pairings if not (one.white and one.black)]
    return RoundPairing(boards, byes[0] if byes else None)


PEERS: Mapping[str, Peer] = {
    "burstein-2026": Peer(BursteinEngine),
    "dubov-2026": Peer(DubovEngine, dubov.settled),
}

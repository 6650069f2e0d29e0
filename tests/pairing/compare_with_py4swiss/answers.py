"""Answers of py4swiss as ours, and what makes two answers the same."""

from pathlib import Path

from py4swiss.engines.common import Pairing, PairingEngine, PairingError
from py4swiss.trf import TrfParser

from domain.cards.card import Pair, PairingTask, RoundPairing
from tests.pairing.report_of_task import report_of


def answered(engine: type[PairingEngine], task: PairingTask, file: Path) -> RoundPairing | None:
    """Their answer to a round, which they read from the file; None = nothing legal is left."""
    file.write_text(report_of(task))
    try:
        return _answer(engine.generate_pairings(TrfParser.parse(file)))
    except PairingError:
        return None


def _answer(pairings: list[Pairing]) -> RoundPairing:
    boards = tuple(Pair(one.white, one.black) for one in pairings if one.white and one.black)
    byes = [one.white or one.black for one in pairings if not (one.white and one.black)]
    return RoundPairing(boards, byes[0] if byes else None)


def same(ours: RoundPairing | None, theirs: RoundPairing | None) -> bool:
    """Whether boards, colours and bye agree."""
    if ours is None or theirs is None:
        return ours is theirs
    return set(ours.pairs) == set(theirs.pairs) and ours.bye == theirs.bye

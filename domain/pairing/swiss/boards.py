"""The order in which the boards of a round are published."""

from typing import Protocol

from domain.words.players import PairingNumber


class BoardPlayer(Protocol):
    """A player as far as that order goes."""

    @property
    def number(self) -> PairingNumber: ...

    @property
    def score(self) -> int: ...


def board_key(one: BoardPlayer, other: BoardPlayer) -> tuple[int, int, int]:
    """Score of the higher ranked player, sum of the scores, rank of the higher (C.04.2 of 2026, 3.6)."""
    score, number = min((-one.score, one.number), (-other.score, other.number))
    return (score, -(one.score + other.score), number)

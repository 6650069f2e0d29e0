"""Names of openings by the position that a game comes to, from the list that lichess publishes (NOTICE).

`python -m tests.moves.name_openings` writes the list anew.
"""

from functools import cache
from hashlib import blake2b
from importlib.resources import files
from typing import NamedTuple

from domain.moves.position import BoardPosition

MOST_PLIES = 36
"""Half-moves to the deepest position that has a name."""
KEY_CHARS = 12


class OpeningName(NamedTuple):
    code: str
    """Of the Encyclopaedia of Chess Openings: `D36`."""
    name: str
    """In English, the family first: `Queen's Gambit Declined: Exchange Variation`."""


def opening_at(position: BoardPosition) -> OpeningName | None:
    """The opening that has come to this position, by whatever order of moves; None where it has no name."""
    return _named().get(position_key(position))


def position_key(position: BoardPosition) -> str:
    """By the pieces and the side to move: castling and a pawn that has just gone two give no other name."""
    told = f"{position.squares}{'w' if position.white else 'b'}"
    return blake2b(told.encode(), digest_size=KEY_CHARS // 2).hexdigest()


@cache
def _named() -> dict[str, OpeningName]:
    lines = files("domain.moves").joinpath("openings.txt").read_text("utf-8").splitlines()
    return {key: OpeningName(code, name) for key, code, name in (line.split(" ", 2) for line in lines)}

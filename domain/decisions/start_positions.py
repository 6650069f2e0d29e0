"""The lot of a Chess960 round: drawn once, the same for every board, and never again."""

from hashlib import sha256

from domain import events as e
from domain.decisions.registering import refuse_if_closed
from domain.fields import whole_number
from domain.refusals import NotChess960, StartPositionIsDrawn
from domain.tournament import Tournament
from domain.words.games import POSITION_COUNT


def draw_start_position(tournament: Tournament, round: int, seed: str) -> list[e.Event]:
    """The same seed always draws the same position of a round (FIDE checklist, 222)."""
    refuse_if_closed(tournament)
    if not tournament.regulations.chess960:
        raise NotChess960
    whole_number("round", round, 1, max(1, tournament.paired))
    if round in tournament.start_positions:
        raise StartPositionIsDrawn(round, tournament.start_positions[round])
    digest = sha256(f"start position {round} {seed}".encode()).digest()
    return [e.StartPositionDrawn(round, int.from_bytes(digest) % POSITION_COUNT, seed)]

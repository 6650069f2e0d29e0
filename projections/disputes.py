"""Boards whose entries contradict each other: they wait for an arbiter's word."""

from domain.tournament import Stage, Tournament


def disputed(t: Tournament) -> tuple[tuple[int, int], ...]:
    """(round, board), in order. A round with a dispute cannot be closed, so closed ones are not looked at."""
    playing = [round for round in t.rounds if round.stage is Stage.PUBLISHED]
    return tuple(
        (round.number, board) for round in playing for board, game in sorted(round.games.items()) if game.claims
    )

"""Boards whose entries contradict each other: they wait for an arbiter's word."""

from domain.tournament import Game, RoundState, Tournament


def disputed(t: Tournament) -> tuple[tuple[int, int], ...]:
    """(round, board), in order. A round with a dispute cannot be closed, so closed ones are not looked at."""
    playing = [round for round in t.rounds if round.state is RoundState.PUBLISHED]
    return tuple((round.number, board) for round in playing for board in sorted(round.boards_with(_disputed)))


def _disputed(game: Game) -> bool:
    return bool(game.claims)

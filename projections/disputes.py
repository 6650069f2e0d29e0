"""Boards whose entries contradict each other: they wait for an arbiter's word."""

from domain.tournament import Game, RoundState, Tournament


def disputed(t: Tournament) -> tuple[tuple[int, int, int], ...]:
    """(round, board, game of the match), in order.

    A round with a dispute cannot be closed, so closed rounds are skipped.
    """
    playing = [round for round in t.rounds if round.state is RoundState.PUBLISHED]
    return tuple(
        (round.number, game.board, game.number)
        for round in playing
        for board in sorted(round.boards_with(_disputed))
        for game in filter(_disputed, round.matches[board])
    )


def _disputed(game: Game) -> bool:
    return bool(game.claims)

"""Boards whose entries contradict each other: they wait for an arbiter's word, and the desk alone knows of them."""

from itertools import chain
from operator import attrgetter

from domain.tournament import Game, Round, RoundState, Tournament

_CLAIMS = attrgetter("claims")


def disputed(t: Tournament) -> tuple[tuple[int, int, int], ...]:
    """(round, board, game of the match), in order.

    A round with a dispute cannot be closed, so closed rounds are skipped.
    """
    playing = [round for round in t.rounds if round.state is RoundState.PUBLISHED]
    return tuple(sorted((round.number, game.board, game.number) for round in playing for game in _disputed(round)))


def for_everybody(t: Tournament) -> Tournament:
    """The tournament as everybody may see it: a game in dispute is in play. The same object while there is none."""
    if not disputed(t):
        return t
    shown = t.copy()
    for round in shown.rounds:
        for game in _disputed(round) if round.state is RoundState.PUBLISHED else ():
            round.put(game._replace(versions=(), claims=()))
    return shown


def _disputed(round: Round) -> list[Game]:
    return list(filter(_CLAIMS, chain.from_iterable(round.matches.values())))

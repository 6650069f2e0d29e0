"""The fewest moves (32.5.6.2.3, 32.5.6.4, 32.5.6.6): three wordings of one idea, compared in half-moves."""

from collections.abc import Sequence

from domain.formats.playoff.games import PlayoffGame
from domain.words.options import FewestMoves
from domain.words.players import EntrantId

FewKey = tuple[int | float, ...]
"""The smaller the better."""

_NO_MORE_WINS = float("inf")


def games_that_count(
    games: Sequence[PlayoffGame], player: EntrantId, wording: FewestMoves, *, armageddon: bool
) -> tuple[PlayoffGame, ...]:
    """The games whose moves count for a player: those in which the player gained the point, or all.

    A game that nobody began has no score sheet and does not count.
    """
    own = (game for game in games if player in (game.white, game.black) and not game.forfeited)
    if wording is FewestMoves.ALL_GAMES:
        return tuple(own)
    return tuple(game for game in own if game.won_by(player, armageddon=armageddon))


def key_of_fewest(games: Sequence[PlayoffGame], player: EntrantId, wording: FewestMoves, *, armageddon: bool) -> FewKey:
    """The player's key; moves that nobody has given count as none.

    Shortest win: then the second shortest, and to run out of games won loses. Sum of wins: more games won go first,
    a bare total would reward winning less.
    """
    moves = sorted(game.half_moves or 0 for game in games_that_count(games, player, wording, armageddon=armageddon))
    if wording is FewestMoves.SHORTEST_WIN:
        return (*moves, _NO_MORE_WINS)
    if wording is FewestMoves.SUM_OF_WINS:
        return (-len(moves), sum(moves))
    return (sum(moves),)


def without_moves(
    games: Sequence[PlayoffGame], players: Sequence[EntrantId], wording: FewestMoves, *, armageddon: bool
) -> tuple[PlayoffGame, ...]:
    """Games that count and whose moves nobody has given."""
    found = (game for player in players for game in games_that_count(games, player, wording, armageddon=armageddon))
    return tuple(dict.fromkeys(game for game in found if game.half_moves is None))


def key_of_board_points(games: Sequence[PlayoffGame], team: EntrantId, *, armageddon: bool) -> FewKey:
    """Of teams, whose matches have no moves to count: the more points at the boards of the stage the better."""
    own = (game for game in games if team in (game.white, game.black))
    return (-sum(game.board_points(team, armageddon=armageddon) for game in own),)

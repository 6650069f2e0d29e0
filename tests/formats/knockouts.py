"""Knock-outs and double eliminations for tests: announced, paired, and played to a result of each match."""

from collections.abc import Callable

from domain.decisions.players.numbering import draw_lots
from domain.decisions.rounds.matches import add_further_games, draw_lots_for_match
from domain.decisions.rounds.pairing import close_round
from domain.decisions.rounds.results import record_result
from domain.formats import rules_of
from domain.tournament import Match, Tournament, replay
from domain.words.games import Result
from domain.words.options import BracketOrder, KnockoutOptions
from domain.words.players import EntrantId, Player, PlayerId
from domain.words.regulations import Format, Regulations
from tests.crosstable import drawn, published

Winner = Callable[[EntrantId, EntrantId], EntrantId | None]
"""Of White and Black of a match; None: every game is drawn."""

OPTIONS = KnockoutOptions()


def knockout(
    entrants: int, options: KnockoutOptions = OPTIONS, games: int = 1, format: Format = Format.KNOCKOUT
) -> Tournament:
    """Announced; player n has number n."""
    laws = Regulations(format=format, match_games=games, knockout=options)
    players = [Player(PlayerId(n), f"Player {n:02}", 2600 - n) for n in range(1, entrants + 1)]
    t = drawn(laws, players=players)
    return replay(draw_lots(t, "a seed"), t) if options.bracket is BracketOrder.LOT else t


def next_round(t: Tournament) -> Tournament:
    """The round that is due, published."""
    return published(t)


def better(white: EntrantId, black: EntrantId) -> EntrantId:
    """The lower number wins."""
    return min(white, black)


def all_results(t: Tournament, wins: Winner = better) -> Tournament:
    """The newest round: level matches get further games, all drawn, and in the end lots."""
    round = t.published
    for board in t.round(round).matches:
        t = with_match(t, round, board, wins)
        while board in rules_of(t).undecided(t, round):
            step = rules_of(t).next_step(t, round, board)
            decide = add_further_games if step else draw_lots_for_match
            t = replay(decide(t, round, board, "a seed"), t)
            t = with_match(t, round, board, wins)
    return t


def with_match(t: Tournament, round: int, board: int, wins: Winner) -> Tournament:
    """The open games of a match: all to one, or all drawn."""
    match: Match = t.round(round).matches[board]
    winner = wins(match[0].white, match[0].black)
    for game in match:
        if game.result is None:
            won = Result.WHITE_WINS if game.white == winner else Result.BLACK_WINS
            result = Result.DRAW if winner is None else won
            t = replay(record_result(t, round, board, result, None, game=game.number), t)
    return t


def play_out(t: Tournament, wins: Winner = better) -> Tournament:
    """To the end, the last round closed."""
    while not rules_of(t).over(t):
        t = all_results(next_round(t), wins)
    return replay(close_round(t, t.published), t)


def pairs(t: Tournament, round: int) -> list[set[EntrantId]]:
    return [{board.white, board.black} for board in t.round(round).boards]


def placed(t: Tournament) -> list[list[EntrantId]]:
    """Everybody by place, those who share one together."""
    found = rules_of(t).places(t, t.published)
    return [sorted(id for id in found if found[id] == place) for place in sorted(set(found.values()))]

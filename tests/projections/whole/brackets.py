"""A knock-out and a double elimination."""

from domain.decisions.players.numbering import set_initial_colour
from domain.decisions.rounds.closing import close_tournament
from domain.decisions.rounds.matches import add_further_games, rule_match
from domain.decisions.rounds.pairing import close_round
from domain.decisions.rounds.results import record_result
from domain.formats import rules_of
from domain.tournament import Tournament
from domain.words.games import Colour, GameKind
from domain.words.options import FurtherStep, KnockoutOptions
from domain.words.regulations import Format, Regulations
from tests.projections.whole.playing import BLACK, DRAW, WHITE, Looks, do, entered, next_round


def knockout() -> Looks:
    """Six, two games a match: one level match is played on, one is left to the arbiter."""
    steps = (FurtherStep(GameKind.RAPID, 2), FurtherStep(GameKind.ARMAGEDDON))
    options = KnockoutOptions(third_place=True, further=steps)
    t = entered(Regulations(format=Format.KNOCKOUT, match_games=2, knockout=options), 6)
    t = do(t, set_initial_colour, Colour.WHITE)
    t = next_round(t)
    first, second = sorted(t.round(1).matches)
    t = do(t, record_result, 1, first, WHITE, None)
    t = do(t, record_result, 1, first, DRAW, None, game=2)
    yield "one match of round 1 is won", t
    t = _level(t, second)
    t = do(t, close_round, 1)
    t = next_round(t)
    for board in sorted(t.round(2).matches):
        t = do(t, record_result, 2, board, WHITE, None)
        t = do(t, record_result, 2, board, WHITE, None, game=2)
    one, other = sorted(t.round(2).matches)
    t = do(t, rule_match, 2, one, t.round(2).matches[one][0].black, "the other has left")
    t = _level(t, other)
    yield "the half-finals are played", t
    t = do(t, close_round, 2)
    t = next_round(t)
    final, third = sorted(t.round(3).matches)
    for board, result in ((final, BLACK), (third, WHITE)):
        t = do(t, record_result, 3, board, result, None)
        if board in t.round(3).matches and t.round(3).matches[board][-1].result is None:
            t = do(t, record_result, 3, board, DRAW, None, game=2)
    t = do(t, close_round, 3)
    t = do(t, close_tournament)
    yield "it is over", t


def _level(t: Tournament, board: int) -> Tournament:
    """Two rapid games after two level ones are level too: Armageddon is drawn."""
    round = t.published
    for result in (WHITE, WHITE):
        numbers = [game.number for game in t.round(round).matches[board] if game.result is None]
        if numbers:
            t = do(t, record_result, round, board, result, None, game=numbers[0])
    while board in rules_of(t).undecided(t, round):
        t = do(t, add_further_games, round, board, "further")
        for game in t.round(round).matches[board]:
            if game.result is None:
                t = do(t, record_result, round, board, DRAW, None, game=game.number)
    return t


def double_elimination() -> Looks:
    """Five of whom the favourite loses once and comes back, with a second final."""
    t = entered(Regulations(format=Format.DOUBLE_ELIMINATION), 5)
    t = do(t, set_initial_colour, Colour.WHITE)
    lost = False
    while not rules_of(t).over(t):
        t = next_round(t)
        for board, match in sorted(t.round(t.published).matches.items()):
            game = match[0]
            favourite = WHITE if game.white < game.black else BLACK
            upset = not lost and 1 in (game.white, game.black)
            lost = lost or upset
            result = {WHITE: BLACK, BLACK: WHITE}[favourite] if upset else favourite
            t = do(t, record_result, t.published, board, result, None)
        if t.published == 2:
            yield "round 2 is played", t
        t = do(t, close_round, t.published)
    yield "it is over", t

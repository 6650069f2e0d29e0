"""Level matches: further games in the order of the regulations, lots, or the arbiter's own word."""

from hashlib import sha256

from domain import events as e
from domain.decisions.results import match_of, open_round
from domain.formats import rules_of
from domain.refusals import BadField, GamesStillCount, MatchNotLevel, ReasonMissing
from domain.round import Match
from domain.tournament import RoundState, Tournament
from domain.words.games import ExtraGame, GameKind, Result, SettledBy
from domain.words.players import EntrantId


def add_further_games(tournament: Tournament, round: int, board: int, seed: str) -> list[e.Event]:
    """The next step of the regulations for a level match.

    Colours go on alternating; those of an Armageddon are drawn, the same seed always draws the same.
    """
    match = _level(tournament, round, board)
    rules = rules_of(tournament)
    step = rules.next_step(tournament, round, board)
    if step is None or round not in rules.in_play(tournament):
        raise MatchNotLevel(round, board)
    last = match[-1]
    white, black = last.black, last.white
    drawn = step.kind is GameKind.ARMAGEDDON
    if drawn and _heads(f"armageddon {round} {board} {seed}"):
        white, black = black, white
    games = []
    for number in range(last.number + 1, last.number + 1 + step.games):
        games.append(ExtraGame(number, white, black, step.kind))
        white, black = black, white
    return [e.GamesAdded(round, board, tuple(games), seed if drawn else "")]


def draw_lots_for_match(tournament: Tournament, round: int, board: int, seed: str) -> list[e.Event]:
    """The lot between the two of a level match that has no further games to come."""
    match = _level(tournament, round, board)
    if rules_of(tournament).next_step(tournament, round, board) is not None:
        raise MatchNotLevel(round, board)
    first = match[0]
    winner = first.white if _heads(f"match {round} {board} {seed}") else first.black
    return [e.MatchSettled(round, board, winner, SettledBy.LOTS, seed)]


def rule_match(tournament: Tournament, round: int, board: int, winner: EntrantId, reason: str) -> list[e.Event]:
    """The arbiter says who goes on from a level match."""
    match = _level(tournament, round, board)
    if winner not in (match[0].white, match[0].black):
        raise BadField("winner", str(winner), "not-here")
    if not reason.strip():
        raise ReasonMissing("rule-match")
    return [e.MatchSettled(round, board, winner, SettledBy.RULING, reason=reason)]


def leave_out_games(tournament: Tournament, round: int, board: int) -> list[e.Event]:
    """The games that a decided match does not need: nobody plays them, and nobody has points for them."""
    match = match_of(tournament, round, board)
    open_round(tournament, round, match[0])
    if not rules_of(tournament).out_of_reach(tournament, round, board):
        raise GamesStillCount(round, board)
    return [
        e.ResultRecorded(round, board, Result.DOUBLE_FORFEIT, game=game.number) for game in match if game.result is None
    ]


def _level(tournament: Tournament, round: int, board: int) -> Match:
    """Raises MatchNotLevel, or what stands in the way of an entry. A correction may have opened a match of a closed
    round again."""
    match, rules = match_of(tournament, round, board), rules_of(tournament)
    level = board in rules.undecided(tournament, round)
    corrected = level and tournament.round(round).state is RoundState.CLOSED
    if not corrected or tournament.closed:
        open_round(tournament, round, match[0])
    if not level:
        raise MatchNotLevel(round, board)
    return match


def _heads(what: str) -> bool:
    return sha256(what.encode()).digest()[0] % 2 == 0

"""Matches of several games: level ones, and forfeited ones."""

from hashlib import sha256

from domain import events as e
from domain.decisions import refuse_without_reason
from domain.decisions.rounds.correcting import Choice, correct_result
from domain.decisions.rounds.results import match_of, open_round
from domain.formats import rules_of
from domain.refusals import BadField, GamesStillCount, MatchNotLevel, NothingToCorrect
from domain.round import Game, Match
from domain.tournament import RoundState, Tournament, replay
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
    match = _level(tournament, round, board)
    if rules_of(tournament).next_step(tournament, round, board) is not None:
        raise MatchNotLevel(round, board)
    first = match[0]
    winner = first.white if _heads(f"match {round} {board} {seed}") else first.black
    return [e.MatchSettled(round, board, winner, SettledBy.LOTS, seed)]


def rule_match(tournament: Tournament, round: int, board: int, winner: EntrantId, reason: str) -> list[e.Event]:
    match = _level(tournament, round, board)
    if winner not in (match[0].white, match[0].black):
        raise BadField("winner", str(winner), "not-here")
    refuse_without_reason(reason, "rule-match")
    return [e.MatchSettled(round, board, winner, SettledBy.RULING, reason=reason)]


def leave_out_games(tournament: Tournament, round: int, board: int) -> list[e.Event]:
    """The games that a decided match does not need: nobody plays them, and nobody has points for them."""
    match = match_of(tournament, round, board)
    open_round(tournament, round, match[0])
    if not rules_of(tournament).out_of_reach(tournament, round, board):
        raise GamesStillCount(round, board)
    unplayed = (game.number for game in match if game.result is None)
    return [e.ResultRecorded(round, board, Result.DOUBLE_FORFEIT, game=number) for number in unplayed]


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


TURNED = {
    Result.WHITE_WINS_BY_FORFEIT: Result.BLACK_WINS_BY_FORFEIT,
    Result.BLACK_WINS_BY_FORFEIT: Result.WHITE_WINS_BY_FORFEIT,
    Result.DOUBLE_FORFEIT: Result.DOUBLE_FORFEIT,
}


def forfeit_match(tournament: Tournament, round: int, board: int, result: Result) -> list[e.Event]:
    """All games without a result; `result` is said of the first game of the match, whose colours then alternate."""
    match = match_of(tournament, round, board)
    open_round(tournament, round, match[0])
    _refuse_played(result)
    first = match[0]
    unplayed = (game for game in match if game.result is None)
    return [e.ResultRecorded(round, board, _read(result, first, game), game=game.number) for game in unplayed]


def take_forfeits_back(tournament: Tournament, round: int, board: int) -> list[e.Event]:
    """The forfeited games of a match are to be played after all; those that were played stay."""
    match = match_of(tournament, round, board)
    open_round(tournament, round, match[0])
    return [
        e.ResultCleared(round, board, game.result, game.number) for game in reversed(match) if game.result in TURNED
    ]


def correct_forfeits(
    tournament: Tournament,
    round: int,
    board: int,
    of_game: int,
    result: Result,
    reason: str,
    choice: Choice | None = None,
    override: bool = False,
) -> list[e.Event]:
    """Another forfeit for all forfeited games of a match; `result` is said of the game `of_game`."""
    match = match_of(tournament, round, board)
    _refuse_played(result)
    said_of = match[of_game - 1]
    wrong = [
        (game, wanted)
        for game in match
        if game.result in TURNED and game.result is not (wanted := _read(result, said_of, game))
    ]
    if not wrong:
        raise NothingToCorrect(round, board)
    events: list[e.Event] = []
    ahead = tournament.copy()
    for game, wanted in wrong:
        corrected = correct_result(ahead, round, board, wanted, reason, choice, override, game=game.number)
        replay(corrected, ahead)
        events += corrected
        if choice is Choice.PAIR_AGAIN:  # the round has been taken back with the first game
            choice = None
    return events


def _refuse_played(result: Result) -> None:
    if result not in TURNED:
        raise BadField("result", result.value, "one-of:" + ", ".join(TURNED))


def _read(result: Result, said_of: Game, game: Game) -> Result:
    return result if game.white == said_of.white else TURNED[result]

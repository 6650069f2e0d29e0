"""A league of teams, paired by the system round by round, with results by lot."""

from random import Random

from domain.decisions.rounds.pairing import close_round
from domain.decisions.rounds.results import record_result
from domain.tournament import Tournament, replay
from domain.words.games import Result
from domain.words.regulations import Regulations
from domain.words.teams import TeamOptions
from tests.crosstable import published
from tests.team_events import MATCH, team_tournament

SYSTEM = "team-swiss-2026"


def league(options: TeamOptions, rounds: int = 4) -> Tournament:
    """Nine teams of four, paired by the system; results of the boards by lot."""
    dice = Random(f"{options.primary} {options.preferences}")
    laws = Regulations(system=SYSTEM, scoring=MATCH, rounds=6, teams=options, order=("C07-TEAM-SWISS",))
    t = team_tournament(9, (), regulations=laws)
    for round in range(1, rounds + 1):
        t = published(t)
        for game in t.round(round).games:
            result = dice.choice((Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS))
            t = replay(record_result(t, round, game.board, result, None, game=game.number), t)
        t = replay(close_round(t, round), t)
    return t

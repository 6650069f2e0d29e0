"""Norms and ratings within reach of players of teams, who meet whoever sits at their board."""

import pytest

from domain.decisions.players.lineups import give_lineup
from domain.decisions.players.teams import register_team
from domain.decisions.rounds.pairing import close_round
from domain.decisions.rounds.results import record_result
from domain.norms.judging import Norm
from domain.tournament import Tournament, replay
from domain.words.games import Result
from domain.words.options import RoundRobinOptions
from domain.words.players import EntrantId, Player, Title, player_id
from domain.words.regulations import Details, Entrants, Format, Regulations
from domain.words.teams import USUAL_MATCH_POINTS, Team, TeamId, TeamOptions
from projections.moment.snapshot import snapshot
from projections.player.chances import player_chances
from projections.table.norm_forecast import norm_forecast
from projections.table.norms import norms
from projections.table.norms_in_reach import NormInReach, norms_in_reach
from tests import crosstable
from tests.projections.chances_shown import with_chances

LAWS = Regulations(
    rounds=9,
    format=Format.ROUND_ROBIN,
    entrants=Entrants.TEAMS,
    match_games=2,
    scoring=USUAL_MATCH_POINTS,
    order=("MPTS", "GPTS"),
    round_robin=RoundRobinOptions(one_by_one=True),
    teams=TeamOptions(open_lineups=True),
)
FEDERATIONS = ("GER", "USA", "FRA", "NED")
TEAMS, SQUAD = 10, 3
APPLICANT, RESERVE = player_id(1), player_id(3)
SIGNS = ("-", "=", "+")


def league(results: str, published: int) -> Tournament:
    """Ten teams of two boards and a reserve; a Bulgarian IM has the first board of team 0, all else is drawn."""
    t = crosstable.announced(LAWS, Details("League", federation="GER"), [_player(n) for n in range(TEAMS * SQUAD)])
    for at in range(TEAMS):
        squad = tuple(player_id(SQUAD * at + board) for board in range(1, SQUAD + 1))
        t = replay(register_team(t, Team(TeamId(EntrantId(0)), f"Team {at}", squad=squad)), t)
    for round in range(1, published + 1):
        t = crosstable.published(t if round == 1 else replay(close_round(t, round - 1), t))
        if round <= len(results):
            t = _played(t, round, results[round - 1])
    return t


def _player(n: int) -> Player:
    if n == 0:
        return Player(APPLICANT, "Applicant", 2450, title=Title.IM, federation="BUL")
    return Player(player_id(n + 1), f"P{n}", 2400, title=Title.GM, federation=FEDERATIONS[n % len(FEDERATIONS)])


def _played(t: Tournament, round: int, sign: str) -> Tournament:
    mine = min(t.teams)
    for board, match in t.round(round).matches.items():
        for game in match:
            result = Result.DRAW
            if game.number == 1 and mine in (game.white, game.black) and sign != "=":
                won = (game.white == mine) is (sign == "+")
                result = Result.WHITE_WINS if won else Result.BLACK_WINS
            t = replay(record_result(t, round, board, result, None, game=game.number), t)
    return t


def test_the_score_needed_at_a_board_that_is_paired() -> None:
    assert norms_in_reach(snapshot(league("+++++===", 9)), APPLICANT) == (
        NormInReach(Norm.GM, 1, 1, 2400, known=False),
    )


def test_lineups_that_are_given_make_the_opponent_known() -> None:
    t = league("+++++===", 9)
    [match] = [match for match in t.round(9).matches.values() if min(t.teams) in (match[0].white, match[0].black)]
    for team in (match[0].white, match[0].black):
        t = replay(give_lineup(t, 9, team, t.teams[team].squad[:2]), t)
    assert norms_in_reach(snapshot(t), APPLICANT) == (NormInReach(Norm.GM, 1, 1, 2400, known=True),)


@pytest.mark.parametrize("played", ["+++++==", "++++==="])
def test_what_is_told_of_rounds_of_the_table_is_what_the_rules_give_the_completed_event(played: str) -> None:
    found = norms_in_reach(snapshot(league(played, 7)), APPLICANT)
    made = {}
    for one in SIGNS:
        for other in SIGNS:
            told = norms(snapshot(league(played + one + other, 9))).players
            mine = [claim for judged in told if judged.person.id == APPLICANT for claim in judged.claims]
            won = SIGNS.index(one) + SIGNS.index(other)
            made[won] = made.get(won, True) and any(c.achieved and c.judgement.norm is Norm.GM for c in mine)
    enough = min((won for won in made if all(made[more] for more in made if more >= won)), default=None)
    assert {one.norm: one.half_points for one in found} == ({Norm.GM: enough} if enough is not None else {})


def test_a_reserve_is_expected_nowhere() -> None:
    assert norms_in_reach(snapshot(league("+++++===", 9)), RESERVE) == ()


def test_the_forecast_names_the_player_and_the_team() -> None:
    view = norm_forecast(snapshot(league("+++++===", 9)), None)
    assert view is not None
    assert [(one.person.name, one.team and one.team.name) for one in view.players] == [("Applicant", "Team 0")]


def test_the_page_of_the_team_has_it() -> None:
    t = league("+++++===", 9)
    now = with_chances(t)
    found = player_chances(now, now.people[min(t.teams)], [])
    assert found is not None
    assert [(one.person.name, [norm.norm for norm in one.norms]) for one in found.scores.members] == [
        ("Applicant", [Norm.GM])
    ]

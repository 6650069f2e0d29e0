"""The rest of events of each kind played out by lot, beside every way in which they can end."""

import pickle
from collections import defaultdict
from dataclasses import replace

import pytest

from domain.decisions.players.attendance import withdraw
from domain.decisions.rounds.matches import add_further_games
from domain.decisions.rounds.pairing import close_round
from domain.decisions.rounds.results import record_result
from domain.ranking.game_chances import game_chances
from domain.tournament import replay
from domain.words.games import Code, Result
from domain.words.options import KnockoutOptions, LevelRule, PlayoffOptions, RoundRobinOptions
from domain.words.players import EntrantId, PairingNumber
from domain.words.regulations import Entrants, Format, Regulations
from domain.words.teams import PrimaryScore, TeamOptions
from projections.chances.lots import ends_drawn
from projections.chances.playing_out import next_pairing
from projections.chances.rest import RestOfEvent, rest_of_event
from projections.chances.tally import played_out
from tests import crosstable
from tests.crosstable import published
from tests.formats.knockouts import OPTIONS, better, knockout, with_match
from tests.projections.small_ends import after, by_ratings_alone, every_ending, exact_chances, teams_after

ONE_BY_ONE = RoundRobinOptions(one_by_one=True)
DOUBLE_SWISS = Regulations(rounds=3, system="double-swiss-2026", match_games=2)
TEAM_SWISS = Regulations(
    rounds=3, system="team-swiss-2026", match_games=2, entrants=Entrants.TEAMS, order=("GP", "EDE", "LOTS")
)
BY_GAME_POINTS = Regulations(
    rounds=3,
    format=Format.ROUND_ROBIN,
    match_games=2,
    entrants=Entrants.TEAMS,
    round_robin=ONE_BY_ONE,
    teams=TeamOptions(primary=PrimaryScore.GAME_POINTS),
    order=("MP",),
)


def sent_to_a_worker(ground: RestOfEvent) -> RestOfEvent:
    there = pickle.loads(pickle.dumps(ground))
    assert isinstance(there, RestOfEvent)
    return there


def in_step_with_all_endings(ground: RestOfEvent, last_place: int = 1, runs: int = 600) -> None:
    exact, tally = (
        exact_chances(ground, last_place),
        played_out(sent_to_a_worker(ground), by_ratings_alone(1), runs),
    )
    assert sum(exact.values()) == pytest.approx(last_place)
    for number in ground.table:
        found = tally.best_to(number, last_place)
        assert abs(found.chance - exact[number]) < 4 * found.error


def test_half_played_matches_are_played_to_their_end() -> None:
    in_step_with_all_endings(rest_of_event(after(3, 5, 6, DOUBLE_SWISS, 3)))


def test_a_match_ends_with_the_points_of_its_games() -> None:
    ground = rest_of_event(after(3, 5, 6, DOUBLE_SWISS, 3))
    played = [ground.outcomes(*match) for match in ground.open]
    assert ground.of_match == ((0, 4), (1, 3), (2, 2), (3, 1), (4, 0))
    assert [len(one) for one in played] == [5, 3, 5]
    assert rest_of_event(teams_after(2, 0, 4, TEAM_SWISS, 4)).of_match == ((0, 2), (1, 1), (2, 0))


@pytest.mark.parametrize("laws", [TEAM_SWISS, BY_GAME_POINTS], ids=["by match points", "by game points, from a table"])
def test_teams_are_played_out_board_by_board(laws: Regulations) -> None:
    in_step_with_all_endings(rest_of_event(teams_after(3, 3, 4, laws, 2)))
    in_step_with_all_endings(rest_of_event(teams_after(2, 0, 4, laws, 4)))


def bracket(
    entrants: int, rounds: int, open: int, options: KnockoutOptions = OPTIONS, games: int = 1, double: bool = False
) -> RestOfEvent:
    """After so many rounds, with so many open matches in the last; the lower number has won the others."""
    t = knockout(entrants, options, games, Format.DOUBLE_ELIMINATION if double else Format.KNOCKOUT)
    for round in range(1, rounds + 1):
        t = published(t)
        waiting = list(t.round(round).matches)[:open] if round == rounds else []
        for board in t.round(round).matches:
            if board not in waiting:
                t = with_match(t, round, board, better)
        if round < rounds:
            t = replay(close_round(t, round), t)
    return rest_of_event(t)


@pytest.mark.parametrize("level", LevelRule)
def test_a_knock_out_is_played_out_to_the_final(level: LevelRule) -> None:
    options = KnockoutOptions(level=level, third_place=True)
    in_step_with_all_endings(bracket(4, 1, 1, options))
    in_step_with_all_endings(bracket(4, 1, 1, options), last_place=3)
    in_step_with_all_endings(bracket(5, 1, 1, options), last_place=2)


def test_a_double_elimination_is_played_out_with_both_finals() -> None:
    in_step_with_all_endings(bracket(4, 2, 1, double=True))
    in_step_with_all_endings(bracket(4, 2, 1, double=True), last_place=2)
    in_step_with_all_endings(bracket(3, 1, 1, double=True), last_place=2)


def test_a_bracket_that_nobody_has_begun_is_played_out_with_its_byes() -> None:
    in_step_with_all_endings(bracket(3, 0, 0))
    ground = rest_of_event(knockout(5))
    assert ground.rounds_to_pair == range(1, 4)
    assert [len(next_pairing(ground, ends_drawn).pairs)] == [1]


ENDS_OF_EACH_KIND = {
    "half-played matches": lambda: rest_of_event(after(3, 5, 6, DOUBLE_SWISS, 3)),
    "teams": lambda: rest_of_event(teams_after(2, 0, 4, TEAM_SWISS, 4)),
    "level matches": lambda: bracket(5, 1, 1, KnockoutOptions(third_place=True)),
    "lots": lambda: bracket(4, 1, 1, KnockoutOptions(level=LevelRule.LOTS)),
    "second final": lambda: bracket(4, 2, 1, double=True),
}


@pytest.mark.parametrize("kind", ENDS_OF_EACH_KIND)
def test_luck_is_nothing_on_average(kind: str) -> None:
    """Of everybody, and its square is the variance: what chances are corrected by."""
    luck, square = defaultdict[PairingNumber, float](float), defaultdict[PairingNumber, float](float)
    for probability, ending in every_ending(ENDS_OF_EACH_KIND[kind]()):
        for number, more in ending.luck.items():
            luck[number] += probability * more
            square[number] += probability * (more**2 - ending.spread[number])
    assert max(map(abs, luck.values())) < 1e-9
    assert max(map(abs, square.values())) < 1e-9


def test_further_games_that_have_begun_decide_with_those_that_are_open() -> None:
    """One of two rapid games is won: the other one has to be lost for the match to be level again."""
    t = published(knockout(4, games=2))
    t = with_match(with_match(t, 1, 1, lambda *_: None), 1, 2, better)
    t = replay(add_further_games(t, 1, 1, "a seed"), t)
    white = t.round(1).matches[1][2].white
    t = replay(record_result(t, 1, 1, Result.WHITE_WINS, None, game=3), t)
    ground = rest_of_event(t)
    exact, even = exact_chances(ground, 2), game_chances(2599, 2596).expected
    lost = game_chances(2599, 2596)[2 if white == 1 else 0]
    goes_on = even if white == 1 else 1 - even
    assert exact[PairingNumber(white)] == pytest.approx(1 - lost + lost * goes_on)
    in_step_with_all_endings(ground, last_place=2)


def test_nobody_stands_in_the_way_of_who_meets_somebody_that_has_left() -> None:
    t = published(knockout(4))
    t = with_match(with_match(t, 1, 1, better), 1, 2, better)
    t = replay(withdraw(t, [EntrantId(2)]), t)
    ground = rest_of_event(t)
    assert next_pairing(ground, ends_drawn).pairs == ()
    assert exact_chances(ground, 1)[PairingNumber(1)] == pytest.approx(1)


def test_a_knock_out_of_teams_goes_by_the_points_of_the_boards() -> None:
    laws = Regulations(format=Format.KNOCKOUT, match_games=2, entrants=Entrants.TEAMS, order=("MP",))
    in_step_with_all_endings(rest_of_event(teams_after(1, 1, 4, laws, 6)))


def test_a_match_of_two_teams_is_played_out_with_the_lineups_of_its_table() -> None:
    laws = replace(BY_GAME_POINTS, format=Format.SCHEVENINGEN, match_games=3)
    ground = rest_of_event(teams_after(2, 0, 2, laws, 6))
    assert {round: len(ratings) for (round, _), ratings in ground.lineups.items()} == {3: 3}
    assert any(ground.lineups[3, number] != ratings for number, ratings in ground.strength.items())
    in_step_with_all_endings(ground)


@pytest.mark.parametrize("places", [1, 2])
def test_who_are_level_for_a_place_play_it_off(places: int) -> None:
    """Nobody shares it then, and of two level for the first place the better is likelier to win."""
    laws = Regulations(rounds=3, order=("PLAYOFF",), playoff=PlayoffOptions(places=places))
    ground = rest_of_event(after(2, 0, 4, replace(laws, format=Format.ROUND_ROBIN, round_robin=ONE_BY_ONE), 5))
    decided = list[int]()
    for _, ending in every_ending(ground):
        found = ending.places()
        assert sum(place <= places for place, _ in found.values()) == places
        assert all(place > places or place + tied - 1 <= places for place, tied in found.values())
        decided.append(len(ending.playoff))
    assert max(decided) > 0
    in_step_with_all_endings(ground, last_place=places)


def test_of_two_in_a_play_off_each_wins_as_often_as_expected() -> None:
    t = crosstable.tournament("A 2100 =w2\nB 2000 =b1", regulations=Regulations(rounds=1, order=("PLAYOFF",)))
    exact = exact_chances(rest_of_event(t), 1)
    assert exact[PairingNumber(1)] == pytest.approx(game_chances(2100, 2000).expected, abs=0.01)


def test_who_has_left_a_table_forfeits() -> None:
    t = after(2, 0, 4, Regulations(rounds=3, format=Format.ROUND_ROBIN, round_robin=ONE_BY_ONE), 3)
    t = replay(withdraw(t, [t.numbers[0]]), t)
    ground = rest_of_event(t)
    given = {ending.cards[PairingNumber(1)].lines[2].code for _, ending in every_ending(ground)}
    assert given == {Code.FORFEIT_LOSS}

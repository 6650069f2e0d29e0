"""Statistics count games that were played to a result, and of those whose moves are known what is in them."""

import pytest

from domain.events import ResultRecorded
from domain.games.state import NO_GAMES, GamesShown, KeptGame
from domain.moves.games import pgn_games
from domain.tournament import Tournament, replay
from domain.words.games import Result
from projections.moment.snapshot import snapshot
from projections.round.statistics import ColourScores, Statistics, facts, statistics
from tests.crosstable import tournament
from tests.live_boards.files import game

FIELD = """
    Ann 2400 +w3 -b2
    Bob 2300 =w4 +w1
    Cid 2200 -b1 ?w4
    Dee 2100 =b2 ?b3
"""
SICILIAN = "1. e4 {[%clk 1:29:00]} c5 {[%clk 1:28:00]} 2. Nf3 {[%clk 1:09:00]} d6 {[%clk 1:27:00]}"
FRENCH = "1. e4 e6 2. d4 d5 3. e5"


def sent(*games: tuple[str, str]) -> GamesShown:
    texts = (game(moves, Round=spot, White="?", Black="?", TimeControl="5400+30") for spot, moves in games)
    kept = [KeptGame(one, (), "api", 1) for text in texts for one in pgn_games(text)]
    return GamesShown({one.game.key: one for one in kept}, 1)


def of(games: GamesShown = NO_GAMES, round: int = 0, t: Tournament | None = None) -> Statistics:
    found = statistics(snapshot(t or tournament(FIELD)), games, round)
    assert found is not None
    return found


def test_results_count_by_colour_and_games_in_play_do_not() -> None:
    assert of(round=1).scores == ColourScores(1, 1, 0)
    assert of().scores == ColourScores(2, 1, 0)
    assert of().scores.percents == (67, 33, 0)


def test_a_forfeit_is_no_game() -> None:
    t = replay([ResultRecorded(2, 2, Result.WHITE_WINS_BY_FORFEIT)], tournament(FIELD))
    assert of(t=t).scores.games == 3


def test_an_upset_is_won_by_the_lower_rated() -> None:
    [upset] = of().upsets
    assert (upset.winner.name, upset.loser.name, upset.difference, upset.round) == ("Bob", "Ann", 100, 2)


def test_length_and_openings_are_of_games_with_moves_and_a_result() -> None:
    view = of(sent(("1.1", SICILIAN), ("1.2", FRENCH), ("2.1", SICILIAN), ("2.2", "1. d4")))
    assert view.with_moves == 3
    assert view.longest is not None
    assert view.shortest is not None
    assert (view.longest.moves, view.longest.row.spot, view.shortest.moves) == (3, "2", 2)
    assert [(one.name, one.scores) for one in view.openings] == [
        ("Sicilian Defense", ColourScores(2, 0, 0)),
        ("French Defense", ColourScores(0, 1, 0)),
    ]


def test_the_longest_thought_is_that_of_the_clocks() -> None:
    thought = of(sent(("1.1", SICILIAN))).thought
    assert thought is not None
    assert (thought.person.name, thought.seconds, thought.number, thought.letters) == ("Ann", 1230, 2, "Nf3")


def test_one_game_is_the_longest_and_not_the_shortest_too() -> None:
    view = of(sent(("1.1", SICILIAN)))
    assert view.longest is not None
    assert view.shortest is None


def test_a_move_of_a_game_in_play_works_nothing_out_again() -> None:
    now, games = snapshot(tournament(FIELD)), sent(("1.1", SICILIAN), ("2.2", "1. d4"))
    before = statistics(now, games)
    [later] = [KeptGame(one, (), "api", 2) for one in pgn_games(game("1. d4 d5", Round="2.2", White="?", Black="?"))]
    after = statistics(now, GamesShown({**games.games, later.game.key: later}, 2))
    assert before is not None
    assert after is not None
    assert after.thought is before.thought


def test_a_wall_has_the_most_telling_lines() -> None:
    kinds = [fact.kind for fact in facts(of(sent(("1.1", SICILIAN), ("1.2", FRENCH))))]
    assert kinds == ["white", "draws", "black", "upset", "longest", "shortest", "thought", "opening", "opening"]
    assert facts(of(t=tournament("Ann ?w2\nBob ?b1"))) == ()


@pytest.mark.parametrize("round", [3, 9])
def test_there_are_none_of_a_round_to_come(round: int) -> None:
    assert statistics(snapshot(tournament(FIELD)), NO_GAMES, round) is None

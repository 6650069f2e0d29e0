"""A board of a round is a match: here of two games, with alternating colours."""

import pytest

from domain import events as e
from domain.decisions.rounds.correcting import correct_result
from domain.decisions.rounds.pairing import close_round, pair_round
from domain.decisions.rounds.results import record_result
from domain.decisions.undoing import undo
from domain.refusals import NoSuchGame, ResultsMissing
from domain.tournament import Tournament, replay
from domain.tournament_cards.cards import pairing_cards, table_cards
from domain.words.games import Code, Result
from domain.words.players import Player, PlayerId
from domain.words.regulations import Regulations
from tests.crosstable import drawn, published

ALICE, BOB, CARL, DORA = (PlayerId(n) for n in range(1, 5))


def begun(games: int = 2) -> Tournament:
    players = [Player(PlayerId(n), name, 2500 - n) for n, name in enumerate(("Alice", "Bob", "Carl", "Dora"), 1)]
    return drawn(Regulations(rounds=3, match_games=games), players=players)


def with_results(t: Tournament, *results: tuple[int, int, Result]) -> Tournament:
    for board, game, result in results:
        t = replay(record_result(t, 1, board, result, None, game=game), t)
    return t


def decided() -> Tournament:
    """Alice wins 1½ to ½, Bob and Dora draw their match with a win each."""
    white, draw = Result.WHITE_WINS, Result.DRAW
    return with_results(published(begun()), (1, 1, white), (1, 2, draw), (2, 1, white), (2, 2, white))


def test_the_second_game_has_the_colours_exchanged() -> None:
    first, second = published(begun()).round(1).matches[1]
    assert (first.white, first.black, second.white, second.black) == (ALICE, CARL, CARL, ALICE)


def test_each_game_keeps_its_own_result() -> None:
    games = with_results(published(begun()), (1, 2, Result.BLACK_WINS)).round(1).matches[1]
    assert [game.result for game in games] == [None, Result.BLACK_WINS]


def test_a_match_is_worth_the_points_of_its_games() -> None:
    cards = table_cards(decided())
    assert {number: card.score for number, card in cards.items()} == {1: 3, 2: 2, 3: 1, 4: 2}


def test_a_card_says_what_the_match_came_to_and_what_it_was_made_of() -> None:
    line = table_cards(decided())[1].lines[0]
    assert (line.code, line.games, line.opponent) == (Code.WIN, (Code.WIN, Code.DRAW), 3)


def test_a_match_is_open_until_its_last_game_is_decided() -> None:
    line = table_cards(with_results(published(begun()), (1, 1, Result.WHITE_WINS)))[1].lines[0]
    assert (line.code, line.points) == (Code.PENDING, 2)


def test_the_round_closes_when_every_game_has_a_result() -> None:
    half = with_results(published(begun()), (1, 1, Result.DRAW), (1, 2, Result.DRAW), (2, 1, Result.DRAW))
    with pytest.raises(ResultsMissing) as refused:
        close_round(half, 1)
    assert refused.value.boards == (2,)


def test_a_match_forfeited_whole_was_not_played() -> None:
    t = with_results(published(begun()), (1, 1, Result.WHITE_WINS_BY_FORFEIT), (1, 2, Result.BLACK_WINS_BY_FORFEIT))
    line = table_cards(t)[1].lines[0]
    assert (line.code, line.code.played, line.points) == (Code.FORFEIT_WIN, False, 4)


def test_a_match_of_which_each_forfeits_a_game_is_a_draw_in_which_nobody_moved() -> None:
    t = with_results(published(begun()), (1, 1, Result.WHITE_WINS_BY_FORFEIT), (1, 2, Result.WHITE_WINS_BY_FORFEIT))
    for line in (table_cards(t)[1].lines[0], table_cards(t)[3].lines[0]):
        assert (line.code, line.played_colour, line.points) == (Code.DRAW, None, 2)


def test_who_forfeits_all_games_loses_a_match_of_which_the_other_forfeits_one() -> None:
    t = with_results(published(begun()), (1, 1, Result.WHITE_WINS_BY_FORFEIT), (1, 2, Result.DOUBLE_FORFEIT))
    cards = table_cards(t)
    assert [cards[n].lines[0].code for n in (1, 3)] == [Code.FORFEIT_WIN, Code.FORFEIT_LOSS]


def test_the_next_round_is_paired_by_the_points_of_the_matches() -> None:
    t = decided()
    paired = pair_round(t)[-1]
    assert isinstance(paired, e.RoundPaired)
    pairs = {frozenset((board.white, board.black)) for board in paired.boards}
    assert pairs == {frozenset((ALICE, BOB)), frozenset((CARL, DORA))}


def test_a_correction_of_the_second_game_leaves_the_first_alone() -> None:
    t = decided()
    t = replay(correct_result(t, 1, 1, Result.BLACK_WINS, "typed wrongly", game=2), t)
    assert [game.result for game in t.round(1).matches[1]] == [Result.WHITE_WINS, Result.BLACK_WINS]
    assert pairing_cards(t, 2)[1].score == 4


def test_an_undo_takes_back_one_game() -> None:
    t = decided()
    version = next(v for v, event in enumerate(t.history, 1) if isinstance(event, e.ResultRecorded) and event.game == 2)
    after = replay(undo(t, version, "the result"), t)
    assert [game.result for game in after.round(1).matches[1]] == [Result.WHITE_WINS, None]


def test_a_game_that_the_match_does_not_have_is_refused() -> None:
    with pytest.raises(NoSuchGame) as refused:
        record_result(published(begun()), 1, 1, Result.DRAW, None, game=3)
    assert (refused.value.game, refused.value.games) == (3, 2)

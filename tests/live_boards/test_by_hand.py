"""Games by hand: each is found at its board again, and takes the place of the game that is known there."""

from datetime import UTC, datetime

import pytest

from domain.decisions.rounds.typed_moves import typed_moves
from domain.games.events import DESK, PLAYER
from domain.games.state import GamesState, news_of, replay_games
from domain.moves.games import PgnGame, pgn_games
from domain.tournament import Tournament
from domain.words.games import Result
from domain.words.players import PlayerId
from projections.moment.snapshot import snapshot
from projections.round.board_sources import game_at_board, games_by_hand, games_to_send, kept_at_boards, news_of_sources
from projections.round.pairings import BoardRow, pairings
from tests.crosstable import tournament
from tests.live_boards.files import TWO_ROUNDS, game
from tests.team_events import team_tournament

NOW = datetime(2026, 11, 28, 15, 0, tzinfo=UTC)
SHORT = typed_moves("1. e4 e5 2. Nf3")


@pytest.fixture
def two_rounds() -> Tournament:
    return tournament(TWO_ROUNDS)


def row_at(t: Tournament, round: int, spot: str) -> BoardRow:
    view = pairings(snapshot(t), round)
    assert view is not None
    return next(row for row in view.boards if row.spot == spot)


def taken(state: GamesState, source: str, *games: PgnGame) -> GamesState:
    return replay_games([(event, NOW) for event in news_of(state, source, games)], state)


@pytest.mark.parametrize(("round", "spot"), [(1, "1"), (2, "2")])
def test_a_typed_game_is_at_its_board_also_of_a_round_that_is_over(
    two_rounds: Tournament, round: int, spot: str
) -> None:
    typed = game_at_board(SHORT, round, row_at(two_rounds, round, spot), None)
    state = taken(GamesState(), DESK, typed)
    assert {key: kept.game.moves for key, kept in kept_at_boards(snapshot(two_rounds), state, round).items()} == {
        spot: ("e4", "e5", "Nf3")
    }


def test_boards_of_teams_are_found_again() -> None:
    t = team_tournament(4, ["1-2 ????  4-3 ????"])
    for spot in ("1", "1.3", "2.4"):
        state = taken(GamesState(), DESK, game_at_board(SHORT, 1, row_at(t, 1, spot), None))
        assert list(kept_at_boards(snapshot(t), state, 1)) == [spot]


def test_it_takes_the_place_of_what_a_program_said_and_not_the_other_way_round(two_rounds: Tournament) -> None:
    [of_board] = pgn_games(game("1. d4 d5", Round="2.1", White="Scherbakov, K", Black="Carlsen", WhiteElo="2400"))
    state = taken(GamesState(), "folder", of_board)
    before = kept_at_boards(snapshot(two_rounds), state, 2)["1"].game
    typed = game_at_board(SHORT, 2, row_at(two_rounds, 2, "1"), before)
    state = taken(state, DESK, typed)
    [of_board] = pgn_games(game("1. d4 d5 2. c4 e6", Round="2.1", White="Scherbakov, K", Black="Carlsen"))
    state = taken(state, "folder", of_board)
    assert [kept.game.moves for kept in state.games.values()] == [("e4", "e5", "Nf3")]
    [listed] = games_by_hand(snapshot(two_rounds), state)
    assert not listed.by_player
    row = row_at(two_rounds, 2, "1")
    assert (listed.spot, listed.white, listed.black) == ("2.1", row.white.person.name, row.black.person.name)


def test_the_result_is_that_of_the_text_or_the_one_that_was_entered(two_rounds: Tournament) -> None:
    row = row_at(two_rounds, 1, "1")
    assert game_at_board(SHORT, 1, row, None).result is row.result is Result.WHITE_WINS
    drawn = typed_moves("1. e4 e5 1/2-1/2")
    assert game_at_board(drawn, 1, row, None).result is Result.DRAW


def test_somebody_sends_their_own_games_the_newest_round_first(two_rounds: Tournament) -> None:
    own = list(games_to_send(snapshot(two_rounds), PlayerId(1)))
    assert [(one.round, one.row.spot) for one in own] == [(2, "1"), (1, "1")]
    assert [one.round for one in games_to_send(snapshot(two_rounds), PlayerId(1), 1)] == [1]


def test_a_game_that_was_not_played_is_sent_by_nobody() -> None:
    t = tournament("A 2400 +fw2\nB 2300 -fb1")
    assert list(games_to_send(snapshot(t), PlayerId(1))) == []


def test_sources_count_their_games_and_name_their_last_move(two_rounds: Tournament) -> None:
    typed = game_at_board(SHORT, 2, row_at(two_rounds, 2, "1"), None)
    sent = game_at_board(SHORT, 2, row_at(two_rounds, 2, "2"), None)
    state = taken(taken(GamesState(), DESK, typed), PLAYER, sent)
    assert {name: (one.games, one.news_at) for name, one in news_of_sources(state).items()} == {
        DESK: (1, NOW),
        PLAYER: (1, NOW),
    }

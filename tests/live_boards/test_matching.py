"""A game of a file finds its board by FIDE IDs, by names, or by its number; and nobody is put on a board of others."""

from dataclasses import replace

import pytest

from domain.events import ResultRecorded
from domain.moves.games import pgn_games, played
from domain.tournament import Tournament, replay
from domain.words.games import Result
from domain.words.players import PlayerId
from projections.moment.snapshot import snapshot
from projections.round.live_boards import LiveBoards, live_boards
from tests.crosstable import tournament
from tests.live_boards.files import TWO_ROUNDS, game
from tests.team_events import team_tournament


@pytest.fixture
def open_round() -> Tournament:
    return tournament(TWO_ROUNDS)


def seen(t: Tournament, *games: str) -> LiveBoards:
    return live_boards(snapshot(t), [played(one) for text in games for one in pgn_games(text)])


def test_names_in_another_alphabet_and_order_are_the_same_people(open_round: Tournament) -> None:
    view = seen(open_round, game(White="Konstantin Shcherbakov", Black="Carlsen, Magnus"))
    assert [(one.spot, one.moves, one.letters) for one in view.boards] == [("1", 3, "Nf3")]


def test_fide_ids_go_before_names(open_round: Tournament) -> None:
    t = open_round.copy()
    for id, fide_id in ((3, 300), (4, 400)):
        t.players[PlayerId(id)] = replace(t.players[PlayerId(id)], fide_id=fide_id)
    view = seen(t, game(White="?", Black="?", WhiteFideId="400", BlackFideId="300"))
    assert [one.spot for one in view.boards] == ["2"]


@pytest.mark.parametrize("tags", [{"Round": "2.2"}, {"Round": "2", "Board": "2"}, {"Board": "2"}])
def test_a_number_is_believed_where_nobody_is_named(open_round: Tournament, tags: dict[str, str]) -> None:
    assert [one.spot for one in seen(open_round, game(White="?", Black="?", **tags)).boards] == ["2"]


def test_a_number_is_believed_for_names_cut_short(open_round: Tournament) -> None:
    view = seen(open_round, game(Round="2.1", White="Scherbakov, K", Black="Carlsen"))
    assert [one.spot for one in view.boards] == ["1"]


def test_a_number_is_not_believed_for_other_people(open_round: Tournament) -> None:
    view = seen(open_round, game(Round="2.1", White="Somebody Else", Black="Carlsen, Magnus"))
    assert (view.boards, len(view.strangers)) == ((), 1)


def test_colours_the_other_way_are_no_game_of_the_round(open_round: Tournament) -> None:
    assert seen(open_round, game(Round="2.1", White="Carlsen, Magnus", Black="Щербаков, Константин")).boards == ()


def test_games_of_another_round_are_passed_over(open_round: Tournament) -> None:
    view = seen(open_round, game(Round="1.1", White="Carlsen, Magnus", Black="David"))
    assert (view.boards, view.strangers) == ((), ())


def test_a_result_is_offered_until_there_is_one(open_round: Tournament) -> None:
    says = game(Round="2.1", White="?", Black="?", result="1-0")
    assert [one.said for one in seen(open_round, says).offered] == [Result.WHITE_WINS]
    entered = replay([ResultRecorded(2, 1, Result.WHITE_WINS)], open_round.copy())
    assert (seen(entered, says).offered, seen(entered, says).differing) == ((), ())


def test_another_result_than_the_one_entered_is_said_and_not_offered(open_round: Tournament) -> None:
    entered = replay([ResultRecorded(2, 1, Result.DRAW)], open_round.copy())
    view = seen(entered, game(Round="2.1", White="?", Black="?", result="1-0"))
    assert view.offered == ()
    assert [one.spot for one in view.differing] == ["1"]


def test_boards_of_teams_are_found_by_match_and_board() -> None:
    view = seen(team_tournament(4, ["1-2 ????  4-3 ????"]), game(Round="1.2.3", White="?", Black="?"))
    assert [(one.board, one.game) for one in view.boards] == [(2, 3)]

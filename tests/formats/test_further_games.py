"""Further games of a level match: they are played beside the table."""

import pytest

from domain import events as e
from domain.decisions.rounds.pairing import close_round
from domain.decisions.rounds.results import record_result
from domain.decisions.undoing import dependents, undo
from domain.refusals import CannotUndo, ResultsMissing
from domain.tournament import Tournament, replay
from domain.tournament_cards.cards import table_cards
from domain.words.games import Code, ExtraGame, GameKind, Result, SettledBy
from projections.moment.snapshot import snapshot
from projections.table.rating_report import rating_report
from projections.table.standings import standings
from tests.crosstable import published
from tests.formats.test_matches import ALICE, CARL, begun, with_results

RAPID = (ExtraGame(3, ALICE, CARL, GameKind.RAPID), ExtraGame(4, CARL, ALICE, GameKind.RAPID))


def level() -> Tournament:
    """Alice and Carl have a draw each; two rapid games are added."""
    t = with_results(published(begun()), (1, 1, Result.DRAW), (1, 2, Result.DRAW))
    return replay([e.GamesAdded(1, 1, RAPID)], t)


def test_further_games_follow_those_of_the_match() -> None:
    match = level().round(1).matches[1]
    assert [(game.number, game.white, game.kind) for game in match[2:]] == [
        (3, ALICE, GameKind.RAPID),
        (4, CARL, GameKind.RAPID),
    ]


def test_they_are_entered_like_any_game() -> None:
    t = level()
    t = replay(record_result(t, 1, 1, Result.WHITE_WINS, None, game=3), t)
    assert t.round(1).game(1, 3).result is Result.WHITE_WINS


def test_they_give_nothing_in_the_table_and_leave_the_match_a_draw() -> None:
    t = with_results(level(), (1, 3, Result.WHITE_WINS), (1, 4, Result.BLACK_WINS))
    line = table_cards(t)[1].lines[0]
    assert (line.code, line.points, line.games) == (Code.DRAW, 2, (Code.DRAW, Code.DRAW))


def test_they_are_not_rated() -> None:
    before, after = (rating_report(snapshot(t)) for t in (level(), with_results(level(), (1, 3, Result.WHITE_WINS))))
    assert before == after


def test_they_give_nothing_where_a_match_is_one_game() -> None:
    t = with_results(published(begun(games=1)), (1, 1, Result.DRAW), (2, 1, Result.DRAW))
    before = standings(snapshot(t))
    t = replay([e.GamesAdded(1, 1, (ExtraGame(2, CARL, ALICE, GameKind.BLITZ),))], t)
    assert standings(snapshot(with_results(t, (1, 2, Result.WHITE_WINS)))).rows == before.rows


def test_the_round_stays_open_until_they_are_over() -> None:
    t = with_results(level(), (2, 1, Result.DRAW), (2, 2, Result.DRAW))
    with pytest.raises(ResultsMissing) as refused:
        close_round(t, 1)
    assert refused.value.boards == (1,)


def test_a_result_rests_on_the_game_that_was_added() -> None:
    t = with_results(level(), (1, 3, Result.DRAW))
    assert dependents(t, t.version - 1) == (t.version,)


def test_a_result_does_not_come_back_without_its_game() -> None:
    t = with_results(level(), (1, 3, Result.DRAW))
    result, added = t.version, t.version - 1
    t = replay(undo(t, added, "no", also=(result,)), t)
    with pytest.raises(CannotUndo) as refused:
        undo(t, t.version - 1, "after all")
    assert (refused.value.why, refused.value.dependents) == ("rests-on-undone", (added,))


def test_further_games_rest_on_the_results_that_were_level() -> None:
    t = level()
    assert dependents(t, t.version - 1) == (t.version,)


def test_lots_and_rulings_are_known_by_board_and_go_with_the_pairing() -> None:
    t = level()
    lots = e.MatchSettled(1, 1, CARL, SettledBy.LOTS, "x7")
    t = replay([lots], t)
    assert t.round(1).settled == {1: lots}
    assert t.copy().round(1).settled == {1: lots}
    boards = tuple(e.Board(board.number, board.black, board.white) for board in t.round(1).boards)
    assert replay([e.BoardsAltered(1, boards, None, "colours")], t).round(1).settled == {}


def test_a_match_keeps_what_settled_it_when_it_moves_to_another_board() -> None:
    t = replay([e.MatchSettled(1, 1, CARL, SettledBy.LOTS, "x7")], level())
    first, second = t.round(1).boards
    moved = (e.Board(1, second.white, second.black), e.Board(2, first.white, first.black))
    t = replay([e.BoardsAltered(1, moved, None, "order")], t)
    assert t.round(1).settled == {2: e.MatchSettled(1, 2, CARL, SettledBy.LOTS, "x7")}
    assert len(t.round(1).matches[2]) == 4


def test_who_advances_without_a_game_has_a_bye() -> None:
    t = replay([e.PairingNumbersIssued((ALICE, CARL))], begun())
    numbers = (ALICE, CARL)
    t = replay([e.RoundPaired(1, (), None, numbers, "made-up", "1", t.version, byes=(CARL,)), e.RoundPublished(1)], t)
    assert table_cards(t)[2].lines[0].code is Code.PAIRING_BYE
    of_two_games = 3  # a game won and a game drawn
    assert [(row.person.number, row.points) for row in standings(snapshot(t)).rows] == [(2, of_two_games), (1, 0)]

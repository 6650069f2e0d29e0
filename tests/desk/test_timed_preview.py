"""From which round on a preview looks at the pairings."""

from domain import events as e
from domain.tournament import replay
from domain.words.games import Result
from server.routes.desk.preview import first_round
from tests.crosstable import tournament

THREE = """
A  +w2 +b3 +w4
B  -b1 +w4 +b3
C  +w4 -w1 -w2
D  -b3 -b2 -b1
"""
CORRECTED = e.ResultCorrected(1, 1, Result.DRAW, Result.WHITE_WINS, 4, "scoresheet", 3)


def test_a_correction_is_looked_at_from_its_own_round_on() -> None:
    assert first_round(tournament(THREE, rounds=5), [CORRECTED]) == 1


def test_and_so_is_its_undo() -> None:
    state = replay([CORRECTED], tournament(THREE, rounds=5))
    assert first_round(state, [e.EventUndone(state.version, "")]) == 1


def test_what_speaks_of_no_board_is_looked_at_from_the_newest_round_on() -> None:
    assert first_round(tournament(THREE, rounds=5), [e.TournamentClosed()]) == 3

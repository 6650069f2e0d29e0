"""A final table stays what it is until the tournament is opened again."""

from collections.abc import Callable

import pytest

from domain import events as e
from domain.decisions.players.attendance import grant_bye, readmit, withdraw
from domain.decisions.players.numbering import draw_lots
from domain.decisions.players.registering import correct_rating
from domain.decisions.rounds.closing import close_tournament
from domain.decisions.rounds.correcting import Choice, correct_result
from domain.decisions.rounds.pairing import withdraw_round
from domain.refusals import TournamentIsClosed
from domain.tournament import Tournament, replay
from domain.words.games import Bye, Result
from domain.words.players import PlayerId
from tests.crosstable import tournament

CLOSED: dict[str, Callable[[Tournament], list[e.Event]]] = {
    "round": lambda t: withdraw_round(t, 1, "why", override=True),
    "withdrawal": lambda t: withdraw(t, [PlayerId(1)]),
    "return": lambda t: readmit(t, PlayerId(1)),
    "bye": lambda t: grant_bye(t, PlayerId(1), 2, Bye.HALF),
    "rating": lambda t: correct_rating(t, PlayerId(1), 2000, "why"),
    "lots": lambda t: draw_lots(t, "seed"),
    "result": lambda t: correct_result(t, 1, 1, Result.DRAW, "why", Choice.NEXT_PAIRING),
}


@pytest.mark.parametrize("step", CLOSED.values(), ids=CLOSED)
def test_what_would_change_a_final_table_is_refused(step: Callable[[Tournament], list[e.Event]]) -> None:
    state = tournament("A +w2\nB -b1", rounds=3)
    replay(close_tournament(state, "storm"), state)
    with pytest.raises(TournamentIsClosed):
        step(state)


def test_after_the_end_a_correction_is_for_the_rating_report() -> None:
    state = tournament("A +w2\nB -b1", rounds=3)
    replay(close_tournament(state, "storm"), state)
    (event,) = correct_result(state, 1, 1, Result.DRAW, "score sheet")
    assert isinstance(event, e.ResultCorrectedForRating)

"""Expelled players, the arbiter's order and points of a play-off (FIDE checklist, 197-198, 205, 207)."""

import pytest

from domain import events as e
from domain.decisions.players.attendance import expel, readmit
from domain.decisions.rounds.closing import give_outside_values, order_equals
from domain.decisions.rounds.pairing import pair_round
from domain.files.exporting import report_of
from domain.refusals import BadField, ReasonMissing, TournamentIsClosed, UnknownPlayer
from domain.tournament import Tournament, replay
from domain.words.players import EntrantId
from domain.words.regulations import Regulations
from projections.moment.snapshot import snapshot
from projections.player.card import player_card
from projections.table.crosstable import crosstable
from projections.table.prize_list import prize_list
from projections.table.standings import places, standings
from tests.crosstable import tournament

FIRST, SECOND, THIRD, NOBODY = (EntrantId(n) for n in (1, 2, 3, 99))
EQUALS = "A =w2\nB =b1\nC =w4\nD =b3"


def equals(*order: str) -> Tournament:
    return tournament(EQUALS, regulations=Regulations(rounds=3, order=order), close_last=True)


def names(state: Tournament) -> list[str]:
    return [row.person.name for row in standings(snapshot(state)).rows]


def test_the_arbiter_orders_equals() -> None:
    state = equals("MANUAL")
    replay(order_equals(state, [THIRD, FIRST], "drawn by hand"), state)
    rows = standings(snapshot(state)).rows
    assert [(row.place, row.person.name) for row in rows] == [(1, "C"), (2, "A"), (3, "B"), (3, "D")]


def test_points_of_a_play_off_decide() -> None:
    state = equals("PLAYOFF")
    replay(give_outside_values(state, [e.OutsideValue(SECOND, 3), e.OutsideValue(FIRST, 1)], "blitz"), state)
    assert names(state) == ["B", "A", "C", "D"]


def test_an_order_counts_only_where_it_is_a_tie_break() -> None:
    state = equals("BH")
    replay(order_equals(state, [THIRD, FIRST]), state)
    assert names(state) == ["A", "B", "C", "D"]


def test_a_table_made_from_the_one_before_has_the_new_order() -> None:
    state = equals("MANUAL")
    earlier = snapshot(state.copy())
    assert names(state) == ["A", "B", "C", "D"]
    replay(order_equals(state, [THIRD]), state)
    assert standings(snapshot(state, earlier)).rows[0].person.name == "C"


def test_the_same_again_is_no_event() -> None:
    state = equals("MANUAL", "PLAYOFF")
    replay(order_equals(state, [THIRD]), state)
    assert order_equals(state, [THIRD]) == []
    assert give_outside_values(state, []) == []


@pytest.mark.parametrize("players", [[NOBODY], [FIRST, FIRST]], ids=["unknown", "twice"])
def test_nobody_stands_twice_and_everybody_is_known(players: list[EntrantId]) -> None:
    with pytest.raises((BadField, UnknownPlayer)):
        order_equals(equals("MANUAL"), players)
    with pytest.raises((BadField, UnknownPlayer)):
        give_outside_values(equals("PLAYOFF"), [e.OutsideValue(player, 1) for player in players])


def test_points_of_a_play_off_are_not_negative() -> None:
    with pytest.raises(BadField):
        give_outside_values(equals("PLAYOFF"), [e.OutsideValue(FIRST, -1)])


def test_a_final_table_is_not_ordered_any_more() -> None:
    with pytest.raises(TournamentIsClosed):
        order_equals(replay([e.TournamentClosed()], equals("MANUAL")), [FIRST])


def without_the_first() -> Tournament:
    state = tournament("A +w2\nB -b1\nC =w4\nD =b3", rounds=3, close_last=True)
    return replay(expel(state, FIRST, "phone"), state)


def test_who_is_expelled_leaves_the_table_and_the_others_move_up() -> None:
    rows = standings(snapshot(without_the_first())).rows
    assert [(row.place, row.person.name) for row in rows] == [(1, "C"), (1, "D"), (3, "B")]


def test_opponents_keep_their_games() -> None:
    state = without_the_first()
    (second,) = [row for row in crosstable(snapshot(state)).rows if row.person.name == "B"]
    met = second.cells[0].opponent
    assert met is not None
    assert met.name == "A"
    assert places(snapshot(state), 1)[1] == 0


def test_who_is_expelled_is_not_paired_any_more() -> None:
    state = without_the_first()
    replay([e.InitialColourDrawn(state.initial_colour)] if state.initial_colour else [], state)
    paired = pair_round(state)[-1]
    assert isinstance(paired, e.RoundPaired)
    assert FIRST not in {id for board in paired.boards for id in (board.white, board.black)}


def test_who_is_expelled_wins_no_prize_and_has_no_rank_in_the_report() -> None:
    state = without_the_first()
    replay([e.PrizesAnnounced((e.Prize("1st", 100_00),))], state)
    found = prize_list(snapshot(state))
    assert found is not None
    assert {row.person.name for row in found.rows} == {"C", "D"}
    report = report_of(state, places=places(snapshot(state), 1))
    assert report.players[0].rank == 0


def test_the_page_of_somebody_expelled_has_no_place() -> None:
    card = player_card(snapshot(without_the_first()), FIRST)
    assert card is not None
    assert card.place == 0


def test_expelling_takes_a_reason_and_happens_once() -> None:
    state = without_the_first()
    assert expel(state, FIRST, "again") == []
    with pytest.raises(ReasonMissing):
        expel(state, SECOND, " ")


def test_who_is_readmitted_is_in_the_table_again() -> None:
    state = without_the_first()
    replay(readmit(state, FIRST, reason="appeal"), state)
    assert names(state)[0] == "A"


def test_points_of_a_play_off_that_cannot_be_are_shown_as_points() -> None:
    with pytest.raises(BadField) as refused:
        give_outside_values(tournament(EQUALS), [e.OutsideValue(FIRST, -3)])
    assert (refused.value.field, refused.value.value) == ("outside", "-1.5")

"""A round robin: rounds counted from the field, drawn at once or one by one, results in any of them."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, groupby

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from domain import events as e
from domain.decisions.integrity import guarded
from domain.decisions.players.attendance import grant_bye, withdraw
from domain.decisions.players.numbering import draw_initial_colour, regenerate_numbers
from domain.decisions.players.registering import NewPlayer, correct_rating, register
from domain.decisions.rounds.closing import close_tournament, reopen_tournament
from domain.decisions.rounds.correcting import Choice, correct_result, proposal
from domain.decisions.rounds.pairing import (
    alter_boards,
    close_round,
    discard_draft,
    pair_round,
    publish_rounds,
    withdraw_round,
)
from domain.decisions.rounds.results import record_result
from domain.decisions.setup.announcing import amend_regulations
from domain.decisions.undoing import dependents, undo
from domain.formats import current_round, rules_of
from domain.formats.from_tables import cycled_round
from domain.formats.tables.round_robin import berger_rounds
from domain.refusals import (
    BadField,
    CannotUndo,
    DraftOutdated,
    FieldIsFixed,
    NeedsCorrection,
    NoByesInFormat,
    NoInitialColour,
    PairingNumbersFixed,
    ResultsMissing,
    RoundHasBegun,
    TooFewPlayers,
    TooManyRoundsToPlay,
    TournamentHasStarted,
)
from domain.round import RoundState
from domain.tournament import Tournament, replay
from domain.tournament_cards.cards import table_cards
from domain.words.games import Bye, Code, Colour, Result
from domain.words.options import CycleEnd, FirstLot, RoundRobinOptions, TableColours
from domain.words.players import player_id
from projections.moment.overview import Phase, overview
from projections.moment.snapshot import snapshot
from projections.table.standings import standings
from tests.formats.tables import enter, entered, laws, pairs, play, published

DOUBLE = RoundRobinOptions(cycles=2)
ONE_BY_ONE = RoundRobinOptions(one_by_one=True)


@given(entrants=st.integers(2, 40), cycles=st.integers(1, 5))
def test_each_pair_meets_once_a_cycle_with_colours_within_one(entrants: int, cycles: int) -> None:
    length = berger_rounds(entrants)
    rounds = [cycled_round(entrants, cycles, round) for round in range(1, cycles * length + 1)]
    for first in range(0, len(rounds), length):
        met = sorted(tuple(sorted(board)) for round in rounds[first : first + length] for board in round)
        assert met == list(combinations(range(1, entrants + 1), 2))
    whites, blacks = (Counter(board[side] for round in rounds for board in round) for side in (0, 1))
    assert all(abs(whites[n] - blacks[n]) <= cycles % 2 for n in range(1, entrants + 1))


@given(entrants=st.integers(3, 30), cycles=st.integers(2, 4))
def test_nobody_has_one_colour_three_times_running(entrants: int, cycles: int) -> None:
    """Of four in three cycles or more two do: their cycles are too short."""
    assume(entrants != 4 or cycles == 2)
    rounds = [cycled_round(entrants, cycles, r) for r in range(1, cycles * berger_rounds(entrants) + 1)]
    for number in range(1, entrants + 1):
        colours = [board.index(number) for round in rounds for board in round if number in board]
        assert max(len(list(run)) for _, run in groupby(colours)) <= 2


def test_the_last_two_rounds_of_a_first_cycle_change_places() -> None:
    t = published(entered(4, laws(DOUBLE)))
    assert [pairs(t, round) for round in range(1, 7)] == [
        [(1, 4), (2, 3)],
        [(2, 4), (3, 1)],
        [(4, 3), (1, 2)],
        [(4, 1), (3, 2)],
        [(3, 4), (2, 1)],
        [(4, 2), (1, 3)],
    ]


def test_they_stay_as_the_table_has_them_where_that_was_chosen() -> None:
    t = published(entered(4, laws(replace(DOUBLE, cycle_end=CycleEnd.AS_PRINTED))))
    first = [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]
    second = [[(black, white) for white, black in round] for round in first]
    assert [pairs(t, round) for round in range(1, 7)] == first + second


@pytest.mark.parametrize(("players", "rounds"), [(3, 3), (4, 3), (5, 5), (10, 9)])
def test_the_rounds_are_counted_from_the_field(players: int, rounds: int) -> None:
    t = entered(players, laws(rounds=2))
    assert overview(t).rounds == rounds
    t = published(t)
    assert (t.published, t.regulations.rounds, overview(t).rounds) == (rounds, rounds, rounds)


def test_all_rounds_are_drawn_and_published_in_one_step() -> None:
    t = entered(6, laws())
    replay(pair_round(t), t)
    assert [round.state for round in t.rounds] == [RoundState.DRAFT] * 5
    events = publish_rounds(t, 1)
    assert events == [e.RoundPublished(round) for round in range(1, 6)]


def test_one_by_one_the_next_round_waits_for_the_one_before() -> None:
    t = published(entered(4, laws(ONE_BY_ONE)))
    assert t.published == 1
    with pytest.raises(ResultsMissing):
        pair_round(t)
    t = published(play(t))
    assert (t.published, t.round(1).state) == (2, RoundState.CLOSED)


def test_results_are_entered_in_any_published_round() -> None:
    t = published(entered(6, laws()))
    t = replay(record_result(t, 5, 2, Result.DRAW, None), t)
    t = replay(record_result(t, 2, 1, Result.BLACK_WINS, None), t)
    assert (t.round(5).game(2).result, t.round(2).game(1).result) == (Result.DRAW, Result.BLACK_WINS)


def test_the_current_round_is_the_first_with_a_game_to_come() -> None:
    t = published(entered(4, laws()))
    assert current_round(t) == 1
    for board in (1, 2):
        t = replay(record_result(t, 1, board, Result.DRAW, None), t)
    assert (current_round(t), overview(t).round, overview(t).phase) == (2, 2, Phase.PLAYING)
    assert (current_round(play(t)), overview(t).phase) == (3, Phase.OVER)


def test_a_rest_is_no_unplayed_round() -> None:
    t = play(published(entered(3, laws(order=("PTS", "BH", "SB")))))
    lines = table_cards(t)[1].lines
    assert sorted(line.points for line in lines) == [0, 2, 2]
    rows = standings(snapshot(t)).rows
    buchholz = {row.person.number: row.values[0] for row in rows}
    assert buchholz == {1: 1, 2: 2, 3: 3}


def test_the_portal_order_is_points_then_sonneborn_berger_doubled_then_opponents_met() -> None:
    """1 beats 2, loses to 3; 2 beats 3; all beat 4: three have two points, and win over two points and none."""
    t = published(entered(4, laws()))
    for white, black, result in (
        (1, 4, Result.WHITE_WINS),
        (2, 3, Result.WHITE_WINS),
        (4, 3, Result.BLACK_WINS),
        (1, 2, Result.WHITE_WINS),
        (2, 4, Result.WHITE_WINS),
        (3, 1, Result.WHITE_WINS),
    ):
        enter(t, white, black, result)
    rows = standings(snapshot(t)).rows
    assert [(row.person.number, row.points, *row.values) for row in rows] == [
        (3, 4, 4, 2477),
        (2, 4, 4, 2473),
        (1, 4, 4, 2470),
        (4, 0, 0, 2480),
    ]


def test_a_closed_round_takes_corrections_and_no_pairing_hangs_on_them() -> None:
    t = play(published(entered(4, laws())))
    replay(close_round(t, 1), t)
    with pytest.raises(NeedsCorrection):
        record_result(t, 1, 1, Result.DRAW, Result.WHITE_WINS)
    offered = proposal(t, 1)
    assert (offered.proposed, [option.choice for option in offered.options]) == (
        Choice.NEXT_PAIRING,
        [Choice.NEXT_PAIRING, Choice.RATING_ONLY],
    )
    corrected = guarded(t, correct_result(t, 1, 1, Result.DRAW, "typed wrongly"), confirmed=3)
    t = replay(corrected, t)
    assert (t.left_fide_mode, table_cards(t)[4].score) == (None, 1)


def test_an_entry_before_round_one_makes_the_draft_stale() -> None:
    t = entered(4, laws())
    replay(pair_round(t), t)
    replay(register(t, NewPlayer("Zoe")), t)
    with pytest.raises(DraftOutdated):
        publish_rounds(t, 1)
    t = published(t)
    assert (t.published, len(t.numbers)) == (5, 5)


def test_who_left_before_the_start_is_not_in_the_table() -> None:
    t = entered(5, laws())
    t = published(replay(withdraw(t, [player_id(2)]), t))
    assert (t.published, t.numbers) == (3, (1, 3, 4, 5))


def test_nobody_enters_once_the_rounds_are_drawn() -> None:
    with pytest.raises(FieldIsFixed):
        register(published(entered(4, laws())), NewPlayer("Zoe"))


def test_the_whole_draw_can_be_taken_back_before_a_game_has_a_result() -> None:
    t = published(entered(4, laws()))
    taken_back = replay(withdraw_round(t, 1, "Zoe was forgotten"), t.copy())
    assert taken_back.paired == 0
    enter(t, 4, 3, Result.DRAW)
    with pytest.raises(RoundHasBegun):
        withdraw_round(t, 1, "Zoe was forgotten")


def test_the_colours_of_an_unplayed_game_can_be_exchanged_in_any_round() -> None:
    t = published(entered(4, laws()))
    boards = [(player_id(3), player_id(4)), (player_id(1), player_id(2))]
    t = replay(alter_boards(t, 2, boards, None, "agreed by all", override=True), t)
    assert pairs(t, 2) == [(3, 4), (1, 2)]


def test_there_is_no_leave_for_a_round() -> None:
    with pytest.raises(NoByesInFormat):
        grant_bye(entered(4, laws()), player_id(1), 2, Bye.HALF)


def test_the_format_stands_once_a_round_is_paired() -> None:
    t = published(entered(4, laws()))
    for change in (laws(DOUBLE), replace(t.regulations, rounds=9)):
        with pytest.raises(TournamentHasStarted):
            amend_regulations(t, replace(change, rounds=change.rounds))


def test_one_player_meets_nobody() -> None:
    with pytest.raises(TooFewPlayers):
        pair_round(entered(1, laws()))


def test_more_rounds_than_a_tournament_can_have_are_refused() -> None:
    with pytest.raises(TooManyRoundsToPlay) as refused:
        pair_round(entered(28, laws(RoundRobinOptions(cycles=4))))
    assert (refused.value.rounds, refused.value.most) == (108, 100)


@pytest.mark.parametrize("cycles", [0, 9])
def test_cycles_have_limits(cycles: int) -> None:
    with pytest.raises(BadField):
        amend_regulations(entered(4, laws()), laws(RoundRobinOptions(cycles=cycles)))


def test_the_end_needs_all_results() -> None:
    t = published(entered(4, laws()))
    with pytest.raises(ResultsMissing):
        close_tournament(t)
    assert isinstance(close_tournament(play(t))[-1], e.TournamentClosed)


def test_an_undone_result_takes_no_other_round_with_it() -> None:
    t = published(entered(4, laws(ONE_BY_ONE)))
    t = published(play(t))
    recorded = next(v for v, event in enumerate(t.history, 1) if isinstance(event, e.ResultRecorded))
    closed = next(v for v, event in enumerate(t.history, 1) if isinstance(event, e.RoundClosed))
    t = replay(undo(t, recorded, "wrong board", also=(closed,)), t)
    assert (t.paired, t.round(1).unanswered[0].board) == (2, 1)


def test_an_undone_draw_takes_all_its_rounds_with_it_and_can_come_back() -> None:
    t = published(entered(4, laws()))
    first = next(v for v, event in enumerate(t.history, 1) if isinstance(event, e.RoundPaired))
    with pytest.raises(CannotUndo) as refused:
        undo(t, first, "too early")
    t = replay(undo(t, first, "too early", also=refused.value.dependents), t)
    assert t.paired == 0
    assert published(t).published == 3


def test_a_draft_of_all_rounds_is_discarded_as_one() -> None:
    t = entered(4, laws())
    replay(pair_round(t), t)
    assert replay(discard_draft(t, 1), t).paired == 0


@settings(deadline=None)
@given(st.data())
def test_a_journal_of_any_order_of_results_replays_to_the_same(data: st.DataObject) -> None:
    players = data.draw(st.integers(2, 9))
    options = RoundRobinOptions(cycles=data.draw(st.integers(1, 2)), one_by_one=data.draw(st.booleans()))
    t = published(entered(players, laws(options)))
    for _ in range(data.draw(st.integers(0, 12))):
        round = t.round(data.draw(st.integers(1, t.published)))
        game = data.draw(st.sampled_from(round.games))
        result = data.draw(st.sampled_from([Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS]))
        replay(record_result(t, round.number, game.board, result, game.result), t)
        if data.draw(st.booleans()) and players > 3:
            gone = [id for id in t.numbers if not t.absences.get(id)]
            replay(withdraw(t, gone[-1:]) if len(gone) > 2 else [], t)
    again = replay(t.history)
    assert (again.rounds, again.absences) == (t.rounds, t.absences)
    assert standings(snapshot(again)).rows == standings(snapshot(t)).rows
    total = sum(card.score for card in table_cards(t, for_rating=True).values())
    decided = [game.result for round in t.rounds for game in round.games if game.decided and game.result]
    lost_by_both = sum(result.white is Code.FORFEIT_LOSS is result.black for result in decided)
    assert total == 2 * (len(decided) - lost_by_both)


def test_the_swiss_keeps_its_number_of_rounds() -> None:
    t: Tournament = entered(4, replace(laws(), format="swiss"))  # type: ignore[arg-type]
    assert rules_of(t).rounds(t) == 9


def test_numbers_of_a_table_are_fixed_by_its_first_pairing() -> None:
    t = entered(4, laws(ONE_BY_ONE))
    assert len(regenerate_numbers(t)) == 1
    replay(pair_round(t), t)
    with pytest.raises(PairingNumbersFixed) as refusal:
        regenerate_numbers(t)
    assert refusal.value.round == 1


def test_a_correction_in_a_table_counts_from_now_on_or_for_the_rating_alone() -> None:
    found = proposal(published(entered(4, laws())), 1).options
    assert [(option.choice, option.counts_from) for option in found] == [
        (Choice.NEXT_PAIRING, 4),
        (Choice.RATING_ONLY, 0),
    ]


# Colours by lot (document 003, RR4)

BY_LOT = RoundRobinOptions(cycles=2, colours=TableColours.LOT)


@settings(deadline=None)
@given(entrants=st.integers(2, 12), seed=st.text(max_size=8))
def test_colours_by_lot_change_nothing_of_who_meets_whom_when(entrants: int, seed: str) -> None:
    drawn = entered(entrants, laws(BY_LOT))
    drawn = published(replay(draw_initial_colour(drawn, seed or "x"), drawn))
    berger = published(entered(entrants, laws(DOUBLE)))
    for round in drawn.rounds:
        assert {frozenset(p) for p in pairs(drawn, round.number)} == {frozenset(p) for p in pairs(berger, round.number)}
    games = [pair for round in drawn.rounds for pair in pairs(drawn, round.number)]
    assert sorted(games) == sorted(pair[::-1] for pair in games)


def test_colours_are_drawn_before_the_first_pairing_and_the_seed_draws_them_again() -> None:
    t = entered(6, laws(BY_LOT))
    assert rules_of(t).first_lot(t) is FirstLot.COLOURS
    with pytest.raises(NoInitialColour):
        pair_round(t)
    tables = []
    for seed in ("one", "one", "other"):
        again = entered(6, laws(BY_LOT))
        again = published(replay(draw_initial_colour(again, seed), again))
        assert (pairs(again, 1)[0][0] == 1) == (again.initial_colour is Colour.WHITE)
        tables.append([pairs(again, round) for round in range(1, 11)])
    assert tables[0] == tables[1] != tables[2]


# The last result ends it (document 003, RR10)

BY_ITSELF = RoundRobinOptions(ends_by_itself=True)


def all_but_one(options: RoundRobinOptions = BY_ITSELF) -> Tournament:
    t = published(entered(4, laws(options)))
    t = play(t)
    return replay([e.ResultCleared(3, 2, t.round(3).game(2).result or Result.DRAW)], t)


def test_the_last_result_closes_the_tournament_with_all_its_rounds() -> None:
    t = all_but_one()
    t = replay(guarded(t, record_result(t, 3, 2, Result.DRAW, None), confirmed=0), t)
    assert (t.closed, {round.state for round in t.rounds}) == (True, {RoundState.CLOSED})


def test_without_the_option_and_before_the_last_result_it_stays_open() -> None:
    t = all_but_one(RoundRobinOptions())
    assert len(guarded(t, record_result(t, 3, 2, Result.DRAW, None), confirmed=0)) == 1
    t = all_but_one()
    t = replay([e.ResultCleared(3, 1, t.round(3).game(1).result or Result.DRAW)], t)
    assert len(guarded(t, record_result(t, 3, 2, Result.DRAW, None), confirmed=0)) == 1


def test_a_withdrawal_may_decide_the_last_game() -> None:
    t = all_but_one()
    leaver = t.round(3).game(2).white
    t = replay(guarded(t, withdraw(t, [leaver], 3), confirmed=4), t)
    assert t.closed


def test_the_last_result_and_the_end_are_undone_together() -> None:
    t = all_but_one()
    written = guarded(t, record_result(t, 3, 2, Result.DRAW, None), confirmed=0)
    version = t.version + 1
    t = replay(written, t)
    with pytest.raises(CannotUndo) as refused:
        undo(t, version)
    t = replay(undo(t, version, also=refused.value.dependents), t)
    assert (t.closed, t.round(3).game(2).result) == (False, None)


def test_reopened_for_a_correction_it_is_closed_by_hand() -> None:
    t = all_but_one()
    t = replay(guarded(t, record_result(t, 3, 2, Result.DRAW, None), confirmed=0), t)
    t = replay(reopen_tournament(t, "score sheet"), t)
    t = replay(guarded(t, correct_result(t, 3, 2, Result.WHITE_WINS, "score sheet"), confirmed=4), t)
    assert not t.closed


def test_a_later_round_of_a_drawn_table_comes_back_although_none_is_published() -> None:
    t = entered(4, laws())
    t = replay(pair_round(t), t)
    third = t.version
    t = replay(undo(t, third, "too early"), t)
    assert t.paired == 2
    t = replay(undo(t, t.version, "after all"), t)
    assert t.paired == 3


def test_everybody_of_the_table_takes_part_in_every_round_and_nobody_else() -> None:
    t = published(entered(4, laws()))
    rules = rules_of(t)
    assert all(rules.takes_part(t, id, round) for id in t.entrants for round in (1, 2, 3))
    assert not rules.takes_part(t, player_id(9), 1)


def test_numbers_of_a_table_changed_before_its_draw_take_the_draw_with_them() -> None:
    t = entered(4, laws())
    t = replay(regenerate_numbers(t), t)
    numbered = t.version
    t = replay(pair_round(t), t)
    paired = tuple(v for v, event in enumerate(t.history, 1) if isinstance(event, e.RoundPaired))
    assert len(paired) == 3
    assert dependents(t, numbered) == paired


def test_a_rating_corrected_once_a_table_is_published_moves_no_number() -> None:
    before, after = entered(4, laws()), published(entered(4, laws()))
    kinds = [
        [type(event) for event in correct_rating(t, player_id(4), 2600, "the list")]
        for t in (replay(regenerate_numbers(before), before), after)
    ]
    assert kinds == [[e.RatingCorrected, e.PairingNumbersIssued], [e.RatingCorrected]]


def test_a_table_of_two_is_over_with_its_only_round() -> None:
    t = entered(2, laws())
    assert not rules_of(t).over(t)
    t = published(t)
    assert (t.published, rules_of(t).over(t)) == (1, True)


def test_a_match_of_two_games_is_played_with_both_colours_and_counts_their_points() -> None:
    t = published(entered(4, replace(laws(), match_games=2)))
    for round in t.rounds:
        for game in [game for match in round.matches.values() for game in match]:
            better = Result.WHITE_WINS if game.white < game.black else Result.BLACK_WINS
            result = better if game.number == 1 else Result.DRAW
            t = replay(record_result(t, round.number, game.board, result, None, game=game.number), t)
        first, second = round.matches[1]
        assert (first.white, first.black) == (second.black, second.white)
    t = replay(close_tournament(t), t)
    assert [(row.person.number, row.points) for row in standings(snapshot(t)).rows] == [(1, 9), (2, 7), (3, 5), (4, 3)]
    assert [cell.points for cell in next(iter(table_cards(t).values())).lines] == [3, 3, 3]

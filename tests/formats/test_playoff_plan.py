"""The decision table of article 32.5.6, row by row, and the known answers for it."""

from dataclasses import replace

import pytest

from domain.formats.playoff.plan import PLAN, StepForm, most_rounds
from domain.formats.playoff.reading import outcome, read
from domain.formats.playoff.state import DecidedBy, Pairing, PlayoffGame, StageState
from domain.words.games import Result
from domain.words.options import FewestMoves, PairingForm, PlayoffOptions
from domain.words.players import EntrantId
from tests.formats.playoffs import (
    always_drawn,
    better_seed_wins,
    drawn,
    ended,
    in_turn,
    next_stage,
    played,
    stages,
    tied,
    winners,
)

CYCLE = ((1, 2), (2, 3), (3, 1))


def order_of(*numbers: int) -> tuple[EntrantId, ...]:
    return tuple(map(EntrantId, numbers))


def test_two_play_two_games_with_the_colours_exchanged() -> None:
    state = played(drawn(tied(2), {"two": (2, 1)}), winners((1, 2)))
    assert [[(g.white, g.black) for g in wave] for wave in state.waves] == [[(2, 1)], [(1, 2)]]
    assert ended(state).order == order_of(1, 2)
    assert set(ended(state).by) == {DecidedBy.SCORE}


def test_two_level_games_lead_to_armageddon_which_a_draw_wins_for_black() -> None:
    state = played(drawn(tied(2), {"two/armageddon": (1, 2)}), always_drawn)
    assert stages(state) == ["two", "two/armageddon"]
    assert (ended(state).order, ended(state).by[0]) == (order_of(2, 1), DecidedBy.ARMAGEDDON)


def test_two_late_play_armageddon_alone() -> None:
    state = played(tied(2, late=True), better_seed_wins)
    assert (stages(state), len(state.waves)) == (["armageddon"], 1)


def test_three_in_a_circle_twice_are_decided_by_the_shortest_win() -> None:
    """31, 24 and 40 moves."""
    lengths = {(1, 2): 62, (2, 3): 48, (3, 1): 80}
    state = played(tied(3), winners(*CYCLE, half_moves=lengths))
    assert stages(state) == ["three", "three/three-armageddon", "three/three-armageddon/fewest-moves-of-three"]
    assert (ended(state).order[0], ended(state).by[0]) == (2, DecidedBy.FEWEST_MOVES)


def test_two_level_ahead_of_the_third_play_armageddon_and_no_mini_match() -> None:
    state = played(tied(3), in_turn(winners((1, 3), (2, 3)), "three/", better_seed_wins))
    assert stages(state) == ["three", "three/armageddon"]
    assert ended(state).order == order_of(1, 2, 3)
    assert ended(state).by == (DecidedBy.ARMAGEDDON, DecidedBy.ARMAGEDDON, DecidedBy.TIEBREAK)


def test_a_half_move_decides() -> None:
    """White mates on move 31; the loser of the other game resigns after Black's 30th."""
    lengths = {(1, 2): 61, (2, 3): 60, (3, 1): 62}
    assert ended(played(tied(3), winners(*CYCLE, half_moves=lengths))).order[0] == 2


def test_moves_that_are_missing_are_asked_for() -> None:
    state = played(tied(3), winners(*CYCLE))
    last = tuple(replace(game, half_moves=None) for game in state.waves[-1])
    state = replace(state, waves=(*state.waves[:-1], last))
    upcoming = next_stage(state)
    assert upcoming is not None
    assert (upcoming.moves, upcoming.pairings, outcome(state)) == (last, (), None)
    assert read(state).stages[-1].state is StageState.NEEDS_MOVES


def test_equal_in_the_fewest_moves_leaves_lots() -> None:
    state = played(tied(3), winners(*CYCLE))
    assert stages(state)[-1].endswith("/lots")
    assert ended(state).by == (DecidedBy.LOTS,) * 3


def test_four_meet_by_lot_numbers_one_with_four_and_two_with_three() -> None:
    state = drawn(tied(4), {"four": (3, 1, 2, 4)})
    upcoming = next_stage(state)
    assert upcoming is not None
    assert {frozenset((p.white, p.black)) for p in upcoming.pairings} == {frozenset((3, 4)), frozenset((1, 2))}


def test_four_play_mini_matches_and_the_winners_meet_in_the_same_form() -> None:
    state = played(tied(4), better_seed_wins)
    assert stages(state) == ["four", "four/1A/two", "four/1B/two", "four/2A/two"]
    assert ended(state).order == order_of(1, 2, 3, 4)


def test_a_level_mini_match_of_a_knockout_alone_needs_armageddon() -> None:
    state = played(tied(4), winners((1, 4), (1, 2)))
    assert "four/1B/two/armageddon" in stages(state)
    assert "four/1A/two/armageddon" not in stages(state)


def test_four_without_time_play_one_armageddon_game_a_pairing() -> None:
    state = played(tied(4, pairing_form=PairingForm.ARMAGEDDON), better_seed_wins)
    assert stages(state) == [
        "four-armageddon",
        "four-armageddon/1A/armageddon",
        "four-armageddon/1B/armageddon",
        "four-armageddon/2A/armageddon",
    ]


def test_four_level_of_five_play_mini_matches_even_where_four_would_not() -> None:
    lost = tuple((n, 5) for n in range(1, 5))
    state = played(tied(5, pairing_form=PairingForm.ARMAGEDDON), in_turn(winners(*lost), "five/", better_seed_wins))
    assert stages(state)[:3] == ["five", "five/four-of-five", "five/four-of-five/1A/two"]
    assert dict(read(state).stages[0].scores) == {1: 5, 2: 5, 3: 5, 4: 5, 5: 0}
    assert ended(state).order == order_of(1, 2, 3, 4, 5)


def test_five_who_all_draw_have_won_no_games_and_draw_lots() -> None:
    state = played(tied(5), always_drawn)
    assert stages(state) == ["five", "five/fewest-moves-of-five", "five/fewest-moves-of-five/lots"]
    assert set(ended(state).by) == {DecidedBy.LOTS}


@pytest.mark.parametrize(("level", "next"), [(2, "five/armageddon"), (3, "five/three")])
def test_two_and_three_level_of_five_have_their_own_plans(level: int, next: str) -> None:
    ahead = tuple((a, b) for a in range(1, level + 1) for b in range(level + 1, 6))
    assert stages(played(tied(5), winners(*ahead)))[1] == next


def test_the_groups_of_six_are_made_by_tiebreak() -> None:
    groups = [stage.players for stage in read(drawn(tied(6))).stages if stage.name.count("/") == 2]
    assert groups == [order_of(1, 4, 5), order_of(2, 3, 6)]


def test_the_winners_of_the_groups_of_six_play_one_armageddon_game() -> None:
    state = played(tied(6), better_seed_wins)
    assert stages(state)[-1] == "six/final/armageddon"
    assert ended(state).order == order_of(1, 2, 3, 4, 5, 6)


def test_a_group_that_is_level_plays_on_while_the_other_rests() -> None:
    state = played(tied(6), in_turn(better_seed_wins, "six/A", always_drawn), waves=4)
    assert [{g.white for g in wave} | {g.black for g in wave} for wave in state.waves[3:]] <= [{1, 4, 5}]


def test_seven_play_armageddon_all_against_all_and_two_level_have_no_game_more() -> None:
    lengths = {(1, 2): 90, (2, 3): 20}
    ahead = tuple((a, b) for a in (1, 2) for b in range(3, 8) if (a, b) != (1, 7))
    state = played(tied(7), winners(*ahead, (1, 2), (7, 1), half_moves=lengths))
    first = read(state).stages[0]
    assert first.step.form is StepForm.ALL_PLAY_ARMAGEDDON
    assert [score for _, score in first.scores[:2]] == [10, 10]
    assert first.level == order_of(1, 2)
    assert len(state.waves) == 7
    assert (ended(state).order[0], ended(state).by[0]) == (2, DecidedBy.FEWEST_MOVES)


def test_eight_meet_by_tiebreak_and_in_a_fixed_bracket() -> None:
    state = played(tied(8), better_seed_wins)
    met = [{frozenset((g.white, g.black)) for g in wave} for wave in state.waves[::2]]
    assert met == [
        {frozenset(pair) for pair in ((1, 8), (2, 7), (3, 6), (4, 5))},
        {frozenset(pair) for pair in ((1, 4), (2, 3))},
        {frozenset((1, 2))},
    ]


def test_the_groups_of_nine_play_armageddon_and_their_sums_are_equal() -> None:
    found = [stage for stage in read(drawn(tied(9))).stages if stage.name.count("/") == 2]
    assert [stage.players for stage in found] == [order_of(1, 5, 9), order_of(2, 6, 7), order_of(3, 4, 8)]
    assert {sum(stage.players) for stage in found} == {15}
    assert {stage.step.form for stage in found} == {StepForm.ALL_PLAY_ARMAGEDDON}


def test_the_winners_of_the_groups_of_nine_play_all_against_all() -> None:
    assert stages(played(tied(9), better_seed_wins))[-1] == "nine/final/three-armageddon"


def test_ten_play_in_two_groups_of_five() -> None:
    groups = [stage.players for stage in read(drawn(tied(10))).stages if stage.name.count("/") == 2]
    assert groups == [order_of(1, 4, 5, 8, 9), order_of(2, 3, 6, 7, 10)]
    assert stages(played(tied(10), better_seed_wins))[-1] == "ten/final/armageddon"


def test_of_twelve_four_drop_out_before_any_lot_is_drawn() -> None:
    begun = read(tied(12))
    drawing = {player for stage in begun.next.lots for player in stage.players}
    assert drawing == set(range(1, 9))
    end = ended(played(tied(12), better_seed_wins))
    assert end.order[8:] == order_of(9, 10, 11, 12)
    assert set(end.by[8:]) == {DecidedBy.DROPPED}


def test_several_places_end_the_play_off_as_soon_as_they_are_filled() -> None:
    state = played(tied(4, places=2), better_seed_wins)
    assert (len(state.waves), ended(state).order[:2]) == (2, order_of(1, 2))


def test_two_places_for_three_leave_the_last_one_to_two() -> None:
    state = played(tied(3, places=2), in_turn(winners((1, 2), (1, 3)), "three/", winners((3, 2))))
    assert stages(state) == ["three", "three/armageddon"]
    assert (ended(state).order, ended(state).by[0]) == (order_of(1, 3, 2), DecidedBy.SCORE)


def test_a_forfeit_loses_the_pairing() -> None:
    state = drawn(tied(2), {"two": (1, 2)})
    forfeit = PlayoffGame(EntrantId(1), EntrantId(2), Result.BLACK_WINS_BY_FORFEIT)
    end = ended(replace(state, waves=((forfeit,),)))
    assert (end.order, end.by) == (order_of(2, 1), (DecidedBy.FORFEIT,) * 2)


def test_those_who_refuse_are_not_seated_and_lose() -> None:
    state = drawn(replace(tied(3), refused={EntrantId(1): 0}))
    end = ended(played(state, winners((3, 2))))
    assert end.order[0] == 3


def test_if_all_refuse_the_tiebreak_decides() -> None:
    state = drawn(replace(tied(2), refused={EntrantId(1): 0, EntrantId(2): 0}))
    assert (ended(state).order, ended(state).by[0]) == (order_of(1, 2), DecidedBy.FORFEIT)


def test_a_corrected_game_voids_what_was_played_after_it() -> None:
    """Three in a circle played on all three; with a leader after all there is nothing more to play."""
    state = played(tied(3), winners(*CYCLE))
    first_three = tuple(
        tuple(replace(game, result=Result.DRAW) if {game.white, game.black} == {3, 1} else game for game in wave)
        for wave in state.waves[:3]
    )
    after = read(replace(state, waves=(*first_three, *state.waves[3:])))
    assert [wave for wave, _ in after.void] == [3, 4, 5]
    assert after.outcome is not None
    assert after.outcome.order[0] == 1


def test_each_wording_of_fewest_moves_has_its_own_winner() -> None:
    """Seven with three level, who beat each other in a circle: in half-moves 1 has won in 20, 2 in 210 together, and
    3 has played 310 in all.
    """
    lengths = {(1, 4): 20, (1, 2): 150, (2, 3): 90, (3, 1): 44}
    lengths |= {(1, n): 80 for n in (5, 6, 7)} | {(2, n): 30 for n in (4, 5, 6, 7)} | {(3, n): 44 for n in (4, 5, 6, 7)}
    ahead = tuple((a, b) for a in (1, 2, 3) for b in (4, 5, 6, 7))
    answer = winners(*ahead, (1, 2), (2, 3), (3, 1), half_moves=lengths)
    found = {wording: ended(played(tied(7, fewest_moves=wording), answer)).order[0] for wording in FewestMoves}
    assert found == {FewestMoves.SHORTEST_WIN: 1, FewestMoves.SUM_OF_WINS: 2, FewestMoves.ALL_GAMES: 3}


def test_every_step_that_the_table_names_is_in_the_table() -> None:
    named = {name for step in PLAN.values() for name in (*step.level.values(), step.inside, step.after, step.late)}
    assert named - {""} <= set(PLAN)


LEVEL: dict[str, dict[int, str]] = {
    "two": {2: "armageddon"},
    "three": {2: "armageddon", 3: "three-armageddon"},
    "three-armageddon": {2: "armageddon", 3: "fewest-moves-of-three"},
    "five": {2: "armageddon", 3: "three", 4: "four-of-five", 5: "fewest-moves-of-five"},
    "five-armageddon": {2: "armageddon", 3: "three-armageddon", 4: "four-armageddon", 5: "fewest-moves-of-five"},
    "seven": dict.fromkeys((2, 3, 4, 5, 6, 7), "fewest-moves-of-seven"),
    "fewest-moves-of-three": dict.fromkeys((2, 3), "lots"),
    "fewest-moves-of-five": dict.fromkeys((2, 3, 4, 5), "lots"),
    "fewest-moves-of-seven": dict.fromkeys((2, 3, 4, 5, 6, 7), "lots"),
}
"""By how many stay level: the rows of the article, no more and no fewer than can play there."""


def test_who_stays_level_plays_on_as_the_article_says() -> None:
    assert {name: dict(step.level) for name, step in PLAN.items() if step.level} == LEVEL


@pytest.mark.parametrize(
    ("options", "rounds"),
    [
        (PlayoffOptions(), [3, 7, 6, 12, 8, 7, 9, 8, 13, 9, 9]),
        (PlayoffOptions(late=True), [1, 4, 2, 9, 5, 7, 3, 8, 10, 3, 3]),
        (PlayoffOptions(pairing_form=PairingForm.ARMAGEDDON), [3, 7, 2, 12, 8, 7, 3, 8, 13, 3, 3]),
    ],
    ids=["mini-matches", "late", "one game a pairing"],
)
def test_a_play_off_of_two_to_twelve_takes_at_most_so_many_rounds(options: PlayoffOptions, rounds: list[int]) -> None:
    """Three: three games all against all, three of Armageddon, and one for two who are level then."""
    assert [most_rounds(tied, options) for tied in range(2, 13)] == rounds


@pytest.mark.parametrize(("forfeited", "by"), [(3, DecidedBy.FORFEIT), (2, DecidedBy.SCORE), (0, DecidedBy.SCORE)])
def test_a_stage_of_forfeits_alone_is_decided_by_forfeit(forfeited: int, by: DecidedBy) -> None:
    left = iter([True] * forfeited + [False] * (3 - forfeited))

    def answer(pairing: Pairing) -> tuple[Result, int]:
        white = pairing.white < pairing.black
        if next(left):
            return (Result.WHITE_WINS_BY_FORFEIT if white else Result.BLACK_WINS_BY_FORFEIT), 0
        return (Result.WHITE_WINS if white else Result.BLACK_WINS), 60

    found = ended(played(tied(3), answer))
    assert (found.order[0], found.by[0]) == (1, by)

"""Double elimination: two losses, two brackets, one final or two."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.formats import rules_of
from domain.formats.tables.bracket import double_elimination_bracket
from domain.refusals import AllRoundsPaired
from domain.tournament import Tournament
from domain.words.brackets import BracketPart, Origin
from domain.words.options import KnockoutOptions
from domain.words.players import EntrantId
from domain.words.regulations import Format
from tests.formats.knockouts import OPTIONS, all_results, better, knockout, next_round, pairs, placed, play_out


def eliminating(entrants: int, options: KnockoutOptions = OPTIONS) -> Tournament:
    return knockout(entrants, options, format=Format.DOUBLE_ELIMINATION)


def played(t: Tournament) -> list[list[set[EntrantId]]]:
    return [pairs(t, round.number) for round in t.rounds]


def test_eight_play_14_matches_when_the_best_wins_everything() -> None:
    assert played(play_out(eliminating(8))) == [
        [{1, 8}, {4, 5}, {2, 7}, {3, 6}],
        [{1, 4}, {2, 3}, {8, 5}, {7, 6}],
        [{5, 3}, {6, 4}],
        [{1, 2}, {3, 4}],
        [{3, 2}],
        [{1, 2}],
    ]


def test_places_go_by_the_round_of_the_second_loss() -> None:
    assert placed(play_out(eliminating(8))) == [[1], [2], [3], [4], [5, 6], [7, 8]]


def one_loses_the_first_final(t: Tournament) -> Tournament:
    while t.published < 5:
        t = all_results(next_round(t))
    return all_results(next_round(t), max)


def test_both_have_lost_once_when_the_lower_finalist_wins_and_meet_again() -> None:
    t = one_loses_the_first_final(eliminating(8))
    t = next_round(t)
    assert pairs(t, 7) == [{1, 2}]
    assert placed(all_results(t.copy()))[:2] == [[1], [2]]
    assert placed(all_results(t, max))[:2] == [[2], [1]]


def test_one_final_is_enough_where_the_regulations_say_so() -> None:
    t = one_loses_the_first_final(eliminating(8, KnockoutOptions(second_final=False)))
    assert (rules_of(t).over(t), placed(t)[:2]) == (True, [[2], [1]])


def test_there_is_no_second_final_when_the_unbeaten_one_wins_the_first() -> None:
    with pytest.raises(AllRoundsPaired):
        next_round(play_out(eliminating(8)))


def test_the_losers_of_the_upper_bracket_drop_to_the_far_side_in_turn() -> None:
    matches = {match.number: match for match in double_elimination_bracket(16)}
    dropping = [
        [place.of for match in matches.values() if match.round == round for place in match.places[1:]]
        for round in (3, 5)
        if all(
            match.places[1].origin is Origin.LOSER
            for match in matches.values()
            if match.round == round and match.part is BracketPart.LOWER
        )
    ]
    assert dropping == [[12, 11, 10, 9], [22, 21]]


@settings(max_examples=25, deadline=None)
@given(st.integers(3, 20), st.randoms(use_true_random=False))
def test_all_but_the_winner_lose_twice_or_have_no_opponent_left(n: int, dice: object) -> None:
    t = play_out(eliminating(n), lambda white, black: dice.choice((white, black)))  # type: ignore[attr-defined]
    lost = dict.fromkeys(t.players, 0)
    for round in t.rounds:
        for (game,) in round.matches.values():
            lost[game.black if str(game.result) == "1-0" else game.white] += 1
    [[winner], *others] = placed(t)
    assert lost[winner] <= 1
    assert {lost[id] for same in others for id in same} == {2}


def first_rematch(t: Tournament) -> int:
    met: set[frozenset[EntrantId]] = set()
    for round in t.rounds:
        now = {frozenset(two) for two in pairs(t, round.number)}
        if met & now:
            return round.number
        met |= now
    return len(t.rounds) + 1


@settings(max_examples=6, deadline=None)
@given(st.sampled_from([(8, 4), (16, 5), (32, 6)]), st.randoms(use_true_random=False))
def test_nobody_meets_again_before_the_brackets_force_it(size: tuple[int, int], dice: object) -> None:
    """Rounds of the event: the 3rd, 4th and 5th lower round are its 4th, 5th and 6th."""
    entrants, earliest = size
    t = eliminating(entrants)
    while t.published + 1 < earliest:
        t = all_results(next_round(t), lambda white, black: dice.choice((white, black)))  # type: ignore[attr-defined]
    assert first_rematch(t) == earliest


def test_free_lines_of_a_field_that_is_not_full_cost_nobody_a_round() -> None:
    t = play_out(eliminating(5), better)
    assert [len(found) for found in played(t)] == [1, 2, 1, 2, 1, 1]
    assert placed(t) == [[1], [2], [3], [4], [5]]

"""What is needed: every kind of sentence on small tables, and all ends of random events beside their enumeration."""

import pytest

from domain.decisions.rounds.pairing import close_round
from domain.tournament import replay
from domain.words.options import KnockoutOptions
from domain.words.regulations import Regulations
from projections.chances.needs import needs_for_places
from projections.chances.rest import rest_of_event
from projections.moment.chances_found import Need, NeedKind
from tests import crosstable
from tests.formats.knockouts import all_results, knockout, next_round
from tests.needs.enumerated import look_at
from tests.tiers import sample

ENDS, AT_ONCE = 2_000, 20


@pytest.mark.parametrize("first", sample(range(0, ENDS, AT_ONCE), 3))
def test_what_is_said_holds_at_every_ending(first: int) -> None:
    looked_at, _, mistakes = look_at([f"1-{n}" for n in range(first, first + AT_ONCE)])
    assert mistakes == []
    assert looked_at > AT_ONCE * 0.8


def needs_of(text: str, *places: int, rounds: int = 2, **choices: object) -> dict[int, tuple[Need, ...]]:
    laws = Regulations(rounds=rounds, **choices)  # type: ignore[arg-type]
    t = crosstable.tournament(text, regulations=laws)
    return {int(number): found for number, found in needs_for_places(rest_of_event(t), places).items()}


HALF_PLAYED = "A +w2 ?w3\nB -b1 +w4\nC +w4 ?b1\nD -b3 -b2"


def test_a_win_decides_between_two_who_are_level() -> None:
    found = needs_of(HALF_PLAYED, 1)
    assert found[1] == (Need(NeedKind.WIN, 1, enough=2, needed=1),)


def test_to_one_of_two_who_meet_a_draw_is_enough_and_the_other_must_win() -> None:
    found = needs_of("A +w2 ?w3\nB -b1 =w4\nC =w4 ?b1\nD =b3 =b2", 1)
    assert found[1] == (Need(NeedKind.DRAW, 1, enough=1, needed=1),)
    assert found[3] == (Need(NeedKind.WIN_DECIDES, 1, enough=2, needed=2),)


def test_whoever_cannot_be_caught_is_certain_and_who_cannot_catch_up_is_out() -> None:
    found = needs_of(HALF_PLAYED, 1, 3)
    assert found[1][1].kind is NeedKind.CERTAIN
    assert found[2][0].kind is NeedKind.OUT
    assert found[4] == (Need(NeedKind.OUT, 0), Need(NeedKind.OUT, 0))


def test_points_of_several_games_are_asked_for_while_rounds_are_to_come() -> None:
    [need] = needs_of("A +w2\nB -b1\nC =w4\nD =b3", 2, rounds=3)[1]
    assert (need.kind, need.games, need.enough) == (NeedKind.POINTS, 2, 4)


def test_a_table_that_begins_with_something_else_decides_nothing_by_points() -> None:
    found = needs_of("A +w2\nB -b1\nC =w4\nD =b3", 1, rounds=3, order=("WIN", "PTS"))
    assert {need.kind for [need] in found.values()} == {NeedKind.OPEN}


def test_when_all_is_played_the_place_says_it_with_its_tiebreaks() -> None:
    found = needs_of("A =w2\nB =b1\nC +w4\nD -b3", 1, rounds=1)
    assert found[3][0].certain
    assert [found[number][0].kind for number in (1, 2, 4)] == [NeedKind.OUT] * 3


def test_a_play_off_that_may_come_leaves_those_level_on_points_undecided() -> None:
    found = needs_of("A +w2\nB -b1\nC +w4\nD -b3", 1, rounds=1, order=("BH", "PLAYOFF"))
    assert [found[number][0].kind for number in (1, 2, 3, 4)] == [
        NeedKind.TIEBREAK,
        NeedKind.OUT,
        NeedKind.TIEBREAK,
        NeedKind.OUT,
    ]


def in_bracket(entrants: int, rounds: int, *last_places: int, **options: bool) -> dict[int, list[tuple[NeedKind, int]]]:
    """The kind of each need and the matches to be won, after so many rounds that the better seeds have won."""
    t = next_round(knockout(entrants, KnockoutOptions(**options)))  # type: ignore[arg-type]
    for _ in range(rounds):
        t = next_round(replay(close_round(all_results(t), t.published), t))
    found = needs_for_places(rest_of_event(t), last_places)
    return {int(number): [(need.kind, need.games) for need in needs] for number, needs in found.items()}


def test_in_a_knock_out_all_matches_to_the_final_must_be_won() -> None:
    assert in_bracket(8, 0, 1)[5] == [(NeedKind.WIN_ALL, 3)]
    assert in_bracket(8, 1, 1)[1] == [(NeedKind.WIN_ALL, 2)]
    assert in_bracket(8, 2, 1)[1] == [(NeedKind.WIN_DECIDES, 1)]


def test_whoever_has_lost_in_a_knock_out_is_out() -> None:
    found = in_bracket(8, 1, 1, 3)
    assert found[8] == [(NeedKind.OUT, 0), (NeedKind.OUT, 0)]


def test_a_match_for_the_third_place_is_another_way_among_the_first_three() -> None:
    assert in_bracket(8, 1, 3, third_place=True)[1] == [(NeedKind.WIN, 1)]
    assert in_bracket(8, 0, 3, third_place=True)[1] == [(NeedKind.MUST_WIN, 2)]
    assert in_bracket(8, 2, 3, third_place=True)[3] == [(NeedKind.WIN_DECIDES, 1)]

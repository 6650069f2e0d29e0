"""The literal C.04.6 by itself, article by article, and beside the engine in random rounds of teams.

Every run draws new rounds and prints its seed. More of them, or the same again:

    python -m tests.pairing.compare_team_swiss --count 20000 --seed 12345
"""

import os
from collections.abc import Callable
from itertools import combinations
from random import SystemRandom

import pytest

from domain.cards.card import Card, CardLine, Pair, PairingTask, RoundPairing
from domain.pairing.graph import layers
from domain.pairing.swiss.edition import Places
from domain.pairing.top_scoregroup import choosing
from domain.pairing.top_scoregroup.competitors import TopScoregroup
from domain.words.games import Code, Colour
from tests.pairing.by_the_article_team import identifier_of_pairing, identifier_of_set, team_of
from tests.pairing.compare_team_swiss import compared
from tests.pairing.team_fields import (
    STRANGER,
    agreed,
    field,
    matches,
    meetings,
    task,
    team,
    teams_of,
)
from tests.tiers import tries

ROUNDS = tries(300, "TEAM_SWISS_ROUNDS")
SEED = os.environ.get("PAIRING_SEED") or str(SystemRandom().randrange(10**9))


def test_random_rounds_are_paired_as_by_the_engine() -> None:
    print(f"PAIRING_SEED={SEED} TEAM_SWISS_ROUNDS={ROUNDS}")
    for seed, told in compared(SEED, ROUNDS):
        assert not told, f"seed {seed}\n{told}"


def test_random_rounds_are_paired_alike_when_no_set_is_tried_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choosing, "first_of_few", lambda waiting: None)
    for seed, told in compared(f"{SEED}-prices", ROUNDS // 3):
        assert not told, f"seed {seed}\n{told}"


@pytest.mark.parametrize("first_of_few", [choosing.first_of_few, lambda waiting: None], ids=["sets", "prices"])
def test_random_rounds_are_paired_alike_by_bounds_of_kinds(
    first_of_few: Callable[[TopScoregroup], Places | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asked for here in brackets of any size, else in large ones only."""
    monkeypatch.setattr(choosing, "first_of_few", first_of_few)
    monkeypatch.setattr(choosing, "MANY_PLACES", 2)
    monkeypatch.setattr(choosing, "PLACES_A_KIND", 1)
    monkeypatch.setattr(choosing, "FEW_KINDS", 60)
    monkeypatch.setattr(layers, "MANY_VERTICES", 2)
    for seed, told in compared(f"{SEED}-kinds", ROUNDS // 3):
        assert not told, f"seed {seed}\n{told}"


# Orders


def test_sets_of_upfloaters_come_in_the_printed_order() -> None:
    teams = teams_of(field({2: 6, 6: 6, 8: 6, 1: 5, 3: 5, 5: 5}))
    every = sorted(identifier_of_set(frozenset(chosen)) for chosen in combinations(teams.values(), 3))
    two_of_the_higher = [found for found in every if len({2, 6, 8}.intersection(found)) == 2]
    assert two_of_the_higher == [
        [2, 6, 1], [2, 6, 3], [2, 6, 5], [2, 8, 1], [2, 8, 3], [2, 8, 5], [6, 8, 1], [6, 8, 3], [6, 8, 5],
    ]  # fmt: skip  # 3.5.4


def test_the_printed_set_rises_where_the_three_of_the_higher_score_cannot() -> None:
    """3.5.4: 2, 6 and 8 with 3 points, 1, 3 and 5 with 2½; two of the ones and one of the others have to rise."""
    residents = {10: 8, 11: 8, 12: 8}
    scores = residents | {2: 6, 6: 6, 8: 6, 1: 5, 3: 5, 5: 5}
    strangers = [*combinations(residents, 2)]
    assert meetings(field(scores, strangers)) >= {(2, 10), (6, 11), (8, 12)}
    all_three_cannot = [*strangers, *((10, n) for n in (2, 6, 8))]
    assert meetings(field(scores, all_three_cannot)) >= {(1, 10), (2, 11), (6, 12)}


def test_the_identifier_is_the_printed_one() -> None:
    teams = teams_of(field(dict.fromkeys((4, 6, 8, 9, 10, 11, 16, 24), 0)))
    pairing = tuple((teams[top], teams[bottom]) for top, bottom in ((11, 24), (6, 16), (9, 10), (4, 8)))
    assert identifier_of_pairing(pairing) == [4, 6, 9, 11, 8, 16, 10, 24]  # 3.6


def test_top_members_are_those_with_the_smaller_numbers_whatever_their_scores() -> None:
    """3.6.1: residents 5, 6 and 7 with the upfloater 1: 1 5, 6 7 before 5 6, 1 7 as 1 6, 5 7."""
    assert meetings(field({5: 6, 6: 6, 7: 6, 1: 4, 2: 4, 3: 4})) == {(1, 6), (2, 3), (5, 7)}


def test_round_one_is_upper_half_against_lower_half_with_colours_by_parity() -> None:
    answer = agreed(PairingTask({n: Card(n) for n in range(1, 10)}, 1, 9))
    assert answer == RoundPairing((Pair(1, 5), Pair(6, 2), Pair(3, 7), Pair(8, 4)), 9)  # 3.4, 3.6, 4.3.1


# Upfloaters

SCORES = {1: 8, 2: 8, 3: 8, 4: 6, 5: 6, 6: 6, 7: 4, 8: 4}


def test_the_first_upfloater_is_the_one_with_the_smallest_number() -> None:
    assert meetings(field(SCORES)) == {(1, 3), (2, 4), (5, 6), (7, 8)}


def test_fewer_upfloaters_come_before_higher_scores() -> None:
    assert (2, 7) in meetings(field(SCORES, apart=[(a, b) for a in (1, 2, 3) for b in (4, 5, 6)]))  # C4, C5


def test_the_lowest_score_of_the_upfloaters_is_as_high_as_possible() -> None:
    """C5: 4 and 4 before 6 and 2, if 6 and 4 leave two who cannot meet."""
    scores = {1: 8, 2: 8, 3: 6, 4: 4, 5: 4, 6: 2}
    assert meetings(field(scores, apart=[(1, 2), (4, 6), (5, 6)])) == {(1, 4), (2, 5), (3, 6)}


def test_the_upfloater_leaves_a_scoregroup_that_needs_none() -> None:
    assert (2, 5) in meetings(field(SCORES, apart=[(5, 6)]))  # C6


def test_nothing_is_asked_once_the_following_scoregroup_has_risen_whole() -> None:
    """C6: with 3 gone, that 4 leaves 5 and 6, who may not meet, is not asked."""
    scores = {1: 8, 2: 8, 3: 6, 4: 4, 5: 4, 6: 4, 7: 2, 8: 2}
    assert meetings(field(scores, apart=[(1, 2), (5, 6)])) >= {(1, 3), (2, 4)}


def test_nothing_is_asked_once_a_bracket_before_has_emptied_the_following_scoregroup() -> None:
    """C6: 2 has risen to 1, its score is empty below 3; that 4 leaves 5 and 6, who may not meet, is not asked."""
    scores = {1: 10, 2: 6, 3: 8, 4: 4, 5: 4, 6: 4, 7: 2, 8: 2}
    assert meetings(field(scores, apart=[(1, 3), (5, 6)])) == {(1, 2), (3, 4), (5, 7), (6, 8)}


def test_a_following_scoregroup_that_needs_some_anyway_needs_as_few_as_can_be() -> None:
    """C6 as much as possible: without 7 five are left of whom no two may meet; without 2 one of them meets 7."""
    scores = {1: 12} | dict.fromkeys(range(2, 8), 9) | dict.fromkeys(range(8, 15), 6)
    apart = combinations(range(2, 7), 2)
    assert (1, 2) in meetings(field(scores, apart=apart, floated=range(2, 7)))


@pytest.mark.parametrize(("left", "riser"), [(2, 5), (1, 4), (0, 4)])
def test_a_team_that_floated_does_not_rise_before_the_last_two_rounds(left: int, riser: int) -> None:
    assert (2, riser) in meetings(field(SCORES, floated=[4], left=left))  # C7


def test_c6_comes_before_c7() -> None:
    assert (2, 6) in meetings(field(SCORES, apart=[(5, 6), (4, 6)], floated=[6]))


@pytest.mark.parametrize(("left", "host"), [(2, 1), (1, 2), (0, 2)])
def test_a_resident_that_floated_meets_no_upfloater_before_the_last_two_rounds(left: int, host: int) -> None:
    assert (host, 4) in meetings(field(SCORES, floated=[2], left=left))  # C10


def test_nothing_is_legal_if_nobody_may_meet() -> None:
    assert agreed(field({1: 4, 2: 4}, apart=[(1, 2)])) is None
    assert agreed(field({1: 4, 2: 4, 3: 0}, apart=combinations((1, 2, 3), 2))) is None


# Byes and forfeits


def test_the_bye_goes_to_the_lowest_score_then_to_most_matches_then_to_the_largest_number() -> None:
    played, rested = team(2, 2, matches("w")), team(2, 2)
    assert agreed(task([team(1, 4), played, team(3, 2)])).bye == 2  # 3.4.3
    assert agreed(task([team(1, 4), rested, team(3, 2)])).bye == 3  # 3.4.4
    assert agreed(task([team(1, 2), played, team(3, 4)])).bye == 2  # 3.4.2


@pytest.mark.parametrize(
    ("code", "may"),
    [
        (Code.PAIRING_BYE, False),
        (Code.FULL_BYE, False),
        (Code.FORFEIT_WIN, False),
        (Code.FORFEIT_LOSS, True),
        (Code.HALF_BYE, True),
        (Code.ZERO_BYE, True),
        (Code.WIN, True),
    ],
)
def test_a_bye_a_forfeit_or_a_full_point_bye_bars_from_the_bye(code: Code, may: bool) -> None:
    foe, colour = (STRANGER, Colour.WHITE) if not code.bye else (None, None)
    asked = task([team(1, 4, [CardLine(code, 0, foe, colour)]), team(2, 6), team(3, 6)])
    assert team_of(asked, 1).barred_from_bye is not may  # C2
    assert (agreed(asked).bye == 1) is may


def test_teams_of_a_forfeited_match_may_meet_and_have_had_no_colour_and_no_float() -> None:
    lines = CardLine(Code.FORFEIT_WIN, 4, 2, Colour.WHITE, 2), CardLine(Code.FORFEIT_LOSS, 0, 1, Colour.BLACK, -2)
    asked = task([team(1, 4, lines[:1]), team(2, 4, lines[1:])])
    assert agreed(asked) == RoundPairing((Pair(1, 2),))
    assert [(team.colours, team.floated) for team in teams_of(asked).values()] == [((), False), ((), False)]

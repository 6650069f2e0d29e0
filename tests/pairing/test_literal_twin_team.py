"""The literal C.04.6 by itself, article by article, and beside the engine in random rounds of teams.

Every run draws new rounds and prints its seed. More of them, or the same again:

    python -m tests.pairing.compare_team_swiss --count 20000 --seed 12345
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from random import SystemRandom

import pytest

from domain.cards.card import Card, CardLine, Pair, PairingTask, RoundPairing
from domain.pairing.top_scoregroup import upfloaters
from domain.words.games import Code, Colour
from domain.words.team_options import ColourPreferences, TeamOptions
from tests.pairing.compare_double_swiss import unordered
from tests.pairing.compare_team_swiss import by_engine, compared
from tests.pairing.random_team_rounds import MATCH_POINTS
from tests.pairing.to_the_letter_team import Field, identifier, pair, sets_in_order

ROUNDS = int(os.environ.get("TEAM_SWISS_ROUNDS", "300"))
SEED = os.environ.get("PAIRING_SEED") or str(SystemRandom().randrange(10**9))
STRANGER = 90
"""The first of the opponents of before who are not there any more."""
A, B, NO_COLOURS = (TeamOptions(preferences=kind) for kind in ColourPreferences)
NOBODY: Iterable[tuple[int, int]] = ()


def matches(colours: str, ahead: int = 0) -> list[CardLine]:
    """Drawn matches against strangers, the last one against a team with so many points less."""
    lines = [CardLine(Code.DRAW, 2, STRANGER + at, Colour(colour)) for at, colour in enumerate(colours)]
    return [*lines[:-1], *(CardLine(line.code, line.points, line.opponent, line.colour, ahead) for line in lines[-1:])]


def team(number: int, score: int, lines: Sequence[CardLine] = (), rounds: int = 1) -> Card:
    filled = (*[CardLine(Code.ZERO_BYE, 0)] * (rounds - len(lines)), *lines)
    return Card(number, lines=filled, carried=score - sum(line.points for line in lines), present=number < STRANGER)


def task(
    cards: Iterable[Card], apart: Iterable[tuple[int, int]] = (), left: int = 9, options: TeamOptions = A
) -> PairingTask:
    """The next round, with so many to come after it."""
    given = {one.number: one for one in cards}
    rounds = max(len(one.lines) for one in given.values())
    foes = {line.opponent for one in given.values() for line in one.lines if line.opponent}
    strangers = {n: team(n, 0, rounds=rounds) for n in foes if n >= STRANGER}
    return PairingTask(
        strangers | given,
        rounds + 1,
        rounds + 1 + left,
        forbidden=frozenset(map(frozenset, apart)),
        scoring=MATCH_POINTS,
        teams=options,
    )


def agreed(asked: PairingTask) -> RoundPairing | None:
    """The twin's answer, which is that of the engine."""
    answer = pair(asked)
    assert unordered(answer) == unordered(by_engine(asked))
    return answer


def meetings(asked: PairingTask) -> set[tuple[int, ...]]:
    answer = agreed(asked)
    assert answer is not None
    return {tuple(sorted((board.white, board.black))) for board in answer.pairs}


def field(
    scores: Mapping[int, int], apart: Iterable[tuple[int, int]] = NOBODY, floated: Iterable[int] = (), left: int = 9
) -> PairingTask:
    """Teams by number and score without a colour to prefer, some of which met another score in the round before."""
    cards = [team(n, score, matches("w", ahead=int(n in floated))) for n, score in scores.items()]
    return task(cards, apart, left)


def test_random_rounds_are_paired_as_by_the_engine() -> None:
    print(f"PAIRING_SEED={SEED} TEAM_SWISS_ROUNDS={ROUNDS}")
    for seed, told in compared(SEED, ROUNDS):
        assert not told, f"seed {seed}\n{told}"


def test_random_rounds_are_paired_alike_when_no_set_is_tried_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upfloaters, "first_of_few", lambda waiting: None)
    for seed, told in compared(f"{SEED}-prices", ROUNDS // 3):
        assert not told, f"seed {seed}\n{told}"


# Orders


def test_sets_of_upfloaters_come_in_the_printed_order() -> None:
    every = sets_in_order([(6, 2), (6, 6), (6, 8), (5, 1), (5, 3), (5, 5)], 3)
    two_of_the_higher = [found for found in every if len({2, 6, 8}.intersection(found)) == 2]
    assert two_of_the_higher == [
        (2, 6, 1), (2, 6, 3), (2, 6, 5), (2, 8, 1), (2, 8, 3), (2, 8, 5), (6, 8, 1), (6, 8, 3), (6, 8, 5),
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
    assert identifier(((11, 24), (16, 6), (10, 9), (8, 4))) == (4, 6, 9, 11, 8, 16, 10, 24)  # 3.6


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
    assert Field(asked).may_have_bye(1) is may  # C2
    assert (agreed(asked).bye == 1) is may


def test_teams_of_a_forfeited_match_may_meet_and_have_had_no_colour_and_no_float() -> None:
    lines = CardLine(Code.FORFEIT_WIN, 4, 2, Colour.WHITE, 2), CardLine(Code.FORFEIT_LOSS, 0, 1, Colour.BLACK, -2)
    asked = task([team(1, 4, lines[:1]), team(2, 4, lines[1:])])
    assert agreed(asked) == RoundPairing((Pair(1, 2),))
    players = Field(asked)
    assert (players.colours[1], players.floated) == ((), {1: False, 2: False})


# Colours

PREFERENCES = [
    ("", None, None, None),
    ("w", None, "b mild", "b mild"),
    ("wb", None, "w mild", None),
    ("ww", "b", "b strong", "b strong"),
    ("wbb", "w", "w strong", "w strong"),
    ("wwbb", "w", "w strong", "w strong"),
    ("wwbwb", None, "b mild", "b mild"),
    ("wwwbb", None, "b mild", "b mild"),
    ("wbww", "b", "b strong", "b strong"),
    ("bwb", None, "w mild", "w mild"),
    ("bbwb", "w", "w strong", "w strong"),
]
"""Colours so far, oldest first; the preference by type A, by type B, and by type B in the last round (1.7)."""


def shown(asked: PairingTask) -> str | None:
    wish = Field(asked).wishes[1]
    kind = "" if asked.teams is A else " strong" if wish and wish[1] else " mild"
    return f"{wish[0].value}{kind}" if wish else None


@pytest.mark.parametrize(("had", "type_a", "type_b", "last"), PREFERENCES)
def test_the_preferences_of_both_types(had: str, type_a: str | None, type_b: str | None, last: str | None) -> None:
    cards = [team(1, 8, matches(had), rounds=6), team(2, 8, rounds=6)]
    assert [shown(task(cards, options=A)), shown(task(cards, options=B))] == [type_a, type_b]
    assert shown(task(cards, left=0, options=B)) == last
    assert shown(task(cards, options=NO_COLOURS)) is None


COLOURS = [
    (A, "", "", 1),  # 4.3.1
    (A, "wb", "ww", 1),  # 4.3.2
    (A, "ww", "wb", 2),
    (A, "bb", "ww", 1),  # 4.3.3
    (B, "wb", "bb", 2),  # 4.3.4
    (B, "bb", "wb", 1),
    (A, "w", "b", 2),  # 4.3.5
    (A, "wbwb", "bwwb", 1),  # 4.3.6: the first-team had Black when the other one had White
    (B, "wbwb", "wb", 1),  # 4.3.7
    (A, "wb", "wb", 1),  # 4.3.8
    (A, "bw", "bw", 2),
    (A, "", "bw", 1),  # 4.3.9
    (A, "", "wb", 2),
]
"""Colours that the first-team and the other one had, oldest first, and which has White."""


@pytest.mark.parametrize(("options", "first", "other", "white"), COLOURS)
def test_colours_of_board_one(options: TeamOptions, first: str, other: str, white: int) -> None:
    cards = [team(1, 8, matches(first), rounds=4), team(2, 8, matches(other), rounds=4)]
    answer = agreed(task(cards, options=options))
    assert answer is not None
    assert answer.pairs[0].white == white


@pytest.mark.parametrize(("secondary", "used", "white"), [((3, 4), True, 1), ((3, 4), False, 2), ((4, 3), True, 2)])
def test_the_first_team_has_the_higher_score_then_the_higher_other_score(
    secondary: tuple[int, int], used: bool, white: int
) -> None:
    """4.2, seen in 4.3.8: both had White last, so the first-team has Black."""
    lines = [
        [
            CardLine(Code.DRAW, 2, STRANGER, Colour.BLACK),
            CardLine(Code.DRAW, 2, STRANGER + 1, Colour.WHITE, 0, (), 0, n),
        ]
        for n in secondary
    ]
    cards = [team(n, 8, mine, rounds=2) for n, mine in enumerate(lines, 1)]
    options = TeamOptions(primary_alone=not used)
    assert agreed(task(cards, options=options)).pairs[0].white == white


def test_virtual_points_make_no_first_team() -> None:
    """4.2.1, seen in 4.3.8: 2 has scored more, and 1 as much with its virtual points."""
    cards = [team(1, 6, matches("bw"), rounds=2), team(2, 8, matches("bw"), rounds=2)]
    asked = replace(task(cards), virtual={1: (2, 2, 2)})
    assert agreed(asked) == RoundPairing((Pair(1, 2),))


def test_colours_that_cannot_all_be_granted_count_before_the_identifier() -> None:
    cards = [team(n, 8, matches(had), rounds=2) for n, had in ((1, "ww"), (2, "wb"), (3, "ww"), (4, "bb"))]
    assert meetings(task(cards)) == {(1, 4), (2, 3)}  # C8: 1 3, 2 4 would refuse one
    strong = [team(n, 8, matches(had), rounds=2) for n, had in ((1, "ww"), (2, "bw"), (3, "ww"), (4, "bw"))]
    assert meetings(task(strong, options=B)) == {(1, 4), (2, 3)}  # C9: refused are two anyway, better mild ones
    assert meetings(task(strong, options=NO_COLOURS)) == {(1, 3), (2, 4)}

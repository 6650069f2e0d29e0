"""Four teams over three rounds of two boards, each team tie-break worked out by hand."""

from fractions import Fraction as F

import pytest

from domain.ranking.tiebreaks import (
    Context,
    Cut,
    Ruleset,
    TeamCard,
    TeamLine,
    TeamRules,
    Value,
    parse_tiebreak,
    rule_of,
    values,
    working,
)
from domain.ranking.tiebreaks.team_results import berlin, board_count, bottom_boards, top_boards
from domain.words.games import Code

TEAMS = {
    1: TeamCard(
        1,
        lines=(
            TeamLine(Code.WIN, 4, 3, 2, (2, 1)),
            TeamLine(Code.DRAW, 2, 2, 3, (0, 2)),
            TeamLine(Code.LOSS, 0, 0, 4, (0, 0)),
        ),
    ),
    2: TeamCard(
        2,
        lines=(
            TeamLine(Code.LOSS, 0, 1, 1, (0, 1)),
            TeamLine(Code.LOSS, 0, 1, 4, (1, 0)),
            TeamLine(Code.WIN, 4, 4, 3, (2, 2)),
        ),
    ),
    3: TeamCard(
        3,
        lines=(
            TeamLine(Code.DRAW, 2, 2, 4, (1, 1)),
            TeamLine(Code.DRAW, 2, 2, 1, (2, 0)),
            TeamLine(Code.LOSS, 0, 0, 2, (0, 0)),
        ),
    ),
    4: TeamCard(
        4,
        lines=(
            TeamLine(Code.DRAW, 2, 2, 3, (1, 1)),
            TeamLine(Code.WIN, 4, 3, 2, (1, 2)),
            TeamLine(Code.WIN, 4, 4, 1, (2, 2)),
        ),
    ),
}
"""Match points in halves: 6, 4, 4, 10; game points in halves: 5, 6, 4, 9."""
RULES = Context(Ruleset.C07_2026, rounds=3, team=TeamRules(boards=2))

BY_HAND: dict[str, dict[int, Value]] = {
    "MP": {1: F(3), 2: F(2), 3: F(2), 4: F(5)},
    "GP": {1: F(5, 2), 2: F(3), 3: F(2), 4: F(9, 2)},
    "MP+GP": {1: F(11, 2), 2: F(5), 3: F(4), 4: F(19, 2)},
    "MPVGP": {1: F(5, 2), 2: F(3), 3: F(2), 4: F(9, 2)},
    "BH": {1: F(9), 2: F(10), 3: F(10), 4: F(7)},
    "BH:GP": {1: F(19, 2), 2: F(9), 3: F(10), 4: F(15, 2)},
    "BC": {1: F(8, 2), 2: F(9, 2), 3: F(5, 2), 4: F(14, 2)},
    "BERLIN": {1: F(7, 2), 2: F(9, 2), 3: F(7, 2), 4: F(13, 2)},
    "EMMSB": {1: F(2 * 2 + 2 * 1), 2: F(2 * 2), 3: F(5 * 1 + 3 * 1), 4: F(2 * 1 + 2 * 2 + 3 * 2)},
    "EMGSB": {
        1: F(2 * 3 + 2 * 2, 2),
        2: F(3 * 1 + 5 * 1 + 2 * 4, 2),
        3: F(5 * 2 + 3 * 2, 2),
        4: F(2 * 2 + 2 * 3 + 3 * 4, 2),
    },
    "TBR": {1: 4, 2: 2, 3: 3, 4: 1},
    "SSSC/K1": {1: F(5, 2) + F(9), 2: F(3) + F(10), 3: F(2) + F(10), 4: F(9, 2) + F(7)},
    "SSSC": {1: F(5, 2) + F(9, 3), 2: F(3) + F(10, 3), 3: F(2) + F(10, 3), 4: F(9, 2) + F(7, 3)},
    "SSSC/K3": {1: F(5, 2) + F(9, 3), 2: F(3) + F(10, 3), 3: F(2) + F(10, 3), 4: F(9, 2) + F(7, 3)},
}


@pytest.mark.parametrize("text", BY_HAND)
def test_a_team_tie_break_is_what_the_hand_makes_it(text: str) -> None:
    assert values(TEAMS, parse_tiebreak(text), RULES) == BY_HAND[text]


@pytest.mark.parametrize(("text", "ahead"), [("EDE", None), ("EDET", 1), ("EDEB", 2), ("EDEBT", 1), ("EDEBB", 2)])
def test_the_boards_of_their_match_part_the_last_two(text: str, ahead: int | None) -> None:
    """2:2 with the boards 2 0 0 2 against 0 2 2 0: the board count is 10 on either side.

    The first board is for 1 (C.07, 12.2), all but the last board are for 2 (C.07, 12.3).
    """
    boards = {1: (2, 0, 0, 2), 2: (0, 2, 2, 0)}
    cards = {n: TeamCard(n, lines=(TeamLine(Code.DRAW, 2, 4, 3 - n, boards[n]),)) for n in boards}
    found = values(cards, parse_tiebreak(text), Context(Ruleset.C07_2026, rounds=1, team=TeamRules()))
    assert [n for n in boards if list(found.values()).count(1) == 1 and found[n] == 1] == ([ahead] if ahead else [])


def test_boards_are_weighed_from_the_first() -> None:
    boards = (4, 3, 2, 1)
    assert (board_count(boards), berlin(boards)) == (4 + 6 + 6 + 4, 16 + 9 + 4 + 1)
    assert (top_boards(boards), bottom_boards(boards)) == ((4, 3, 2, 1), (9, 7, 4))


def test_the_factor_of_schedule_strength_is_never_less_than_one() -> None:
    """C.07, 13.4: two rounds give at most four match points, a match on six boards six game points."""
    lines = {n: (TeamLine(Code.WIN, 4, 8, n + 1), TeamLine(Code.WIN, 4, 7, n + 2)) for n in (1, 2, 3)}
    cards = {n: TeamCard(n, lines=lines.get(n, (TeamLine(Code.LOSS, 0, 4),) * 2)) for n in range(1, 6)}
    found = values(cards, parse_tiebreak("SSSC"), Context(Ruleset.C07_2026, rounds=2, team=TeamRules(boards=6)))
    assert found[1] == F(8 + 7, 2) + (4 + 4)


def test_the_olympiad_leaves_out_the_opponent_with_the_fewest_match_points() -> None:
    """1 met teams of 4, 4 and 10 half match points, and won 3, 2 and 0 half game points against them."""
    assert values(TEAMS, parse_tiebreak("OSB"), RULES) == {
        1: F(4 * 3 + 10 * 0, 4),
        2: F(6 * 1 + 10 * 1, 4),
        3: F(10 * 2 + 6 * 2, 4),
        4: F(4 * 3 + 6 * 4, 4),
    }


def test_the_olympiad_leaves_out_the_bye_of_a_team_that_had_one() -> None:
    lines = (TeamLine(Code.PAIRING_BYE, 2, 2), *TEAMS[4].lines[1:])
    teams = {
        **TEAMS,
        4: TeamCard(4, lines=lines),
        3: TeamCard(3, lines=(TeamLine(Code.ZERO_BYE, 0, 0), *TEAMS[3].lines[1:])),
    }
    assert values(teams, parse_tiebreak("OSB"), RULES)[4] == F(4 * 3 + 6 * 4, 4)
    shown = working(teams, 4, parse_tiebreak("OSB"), RULES)
    assert [line.cut for line in shown.contributions] == [Cut.BYE, None, None]


@pytest.mark.parametrize("text", [text for text in BY_HAND if rule_of(parse_tiebreak(text)).how.rounds])
def test_the_rounds_of_a_working_add_up_to_the_value(text: str) -> None:
    for team, value in BY_HAND[text].items():
        rounds = working(TEAMS, team, parse_tiebreak(text), RULES).contributions
        assert sum(line.amount for line in rounds if line.cut is None) == value


@pytest.mark.parametrize("text", ["BC", "TBR", "BBE", "BERLIN"])
def test_the_working_of_a_tie_break_by_boards_has_the_boards(text: str) -> None:
    assert working(TEAMS, 1, parse_tiebreak(text), RULES).boards == (F(1), F(3, 2))

"""The colours of the literal C.04.6 and of the engine: preferences (1.7), C8 and C9, and article 4."""

from dataclasses import replace

import pytest

from domain.cards.card import CardLine, Pair, PairingTask, RoundPairing
from domain.words.games import Code, Colour
from domain.words.teams import TeamOptions
from tests.pairing.by_the_article_team import team_of
from tests.pairing.team_fields import (
    NO_COLOURS,
    STRANGER,
    A,
    B,
    agreed,
    matches,
    meetings,
    task,
    team,
)

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
    one = team_of(asked, 1)
    kind = "" if asked.teams is A else " strong" if one.strong else " mild"
    return f"{one.preference.value}{kind}" if one.preference else None


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

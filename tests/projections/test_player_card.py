"""A player's card, and two of them side by side."""

import sys
from dataclasses import replace
from types import FrameType

import pytest

from domain import events as e
from domain.ranking.order import Verdict
from domain.tournament import replay
from domain.words.games import Code, Colour, Scoring
from domain.words.players import Player, PlayerId
from domain.words.regulations import Entrants, Regulations
from domain.words.teams import USUAL_MATCH_POINTS, PrimaryScore, TeamOptions
from projections.moment.snapshot import snapshot
from projections.player.card import PlayerCard, compare, player_card
from tests.crosstable import tournament
from tests.projections.small_ends import after, teams_after

LAWS = Regulations(rounds=3, order=("BH/C1", "DE", "WIN"), ruleset="c07_2026")
FOUR = """
    Alice 2500  +w4 =b2 +w3
    Bruno 2400  +b3 =w1 -b4
    Carla 2300  -w2 +b4 -b1
    David 2200  -b1 -w3 +w2
"""


OF_TEAMS = Regulations(
    rounds=3, entrants=Entrants.TEAMS, match_games=2, scoring=USUAL_MATCH_POINTS, order=("MPTS", "GPTS")
)


def card(number: int, text: str = FOUR) -> PlayerCard:
    view = player_card(snapshot(tournament(text, regulations=LAWS)), PlayerId(number))
    assert view is not None
    return view


def test_the_rounds_add_up() -> None:
    assert [(line.code, line.colour, line.total) for line in card(1).lines] == [
        (Code.WIN, Colour.WHITE, 2), (Code.DRAW, Colour.BLACK, 3), (Code.WIN, Colour.WHITE, 5),
    ]  # fmt: skip


def test_the_card_of_a_second_player_works_out_nothing_that_is_the_same_for_all() -> None:
    """Four hundred followed players are four hundred cards after each result."""
    now, called = snapshot(tournament(FOUR, regulations=LAWS)), set[str]()

    def note(frame: FrameType, what: str, _: object) -> None:
        if what == "call":
            called.add(frame.f_code.co_name)

    player_card(now, PlayerId(1))
    before = sys.getprofile()
    sys.setprofile(note)
    try:
        player_card(now, PlayerId(2))
    finally:
        sys.setprofile(before)
    assert "player_card" in called
    assert called.isdisjoint({"places", "numbers_of", "numbers_in_order", "context_of", "tabulate"})


@pytest.mark.parametrize(
    ("laws", "possible"),
    [
        (Regulations(rounds=3), 6),
        (Regulations(rounds=3, scoring=Scoring(win=6, draw=2)), 18),
        (OF_TEAMS, 12),
        (replace(OF_TEAMS, teams=TeamOptions(primary=PrimaryScore.GAME_POINTS)), 12),
        (replace(OF_TEAMS, match_games=4, teams=TeamOptions(primary=PrimaryScore.GAME_POINTS)), 24),
    ],
    ids=["a point a win", "three points a win", "match points", "game points", "of four boards"],
)
def test_the_points_there_could_be_are_those_of_wins_in_all_rounds(laws: Regulations, possible: int) -> None:
    t = teams_after(3, 0, 4, laws, 1) if laws.of_teams else after(3, 0, 4, laws, 1)
    view = player_card(snapshot(t), t.numbers[0])
    assert view is not None
    assert view.out_of == possible


def test_every_tie_break_has_its_working() -> None:
    view = card(1)
    assert str(view.workings[0].tiebreak) == "BH/C1"
    assert len(view.workings[0].contributions) == 3


def test_what_was_cut_says_so() -> None:
    assert sum(1 for one in card(1).workings[0].contributions if one.cut) == 1


def test_the_neighbours_are_compared_down_to_what_decides() -> None:
    below = card(1).below
    assert below is not None
    assert (below.person.name, below.comparison.verdict) == ("Bruno", Verdict.FIRST)


def test_the_first_has_nobody_above() -> None:
    assert card(1).above is None


def test_performance_and_change_come_from_the_rated_games() -> None:
    rating = card(1).rating
    assert rating is not None
    assert (len(rating.games), rating.performance) == (3, 2573)


def test_an_unrated_player_has_no_rating_change() -> None:
    assert card(1, "A +w2\nB 2000 -b1").rating is None


def test_nobody_is_nothing() -> None:
    assert player_card(snapshot(tournament(FOUR)), PlayerId(9)) is None


def test_before_the_first_round_a_card_is_empty() -> None:
    assert card(1, "A 2000\nB 1900").lines == ()


def test_two_players_are_compared_with_the_opponents_of_both() -> None:
    view = compare(snapshot(tournament(FOUR, regulations=LAWS)), PlayerId(1), PlayerId(3))
    assert view is not None
    assert [common.opponent.name for common in view.common] == ["Bruno", "David"]
    assert [line.round for line in view.met] == [3]


def test_nobody_is_compared_with_oneself_or_with_a_stranger() -> None:
    now = snapshot(tournament(FOUR))
    assert compare(now, PlayerId(1), PlayerId(1)) is None
    assert compare(now, PlayerId(1), PlayerId(99)) is None
    assert compare(now, PlayerId(99), PlayerId(1)) is None


def test_a_tie_break_that_stands_there_twice_has_two_workings() -> None:
    four = "A +w2 =b3 -b4\nB -b1 =b4 +w3\nC +w4 =w1 -b2\nD -b3 =w2 +w1"
    laws = Regulations(rounds=3, order=("DE", "BPG", "DE"))
    view = player_card(snapshot(tournament(four, regulations=laws)), PlayerId(2))
    assert view is not None
    assert [(name, one.value) for name, one in view.named_workings.items()] == [("DE", 1), ("BPG", 2), ("DE~2", 2)]


def test_who_is_not_in_the_table_yet_is_compared_with_nobody() -> None:
    state = tournament(FOUR, regulations=LAWS)
    replay([e.PlayerRegistered(Player(PlayerId(9), "Late"), 9)], state)
    now = snapshot(state)
    for first, second in ((1, 9), (9, 1)):
        view = compare(now, PlayerId(first), PlayerId(second))
        assert view is not None
        assert (view.comparison, view.met) == (None, ())

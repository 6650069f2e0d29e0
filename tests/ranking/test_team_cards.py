"""Cards of teams: match points and game points of every round, and the ranking's cards made of them."""

from dataclasses import replace

import pytest

from domain.cards.card import CardLine
from domain.tournament_cards.cards import pairing_cards, table_cards
from domain.words.games import Code, Scoring
from domain.words.regulations import Regulations
from domain.words.teams import PrimaryScore, TeamOptions
from tests.team_events import MATCH, team_tournament

LAWS = Regulations(scoring=MATCH, ruleset="c07_2026")


def lines(text: str, teams: int = 2, **options: object) -> tuple[CardLine, ...]:
    """The only lines on the cards of the teams after one round."""
    laws = replace(LAWS, teams=TeamOptions(**options))  # type: ignore[arg-type]
    cards = table_cards(team_tournament(teams, [text], regulations=laws))
    return tuple(card.lines[0] for card in cards.values())


def scores(text: str, teams: int = 2, **options: object) -> list[tuple[int, int]]:
    return [(line.points, line.secondary) for line in lines(text, teams, **options)]


def test_a_match_gives_match_points_and_beside_them_game_points() -> None:
    assert scores("1-2 1==0") == [(2, 4), (2, 4)]
    assert scores("1-2 1=1=") == [(4, 6), (0, 2)]


def test_game_points_are_the_score_where_the_regulations_say_so() -> None:
    assert scores("1-2 1=1=", primary=PrimaryScore.GAME_POINTS) == [(6, 4), (2, 0)]


def test_the_worth_of_a_game_is_the_regulations() -> None:
    """With three points for a win, one win and three losses are as good as three draws and a loss."""
    assert scores("1-2 1000", game=Scoring(6, 2, 0)) == [(0, 6), (4, 18)]
    assert scores("1-2 11==", game=Scoring(6, 2, 0)) == [(4, 16), (0, 4)]


def test_boards_forfeited_count_as_won_and_lost() -> None:
    assert scores("1-2 +=--") == [(0, 3), (4, 5)]
    assert [line.code for line in lines("1-2 +=--")] == [Code.LOSS, Code.WIN]


def test_a_match_of_which_one_team_forfeits_all_boards_is_forfeited() -> None:
    assert scores("1-2 ++++") == [(4, 8), (0, 0)]
    assert [line.code for line in lines("1-2 +++x")] == [Code.FORFEIT_WIN, Code.FORFEIT_LOSS]


def test_a_match_forfeited_by_both_gives_nobody_anything() -> None:
    assert scores("1-2 xxxx") == [(0, 0), (0, 0)]
    assert {line.code for line in lines("1-2 xxxx")} == {Code.FORFEIT_LOSS}


def test_a_match_is_open_while_a_board_is_and_its_boards_count_at_once() -> None:
    assert scores("1-2 1?11") == [(0, 6), (0, 0)]
    assert lines("1-2 1?11")[0].code is Code.PENDING


@pytest.mark.parametrize(("signs", "points"), [("1X11", (4, 7)), ("1X00", (0, 3)), ("1X0=", (2, 4))])
def test_an_adjourned_board_is_a_draw_for_the_pairing(signs: str, points: tuple[int, int]) -> None:
    t = team_tournament(2, [f"1-2 {signs}"])
    line = pairing_cards(t, 2)[1].lines[0]  # type: ignore[index]
    assert (line.code, line.points, line.secondary) == (Code.ADJOURNED, *points)


@pytest.mark.parametrize(
    ("word", "expected"),
    [("bye:3", (2, 4)), ("H:3", (2, 4)), ("F:3", (4, 8)), ("Z:3", (0, 0)), ("", (0, 0))],
)
def test_a_bye_gives_its_match_points_and_game_points(word: str, expected: tuple[int, int]) -> None:
    """The bye of an odd field is worth a drawn match on drawn boards (C.04.6)."""
    assert scores(f"1-2 ==== {word}", teams=3)[2] == expected


def test_the_game_points_of_a_bye_are_the_regulations() -> None:
    assert scores("1-2 ==== bye:3", teams=3, bye_game_points=5)[2] == (2, 5)


def test_a_card_adds_up_both_scores() -> None:
    card = table_cards(team_tournament(3, ["1-2 1111 bye:3", "3-1 =0=0 bye:2"]))[1]  # type: ignore[index]
    assert (card.score, card.secondary_score) == (8, 14)

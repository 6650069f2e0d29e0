"""Prizes for players of teams at a board: who wins them, and what a category may say."""

from dataclasses import replace

import pytest

from domain import events as e
from domain.decisions.setup.announcing import announce_prizes
from domain.refusals import BadField
from domain.tournament import Tournament, replay
from domain.words.choices.prizes import RESERVES, BadCategory, BoardMerit, BoardPrize, category
from domain.words.games import Result
from domain.words.players import Sex
from projections.festivals.prizes import festival_prizes
from projections.moment.snapshot import snapshot
from projections.table.preview import effect
from projections.table.prize_list import Prizes, prize_list
from tests.crosstable import tournament
from tests.team_events import team_events
from web.api.tables import prizes

ROUNDS = ["1-2 10 3-4 =+", "3-1 11 4-2 0=", "1-4 ?1 2-3 =1"]
"""At board 1: 301 has 1½ of 2 and a game more to end, 101 1 of 2, 201 2½ of 3, 401 ½ of 2."""
LINEUPS = {(3, 1): (101, 103)}
"""Reserve 103 won its only game."""
WOMAN = 101


def league(*announced: e.Prize, **more: object) -> Tournament:
    events = team_events(4, ROUNDS, boards=2, reserves=1, lineups=LINEUPS)
    sexed = [
        replace(one, player=replace(one.player, sex=Sex.WOMAN))
        if isinstance(one, e.PlayerRegistered) and one.player.id == WOMAN
        else one
        for one in events
    ]
    state = replay(sexed)
    return replay(announce_prizes(state, announced, **more), state)  # type: ignore[arg-type]


def awarded(*announced: e.Prize, **more: object) -> list[tuple[str, int, str, int]]:
    """Name, place, team and cents of everybody who wins something."""
    found = prize_list(snapshot(league(*announced, **more)))
    assert found is not None
    return [(row.person.name, row.place, row.team.name if row.team else "", row.award.cents) for row in found.rows]


def prize(category: str, cents: int = 100) -> e.Prize:
    return e.Prize(f"Best of {category}", cents, category)


@pytest.mark.parametrize(
    ("term", "meaning"),
    [
        ("board:1", BoardPrize(BoardMerit.PERFORMANCE, 1)),
        ("Score:2/5", BoardPrize(BoardMerit.SCORE, 2, 5)),
        ("percent:1", BoardPrize(BoardMerit.PERCENTAGE, 1)),
        ("board:R/3", BoardPrize(BoardMerit.PERFORMANCE, RESERVES, 3)),
    ],
)
def test_a_category_can_be_a_board(term: str, meaning: BoardPrize) -> None:
    assert category(term).board == meaning


@pytest.mark.parametrize("term", ["board:0", "board:", "score:1/0", "W&board:1", "board:1|W", "board:1&"])
def test_a_board_that_cannot_be_read_is_no_category(term: str) -> None:
    with pytest.raises(BadCategory):
        category(term)


def test_a_prize_for_a_board_goes_to_a_player_and_one_for_a_place_to_a_team() -> None:
    assert awarded(e.Prize("First", 500), prize("board:2")) == [
        ("Team 2", 1, "", 500),
        ("Player 202", 1, "Team 2", 100),
    ]


def test_the_most_points_win_a_prize_for_the_score_and_equals_share_it() -> None:
    two = [prize("score:2"), e.Prize("Second", 50, "score:2", 2), e.Prize("Third", 25, "score:2", 3)]
    found = awarded(*two)
    assert [name for name, *_ in found] == ["Player 202", "Player 302", "Player 402"]
    assert [place for _, place, *_ in found] == [1, 2, 3]


def test_too_few_games_win_nothing_unless_the_prize_says_how_many_are_enough() -> None:
    assert awarded(prize("board:R")) == []
    assert awarded(prize("board:R/1")) == [("Player 103", 1, "Team 1", 100)]


def test_a_board_can_be_joined_with_other_conditions() -> None:
    assert [name for name, *_ in awarded(prize("board:1/1&W"))] == ["Player 101"]


def test_a_prize_for_a_board_is_refused_where_no_match_has_it() -> None:
    with pytest.raises(BadField) as refused:
        league(prize("board:3"))
    assert (refused.value.field, refused.value.rule) == ("prizes, line 1", "board:2")
    with pytest.raises(BadField) as refused:
        announce_prizes(tournament("A +w2\nB -b1"), [prize("board:1")])
    assert refused.value.rule == "board-of-teams"


def test_the_twin_names_the_team_of_a_player() -> None:
    found = prize_list(snapshot(league(prize("board:2"))))
    assert found is not None
    (one,) = prizes(found)["awards"]  # type: ignore[misc]
    assert one["team"]["name"] == "Team 2"  # type: ignore[index, call-overload]
    assert one["player"]["name"] == "Player 202"  # type: ignore[index, call-overload]


def test_a_preview_says_whose_prize_for_a_board_goes_elsewhere() -> None:
    now = snapshot(league(prize("score:2")))
    lost = e.ResultCorrected(3, 2, Result.WHITE_WINS, Result.BLACK_WINS, 4, "sheet", game=2)
    assert [(one.person.name, one.cents) for one in effect(now, [lost]).prizes] == [
        ("Player 202", (100, 0)),
        ("Player 302", (0, 100)),
    ]


def test_teams_and_their_players_have_prizes_in_a_festival() -> None:
    both = snapshot(league(e.Prize("First", 500), prize("board:2")))
    found = festival_prizes([("a", "A", both), ("b", "B", both)], one_each=True)
    won = [(section.slug, row.person.name) for section, row in found.winners]
    assert won == [("a", "Team 2"), ("a", "Player 202"), ("b", "Team 2"), ("b", "Player 302")]


def test_prizes_for_boards_are_unclaimed_while_nobody_plays() -> None:
    found: Prizes | None = prize_list(snapshot(league(prize("board:R"))))
    assert found is not None
    assert [one.category for one in found.unclaimed] == ["board:R"]

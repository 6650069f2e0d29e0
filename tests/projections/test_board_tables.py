"""Tables by board and the rating report of an event of teams: made of the players' own games."""

from fractions import Fraction

import pytest

from domain import events as e
from domain.tournament import replay
from domain.words.choices.prizes import BoardMerit
from domain.words.regulations import Regulations
from domain.words.teams import TeamOptions
from projections.moment.snapshot import Snapshot, snapshot
from projections.table.board_tables import board_tables
from projections.table.prize_list import prize_list
from projections.table.rating_report import rating_report
from tests.crosstable import tournament
from tests.team_events import MATCH, team_tournament
from web.downloads.csv_file import csv_file
from web.tables import boards_tables
from web.wording import language

ROUNDS = ["1-2 10 3-4 =+", "3-1 11 4-2 0=", "1-4 ?1 2-3 =1"]
LINEUPS = {(3, 1): (101, 103)}
"""Reserve 103 plays board 2 of team 1 in round 3."""


def seen(rounds: list[str] = ROUNDS) -> Snapshot:
    return snapshot(team_tournament(4, rounds, boards=2, reserves=1, lineups=LINEUPS))


def rows(board: int, **options: int) -> list[tuple[int, int, int, int, Fraction]]:
    """Place, id, games, half-points, percentage of the players of a board."""
    tables = board_tables(seen(), **options)
    assert tables is not None
    table = next(table for table in tables.tables if table.board == board)
    return [(row.place, row.person.id, row.games, row.points, row.percentage) for row in table.rows]


def test_players_are_ranked_among_those_of_their_board_by_performance() -> None:
    """302 won against 102 and lost its last game for 202; its forfeit of round 1 is no game."""
    assert rows(2) == [
        (1, 202, 3, 5, Fraction(250, 3)),
        (2, 302, 2, 2, Fraction(50)),
        (3, 402, 2, 1, Fraction(25)),
        (4, 102, 2, 0, Fraction(0)),
    ]


def test_reserves_have_a_table_of_their_own_and_too_few_games_no_place() -> None:
    assert rows(3) == [(0, 103, 1, 2, Fraction(100))]
    assert rows(3, least_games=1) == [(1, 103, 1, 2, Fraction(100))]


def test_a_table_can_be_that_after_an_earlier_round() -> None:
    assert [(games, points) for _, _, games, points, _ in rows(1, after=1)] == [(1, 2), (1, 1), (1, 1), (1, 0)]


UNLIKE = ["1-2 1= 3-4 +=", "2-3 == 1-4 1=", "1-3 0= 2-4 =="]
"""At board 1, 101 has 2 of 3 and 301, with a walk-over beside, 1½ of 2."""


def board_one(options: TeamOptions) -> list[tuple[int, int]]:
    """Place and id of its first two."""
    laws = Regulations(scoring=MATCH, ruleset="c07_2026", rounds=3, teams=options)
    tables = board_tables(snapshot(team_tournament(4, UNLIKE, boards=2, regulations=laws)))
    assert tables is not None
    assert tables.head.by is options.boards_by
    return [(row.place, row.person.id) for row in tables.tables[0].rows[:2]]


@pytest.mark.parametrize(
    ("by", "first"), [(BoardMerit.SCORE, 101), (BoardMerit.PERCENTAGE, 301), (BoardMerit.PERFORMANCE, 301)]
)
def test_the_regulations_can_order_the_tables_by_points_or_percentage(by: BoardMerit, first: int) -> None:
    assert board_one(TeamOptions(boards_by=by))[0] == (1, first)


def test_the_regulations_say_how_many_games_a_place_takes() -> None:
    assert board_one(TeamOptions(least_board_games=3))[0] == (1, 101)


def test_an_event_of_players_has_no_boards() -> None:
    assert board_tables(snapshot(tournament("A +w2\nB -b1"))) is None


def test_the_rating_report_has_the_games_of_the_players() -> None:
    found = {row.person.id: [game.score for game in row.games] for row in rating_report(seen())}
    assert found[101] == [1, 0]  # type: ignore[index]
    assert found[102] == [0, 0]  # type: ignore[index]
    assert found[103] == [1]  # type: ignore[index]
    assert found[302] == [1, 0]  # type: ignore[index]
    assert sum(sum(games) for games in found.values()) == 10


def test_the_tables_are_a_file() -> None:
    tables = board_tables(seen())
    assert tables is not None
    words = language("en")
    lines = (csv_file(boards_tables(seen(), words, 3), words) or "").splitlines()
    assert lines[0].lstrip("\ufeff").split(",")[:3] == ["board", "place", "title"]
    assert len(lines) == 1 + sum(len(table.rows) for table in tables.tables)


def test_prizes_go_to_teams() -> None:
    state = team_tournament(4, ["1-2 1111 3-4 ===="])
    prizes = e.PrizesAnnounced((e.Prize("First", 10_000),))
    found = prize_list(snapshot(replay([prizes], state)))
    assert found is not None
    assert [(row.person.name, row.award.cents) for row in found.rows] == [("Team 1", 10_000)]

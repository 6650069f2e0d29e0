"""A play-off of teams level for a place: matches at the boards of the event, after the same plan as of players."""

import pytest

from domain import events as e
from domain.decisions.playoffs import announce_playoff, close_playoff, draw_and_seat, hold_playoff
from domain.formats.playoff.rules import position_of
from domain.formats.playoff.state import DecidedBy, PlayoffGame, key_of_board_points, match_of_boards
from domain.tournament import Tournament, replay
from domain.words.games import Result
from domain.words.players import EntrantId
from domain.words.regulations import Regulations
from projections.moment.snapshot import snapshot
from projections.playoff.stages import playoff_view
from projections.playoff.ties import still_tied, tie
from tests.team_events import BY_SIGN, MATCH, team_events, team_id
from web.api.knockouts import playoff_json

A, B = EntrantId(1), EntrantId(2)
LEVEL = ["1-2 1010 3-4 0101", "1-3 1001 2-4 1010", "1-4 1010 2-3 1001"]
"""Every match of four teams ends 2 to 2."""


def table(teams: int = 4, rounds: list[str] = LEVEL) -> Tournament:
    laws = Regulations(scoring=MATCH, rounds=len(rounds), order=("MPTS", "PLAYOFF", "GPTS"), ruleset="c07_2026")
    state = replay(team_events(teams, rounds, regulations=laws))
    return replay([e.RoundClosed(len(rounds))], state)


def playoff_of(t: Tournament, seed: str = "x") -> Tournament:
    tied = tie(snapshot(t), seed)
    assert tied is not None
    return replay(announce_playoff(t, "league", "Play-off", tied, t.regulations.playoff, seed))


def two_level() -> Tournament:
    """Teams 1 and 2 have beaten the others and drawn with each other."""
    return table(4, ["1-2 1010 3-4 1010", "1-3 1111 2-4 1111", "1-4 1111 2-3 1111"])


def play(t: Tournament, signs: str) -> None:
    """Seats what is next, and enters the match at board 1 as its first team sees it."""
    replay(draw_and_seat(t, "lots"), t)
    for game, sign in enumerate(signs, 1):
        seen = BY_SIGN[sign]
        assert seen is not None
        replay([e.ResultRecorded(t.paired, 1, seen if game % 2 else seen.reversed, game=game)], t)


def match(signs: str) -> PlayoffGame:
    """Of A, who has White at board 1, as A sees the boards."""
    boards = []
    for n, sign in enumerate(signs, 1):
        seen = BY_SIGN[sign]
        sides = (A, B) if n % 2 else (B, A)
        boards.append(PlayoffGame(*sides, seen if seen is None or n % 2 else seen.reversed, board=1, round=1))
    return match_of_boards(A, B, tuple(boards))


@pytest.mark.parametrize(
    ("signs", "points", "armageddon"),
    [
        ("1=", (2, 0), (2, 0)),  # in Armageddon 2 to 0: A has Black at board 2
        ("==", (1, 1), (0, 2)),  # Black wins both: level, and board 1 is B's
        ("10", (1, 1), (2, 0)),
        ("0=", (0, 2), (0, 2)),  # level in Armageddon, board 1 is B's
        ("1?", (0, 0), (0, 0)),
    ],
)
def test_more_points_at_the_boards_win_a_match(
    signs: str, points: tuple[int, int], armageddon: tuple[int, int]
) -> None:
    one = match(signs)
    assert (one.points(A, armageddon=False), one.points(B, armageddon=False)) == points
    assert (one.points(A, armageddon=True), one.points(B, armageddon=True)) == armageddon


def test_a_match_is_forfeited_when_all_its_boards_are_and_one_team_has_nothing() -> None:
    assert match("++").forfeited
    assert match("++").result is Result.WHITE_WINS_BY_FORFEIT
    assert match("xx").result is Result.DOUBLE_FORFEIT
    assert not match("+-").forfeited
    assert not match("+1").forfeited


def test_points_at_the_boards_part_teams_where_players_count_moves() -> None:
    games = [match("1="), match("1=")]
    assert key_of_board_points(games, A, armageddon=False) < key_of_board_points(games, B, armageddon=False)


def test_teams_level_before_the_play_off_are_tied() -> None:
    found = tie(snapshot(two_level()))
    assert found is not None
    assert (found.place, set(found.players)) == (1, {team_id(1), team_id(2)})


def test_the_play_off_has_the_teams_with_their_squads_and_the_boards_of_the_event() -> None:
    t = playoff_of(two_level())
    assert set(t.teams) == {team_id(1), team_id(2)}
    assert t.regulations.match_games == 4
    assert len(t.players) == 8


def test_two_teams_play_two_matches_and_then_armageddon() -> None:
    t = playoff_of(two_level())
    play(t, "1010")
    play(t, "1010")
    assert position_of(t).outcome is None
    play(t, "0000")
    outcome = position_of(t).outcome
    assert outcome is not None
    assert outcome.by == (DecidedBy.ARMAGEDDON, DecidedBy.ARMAGEDDON)
    assert outcome.order[0] == t.rounds[2].matches[1][0].black


def test_a_play_off_of_four_teams_ends_whatever_happens() -> None:
    t = playoff_of(table())
    for _ in range(40):
        if position_of(t).outcome is not None:
            break
        replay(draw_and_seat(t, "lots"), t)
        for board in t.rounds[-1].matches:
            replay([e.ResultRecorded(t.paired, board, Result.DRAW, game=game) for game in range(1, 5)], t)
    outcome = position_of(t).outcome
    assert outcome is not None
    assert len(outcome.order) == 4


def test_the_order_of_the_teams_is_their_final_table() -> None:
    source = two_level()
    tied = tie(snapshot(source))
    assert tied is not None
    held = hold_playoff(source, "play-off", tied)
    replay(held, source)
    t = playoff_of(source)
    play(t, "1111")
    play(t, "0000")
    replay(close_playoff(t), t)
    assert t.closed
    assert still_tied(snapshot(source), source.playoff.held["play-off"])


def test_the_view_says_the_points_at_the_boards() -> None:
    t = playoff_of(two_level())
    play(t, "11==")
    view = playoff_view(snapshot(t))
    assert view is not None
    (cell, *_) = view.stages[0].games
    assert cell.boards == (6, 2)
    stages = playoff_json(view)["stages"]
    assert stages[0]["games"][0]["boards"] == [3, 1]  # type: ignore[index, call-overload]

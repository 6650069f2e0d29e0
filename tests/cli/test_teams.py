"""`tablo check` and `tablo pair` with the system of teams (C.04.6), on files of team events."""

from collections.abc import Callable
from pathlib import Path

import pytest

from domain.decisions.pairing_rounds import pair_round
from domain.files.exporting import report_of
from domain.files.trf import Ladder, write
from domain.tournament import replay
from domain.words.team_options import ColourPreferences, PrimaryScore, TeamOptions
from tests.cli.conftest import Tablo
from tests.files.lines import file, player
from tests.team_leagues import SYSTEM, league

OPTIONS = (
    TeamOptions(),
    TeamOptions(preferences=ColourPreferences.TYPE_B),
    TeamOptions(PrimaryScore.GAME_POINTS),
    TeamOptions(preferences=ColourPreferences.NONE, primary_alone=True),
)
Trf = Callable[[bytes], Path]


def report(options: TeamOptions) -> bytes:
    return write(report_of(league(options)), Ladder.TRF26).encode()


@pytest.mark.parametrize("options", OPTIONS, ids=("a", "b", "game points", "no preferences"))
def test_rounds_of_a_file_of_teams_are_as_the_system_pairs_them(tablo: Tablo, trf: Trf, options: TeamOptions) -> None:
    answer = tablo("check", trf(report(options)), "--system", SYSTEM)
    assert (answer.code, answer.err) == (0, "")
    assert answer.lines[-2] == f"4 of 4 rounds are as {SYSTEM} pairs them."


def test_a_round_paired_otherwise_is_told_by_the_numbers_of_the_teams(tablo: Tablo, trf: Trf) -> None:
    by_game_points = report(TeamOptions(PrimaryScore.GAME_POINTS)).replace(b"_GP_MP", b"_MP_GP")
    answer = tablo("check", trf(by_game_points), "--system", SYSTEM)
    assert answer.code == 1
    assert answer.lines[0] == "Round 2 differs:"
    assert answer.lines[-2] == f"2 of 4 rounds are as {SYSTEM} pairs them."


@pytest.mark.parametrize("options", OPTIONS, ids=("a", "b", "game points", "no preferences"))
def test_the_next_round_of_a_file_of_teams_is_paired_and_explained(
    tablo: Tablo, trf: Trf, options: TeamOptions
) -> None:
    answer = tablo("pair", trf(report(options)), "--system", SYSTEM, "--explain", "--why-not", 1, 2)
    t = league(options)
    number = {team: n for n, team in enumerate(t.numbers, 1)}
    paired = replay(pair_round(t), t).round(5)
    boards = [f"{number[board.white]} {number[board.black]}" for board in paired.boards]
    assert answer.code == 0
    assert answer.lines[: 1 + len(boards)] == ["5", *boards]
    assert answer.lines[-1].startswith("1 and 2: ")


def test_a_file_without_teams_is_not_for_this_system(tablo: Tablo, trf: Trf) -> None:
    path = trf(file("XXC white1", *(player(n, "0.0") for n in range(1, 5)), rounds=3))
    answer = tablo("pair", path, "--system", SYSTEM)
    assert answer.code == 2
    assert "has no teams (record 310 or 013), and team-swiss-2026 pairs nobody else." in answer.err

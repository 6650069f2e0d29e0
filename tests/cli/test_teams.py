"""`tablo check` and `tablo pair` with the system of teams (C.04.6), on files of team events."""

from collections.abc import Callable
from pathlib import Path

import pytest

from domain.decisions.rounds.pairing import pair_round
from domain.files.exporting import report_of
from domain.files.trf import Ladder, write
from domain.tournament import replay
from domain.words.teams import ColourPreferences, PrimaryScore, TeamOptions
from tests.cli.conftest import CASES, Tablo
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


BYE_IN_ROUND_1 = CASES / "adjudged" / "team-bye-in-round-1.trf"


def test_before_the_first_match_the_squads_say_how_many_boards_the_bye_is_worth(tablo: Tablo) -> None:
    answer = tablo("pair", BYE_IN_ROUND_1)
    assert (answer.code, answer.lines) == (0, ["6", "6 1", "2 7", "8 3", "4 9", "10 5", "11 0"])


@pytest.mark.parametrize("command", ["pair", "standings"])
def test_a_bye_worth_more_than_a_match_is_read_as_the_file_has_it(tablo: Tablo, trf: Trf, command: str) -> None:
    too_much = BYE_IN_ROUND_1.read_bytes().replace(b"320  1.0  2.0", b"320  1.0  4.5")
    assert tablo(command, trf(too_much)).code == 0


def test_a_bye_that_takes_points_is_refused_with_its_place(tablo: Tablo, trf: Trf) -> None:
    taken = BYE_IN_ROUND_1.read_bytes().replace(b"320  1.0  2.0", b"320  1.0 -2.0")
    assert (
        "line 11, column 10: the game points must be points such as 2.5, not '-2.0'"
        in tablo("pair", trf(taken)).complaint
    )


def test_an_order_of_boards_that_names_nobody_is_refused_with_its_line(tablo: Tablo, trf: Trf) -> None:
    teams = (CASES / "adjudged" / "teams.trf").read_bytes().rstrip() + b"\n300   1   1   3    1   99\n"
    line = len(teams.splitlines())
    assert f"line {line}: the player of the team must be" in tablo("pair", trf(teams)).complaint


def test_a_number_of_a_team_that_stands_glued_to_another_is_refused(tablo: Tablo, trf: Trf) -> None:
    teams = (
        (CASES / "adjudged" / "team-bye-of-nobody.trf")
        .read_bytes()
        .replace(b"320  1.0  1.0 009", b"320  1.0  1.0 00912")
    )
    assert "the number of a team with a line 310" in tablo("pair", trf(teams)).complaints[0]

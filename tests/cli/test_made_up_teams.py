"""`tablo generate` makes events of teams, and `tablo check` and `tablo pair` find every round of them again."""

from pathlib import Path

import pytest

from domain.files.header import regulations_of
from domain.files.trf import parse
from domain.files.trf.teams import team_records
from tests.cli.conftest import Tablo

SYSTEM = "team-swiss-2026"
ROUGH = ("--forfeits", 12, "--byes", 5, "--full-byes", 3, "--zero-byes", 5, "--withdrawals", 15, "--odd-results", 4)
FORMATS = ("round-robin", "double-round-robin", "knock-out", "double-elimination")


def test_rounds_and_ranks_of_made_up_events_of_teams_are_found_again(tablo: Tablo, tmp_path: Path) -> None:
    """With everything that happens to teams: byes, forfeits of boards and matches, reserves, empty chairs."""
    made = tablo("generate", "--system", SYSTEM, "--seed", "teams", "--count", 6, *ROUGH, "--output", tmp_path)
    assert made.code in (0, 1)
    answer = tablo("check", tmp_path)
    assert (answer.code, answer.lines[-1]) == (0, "6 files checked, 0 with differences.")


def test_an_accelerated_event_of_teams_is_found_again(tablo: Tablo, tmp_path: Path) -> None:
    path = tmp_path / "made.trf"
    asked = ("--teams", 14, "--boards", 3, "--rounds", 5, "--acceleration", "baku", "--seed", 3)
    assert tablo("generate", "--system", SYSTEM, *asked, "--output", path).code == 0
    answer = tablo("check", path)
    assert (answer.code, answer.lines[0]) == (0, f"5 of 5 rounds are as {SYSTEM} pairs them.")
    assert "_BAKU" in path.read_text()


@pytest.mark.parametrize("teams", [2, 7, 8])
@pytest.mark.parametrize("format", FORMATS)
def test_other_formats_of_teams_are_found_again(tablo: Tablo, tmp_path: Path, format: str, teams: int) -> None:
    path = tmp_path / "made.trf"
    made = tablo("generate", "--system", format, "--teams", teams, "--seed", 2, "--forfeits", 8, "--output", path)
    assert made.code == 0, made.err
    rounds = parse(path.read_bytes()).rounds_paired
    answer = tablo("check", path)
    assert (answer.code, f"{rounds} of {rounds} rounds are as its rules want them." in answer.out) == (0, True)


@pytest.mark.parametrize("format", ["round-robin", "knock-out"])
def test_a_round_of_teams_by_a_format_is_paired_by_their_numbers(tablo: Tablo, tmp_path: Path, format: str) -> None:
    path = tmp_path / "made.trf"
    tablo("generate", "--system", format, "--teams", 4, "--boards", 3, "--seed", 2, "--output", path)
    answer = tablo("pair", path, "--system", format, "--round", 1)
    assert (answer.code, sorted(sorted(line.split()) for line in answer.lines[1:])) == (0, [["1", "4"], ["2", "3"]])


def test_the_first_line_makes_the_event_again(tablo: Tablo) -> None:
    made = tablo("generate", "--system", SYSTEM, "--teams", 6, "--seed", 4)
    assert tablo(*made.lines[0].removeprefix("### tablo ").split()).out == made.out


def test_teams_and_boards_are_as_asked(tablo: Tablo) -> None:
    made = tablo("generate", "--system", SYSTEM, "--teams", 9, "--boards", 5, "--rounds", 2, "--seed", 4)
    report = parse("\n".join(made.lines).encode())
    assert (len(team_records(report).teams), regulations_of(report).match_games, report.rounds_paired) == (9, 5, 2)


def test_a_rank_of_a_team_that_its_tie_breaks_contradict_is_told(tablo: Tablo, tmp_path: Path) -> None:
    path = tmp_path / "made.trf"
    tablo("generate", "--system", SYSTEM, "--teams", 6, "--boards", 4, "--rounds", 3, "--seed", 1, "--output", path)
    lines = path.read_text().splitlines()
    at = next(n for n, line in enumerate(lines) if line[:3] == "310" and line[68:71].strip() == "1")
    lines[at] = f"{lines[at][:68]}  6{lines[at][71:]}"
    path.write_text("\n".join(lines) + "\n")
    answer = tablo("check", path)
    assert answer.code == 1
    assert f"Team {int(lines[at][4:7])} has rank 6;" in answer.out


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (("--system", "dutch-2026", "--teams", 6), "dutch-2026 makes no events of teams"),
        (("--system", SYSTEM, "--players", 40), "has no --players"),
        (("--system", SYSTEM, "--tiebreaks", "BH"), "has no --tiebreaks"),
        (("--system", SYSTEM, "--ratings", "2000,1900"), "has no --ratings"),
        (("--system", SYSTEM, "--format", "trf16"), "written as trf26 alone"),
        (("--system", "round-robin", "--teams", 6, "--rounds", 3), "follow from the teams"),
        (("--system", "knock-out", "--teams", 6, "--byes", 5), "nobody is away"),
        (("--system", "knock-out", "--teams", 1), "from 2 to 500"),
        (("--system", SYSTEM, "--boards", 13), "from 1 to 12"),
    ],
)
def test_what_teams_have_not_is_refused(tablo: Tablo, asked: tuple[object, ...], sentence: str) -> None:
    answer = tablo("generate", *asked)
    assert (answer.code, sentence in answer.err) == (2, True), answer.err


def test_teams_without_a_legal_opponent_are_told_by_their_numbers(tablo: Tablo) -> None:
    made = tablo("generate", "--system", SYSTEM, "--teams", 4, "--rounds", 4, "--seed", 1)
    assert made.code == 1
    assert "the next one has no legal pairing: team 1 has no legal opponent left." in made.err

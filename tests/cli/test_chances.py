"""`tablo chances`: who can still win, from a report file."""

import json
from pathlib import Path

from tests.cli.conftest import CASES, Tablo

MAY = CASES / "2020_06.trf"


def test_chances_of_the_first_place_add_up(tablo: Tablo) -> None:
    answer = tablo("chances", MAY, "--round", 7, "--runs", 60, "--seed", "a", "--json")
    facts = json.loads(answer.out)
    assert answer.code == 0
    assert facts["after"] == 6
    assert sum(player["chance"] for player in facts["players"]) > 0.9
    assert tablo("chances", MAY, "--round", 7, "--runs", 60, "--seed", "a", "--json").out == answer.out


def test_after_the_last_round_the_winner_is_certain(tablo: Tablo, tmp_path: Path) -> None:
    made = tmp_path / "event.trf"
    tablo("generate", "--players", 12, "--rounds", 4, "--seed", "4", "--output", made)
    lines = tablo("chances", made, "--runs", 2).out.splitlines()
    assert "100.0 %" in lines[1]
    assert sum("100.0 %" in line for line in lines) == 1


def test_teams_are_played_out_board_by_board(tablo: Tablo, tmp_path: Path) -> None:
    made = tmp_path / "teams.trf"
    sizes = ("--teams", 6, "--boards", 4, "--rounds", 3)
    tablo("generate", "--system", "team-swiss-2026", *sizes, "--seed", "4", "--output", made)
    facts = json.loads(tablo("chances", made, "--round", 3, "--runs", 40, "--seed", "a", "--json").out)
    assert facts["runs"] == 40
    assert sum(team["chance"] for team in facts["players"]) > 0.9

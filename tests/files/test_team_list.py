"""Lists of teams in their three shapes, and every problem of one told at once."""

import pytest

from domain.decisions.players.teams import NewTeam
from domain.files.lists.rows import BadCell, BadRoster, EmptyRoster, NoTeam
from domain.files.lists.teams import TeamList, player_in_cell, read_team_list
from domain.words.players import Title


def read(text: str) -> TeamList:
    return read_team_list(text.encode())


def told(team: NewTeam) -> str:
    squad, reserves = (" ".join(f"{p.name}:{p.rating}" for p in part) for part in (team.squad, team.reserves))
    return f"{team.name} {squad} / {reserves}"


def test_a_row_for_each_player_with_the_team_in_a_column() -> None:
    found = read(
        "Team;Captain;Board;Name;Rating;Fed\n"
        "Sofia;Ana;2;B;2300;BUL\nSofia;;1;A;2400;BUL\nSofia;;R;C;2200;GRE\nVarna;;1;D;2100;BUL\n"
    )
    assert [told(team.new) for team in found.teams] == ["Sofia A:2400 B:2300 / C:2200", "Varna D:2100 / "]
    assert found.teams[0].new.captain == "Ana"
    assert found.teams[0].new.reserves[0].federation == "GRE"
    assert found.problems == ()


def test_the_team_of_an_empty_cell_is_that_of_the_row_above() -> None:
    found = read("Team,Name\nSofia,A\n,B\nVarna,C\n")
    assert [told(team.new) for team in found.teams] == ["Sofia A:0 B:0 / ", "Varna C:0 / "]


def test_a_line_that_names_the_team_with_its_players_below() -> None:
    found = read("Name;Rating\nTeam: Sofia;Ana;BUL\nA;2400\nB;2300\nReserves:\nC;2200\nVarna:\nD;2100\n")
    assert [told(team.new) for team in found.teams] == ["Sofia A:2400 B:2300 / C:2200", "Varna D:2100 / "]
    assert (found.teams[0].captain, found.teams[0].federation) == ("Ana", "BUL")


def test_a_line_for_each_team_with_its_boards_in_columns() -> None:
    found = read("Team\tCaptain\tBoard 1\tBoard 2\tReserve\nSofia\tAna\tGM Euwe, Max 2530\tB 2300\tC\n")
    assert [told(team.new) for team in found.teams] == ["Sofia Euwe, Max:2530 B:2300 / C:0"]
    assert found.teams[0].new.squad[0].title is Title.GM


@pytest.mark.parametrize(
    ("cell", "name", "rating", "fide_id"),
    [
        ("Euwe, Max", "Euwe, Max", 0, 0),
        ("GM Euwe, Max (2530)", "Euwe, Max", 2530, 0),
        ("Euwe, Max 1000012 2530", "Euwe, Max", 2530, 1000012),
        ("ABC Smith 1900", "ABC Smith", 1900, 0),
    ],
)
def test_a_cell_holds_a_player(cell: str, name: str, rating: int, fide_id: int) -> None:
    player = player_in_cell(cell)
    assert (player.name, player.rating, player.fide_id) == (name, rating, fide_id)


def test_the_columns_of_a_team_have_their_names_in_other_languages() -> None:
    [team] = read("Отбор\tФед\tКлуб\tДъска 1\nВарна\tBUL\tЧайка\tИванов 2300\n").teams
    assert (team.federation, team.club) == ("BUL", "Чайка")


def test_every_row_that_cannot_be_is_told_with_its_line() -> None:
    found = read("Team;Board;Name;Rating\n;1;A;2400\nSofia;1;B;many\nSofia;x;C;2000\nSofia;2;D;2000\n")
    assert [(problem.line, type(problem)) for problem in found.problems] == [(2, NoTeam), (3, BadCell), (4, BadCell)]
    assert [told(team.new) for team in found.teams] == ["Sofia D:2000 / "]


def test_columns_that_say_nothing_here_are_named() -> None:
    assert read("Team;Name;Shoe size\nSofia;A;44\n").ignored == ("Shoe size",)


@pytest.mark.parametrize("text", ["", "Team;Name\n", "Team;Rating\nSofia;2000\n"])
def test_a_list_without_teams_is_refused(text: str) -> None:
    with pytest.raises(BadRoster):
        read(text)


def test_a_player_before_any_team_is_told() -> None:
    (problem,) = read("Name;Rating\nA;2400\n").problems
    assert isinstance(problem, NoTeam)
    with pytest.raises(EmptyRoster):
        read("Team;Board 1\n")

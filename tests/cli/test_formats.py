"""`tablo pair` and `tablo generate` for formats that are no Swiss: numbers as in the file, rounds as in the table."""

from collections.abc import Callable
from pathlib import Path

import pytest

from domain.files.trf import parse
from tests.cli.conftest import Tablo
from tests.files.lines import file, player

Trf = Callable[[bytes], Path]

FOUR = [player(n, "0.0") for n in (1, 2, 3, 4)]
FIVE = [*FOUR, player(5, "0.0")]
PLAYED = [
    player(1, "1.0", "4 w 1"),
    player(2, "0.5", "3 w ="),
    player(3, "0.5", "2 b ="),
    player(4, "0.0", "1 b 0"),
]


@pytest.mark.parametrize(
    ("round", "lines"),
    [(1, ["2", "1 4", "2 3"]), (2, ["2", "4 3", "1 2"]), (3, ["2", "2 4", "3 1"])],
)
def test_any_round_of_a_round_robin_is_known_before_the_first(
    tablo: Tablo, trf: Trf, round: int, lines: list[str]
) -> None:
    answer = tablo("pair", trf(file(*FOUR)), "--system", "round-robin", "--round", round)
    assert (answer.code, answer.lines) == (0, lines)


def test_a_double_round_robin_changes_its_last_two_rounds_before_it_turns_the_colours(tablo: Tablo, trf: Trf) -> None:
    path = trf(file(*FOUR))
    rounds = [tablo("pair", path, "--system", "double-round-robin", "--round", round).lines for round in (2, 3, 4)]
    assert rounds == [["2", "2 4", "3 1"], ["2", "4 3", "1 2"], ["2", "4 1", "3 2"]]


def test_who_rests_stands_alone(tablo: Tablo, trf: Trf) -> None:
    assert tablo("pair", trf(file(*FIVE)), "--system", "round-robin", "--round", 1).lines == ["3", "2 5", "3 4", "1 0"]


def test_rounds_that_were_played_change_nothing(tablo: Tablo, trf: Trf) -> None:
    path = trf(file(*PLAYED))
    first, last = (tablo("pair", path, "--system", "round-robin", "--round", round).lines for round in (1, 3))
    assert (first, last) == (["2", "1 4", "2 3"], ["2", "2 4", "3 1"])


@pytest.mark.parametrize("round", [4, 99])
def test_a_round_behind_the_last_is_refused(tablo: Tablo, trf: Trf, round: int) -> None:
    answer = tablo("pair", trf(file(*FOUR)), "--system", "round-robin", "--round", round)
    assert (answer.code, answer.lines) == (2, [])
    assert f"round {round} is not known: rounds up to 3 are." in answer.err


def test_a_table_explains_nothing(tablo: Tablo, trf: Trf) -> None:
    answer = tablo("pair", trf(file(*FOUR)), "--system", "round-robin", "--explain")
    assert (answer.code, "round-robin weighs nothing" in answer.err) == (2, True)


def test_the_first_round_of_a_knock_out_follows_the_seeds(tablo: Tablo, trf: Trf) -> None:
    path = trf(file("XXC white1", *FOUR))
    answer = tablo("pair", path, "--system", "knock-out", "--round", 1)
    assert (answer.code, [sorted(line.split()) for line in answer.lines[1:]]) == (0, [["1", "4"], ["2", "3"]])


@pytest.mark.parametrize(("system", "rounds"), [("round-robin", 5), ("double-round-robin", 10)])
def test_a_made_up_round_robin_is_paired_again_the_same(tablo: Tablo, tmp_path: Path, system: str, rounds: int) -> None:
    path = tmp_path / "made.trf"
    answer = tablo("generate", "--players", 6, "--system", system, "--seed", 7, "--output", path)
    report = parse(path.read_bytes())
    assert (answer.code, report.rounds_paired, report.rounds_planned) == (0, rounds, rounds)
    for round in range(1, rounds + 1):
        ours = tablo("pair", path, "--system", system, "--round", round).lines[1:]
        played = {
            f"{entrant.number} {entry.opponent}"
            for entrant in report.players
            if (entry := entrant.entries[round - 1]) and entry.colour == "w"
        }
        assert set(ours) == played


def test_a_made_up_round_robin_of_an_odd_field_has_rests_and_no_byes(tablo: Tablo) -> None:
    answer = tablo("generate", "--players", 5, "--system", "round-robin", "--seed", 1)
    report = parse("\n".join(answer.lines).encode())
    assert (answer.code, report.rounds_paired) == (0, 5)
    assert {entry.code.value for p in report.players for entry in p.entries if entry and not entry.opponent} == {"Z"}


@pytest.mark.parametrize(
    ("wishes", "sentence"),
    [
        (("--players", 6, "--byes", 5), "nobody has a bye or withdraws"),
        (("--players", 6, "--rounds", 4), "follow from its players"),
        (("--players", 60), "60 players make 118 rounds"),
        (("--players", 6, "--acceleration", "baku"), "knows no acceleration"),
    ],
)
def test_what_a_round_robin_has_not_is_refused(tablo: Tablo, wishes: tuple[object, ...], sentence: str) -> None:
    answer = tablo("generate", "--system", "double-round-robin", *wishes)
    assert (answer.code, sentence in answer.err) == (2, True)


def test_without_a_number_the_round_after_those_of_the_file_is_paired(tablo: Tablo, trf: Trf) -> None:
    answer = tablo("pair", trf(file(*PLAYED)), "--system", "round-robin")
    assert (answer.code, answer.lines) == (0, ["2", "4 3", "1 2"])


def test_a_round_robin_is_not_checked_as_a_swiss(tablo: Tablo, tmp_path: Path) -> None:
    path = tmp_path / "made.trf"
    tablo("generate", "--players", 6, "--system", "round-robin", "--seed", 7, "--output", path)
    answer = tablo("check", path)
    assert (answer.code, answer.lines) == (2, [])
    assert "this is no Swiss (round robin)" in answer.err

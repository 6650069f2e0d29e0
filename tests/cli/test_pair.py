"""`tablo pair`: what engines print, and one sentence for everything that cannot be paired."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import CASES, Tablo
from tests.files.lines import TWO_ROUNDS, file, player

Trf = Callable[[bytes], Path]
HELD = CASES / "held_2014.trf"

FOUR = [player(n, "0.0") for n in (1, 2, 3, 4)]
FIVE = [*FOUR, player(5, "0.0")]
THREE_THAT_MET = [
    player(1, "3.0", "2 w 1", "3 b 1", "0000 - U"),
    player(2, "1.0", "1 b 0", "0000 - U", "3 w 0"),
    player(3, "2.0", "0000 - U", "1 w 0", "2 b 1"),
]


@pytest.mark.parametrize("round", [1, 2, 3, 4, 5])
def test_every_round_of_helds_example_with_colours_and_boards(tablo: Tablo, round: int) -> None:
    known = json.loads((CASES / "held_2014_14p_2012rules.json").read_text())["rounds"][round - 1]
    pairs = [f"{p['white']} {p['black']}" for p in known["pairings"]]
    pairs += [f"{known['bye']} 0"] if known["bye"] else []
    answer = tablo("pair", HELD, "--system", "dutch-1998", "--round", round)
    assert (answer.code, answer.lines) == (0, [str(len(pairs)), *pairs])


def test_without_a_round_the_first_unpaired_one_is_paired(tablo: Tablo, trf: Trf) -> None:
    cut = [line[: 91 + 20].rstrip() for line in HELD.read_text().splitlines() if line.startswith("001")]
    answer = tablo("pair", trf(file("XXC white1", *cut)), "--trust-results")
    assert answer.lines == tablo("pair", HELD, "--round", 3).lines


def test_a_clean_file_is_paired_without_remarks(tablo: Tablo, trf: Trf) -> None:
    assert tablo("pair", trf(file("XXC white1", *FOUR, rounds=3))).err == ""


def test_the_lot_decides_the_colours(tablo: Tablo, trf: Trf) -> None:
    white = tablo("pair", trf(file("XXC white1", *FOUR))).lines
    black = tablo("pair", trf(file("XXC black1", *FOUR))).lines
    assert (white, black) == (["2", "1 3", "4 2"], ["2", "3 1", "2 4"])


def test_the_bye_is_a_pair_with_nobody(tablo: Tablo, trf: Trf) -> None:
    assert tablo("pair", trf(file("XXC white1", *FIVE))).lines == ["3", "1 3", "4 2", "5 0"]


def test_who_is_listed_in_xxz_is_not_paired(tablo: Tablo, trf: Trf) -> None:
    assert tablo("pair", trf(file("XXC white1", "XXZ 2", *FIVE))).lines == ["2", "1 4", "5 3"]


@pytest.mark.parametrize("letter", "ZHF")
def test_who_has_a_bye_in_the_column_of_the_round_is_not_paired(tablo: Tablo, trf: Trf, letter: str) -> None:
    lines = [FIVE[0], FIVE[1] + f"  0000 - {letter}", *FIVE[2:]]
    assert tablo("pair", trf(file("XXC white1", *lines))).lines == ["2", "1 4", "5 3"]


def test_a_forbidden_pair_is_not_made(tablo: Tablo, trf: Trf) -> None:
    assert tablo("pair", trf(file("XXC white1", "XXP 1 3", *FOUR))).lines == ["2", "1 4", "3 2"]


def test_numbers_with_gaps_are_printed_as_they_are(tablo: Tablo, trf: Trf) -> None:
    lines = [player(n, "0.0") for n in (11, 20, 30, 41)]
    assert tablo("pair", trf(file("XXC white1", *lines))).lines[0] == "2"
    assert set(" ".join(tablo("pair", trf(file("XXC white1", *lines))).lines[1:]).split()) == {"11", "20", "30", "41"}


def test_the_order_of_the_lines_may_count(tablo: Tablo, trf: Trf) -> None:
    lines = [player(n, "0.0") for n in (4, 3, 2, 1)]
    assert tablo("pair", trf(file("XXC rank white1", *lines))).lines == ["2", "4 2", "1 3"]


def test_a_file_may_come_from_standard_input(tablo: Tablo, monkeypatch: pytest.MonkeyPatch, trf: Trf) -> None:
    with trf(file("XXC white1", *FOUR)).open() as stream:
        monkeypatch.setattr("sys.stdin", stream)
        assert tablo("pair", "-").lines == ["2", "1 3", "4 2"]


def test_no_legal_pairing_ends_with_one_and_names_the_players(tablo: Tablo, trf: Trf) -> None:
    answer = tablo("pair", trf(file("XXC white1", *THREE_THAT_MET)))
    assert (answer.code, answer.out) == (1, "")
    assert "no legal pairing" in answer.err


def test_a_repair_that_matters_is_said_beside_the_answer(tablo: Tablo) -> None:
    answer = tablo("pair", CASES / "2020_06.trf", "--round", 3)
    assert answer.code == 0
    assert answer.err.startswith("note: line 20, column 109: player 5 has a forfeit without an opponent in round 2")


def test_every_repair_is_said_on_request(tablo: Tablo) -> None:
    answer = tablo("pair", CASES / "2020_06.trf", "--round", 3, "--repairs")
    assert "the date 'May 29, 2020' is not written YYYY/MM/DD (and 1 more, in line 5)" in answer.err


@pytest.mark.parametrize("size", [1, 2])
def test_the_smallest_fields(tablo: Tablo, trf: Trf, size: int) -> None:
    answer = tablo("pair", trf(file("XXC white1", *FOUR[:size])))
    assert answer.lines == (["1", "1 0"] if size == 1 else ["1", "1 2"])


class TestRefusals:
    def test_a_file_that_is_not_there(self, tablo: Tablo) -> None:
        assert tablo("pair", "nowhere.trf").complaint == "tablo: nowhere.trf cannot be read: no such file or directory."

    def test_a_directory(self, tablo: Tablo, tmp_path: Path) -> None:
        assert "is a directory" in tablo("pair", tmp_path).complaint

    @pytest.mark.parametrize(
        "data", [b"", b"\x00\x01\x02\xff", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", b"name;rating\nA;1\n"]
    )
    def test_a_file_that_is_no_report(self, tablo: Tablo, trf: Trf, data: bytes) -> None:
        assert tablo("pair", trf(data)).complaint

    def test_a_shifted_line_with_line_and_column(self, tablo: Tablo, trf: Trf) -> None:
        shifted = TWO_ROUNDS[0].replace("Player 1 ", "Player 1  ", 1)
        assert "line 2, column 85" in tablo("pair", trf(file(shifted, *TWO_ROUNDS[1:]))).complaint

    def test_contradicting_points_with_line_and_column(self, tablo: Tablo, trf: Trf) -> None:
        lines = (TWO_ROUNDS[0].replace(" 1.5", " 2.0"), *TWO_ROUNDS[1:])
        assert "line 2, column 81" in tablo("pair", trf(file(*lines))).complaint

    def test_contradicting_points_are_accepted_on_request(self, tablo: Tablo, trf: Trf) -> None:
        lines = (TWO_ROUNDS[0].replace(" 1.5", " 2.0"), *TWO_ROUNDS[1:])
        assert tablo("pair", trf(file(*lines)), "--trust-results").code == 0

    def test_a_missing_result_with_line_and_column(self, tablo: Tablo, trf: Trf) -> None:
        lines = (player(1, "0.0", "2 w"), player(2, "0.0", "1 b"))
        assert "line 2, column 99" in tablo("pair", trf(file(*lines))).complaint

    def test_no_number_of_rounds(self, tablo: Tablo, trf: Trf) -> None:
        assert "XXR" in tablo("pair", trf(file(*TWO_ROUNDS, rounds=None))).complaint

    def test_a_round_out_of_reach(self, tablo: Tablo) -> None:
        assert "round 7 is out of reach" in tablo("pair", HELD, "--round", 7).complaint

    @pytest.mark.parametrize("round", ["0", "-1", "x", "1.5", "٣", "99999999999"])
    def test_a_round_that_is_no_round(self, tablo: Tablo, round: str) -> None:
        assert tablo("pair", HELD, f"--round={round}").complaint

    def test_a_system_nobody_knows(self, tablo: Tablo) -> None:
        assert "dutch-1998" in tablo("pair", HELD, "--system", "dutch-1066").complaint

    def test_a_team_file_for_a_system_of_players(self, tablo: Tablo) -> None:
        answer = tablo("pair", CASES / "example_trf26.trf", "--system", "dutch-2026")
        assert "team tournament" in answer.complaint

    def test_a_defective_file_under_strict_reading(self, tablo: Tablo) -> None:
        first, *_ = tablo("pair", CASES / "2021_03.trf", "--round", 2, "--strict").complaints
        assert "line 3, column 5" in first


@pytest.mark.parametrize(("system", "left_out"), [("dutch-1998", True), ("dutch-2026", False)])
def test_fictitious_points_are_said_to_be_left_out_where_the_system_knows_none(
    tablo: Tablo, trf: Trf, system: str, left_out: bool
) -> None:
    lines = [player(n, "0.0") for n in (1, 2, 3, 4)]
    answer = tablo("pair", trf(file("XXC white1", "XXA    1  1.0", *lines)), "--system", system)
    assert answer.code == 0
    assert ("fictitious points of this file are not used" in answer.err) is left_out


def test_a_plan_that_cannot_be_paired_is_said_with_the_first_round(tablo: Tablo, trf: Trf) -> None:
    answer = tablo("pair", trf(file("XXC white1", *FOUR, rounds=7)))
    assert answer.code == 0
    assert "note: Not all 7 planned rounds can be paired" in answer.err

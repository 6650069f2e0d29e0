"""`tablo check`: the same answers again, or each difference."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import CASES, Tablo
from tests.files.lines import file, player

Trf = Callable[[bytes], Path]
HELD = CASES / "held_2014.trf"


def first_round(*blocks: str, **options: int | None) -> bytes:
    points = {"1": "1.0", "0": "0.0", "=": "0.5", "U": "1.0", "Z": "0.0", "+": "1.0", "-": "0.0"}
    lines = [player(n, points[b.split()[-1]], b) for n, b in enumerate(blocks, 1)]
    return file("XXC white1", *lines, **options)


def test_helds_example_is_the_same_in_every_round(tablo: Tablo) -> None:
    answer = tablo("check", HELD, "--system", "dutch-1998")
    assert (answer.code, answer.lines) == (0, ["5 of 5 rounds are as dutch-1998 pairs them."])


def test_an_event_of_another_system_differs(tablo: Tablo) -> None:
    answer = tablo("check", CASES / "2021_03.trf")
    assert (answer.code, answer.lines[-1]) == (1, "5 of 9 rounds are as dutch-2026 pairs them.")


def test_exchanged_colours_are_a_difference(tablo: Tablo, trf: Trf) -> None:
    answer = tablo("check", trf(first_round("3 b 1", "4 w =", "1 w 0", "2 b =")))
    assert (answer.code, answer.lines[:2]) == (1, ["Round 1 differs:", "  colours exchanged: 2-4, 3-1"])


def test_another_bye_is_a_difference(tablo: Tablo, trf: Trf) -> None:
    answer = tablo("check", trf(first_round("0000 - U", "3 w 1", "2 b 0")))
    assert "  bye in the file: 1; ours: 3" in answer.lines


def test_colours_that_the_file_leaves_open_are_no_difference(tablo: Tablo, trf: Trf) -> None:
    assert tablo("check", trf(first_round("3 w 1", "4 - -", "1 b 0", "2 - +"))).code == 0


def test_absent_players_are_left_out(tablo: Tablo, trf: Trf) -> None:
    assert tablo("check", trf(first_round("3 w 1", "0000 - Z", "1 b 0"))).code == 0


def test_a_round_without_results_can_be_checked(tablo: Tablo, trf: Trf) -> None:
    lines = (player(1, "0.0", "2 w"), player(2, "0.0", "1 b"))
    assert tablo("check", trf(file("XXC white1", *lines))).code == 0


def test_without_a_number_of_rounds_those_paired_are_taken_and_said(tablo: Tablo, trf: Trf) -> None:
    answer = tablo("check", trf(first_round("3 w 1", "4 b =", "1 b 0", "2 w =", rounds=None)))
    assert answer.code == 0
    assert answer.err.startswith("note: the file does not say how many rounds were planned; taken for 1.\n")


def test_a_file_that_names_no_tie_breaks_says_that_its_ranks_are_not_checked(tablo: Tablo) -> None:
    assert "its ranks are not checked" in tablo("check", HELD, "--system", "dutch-1998").err


@pytest.mark.parametrize("text", ["nothing paired", "result missing"])
def test_what_cannot_be_replayed_ends_with_two(tablo: Tablo, trf: Trf, text: str) -> None:
    path = {
        "nothing paired": lambda: trf(file(player(1, "0.0"), player(2, "0.0"))),
        "result missing": lambda: trf(file(player(1, "0.0", "2 w", "2 b"), player(2, "0.0", "1 b", "1 w"))),
    }[text]()
    assert tablo("check", path).complaint


def test_an_event_of_the_months_of_two_rules_is_checked_by_the_one_that_suits_it(tablo: Tablo) -> None:
    """FIDE's example of teams ended in January 2024."""
    answer = tablo("check", CASES / "example_trf26.trf")
    assert (answer.code, answer.err.count("--ruleset")) == (1, 0)

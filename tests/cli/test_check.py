"""`tablo check`: the same answers again, or each difference."""

from collections.abc import Callable
from pathlib import Path

import pytest

from domain.pairing import SYSTEMS
from domain.words.regulations import Entrants
from tests.cli.conftest import CASES, Tablo
from tests.files.lines import file, player

Trf = Callable[[bytes], Path]
POINTS = {"1": "1.0", "0": "0.0", "=": "0.5", "U": "1.0", "Z": "0.0", "+": "1.0", "-": "0.0"}
HELD = CASES / "held_2014.trf"


def first_round(*blocks: str, **options: int | None) -> bytes:
    lines = [player(n, POINTS[b.split()[-1]], b) for n, b in enumerate(blocks, 1)]
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


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_a_round_that_differs_is_explained_by_every_system(tablo: Tablo, tmp_path: Path, system: str) -> None:
    path, of_teams = tmp_path / "made.trf", SYSTEMS[system].entrants is Entrants.TEAMS
    size = ("--teams", 6, "--boards", 2) if of_teams else ("--players", 9)
    made_by = system if SYSTEMS[system].needs_lot else "dutch-2026"
    tablo("generate", *size, "--rounds", 4, "--seed", 3, "--system", made_by, "--output", path)
    path.write_text(path.read_text().replace(*_other_colour(path)))
    answer = tablo("check", path, "--system", system, "--explain")
    assert answer.code == 1
    assert answer.lines[0] == "Round 1 differs:"
    assert "  why ours:" in answer.lines
    assert any(line.startswith(("    Board 1: ", "    Match 1: ")) for line in answer.lines)


def _other_colour(path: Path) -> tuple[str, str]:
    """The initial colour of the file (152) and the other one."""
    return ("152 W", "152 B") if "152 W" in path.read_text() else ("152 B", "152 W")


def test_each_pair_of_the_file_that_differs_is_answered(tablo: Tablo) -> None:
    lines = tablo("check", CASES / "2021_03.trf", "--explain").lines
    at = lines.index("  why not as in the file:")
    assert lines[1:3] == ["  in the file: 1-6, 4-2, 7-9, 8-3", "  ours:        5-1, 2-6, 7-3, 4-8"]
    assert [line.split(":")[0].strip() for line in lines[at + 1 : at + 5]] == [
        "1 and 6",
        "4 and 2",
        "7 and 9",
        "8 and 3",
    ]


def test_a_table_has_nothing_to_explain(tablo: Tablo, trf: Trf) -> None:
    blocks = enumerate(("2 w =", "1 b =", "4 w =", "3 b ="), 1)
    answer = tablo(
        "check", trf(file("092 Individual: Round-Robin", *(player(n, "0.5", b) for n, b in blocks))), "--explain"
    )
    assert answer.code == 1
    assert "there is nothing to explain" in answer.err


@pytest.mark.parametrize("command", ["check", "pair"])
def test_a_file_is_paired_by_the_system_that_it_names(tablo: Tablo, trf: Trf, command: str) -> None:
    blocks = {1: "3 w 1", 2: "4 b =", 3: "1 b 0", 4: "2 w ="}
    players = [player(n, POINTS[block[-1]], block) for n, block in blocks.items()]
    named = trf(file("XXC white1", "092 Individual: Swiss-System (lim)", *players, rounds=3))
    answer = tablo(command, named)
    assert "the file names lim, so it pairs; --system takes another one." in answer.err
    if command == "check":
        assert answer.lines[-1] == "1 of 1 rounds are as lim pairs them."
    assert "so it pairs" not in tablo(command, named, "--system", "dutch-2026").err

"""`tablo generate`: made-up events that anybody can make again."""

from pathlib import Path

import pytest

from domain.files.trf import Report, parse
from domain.words.games import Code
from tests.cli.conftest import Tablo


def made(tablo: Tablo, *arguments: object) -> Report:
    answer = tablo("generate", *arguments)
    assert answer.code == 0, answer.err
    return parse(answer.out.encode())


def codes(report: Report) -> list[Code]:
    return [e.code for p in report.players for e in p.entries if e is not None]


def test_the_event_has_the_size_asked_for(tablo: Tablo) -> None:
    report = made(tablo, "--players", 10, "--rounds", 5, "--seed", 1)
    assert (len(report.players), report.rounds_paired, report.rounds_planned) == (10, 5, 5)


def test_the_file_needs_no_repair(tablo: Tablo) -> None:
    report = made(tablo, "--players", 11, "--rounds", 5, "--seed", 1, "--forfeits", 10, "--byes", 10)
    assert [r for r in report.repairs if r.kind.value != "extension"] == []


def test_every_round_of_it_checks(tablo: Tablo, tmp_path: Path) -> None:
    path = tmp_path / "made.trf"
    wild = ("--forfeits", 10, "--byes", 10, "--withdrawals", 20)
    assert tablo("generate", "--players", 21, "--rounds", 7, "--seed", 3, *wild, "--output", path).code == 0
    assert tablo("check", path).code == 0


def test_the_same_seed_gives_the_same_file(tablo: Tablo) -> None:
    first, second = (tablo("generate", "--players", 8, "--rounds", 4, "--seed", "x").out for _ in range(2))
    assert first == second


def test_without_a_seed_every_run_is_another_event(tablo: Tablo) -> None:
    first, second = (tablo("generate", "--players", 8, "--rounds", 4).out for _ in range(2))
    assert first != second


def test_the_seed_is_said_and_stands_in_the_file(tablo: Tablo) -> None:
    answer = tablo("generate", "--players", 8, "--rounds", 4)
    seed = answer.err.removeprefix("note: seed ").strip()
    assert f"--seed {seed} " in answer.lines[0]


def test_the_first_line_makes_the_same_file_again(tablo: Tablo) -> None:
    answer = tablo("generate", "--players", 8, "--rounds", 4, "--draws", "12.5", "--ratings", "1500-1600")
    words = answer.lines[0].removeprefix("### tablo ").split()
    assert tablo(*words).out == answer.out


def test_shares_are_kept_to(tablo: Tablo) -> None:
    report = made(tablo, "--players", 40, "--rounds", 5, "--seed", 2, "--draws", 0, "--forfeits", 100)
    assert set(codes(report)) <= {Code.FORFEIT_WIN, Code.FORFEIT_LOSS, Code.PAIRING_BYE}


def test_draws_can_be_switched_off(tablo: Tablo) -> None:
    assert Code.DRAW not in codes(made(tablo, "--players", 40, "--rounds", 5, "--seed", 2, "--draws", 0))


def test_ratings_stay_within_their_limits(tablo: Tablo) -> None:
    report = made(tablo, "--players", 40, "--rounds", 1, "--seed", 2, "--ratings", "1800-1850")
    assert all(1800 <= p.rating <= 1850 for p in report.players)


def test_both_formats_can_be_written(tablo: Tablo) -> None:
    old, new = (
        made(tablo, "--players", 9, "--rounds", 4, "--seed", 4, "--format", ladder) for ladder in ("trf16", "trf26")
    )
    assert old.players == new.players


def test_an_event_that_cannot_go_on_ends_with_one_and_keeps_what_there_is(tablo: Tablo) -> None:
    answer = tablo("generate", "--players", 2, "--rounds", 5, "--seed", 1)
    assert answer.code == 1
    assert "stopped after 1 of 5 rounds" in answer.err
    assert parse(answer.out.encode()).rounds_paired == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ("--players", 0, "--rounds", 3),
        ("--players", 10_000, "--rounds", 3),
        ("--players", 8, "--rounds", 0),
        ("--players", 8),
        ("--players", 8, "--rounds", 3, "--draws", 101),
        ("--players", 8, "--rounds", 3, "--draws", "nan"),
        ("--players", 8, "--rounds", 3, "--draws", "."),
        ("--players", 8, "--rounds", 3, "--ratings", "2000"),
        ("--players", 8, "--rounds", 3, "--ratings", "2000-1000"),
        ("--players", 8, "--rounds", 3, "--output", "/nowhere/at/all.trf"),
    ],
)
def test_wishes_that_cannot_be(tablo: Tablo, arguments: tuple[object, ...]) -> None:
    assert tablo("generate", *arguments).complaint


def test_more_rounds_than_there_are_opponents_are_said_before(tablo: Tablo) -> None:
    answer = tablo("generate", "--players", 4, "--rounds", 5, "--seed", 1)
    assert answer.code == 1
    assert "note: Not all 5 planned rounds can be paired" in answer.err
    assert "4 players can play 3 rounds at most" in answer.err


@pytest.mark.parametrize("ladder", ["trf16", "trf26"])
def test_an_accelerated_event_is_accelerated_in_its_file_and_checks(tablo: Tablo, tmp_path: Path, ladder: str) -> None:
    path = tmp_path / "made.trf"
    wishes = ("--acceleration", "baku", "--system", "dutch-2026", "--byes", 5, "--format", ladder)
    assert tablo("generate", "--players", 21, "--rounds", 7, "--seed", 3, *wishes, "--output", path).code == 0
    virtual = parse(path.read_bytes()).acceleration
    assert set(virtual.values()) == {(2, 2, 1, 1)}
    assert len(virtual) >= 10
    assert tablo("check", path, "--system", "dutch-2026").code == 0


def test_a_system_without_virtual_points_is_not_accelerated(tablo: Tablo) -> None:
    answer = tablo("generate", "--players", 8, "--rounds", 4, "--system", "dutch-1998", "--acceleration", "baku")
    assert (answer.code, "dutch-1998 knows no acceleration" in answer.err) == (2, True)

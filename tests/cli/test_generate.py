"""`tablo generate`: made-up events that anybody can make again."""

from pathlib import Path

import pytest

from domain.files.trf import Report, parse
from domain.files.trf.matches import in_rounds_of
from domain.words.games import Code
from server.cli.generate import SHARES
from tests.cli.conftest import Tablo


def made(tablo: Tablo, *arguments: object) -> Report:
    answer = tablo("generate", *arguments)
    assert answer.code == 0, answer.err
    return parse(answer.out.encode())


NO_BYES = ("--byes", 0, "--full-byes", 0, "--zero-byes", 0, "--withdrawals", 0)


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
    first, second = (tablo("generate", "--players", 8, "--rounds", 4).lines for _ in range(2))
    assert [line for line in first if line.startswith("001")] != [line for line in second if line.startswith("001")]


def test_the_seed_is_said_and_stands_in_the_file(tablo: Tablo) -> None:
    answer = tablo("generate", "--players", 8, "--rounds", 4)
    seed = answer.err.removeprefix("note: seed ").strip()
    assert f"--seed {seed} " in answer.lines[0]


def test_the_first_line_makes_the_same_file_again(tablo: Tablo) -> None:
    answer = tablo("generate", "--players", 8, "--rounds", 4, "--draws", "12.5", "--ratings", "1500-1600")
    words = answer.lines[0].removeprefix("### tablo ").split()
    assert tablo(*words).out == answer.out


def test_shares_are_kept_to(tablo: Tablo) -> None:
    report = made(tablo, "--players", 40, "--rounds", 5, "--seed", 2, "--draws", 0, "--forfeits", 100, *NO_BYES)
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


def test_what_is_not_said_is_drawn_by_the_seed(tablo: Tablo) -> None:
    first, second, again = (tablo("generate", "--seed", seed).lines[0] for seed in ("a", "b", "a"))
    assert first == again
    assert first.split("--seed")[0] != second.split("--seed")[0]
    assert {f"--{name}" for name in SHARES} <= set(first.split())


def test_what_is_said_of_one_wish_changes_no_other(tablo: Tablo) -> None:
    drawn, said = (tablo("generate", "--seed", 5, *more).lines[0].split() for more in ((), ("--players", 30)))
    at = drawn.index("--players") + 1
    assert said[at] == "30"
    assert drawn[drawn.index("--draws") :] == said[said.index("--draws") :]


@pytest.mark.parametrize(
    ("share", "code"),
    [("byes", Code.HALF_BYE), ("full-byes", Code.FULL_BYE), ("zero-byes", Code.ZERO_BYE)],
)
def test_every_kind_of_bye_is_given(tablo: Tablo, share: str, code: Code) -> None:
    wishes = {**dict.fromkeys(SHARES, 0), share: 30}
    spoken = [part for name, value in wishes.items() for part in (f"--{name}", value)]
    assert code in codes(made(tablo, "--players", 20, "--rounds", 4, "--seed", 1, *spoken))


def test_odd_results_and_unrated_games_are_made(tablo: Tablo) -> None:
    report = made(tablo, "--players", 60, "--rounds", 5, "--seed", 1, "--odd-results", 100, "--forfeits", 0, *NO_BYES)
    assert set(codes(report)) == {*(Code.DRAW, Code.LOSS, Code.UNRATED_WIN, Code.UNRATED_DRAW, Code.UNRATED_LOSS)}


def test_ratings_may_be_listed(tablo: Tablo) -> None:
    report = made(tablo, "--players", 4, "--rounds", 2, "--seed", 1, "--ratings", "2100,2500,1999,1999")
    assert [player.rating for player in report.players] == [2500, 2100, 1999, 1999]


def test_listed_ratings_are_one_for_each_player(tablo: Tablo) -> None:
    complaint = tablo("generate", "--players", 5, "--rounds", 2, "--ratings", "2100,2000").complaints[-1]
    assert complaint == "tablo: there are 2 ratings for 5 players: give one for each."


def test_the_list_of_tie_breaks_stands_in_the_file_and_ranks_it(tablo: Tablo, tmp_path: Path) -> None:
    path = tmp_path / "made.trf"
    wishes = ("--players", 12, "--rounds", 5, "--seed", 4, "--tiebreaks", "SB,BH/C1")
    assert tablo("generate", *wishes, "--output", path).code == 0
    assert "202 SB,BH/C1" in path.read_text()
    assert "All ranks are as PTS,SB,BH/C1 gives them." in tablo("check", path).lines


def test_a_rank_that_the_tie_breaks_contradict_is_named(tablo: Tablo, tmp_path: Path) -> None:
    path = tmp_path / "made.trf"
    assert tablo("generate", "--players", 12, "--rounds", 5, "--seed", 4, "--output", path).code == 0
    lines = path.read_text().splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("001    1"))
    lines[at] = lines[at][:85] + "  12" + lines[at][89:]
    path.write_text("\n".join([*lines, ""]))
    answer = tablo("check", path)
    assert answer.code == 1
    assert any(line.startswith("Player 1 has rank 12; by ") for line in answer.lines)


def test_tie_breaks_that_nobody_knows_are_refused(tablo: Tablo) -> None:
    assert tablo("generate", "--tiebreaks", "XX").complaint


def test_many_events_are_made_and_checked_in_one_call_each(tablo: Tablo, tmp_path: Path) -> None:
    made_all = tablo("generate", "--count", 12, "--seed", 8, "--output", tmp_path)
    assert made_all.code == 0, made_all.err
    assert len({path.read_text() for path in tmp_path.glob("*.trf")}) == 12
    answer = tablo("check", tmp_path)
    assert (answer.code, answer.lines[-1]) == (0, "12 files checked, 0 with differences.")


def test_many_events_need_a_folder(tablo: Tablo, tmp_path: Path) -> None:
    assert tablo("generate", "--count", 2).complaint
    assert tablo("check", tmp_path).complaint


@pytest.mark.parametrize("ladder", ["trf16", "trf26"])
def test_double_swiss_is_made_up_of_matches_of_two_games(tmp_path: Path, tablo: Tablo, ladder: str) -> None:
    path, system = tmp_path / "matches.trf", ("--system", "double-swiss-2026")
    shares = ("--forfeits", 15, "--byes", 5, "--zero-byes", 5, "--odd-results", 5, "--format", ladder)
    tablo("generate", "--players", 11, "--rounds", 4, "--seed", 3, *shares, *system, "--output", path)
    report = in_rounds_of(parse(path.read_bytes()), 2)
    assert report.rounds_planned == report.rounds_paired == 4
    answer = tablo("check", path, *system)
    assert (answer.code, "4 of 4 rounds" in answer.out, "All ranks" in answer.out) == (0, True, True)
    assert tablo("check", path, "--system", "dutch-2026").code == 1

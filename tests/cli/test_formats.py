"""`tablo pair` and `tablo generate` for formats that are no Swiss: numbers as in the file, rounds as in the table."""

from collections.abc import Callable
from pathlib import Path

import pytest

from domain.files.header import regulations_of
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
        (("--players", 60), "60 players, 118 rounds"),
        (("--players", 6, "--acceleration", "baku"), "knows no acceleration"),
        (("--players", 7, "--system", "scheveningen"), "two teams of equal size, 4 to 20 players in all: not 7"),
        (("--players", 2000, "--system", "knock-out"), "a bracket of 2 to 1024 players"),
        (("--players", 8, "--system", "knock-out", "--tiebreaks", "SB"), "the bracket alone places"),
    ],
)
def test_what_a_format_has_not_is_refused(tablo: Tablo, wishes: tuple[object, ...], sentence: str) -> None:
    answer = tablo("generate", "--system", "double-round-robin", *wishes)
    assert (answer.code, sentence in answer.err) == (2, True)


def test_without_a_number_the_round_after_those_of_the_file_is_paired(tablo: Tablo, trf: Trf) -> None:
    answer = tablo("pair", trf(file(*PLAYED)), "--system", "round-robin")
    assert (answer.code, answer.lines) == (0, ["2", "4 3", "1 2"])


ALL_SYSTEMS = ("round-robin", "double-round-robin", "scheveningen", "knock-out", "double-elimination")


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("players", [2, 6, 12])
@pytest.mark.parametrize("system", ALL_SYSTEMS)
def test_what_is_made_up_stands_where_the_format_wants_it(
    tablo: Tablo, tmp_path: Path, system: str, players: int, seed: int
) -> None:
    path = tmp_path / "made.trf"
    players = max(players, 4) if system == "scheveningen" else players
    made = tablo("generate", "--players", players, "--system", system, "--seed", seed, "--draws", 60, "--output", path)
    assert made.code == 0, made.err
    rounds = parse(path.read_bytes()).rounds_paired
    answer = tablo("check", path)
    assert (answer.code, f"{rounds} of {rounds} rounds are as its rules want them." in answer.out) == (0, True)


@pytest.mark.parametrize("system", ["knock-out", "double-elimination"])
def test_a_made_up_bracket_is_paired_again_the_same(tablo: Tablo, tmp_path: Path, system: str) -> None:
    path = tmp_path / "made.trf"
    tablo("generate", "--players", 11, "--system", system, "--seed", 5, "--draws", 60, "--output", path)
    report = parse(path.read_bytes())
    for round in range(1, report.rounds_paired + 1):
        ours = tablo("pair", path, "--system", system, "--round", round).lines[1:]
        played = {
            f"{entrant.number} {entry.opponent}"
            for entrant in report.players
            if (entry := entrant.entries[round - 1]) and entry.colour == "w"
        }
        assert {line for line in ours if not line.endswith(" 0")} == played


@pytest.mark.parametrize("system", ALL_SYSTEMS)
def test_the_first_line_of_a_made_up_event_makes_it_again(tablo: Tablo, system: str) -> None:
    made = tablo("generate", "--players", 8, "--system", system, "--seed", 4)
    command = made.lines[0].removeprefix("### tablo ").split()
    assert tablo(*command).out == made.out


def test_a_match_is_paired_by_the_scheveningen_table(tablo: Tablo, trf: Trf) -> None:
    """The first half of the numbers is the first team."""
    answer = tablo("pair", trf(file(*FOUR)), "--system", "scheveningen", "--round", 2)
    assert (answer.code, answer.lines) == (0, ["2", "4 1", "3 2"])


def test_a_match_of_unequal_teams_is_refused(tablo: Tablo, trf: Trf) -> None:
    answer = tablo("pair", trf(file(*FIVE)), "--system", "scheveningen")
    assert (answer.code, answer.lines) == (2, [])


def test_the_loser_of_the_first_round_plays_on_in_a_double_elimination(tablo: Tablo, trf: Trf) -> None:
    players = [player(1, "1.0", "4 w 1"), player(2, "1.0", "3 w 1"), player(3, "0.0", "2 b 0")]
    path = trf(file("XXC white1", *players, player(4, "0.0", "1 b 0")))
    answer = tablo("pair", path, "--system", "double-elimination")
    assert (answer.code, sorted(sorted(line.split()) for line in answer.lines[1:])) == (0, [["1", "2"], ["3", "4"]])


def test_a_game_that_stands_wrong_in_a_bracket_is_told_once(tablo: Tablo, trf: Trf) -> None:
    """1 should meet 4; what follows from the round as it was played is right."""
    rules = "### Regulations: system dutch-1998; ruleset vo2009; bracket seeded; level further-games"
    lines = [
        player(1, "2.0", "3 w 1", "4 b 1"),
        player(2, "0.0", "4 w 0"),
        player(3, "0.0", "1 b 0"),
        player(4, "1.0", "2 b 1", "1 w 0"),
    ]
    answer = tablo("check", trf(file("092 Individual: Knock-out", "XXR 2", "XXC white1", rules, *lines)))
    assert (answer.code, answer.lines[0]) == (1, "Round 1 differs:")
    assert "knock-out (bracket): 1 of 2 rounds are as its rules want them." in answer.lines


def test_a_rank_that_the_bracket_contradicts_is_told(tablo: Tablo, tmp_path: Path) -> None:
    path = tmp_path / "made.trf"
    tablo("generate", "--players", 4, "--system", "knock-out", "--seed", 1, "--output", path)
    report = parse(path.read_bytes())
    first, second = (next(p for p in report.players if p.rank == rank) for rank in (1, 2))
    swapped = path.read_text().splitlines(keepends=True)
    for entrant, rank in ((first, 2), (second, 1)):
        at = next(n for n, line in enumerate(swapped) if line.startswith(f"001 {entrant.number:4} "))
        swapped[at] = f"{swapped[at][:85]}{rank:4}{swapped[at][89:]}"
    path.write_text("".join(swapped))
    answer = tablo("check", path)
    assert answer.code == 1
    assert f"{first.number} is ranked 2, and the bracket says 1." in answer.lines


def test_a_double_round_robin_is_known_by_its_rounds(tablo: Tablo, tmp_path: Path) -> None:
    path = tmp_path / "made.trf"
    tablo("generate", "--players", 5, "--system", "double-round-robin", "--seed", 7, "--output", path)
    assert regulations_of(parse(path.read_bytes())).round_robin.cycles == 2


@pytest.mark.parametrize("name", ALL_SYSTEMS)
def test_the_format_of_a_made_up_event_can_be_asked_for_by_either_option(tablo: Tablo, name: str) -> None:
    by_format = tablo("generate", "--players", "6", "--seed", "3", "--format", name)
    by_system = tablo("generate", "--players", "6", "--seed", "3", "--system", name)
    assert (by_format.code, by_format.out) == (0, by_system.out)


@pytest.mark.parametrize("name", ["knock-out", "double-elimination"])
def test_a_round_behind_the_last_of_a_bracket_is_not_known(tablo: Tablo, tmp_path: Path, name: str) -> None:
    path = tmp_path / "made.trf"
    tablo("generate", "--players", 4, "--system", name, "--seed", 1, "--output", path)
    last = parse(path.read_bytes()).rounds_paired
    answer = tablo("pair", path, "--system", name, "--round", 9)
    assert answer.complaint == f"tablo: round 9 is not known: rounds up to {last} are."


def test_starting_ranks_with_a_gap_are_those_of_the_file(tablo: Tablo, trf: Trf) -> None:
    path = trf(file(*(player(n, "0.0") for n in (2, 3, 5, 9))))
    assert tablo("pair", path, "--system", "round-robin").lines == ["2", "2 9", "3 5"]
    lines = [player(n, "0.5", f"{other} {c} =") for n, other, c in ((2, 3, "w"), (3, 2, "b"), (5, 9, "w"), (9, 5, "b"))]
    checked = tablo("check", trf(file("092 Individual: Round-Robin", *lines, rounds=3)))
    assert "  in the file: 2-3, 5-9" in checked.lines

"""Two events of an online club and FIDE's team example, read as they are (provenance: tests/cases/README-trf.md)."""

import pytest

from domain.files.trf import Ladder, Mode, RepairKind, parse, write
from domain.files.trf.problems import Defective
from domain.words.games import Code, Colour
from tests.files.lines import case

LICHESS = ("2020_06.trf", "2021_03.trf")
ALL = (*LICHESS, "example_trf26.trf")


def kinds(name: str) -> dict[RepairKind, int]:
    repairs = parse(case(name)).repairs
    return {kind: sum(1 for r in repairs if r.kind is kind) for kind in {r.kind for r in repairs}}


def test_every_repair_of_the_may_event_is_listed() -> None:
    assert kinds("2020_06.trf") == {
        RepairKind.RANK_MISSING: 13,
        RepairKind.ABSENCE_AS_FORFEIT: 12,
        RepairKind.BYE_WITHOUT_ZEROS: 6,
        RepairKind.DATE_FORM: 2,
        RepairKind.NOT_A_FEDERATION: 1,
        RepairKind.EXTENSION: 2,
    }


def test_every_repair_of_the_june_event_is_listed() -> None:
    assert kinds("2021_03.trf") == {
        RepairKind.RANK_MISSING: 9,
        RepairKind.BYE_WITHOUT_ZEROS: 9,
        RepairKind.DATE_FORM: 2,
        RepairKind.NOT_A_FEDERATION: 1,
        RepairKind.EXTENSION: 2,
    }


def test_a_repair_says_where_and_what() -> None:
    absence = next(r for r in parse(case("2020_06.trf")).repairs if r.kind is RepairKind.ABSENCE_AS_FORFEIT)
    assert (absence.line, absence.column, absence.was, absence.now, absence.number, absence.round) == (
        20, 109, "-", "Z", 5, 2,
    )  # fmt: skip


def test_a_date_in_words_is_understood_and_kept() -> None:
    report = parse(case("2020_06.trf"))
    date = next(r for r in report.repairs if r.kind is RepairKind.DATE_FORM)
    assert (report.header.start, date.now) == ("May 29, 2020", "2020-05-29")


def test_the_extensions_are_read() -> None:
    report = parse(case("2021_03.trf"))
    assert (report.rounds_planned, report.rounds_paired, report.initial_colour) == (9, 9, Colour.BLACK)


def test_points_are_those_of_the_file() -> None:
    report = parse(case("2020_06.trf"))
    assert [p.points for p in report.players] == [16, 15, 13, 13, 11, 11, 10, 9, 8, 6, 4, 4, 2]


def test_a_bye_without_opponents_column_is_still_a_bye() -> None:
    entry = parse(case("2020_06.trf")).by_number[8].entry(1)
    assert entry is not None
    assert (entry.code, entry.opponent) == (Code.HALF_BYE, None)


@pytest.mark.parametrize("name", LICHESS)
def test_strict_reading_refuses_them(name: str) -> None:
    with pytest.raises(Defective) as refused:
        parse(case(name), Mode.STRICT)
    assert refused.value.line > 0


@pytest.mark.parametrize("ladder", list(Ladder))
@pytest.mark.parametrize("name", ALL)
def test_what_is_written_reads_the_same(name: str, ladder: Ladder) -> None:
    report = parse(case(name))
    assert parse(write(report, ladder).encode()) == report


@pytest.mark.parametrize("ladder", list(Ladder))
@pytest.mark.parametrize("name", ALL)
def test_a_canonical_file_is_printed_as_it_was(name: str, ladder: Ladder) -> None:
    canonical = write(parse(case(name)), ladder)
    assert write(parse(canonical.encode()), ladder) == canonical


def test_team_records_come_back_word_for_word() -> None:
    text = case("example_trf26.trf").decode()
    again = write(parse(text.encode())).splitlines()
    teams = [line.rstrip() for line in text.splitlines() if line[:3] in ("013", "310", "320", "330", "240", "299")]
    assert [line for line in again if line[:3] in ("013", "310", "320", "330", "240", "299")] == teams


def test_a_board_without_opponent_stays_a_forfeit_in_a_team_file() -> None:
    entry = parse(case("example_trf26.trf")).by_number[3].entry(7)
    assert entry is not None
    assert (entry.code, entry.opponent) == (Code.FORFEIT_WIN, None)

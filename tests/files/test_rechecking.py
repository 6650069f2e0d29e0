"""The rounds of a file are paired again when it is imported (FIDE checklist, 54 and 55)."""

from dataclasses import replace

from domain.files.header import regulations_of
from domain.files.importing import import_report
from domain.files.rechecking import MOST_SEATS, Rechecked, rechecked
from domain.files.remarks import About, remarks
from domain.files.trf import Report, parse
from domain.tournament import replay
from domain.words.regulations import Format
from tests.files.lines import case, file, player
from web.wording.report_comments import comment_lines

OTHERWISE = (
    player(1, "1.0", "2 w 1"),
    player(2, "0.0", "1 b 0"),
    player(3, "1.0", "4 w 1"),
    player(4, "0.0", "3 b 0"),
)
"""1 meets 2 in round 1, where the Dutch system pairs 1 with 3."""


def again(report: Report) -> Rechecked:
    return rechecked(report, regulations_of(report))


def about(report: Report) -> set[About]:
    return {remark.about for remark in remarks(report, regulations_of(report), again(report))}


def test_an_event_that_was_paired_by_the_rules_comes_out_the_same() -> None:
    report = parse(case("held_2014.trf"))
    assert (again(report).system, again(report).differences) == ("dutch-2026", ())
    assert About.ROUNDS_SAME in about(report)


def test_a_round_that_was_paired_otherwise_is_named() -> None:
    report = parse(file(*OTHERWISE))
    assert again(report).rounds == (1,)
    remark = next(r for r in remarks(report, regulations_of(report), again(report)) if r.about is About.ROUNDS_DIFFER)
    assert (remark.was, remark.now) == ("1", "dutch-2026")


def test_it_stands_in_the_report_file_as_a_comment() -> None:
    report = parse(file(*OTHERWISE))
    events = import_report(report, file_name="club.trf", sha256="0" * 64, again=again(report))
    lines = comment_lines(replay(events))
    assert lines == [
        "### Import @ Round 0: club.trf sha256 0000000000000000 0 repairs",
        "### Import @ Round 1: not as dutch-2026 pairs it",
    ]


def test_a_second_import_finds_it_again_and_says_it_once() -> None:
    report = parse(file("### Import @ Round 1: not as dutch-2026 pairs it", *OTHERWISE))
    events = import_report(report, file_name="club.trf", sha256="0" * 64, again=again(report))
    assert replay(events).imported is not None
    assert "not as dutch-2026 pairs it" not in str(replay(events).imported)
    assert len(comment_lines(replay(events))) == 2


def test_what_is_not_paired_round_by_round_is_left_alone() -> None:
    report = parse(file("092 Round robin", *OTHERWISE))
    assert regulations_of(report).format is Format.ROUND_ROBIN
    assert again(report) == Rechecked()


def test_nothing_paired_is_nothing_to_pair_again() -> None:
    report = parse(file(player(1, "0.0"), player(2, "0.0")))
    assert again(report) == Rechecked()


def test_a_missing_result_of_an_earlier_round_leaves_it_undone() -> None:
    lines = (player(1, "1.0", "2 w", "2 b 1"), player(2, "0.0", "1 b", "1 w 0"))
    report = parse(file(*lines))
    assert again(report) == Rechecked(impossible=True)
    assert About.NOT_RECHECKED in about(report)


def test_a_field_that_nobody_would_wait_for_is_left_undone() -> None:
    one = parse(file(*OTHERWISE)).players
    crowd = tuple(replace(one[n % 4], number=n + 1) for n in range(MOST_SEATS + 1))
    assert again(Report(crowd, rounds_planned=5)) == Rechecked(impossible=True)

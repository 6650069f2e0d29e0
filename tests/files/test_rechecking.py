"""The rounds of a file are paired again when it is imported (FIDE checklist, 54 and 55)."""

from dataclasses import replace

from domain.cards.card import Pair
from domain.files.header import regulations_of
from domain.files.importing import import_report
from domain.files.rechecking import MOST_SEATS, Rechecked, rechecked
from domain.files.remarks import About, remarks
from domain.files.trf import Report, ReportPlayer, RoundEntry, parse
from domain.tournament import replay
from domain.words.games import Code
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


def test_colours_that_the_file_leaves_open_cannot_differ() -> None:
    """Number 1 begins with Black: of a game that was not played the file may say so or not."""
    bye = player(3, "1.0", "0000 - U")
    said = (player(1, "1.0", "2 w +"), player(2, "0.0", "1 b -"), bye)
    unsaid = (player(1, "1.0", "     2   +"), player(2, "0.0", "     1   -"), bye)
    assert [d.colours for d in again(parse(file("XXC black1", *said))).differences] == [(Pair(1, 2),)]
    assert again(parse(file("XXC black1", *unsaid))).differences == ()
    assert again(parse(file("XXC black1", *unsaid))).system == "dutch-2026"


def test_open_colours_of_one_game_hide_nothing_of_another() -> None:
    lines = (
        player(1, "1.0", "     3   +"),
        player(2, "1.0", "4 w 1"),
        player(3, "0.0", "     1   -"),
        player(4, "0.0", "2 b 0"),
    )
    assert [d.colours for d in again(parse(file("XXC white1", *lines))).differences] == [(Pair(2, 4),)]


def test_other_opponents_are_told_beside_open_colours() -> None:
    lines = (
        player(1, "1.0", "     2   +"),
        player(2, "0.0", "     1   -"),
        player(3, "1.0", "     4   +"),
        player(4, "0.0", "     3   -"),
    )
    (difference,) = again(parse(file(*lines))).differences
    assert (difference.actual, difference.colours) == ((Pair(1, 2), Pair(3, 4)), ())


def test_a_round_in_which_nothing_was_legal_is_told() -> None:
    """Both rounds gave the bye of the odd field to the only one there."""
    (difference,) = again(parse(file(player(1, "2.0", "0000 - U", "0000 - U")))).differences
    assert (difference.round, difference.nothing_legal) == (2, (1,))


def test_as_many_seats_as_may_be_are_paired_again() -> None:
    """Two of them play; everybody else is away."""
    away = tuple(ReportPlayer(n, "", entries=(RoundEntry(Code.ZERO_BYE),)) for n in range(3, MOST_SEATS + 1))
    two = parse(file(*OTHERWISE[:2])).players
    assert again(Report((*two, *away), rounds_planned=5)).system == "dutch-2026"


def test_points_that_the_results_do_not_make_are_no_hindrance() -> None:
    report = parse(file(player(1, "2.0", "2 w 1"), player(2, "0.0", "1 b 0")))
    assert again(report) == Rechecked("dutch-2026")


def test_a_system_that_is_not_ours_pairs_nothing_again() -> None:
    report = parse(file(*OTHERWISE))
    assert rechecked(report, replace(regulations_of(report), system="burstein")) == Rechecked()


def test_a_team_file_is_not_paired_again() -> None:
    report = replace(parse(file(*OTHERWISE)), team_line=1)
    assert again(report) == Rechecked()


def test_a_field_that_nobody_would_wait_for_is_left_undone() -> None:
    one = parse(file(*OTHERWISE)).players
    crowd = tuple(replace(one[n % 4], number=n + 1) for n in range(MOST_SEATS + 1))
    assert again(Report(crowd, rounds_planned=5)) == Rechecked(impossible=True)
    twice = tuple(replace(player, entries=player.entries * 2) for player in crowd[: MOST_SEATS // 2 + 1])
    assert again(Report(twice, rounds_planned=5)) == Rechecked(impossible=True)


def test_what_was_filled_in_is_no_repair() -> None:
    report = parse(file(*OTHERWISE))
    filled_in = [remark.mended for remark in remarks(report, regulations_of(report))]
    events = import_report(report, file_name="club.trf", sha256="0" * 64, mended=filled_in)
    assert filled_in
    assert comment_lines(replay(events))[0].endswith(" 0 repairs")

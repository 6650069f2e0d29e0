"""Records 250 and 299 of a team file: what counts for the pairing alone, and points given to or taken from teams."""

from dataclasses import replace

import pytest

from domain import events as e
from domain.files.exporting import report_of
from domain.files.header import regulations_of, rules_comment
from domain.files.importing import CannotImport, NoWordFor, import_report, kept_lines
from domain.files.rechecking import teams_of_file
from domain.files.remarks import About, remarks
from domain.files.trf import Ladder, Report, parse, write
from domain.files.trf.problems import BadValue, Misaligned
from domain.tournament import Tournament, replay
from domain.tournament_cards.cards import pairing_cards, pairing_task, table_cards
from domain.tournament_cards.starting_points import virtual_by_round
from domain.words.regulations import Acceleration, Regulations
from domain.words.teams import PrimaryScore, TeamOptions
from tests.team_events import MATCH, team_events, team_id, team_tournament

PENALTY = "299    -1.0  -2.0    1    4"
ROUNDS = ["1-3 1000  4-2 11==", "1-4 ++++ 2-3 ===="]
BY_GAMES = TeamOptions(PrimaryScore.GAME_POINTS)
Scores = dict[int, tuple[int, int]]


def record_299(code: str, match: str, game: str, round: str = "", *teams: int) -> str:
    """The record in the columns of TRF26."""
    fields = f"299 {code:1}  {match:>4}  {game:>4}  {round:>3} " + " ".join(f"{team:>4}" for team in teams)
    return fields.rstrip()


def file_of(t: Tournament, *more: str) -> Report:
    text = write(report_of(t), Ladder.TRF26, comments=[rules_comment(t)])
    return parse((text + "".join(f"{line}\n" for line in more)).encode())


def two_rounds(*more: str, options: TeamOptions | None = None, planned: int = 2) -> Report:
    laws = Regulations(system="team-swiss-2026", scoring=MATCH, rounds=planned, teams=options or TeamOptions())
    return file_of(team_tournament(4, ROUNDS, regulations=laws), *more)


def without_totals(report: Report) -> Report:
    """The file of a program that gives no totals in record 310."""
    kept = (replace(k, text=k.text[:54] + " " * 13 + k.text[67:]) if k.text[:4] == "310 " else k for k in report.kept)
    return replace(report, kept=tuple(kept))


def imported(report: Report) -> Tournament:
    return replay(import_report(report, file_name="", sha256=""))


def scores(t: Tournament) -> Scores:
    return {number: (card.score, card.secondary_score) for number, card in table_cards(t).items()}


def gained(*more: str, options: TeamOptions | None = None) -> Scores:
    """Half-points beyond the results: match points and game points where match points are primary."""
    plain, found = (scores(imported(without_totals(two_rounds(*lines, options=options)))) for lines in ((), more))
    both = {n: (found[n][0] - plain[n][0], found[n][1] - plain[n][1]) for n in plain}
    return {n: extra for n, extra in both.items() if extra != (0, 0)}


def abouts(report: Report) -> set[About]:
    return {one.about for one in remarks(report, regulations_of(report))}


@pytest.mark.parametrize(
    ("line", "beyond"),
    [
        (record_299("", "-1.0", "-2.0", "1", 4), {4: (-2, -4)}),
        (record_299("", "0.0", "-0.5", "2", 1, 3), {1: (0, -1), 3: (0, -1)}),
        (record_299("", "", "1.0", "000", 2), {2: (0, 4)}),
        (record_299("+", "2.0", "2.5"), {1: (0, -3)}),
        (record_299("-", "0.0", "1.5"), {4: (0, 3)}),
        (record_299("D", "3.0", "", "002", 2), {2: (4, 0)}),
        (record_299("L", "0.5", ""), {1: (1, 0), 2: (1, 0)}),
        (record_299("W", "4.0", "9.0", "2", 1), {}),
    ],
)
def test_points_out_of_the_ordinary_count_for_teams(line: str, beyond: Scores) -> None:
    """Team 1 lost by 1-3 and won by forfeit; 2 lost by 1-3 and drew; 3 won and drew; 4 won and forfeited."""
    assert gained(line) == beyond


def test_the_other_score_stands_first_where_teams_are_paired_by_it() -> None:
    assert gained(PENALTY, options=BY_GAMES) == {4: (-4, -2)}


def test_points_of_a_round_are_in_the_pairing_of_the_next() -> None:
    t = imported(without_totals(two_rounds(PENALTY)))
    before, after = (pairing_cards(t, round)[4] for round in (1, 2))  # type: ignore[index]
    assert (before.score, after.score, after.secondary_score) == (0, 2, 2)
    assert (after.lines[0].adjusted, after.lines[0].adjusted_secondary) == (-2, -4)


@pytest.mark.parametrize("options", [TeamOptions(), BY_GAMES], ids=["match points", "game points"])
def test_points_given_to_teams_come_back_from_the_file(options: TeamOptions) -> None:
    before = imported(without_totals(two_rounds(PENALTY, options=options)))
    report = file_of(before)
    assert scores(imported(report)) == scores(before)
    assert imported(report).adjustments == before.adjustments
    assert kept_lines(report, regulations_of(report)).after == ()


def test_totals_without_the_points_of_record_299_leave_it_out() -> None:
    report = two_rounds(PENALTY)
    assert scores(imported(report)) == scores(imported(two_rounds()))
    assert About.ABNORMAL_NOT_COUNTED in abouts(report)
    assert PENALTY in write(report_of(imported(report)), Ladder.TRF26).splitlines()


def test_a_record_299_that_no_result_has_is_told() -> None:
    assert About.ABNORMAL_WITHOUT_EFFECT in abouts(two_rounds(record_299("W", "4.0", "9.0", "2", 1)))


def test_the_columns_of_before_trf26_are_read_and_told() -> None:
    early, modern = "299 +  2.0  2.5   2    1", record_299("+", "2.0", "2.5", "2", 1)
    assert gained(early) == gained(modern) == {1: (0, -3)}
    assert About.EARLY_COLUMNS in abouts(two_rounds(early))
    assert About.EARLY_COLUMNS not in abouts(two_rounds(modern))


def test_points_of_a_round_behind_the_last_count_in_the_last_and_are_told() -> None:
    late = record_299("", "-1.0", "-2.0", "999", 4)
    assert gained(late) == gained(PENALTY.replace("  1 ", "  2 ")) == {4: (-2, -4)}
    assert About.ABNORMAL_AFTER_THE_END in abouts(without_totals(two_rounds(late)))
    assert About.ABNORMAL_AFTER_THE_END not in abouts(without_totals(two_rounds(PENALTY)))
    written = write(report_of(imported(without_totals(two_rounds(late)))), Ladder.TRF26)
    assert record_299("", "-1.0", "-2.0", "2", 4) in written.splitlines()


@pytest.mark.parametrize("line", [record_299("-", "0.0", "1.5"), record_299("", "-1.0", "-2.0", "3", 4)])
def test_points_of_rounds_to_come_are_told_and_left_to_the_desk(line: str) -> None:
    report = without_totals(two_rounds(line, planned=4))
    (told,) = [one for one in remarks(report, regulations_of(report)) if one.about is About.ABNORMAL_LINE_AHEAD]
    assert told.was == " ".join(line.split())
    assert imported(report).published == 2


@pytest.mark.parametrize(
    ("line", "field", "column"),
    [
        (record_299("Q", "2.0", "2.5", "1", 1), "result type", 5),
        (record_299("", "-1.0", "-2.0", "1"), "team", 24),
        (record_299("", "", "", "1", 1), "match points", 8),
        (record_299("", "x", "1.0", "1", 1), "points", 11),
        (record_299("", "1.0", "1.0", "1", 1, 9), "team", 32),
        ("300   1   1   7   11   12", "team", 15),
        ("320  1.0  2.0   8", "team", 17),
        ("330 +-   2   1   5", "team", 18),
        ("240 H   2    5", "team", 14),
        ("260   1   2    1    6", "team", 21),
        ("250  2.0                  4", "round", 15),
        ("250  2.0        1   2    x   12", "first player", 26),
    ],
)
def test_what_is_wrong_in_these_records_is_said_by_line_and_field(line: str, field: str, column: int) -> None:
    report = two_rounds(line)
    with pytest.raises(BadValue) as refused:
        imported(report)
    assert (refused.value.field, refused.value.column) == (field, column)
    assert refused.value.line == next(kept.line for kept in report.kept if kept.text == line)


def test_a_field_beside_its_columns_is_refused() -> None:
    with pytest.raises(Misaligned) as refused:
        imported(two_rounds("299    -1.0  -2.0     1    4"))
    assert (refused.value.column, refused.value.was) == (23, "1")


def accelerated(*, planned: int = 5) -> Tournament:
    """Eight teams; the sixth is away in round 1."""
    laws = Regulations(
        system="team-swiss-2026",
        scoring=MATCH,
        rounds=planned,
        acceleration=Acceleration.BAKU,
        order=("C07-TEAM-SWISS",),
    )
    rounds = ["1-3 1000 4-2 11== 5-7 ==== bye:8 H:6", "1-4 ==== 2-3 1111 5-8 ==== 6-7 0000"]
    return replay(team_events(8, rounds, regulations=laws))


def test_an_accelerated_event_of_teams_comes_back_from_its_file() -> None:
    before = accelerated()
    report = file_of(before)
    assert report.header.encoded_type == "FIDE_TEAM_TYPEA_MP_GP_BAKU"
    assert regulations_of(report).acceleration is Acceleration.BAKU
    assert virtual_by_round(imported(report)) == virtual_by_round(before) != {}


def test_record_192_alone_names_the_acceleration() -> None:
    report = file_of(accelerated())
    bare = replace(report, kept=tuple(k for k in report.kept if k.text[:4] != "250 "))
    assert regulations_of(bare).acceleration is Acceleration.BAKU


def test_other_virtual_points_are_kept_in_a_finished_event_and_paired_with() -> None:
    report = two_rounds("250  3.0        1   2    1    1")
    assert regulations_of(report).acceleration is Acceleration.NONE
    assert About.ACCELERATION_KEPT in abouts(report)
    assert kept_lines(report, regulations_of(report)).after == ("250  3.0        1   2    1    1",)
    teams = teams_of_file(report)
    assert teams is not None
    assert teams.task(2).virtual == {1: (6, 6)}
    assert pairing_task(teams.tournament, 2).virtual == {}


def test_other_virtual_points_with_rounds_to_come_are_refused() -> None:
    with pytest.raises(CannotImport) as refused:
        imported(two_rounds("250  3.0        1   2    1    1", planned=4))
    assert refused.value.reasons == (NoWordFor.FICTITIOUS_POINTS,)


def test_points_of_an_earlier_stage_are_points_of_round_1() -> None:
    history = [*team_events(4, ROUNDS), e.PointsAdjusted(team_id(1), 1, 3, 3, "", -1)]
    lines = write(report_of(replay(history)), Ladder.TRF26).splitlines()
    assert "299     1.5  -0.5    1    1" in lines

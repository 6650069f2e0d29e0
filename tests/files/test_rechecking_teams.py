"""The rounds of a file of teams, paired again when it is imported."""

from dataclasses import replace

import pytest

from domain.files.exporting import report_of
from domain.files.header import regulations_of, rules_comment
from domain.files.importing import NOT_RECHECKED, Rechecked, import_report
from domain.files.rechecking import rechecked
from domain.files.remarks import About, remarks
from domain.files.trf import Ladder, Report, parse, write
from domain.tournament import Tournament, replay
from domain.words.regulations import Format, Regulations
from domain.words.teams import ColourPreferences, PrimaryScore, TeamOptions
from tests.files.lines import case
from tests.team_events import team_tournament
from tests.team_leagues import SYSTEM, league


def file_of(t: Tournament) -> Report:
    return parse(write(report_of(t), Ladder.TRF26, comments=[rules_comment(t)]).encode())


def found_in(report: Report) -> Rechecked:
    return rechecked(report, regulations_of(report))


@pytest.mark.parametrize(
    "options",
    [TeamOptions(), TeamOptions(PrimaryScore.GAME_POINTS, preferences=ColourPreferences.TYPE_B)],
    ids=["match points", "game points"],
)
def test_rounds_as_the_system_pairs_them_are_said_to_be(options: TeamOptions) -> None:
    report = file_of(league(options))
    assert found_in(report) == Rechecked(SYSTEM)
    assert About.ROUNDS_SAME in {one.about for one in remarks(report, regulations_of(report), found_in(report))}


def test_the_rounds_of_another_system_are_named_and_stay_in_the_journal() -> None:
    report = file_of(league(TeamOptions(PrimaryScore.GAME_POINTS)))
    laws = replace(regulations_of(report), teams=TeamOptions())
    again = rechecked(report, laws)
    assert again.rounds
    t = replay(import_report(report, file_name="", sha256="", regulations=laws, again=again))
    assert t.imported is not None
    assert (t.imported.rechecked_by, t.imported.differing) == (SYSTEM, again.rounds)


def test_an_event_of_before_the_system_differs() -> None:
    """FIDE's example is of 2024."""
    assert found_in(parse(case("example_trf26.trf"))).rounds


def test_a_missing_result_of_an_earlier_round_leaves_it_undone() -> None:
    assert found_in(file_of(team_tournament(4, ["1-3 10?0  4-2 11==", "1-2 ==== 3-4 ===="]))).impossible


@pytest.mark.parametrize("format", [Format.ROUND_ROBIN, Format.KNOCKOUT])
def test_what_is_no_swiss_is_not_paired_again_by_a_system(format: Format) -> None:
    laws = Regulations(rounds=3, format=format)
    assert found_in(file_of(team_tournament(4, ["1-4 1000  2-3 11=="], regulations=laws))) == NOT_RECHECKED


def test_the_system_of_a_team_file_is_no_choice_of_the_arbiter() -> None:
    """Record 192 names it, or it is the only one for teams."""
    report = file_of(team_tournament(4, ["1-3 1000  4-2 11=="]))
    bare = replace(report, kept=tuple(k for k in report.kept if not k.comment))
    told = [{one.about for one in remarks(one, regulations_of(one))} for one in (bare, _without_code(bare))]
    assert About.SYSTEM_ASSUMED not in told[0]
    assert {About.SYSTEM_ASSUMED, About.SYSTEM_OF_TEAMS} <= told[1]
    assert About.SYSTEM_CHOSEN not in told[0] | told[1]


def _without_code(report: Report) -> Report:
    return replace(report, header=replace(report.header, encoded_type=""))

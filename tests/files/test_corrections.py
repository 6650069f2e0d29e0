"""A result that was corrected after it had been paired from, in a report file of ours and back."""

from dataclasses import replace

import pytest

from domain import events as e
from domain.decisions.players.attendance import withdraw
from domain.decisions.rounds.correcting import correct_result
from domain.decisions.rounds.pairing import close_round
from domain.files.exporting import report_of
from domain.files.header import rules_comment
from domain.files.importing import import_report
from domain.files.rechecking import differing_rounds, rechecked
from domain.files.trf import Ladder, parse, write
from domain.files.trf.comments import annulled_said, read_back
from domain.files.trf.report import Report
from domain.tournament import Tournament, replay
from domain.words.games import Result
from domain.words.players import player_id
from domain.words.regulations import CorrectionPolicy
from tests.files.test_adjournments import begun, one_round
from tests.formats.tables import entered, laws, play, published
from web.wording.report_comments import comment_lines, departure_lines

WHITE, DRAW, BLACK = Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS
CHAINS = [(BLACK,), (BLACK, DRAW)]


def corrected(t: Tournament, result: Result) -> Tournament:
    return replay(correct_result(t, 1, 2, result, "the scoresheet; both signed"), t)


def played(system: str, results: tuple[Result, ...]) -> Tournament:
    """Board 2 of round 1 is corrected during round 3, and after the next round once more."""
    t = begun(system)
    for _ in range(3):
        t = one_round(t)
    for result in results:
        t = one_round(corrected(t, result))
    return replay(close_round(t, t.published), t)


def file_of(t: Tournament, *, for_rating: bool = False, public: bool = False) -> Report:
    lines = departure_lines(t) if public else comment_lines(t)
    return parse(write(report_of(t, for_rating=for_rating), Ladder.TRF26, comments=lines).encode())


def read_again(report: Report) -> Tournament:
    return replay(import_report(report, file_name="open.trf", sha256="0" * 64))


@pytest.mark.parametrize("system", ["dutch-1998", "dutch-2026"])
@pytest.mark.parametrize("results", CHAINS)
def test_rounds_that_were_paired_with_the_old_result_are_no_error(system: str, results: tuple[Result, ...]) -> None:
    t = played(system, results)
    assert rechecked(file_of(t), t.regulations).differences == ()
    assert rechecked(file_of(t, public=True), t.regulations).differences == ()
    without = parse(write(report_of(t), Ladder.TRF26, comments=()).encode())
    assert rechecked(without, t.regulations).differences


@pytest.mark.parametrize("results", CHAINS)
def test_an_import_has_the_game_as_it_was_known_for_each_pairing(results: tuple[Result, ...]) -> None:
    t = played("dutch-2026", results)
    (game,) = (game for game in read_again(file_of(t)).round(1).games if len(game.versions) > 1)
    assert [(seen.counts_from, seen.result) for seen in game.versions] == [
        (seen.counts_from, seen.result) for seen in t.round(1).game(2).versions
    ]


@pytest.mark.parametrize("results", CHAINS)
def test_the_lines_are_the_same_when_the_file_is_written_again(results: tuple[Result, ...]) -> None:
    t = played("dutch-2026", results)
    lines = [line for line in comment_lines(t) if "Correction" in line]
    back = read_again(file_of(t))
    written = write(report_of(back), Ladder.TRF26, comments=comment_lines(back)).splitlines()
    assert [line for line in written if "Correction" in line] == lines
    assert all(read_back(line) for line in lines)


def too_late() -> Tournament:
    t = begun("dutch-2026")
    in_force = replace(t.regulations, corrections=CorrectionPolicy.HANDLING_2026)
    t = replay([e.RegulationsAmended(in_force, 0)], t)
    for _ in range(3):
        t = one_round(t)
    t = replay(close_round(t, 3), t)
    return replay(correct_result(t, 1, 2, BLACK, "the scoresheet"), t)


@pytest.mark.parametrize("for_rating", [False, True])
def test_a_correction_for_the_rating_alone_changes_no_pairing(for_rating: bool) -> None:
    t = too_late()
    report = file_of(t, for_rating=for_rating)
    assert "for the rating only" in "".join(report.comments)
    assert rechecked(report, t.regulations).differences == ()
    (game,) = (game for game in read_again(report).round(1).games if game.rating_only is not None)
    assert game.rating_only is not None
    assert (game.result, game.rating_only.result) == (WHITE, BLACK)


def test_the_public_file_does_not_give_the_arbiters_reason() -> None:
    lines = departure_lines(played("dutch-2026", (BLACK,)))
    assert any("1-0 -> 0-1" in line for line in lines)
    assert not any("scoresheet" in line for line in lines)


@pytest.mark.parametrize(
    "line",
    [
        "round 1 board 2, players 1 and 3, 1-0 -> 0-1 for round 4 and later",
        "round 1 board 2, players 99 and 2, 1-0 -> 0-1 for round 4 and later",
        "round 1 board 1, players 1 and 7, 1-0 -> 0-1 for round 4 and later",
        "round 1 board 1, players 1 and 7, nobody -> 1-0 for round 4 and later",
        "round 4 board 1, players 1 and 2, 0-1 -> 1-0 for round 4 and later",
    ],
)
def test_a_line_that_the_results_of_the_file_contradict_changes_nothing(line: str) -> None:
    t = played("dutch-2026", (BLACK,))
    report = parse(write(report_of(t), Ladder.TRF26, comments=[f"### Correction @ Round 3: {line}"]).encode())
    assert all(len(game.versions) == 1 for round in read_again(report).rounds for game in round.games)


def left_early() -> Tournament:
    t = play(published(entered(5, laws())), but=[5])
    return replay(withdraw(t, [player_id(5)]), t)


@pytest.mark.parametrize("for_rating", [False, True])
def test_annulled_games_of_a_table_are_no_error(for_rating: bool) -> None:
    t = left_early()
    report = file_of(t, for_rating=for_rating)
    assert annulled_said(report.comments) == {5}
    assert differing_rounds(report, t.regulations) == []
    again = read_again(report)
    text = write(report_of(again), Ladder.TRF26, comments=[rules_comment(again), *comment_lines(again)])
    assert text.count("### Annulled") == 1


def test_without_the_line_about_it_they_are_missed() -> None:
    t = left_early()
    assert differing_rounds(parse(write(report_of(t), Ladder.TRF26, comments=()).encode()), t.regulations)

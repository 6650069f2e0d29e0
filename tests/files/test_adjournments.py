"""A game that was adjourned and ended later, in a report file of ours and back: the rounds in between are no error."""

import pytest

from domain.decisions.rounds.pairing import close_round
from domain.decisions.rounds.results import record_result
from domain.files.exporting import report_of
from domain.files.importing import import_report
from domain.files.rechecking import rechecked
from domain.files.trf import Ladder, parse, write
from domain.files.trf.comments import read_back
from domain.files.trf.report import Report
from domain.tournament import Tournament, replay
from domain.words.games import Result
from domain.words.players import Player, PlayerId
from domain.words.regulations import Regulations
from tests.crosstable import drawn, published
from web.wording.report_comments import comment_lines, departure_lines

PLAYERS = 12


def begun(system: str) -> Tournament:
    players = [Player(PlayerId(n), f"Player {n:02}", 2500 - 10 * n) for n in range(1, PLAYERS + 1)]
    return drawn(Regulations(rounds=5, system=system), players=players)


def one_round(t: Tournament, adjourned: int = 0) -> Tournament:
    """White wins everywhere but on the board that is adjourned."""
    t = published(t)
    for board in t.round(t.paired).matches:
        result = Result.ADJOURNED if board == adjourned else Result.WHITE_WINS
        t = replay(record_result(t, t.paired, board, result, None), t)
    return t


def played(system: str) -> Tournament:
    """Board 2 of round 1 ends during round 3, and Black wins it."""
    t = one_round(begun(system), adjourned=2)
    for _ in range(2):
        t = one_round(t)
    t = replay(record_result(t, 1, 2, Result.BLACK_WINS, Result.ADJOURNED), t)
    t = one_round(t)
    return replay(close_round(t, 4), t)


def file_of(t: Tournament, ladder: Ladder = Ladder.TRF26) -> Report:
    return parse(write(report_of(t), ladder, comments=comment_lines(t)).encode())


SYSTEMS_TRIED = ("dutch-1998", "dutch-2026")


@pytest.mark.parametrize("system", SYSTEMS_TRIED)
def test_the_rounds_in_between_are_paired_again_with_the_draw(system: str) -> None:
    t = played(system)
    report = file_of(t)
    assert rechecked(report, t.regulations).differences == ()
    without = parse(write(report_of(t), Ladder.TRF26, comments=()).encode())
    assert 2 in rechecked(without, t.regulations).rounds


@pytest.mark.parametrize("system", SYSTEMS_TRIED)
def test_an_import_knows_when_the_game_ended(system: str) -> None:
    t = played(system)
    back = replay(import_report(file_of(t), file_name="open.trf", sha256="0" * 64))
    (game,) = (game for game in back.round(1).games if len(game.versions) == 2)
    ours = t.round(1).game(2)
    assert (back.numbers.index(game.white), back.numbers.index(game.black)) == (
        t.numbers.index(ours.white),
        t.numbers.index(ours.black),
    )
    assert [(seen.counts_from, seen.result) for seen in game.versions] == [
        (2, Result.ADJOURNED),
        (4, Result.BLACK_WINS),
    ]


@pytest.mark.parametrize("system", SYSTEMS_TRIED)
def test_the_lines_about_it_are_written_once_whenever_the_file_is_read_again(system: str) -> None:
    t = played(system)
    lines = [line for line in comment_lines(t) if "Adjournment" in line]
    back = replay(import_report(file_of(t), file_name="open.trf", sha256="0" * 64))
    again = write(report_of(back), Ladder.TRF26, comments=comment_lines(back))
    assert [line for line in again.splitlines() if "Adjournment" in line] == lines
    assert all(read_back(line) for line in lines)


def test_the_public_file_says_it_too() -> None:
    assert any("finished 0-1" in line for line in departure_lines(played("dutch-2026")))


@pytest.mark.parametrize("line", ["players 1 and 3", "players 99 and 2"])
def test_a_line_about_two_who_did_not_meet_changes_nothing(line: str) -> None:
    t = played("dutch-2026")
    odd = f"### Adjournment @ Round 3: round 1 board 2, {line}, finished 0-1"
    report = parse(write(report_of(t), Ladder.TRF26, comments=[odd]).encode())
    back = replay(import_report(report, file_name="open.trf", sha256="0" * 64))
    assert all(len(game.versions) == 1 for game in back.round(1).games)

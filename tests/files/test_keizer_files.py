"""Keizer in a report file: the system, the rounds between and the list there and back, and every round paired again."""

from dataclasses import replace
from random import Random

import pytest

from domain.decisions.rounds.pairing import close_round
from domain.decisions.rounds.results import record_result
from domain.decisions.setup.announcing import amend_regulations
from domain.decisions.setup.planning import plan_cautions
from domain.decisions.setup.regulations import IN_FORCE
from domain.files.exporting import report_of
from domain.files.header import regulations_of
from domain.files.importing import import_report
from domain.files.rechecking import rechecked
from domain.files.trf import Ladder, parse, write
from domain.refusals import BadField, TournamentHasStarted
from domain.tournament import Tournament, replay
from domain.tournament_cards.cards import pairing_task
from domain.words.games import Result
from domain.words.options import SwissOptions
from tests.crosstable import entered, published
from web.wording.report_comments import departure_lines

BOTH = pytest.mark.parametrize("ladder", list(Ladder))
RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
LAWS = replace(IN_FORCE, system="keizer", rounds=10, order=("KEIZER",), swiss=SwissOptions(rounds_between=2))


def season(rounds: int = 10, order: tuple[str, ...] = ("KEIZER",)) -> Tournament:
    """Seven players, so that somebody has the bye each evening, for more rounds than there are opponents."""
    t, dice = entered(7, replace(LAWS, order=order)), Random(4)
    for round in range(1, rounds + 1):
        t = published(t)
        for board in t.round(round).matches:
            t = replay(record_result(t, round, board, dice.choice(RESULTS), None), t)
        t = replay(close_round(t, round), t)
    return t


def sent(t: Tournament, ladder: Ladder) -> str:
    """As spectators fetch it."""
    return write(report_of(t), ladder, comments=departure_lines(t))


@BOTH
def test_each_round_of_the_file_is_paired_again_as_it_was(ladder: Ladder) -> None:
    report = parse(sent(season(), ladder).encode())
    assert rechecked(report, regulations_of(report)).system == "keizer"
    assert rechecked(report, regulations_of(report)).differences == ()


@BOTH
def test_without_the_rounds_between_the_file_would_be_paired_otherwise(ladder: Ladder) -> None:
    text = sent(season(), ladder)
    assert "rounds_between 2" in text
    report = parse(text.replace("rounds_between 2", "rounds_between 3").encode())
    assert rechecked(report, regulations_of(report)).differences != ()


@BOTH
@pytest.mark.parametrize("order", [("KEIZER",), ("KEIZER", "SB"), ("PTS", "KZ"), ("KZ", "SB")])
def test_an_event_taken_from_its_file_goes_on_as_it_would_have(ladder: Ladder, order: tuple[str, ...]) -> None:
    t = season(6, order)
    report = parse(sent(t, ladder).encode())
    laws = regulations_of(report)
    again = replay(import_report(report, file_name="club.trf", sha256="0" * 64, regulations=laws))
    assert (again.regulations.system, again.regulations.order) == ("keizer", order)
    assert again.regulations.swiss.rounds_between == 2
    assert pairing_task(again, 7).cards == pairing_task(t, 7).cards


@pytest.mark.parametrize("said", ["99999999999", "-1", "x", "101"])
def test_rounds_between_that_cannot_be_are_left_out(said: str) -> None:
    text = sent(season(1), Ladder.TRF26).replace("rounds_between 2", f"rounds_between {said}")
    assert regulations_of(parse(text.encode())).swiss.rounds_between in (3, 100)


def test_more_rounds_than_opponents_are_no_caution() -> None:
    assert list(plan_cautions(entered(7, LAWS))) == []
    assert list(plan_cautions(entered(7, replace(LAWS, system="dutch-2026")))) != []


def test_the_rounds_between_are_a_number_of_rounds_and_stand_once_a_round_is_paired() -> None:
    t, longer = entered(4, LAWS), replace(LAWS, swiss=SwissOptions(rounds_between=5))
    with pytest.raises(BadField) as refused:
        amend_regulations(t, replace(LAWS, swiss=SwissOptions(rounds_between=101)))
    assert refused.value.field == "rounds_between"
    assert amend_regulations(t, longer)
    with pytest.raises(TournamentHasStarted):
        amend_regulations(published(t), longer, "longer")

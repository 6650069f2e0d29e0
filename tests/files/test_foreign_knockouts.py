"""A knock-out in a file of another program: what its games show comes in, and what nobody can know is said."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.decisions.rounds.closing import close_tournament
from domain.decisions.rounds.matches import rule_match
from domain.files.exporting import report_of
from domain.files.header import regulations_of
from domain.files.importing import import_report
from domain.files.remarks import About, remarks
from domain.files.trf import Ladder, Report, parse, write
from domain.formats import rules_of
from domain.formats.decided import decision_on_board
from domain.tournament import Tournament, replay
from domain.words.options import BracketOrder, KnockoutOptions, LevelRule
from domain.words.players import EntrantId
from tests.files.lines import file, player
from tests.formats.knockouts import knockout, placed, play_out

KNOCK_OUT = "092 Individual: Knock-out"


def foreign(t: Tournament) -> Report:
    """As another program writes it: no comment lines."""
    places = rules_of(t).places(t, t.published)
    ranks = {number: places[id] for number, id in enumerate(t.numbers, 1)}
    return parse(write(report_of(t, places=ranks), Ladder.TRF16).encode())  # type: ignore[arg-type]


def brought_in(report: Report) -> Tournament:
    return replay(import_report(report, file_name="cup.trf", sha256=""))


def said(report: Report) -> list[About]:
    return [remark.about for remark in remarks(report, regulations_of(report))]


def draws(white: EntrantId, black: EntrantId) -> None:
    """Nobody wins."""


@settings(max_examples=25, deadline=None)
@given(
    entrants=st.sampled_from([2, 4, 8, 16]),
    order=st.sampled_from(list(BracketOrder)),
    third=st.booleans(),
    wins=st.sampled_from([min, max]),
)
def test_a_full_bracket_comes_in_as_it_was_played(
    entrants: int, order: BracketOrder, third: bool, wins: object
) -> None:
    t = play_out(knockout(entrants, KnockoutOptions(bracket=order, third_place=third)), wins)  # type: ignore[arg-type]
    back = brought_in(foreign(t))
    assert placed(back) == placed(t)
    assert rules_of(back).over(back)


def test_level_matches_are_won_by_who_plays_on() -> None:
    t = play_out(knockout(8, KnockoutOptions(level=LevelRule.LOTS)), draws)
    report = foreign(t)
    back = brought_in(report)
    for round in (1, 2):
        ours = {decision_on_board(t, t.round(round), board).winner for board in t.round(round).matches}
        assert ours == {decision_on_board(back, back.round(round), board).winner for board in back.round(round).matches}
    assert About.LEVEL_MATCHES_SEEN in said(report)
    assert About.LEVEL_MATCHES_OPEN in said(report)


def test_a_level_final_is_said_at_the_desk() -> None:
    back = brought_in(foreign(play_out(knockout(4, KnockoutOptions(level=LevelRule.LOTS)), draws)))
    assert rules_of(back).undecided(back, 2) == (1,)
    back = replay(rule_match(back, 2, 1, back.round(2).game(1).white, "as announced"), back)
    assert close_tournament(back)


def test_every_such_file_is_told_what_it_does_not_say() -> None:
    report = foreign(play_out(knockout(8)))
    assert About.BRACKET_UNKNOWN in said(report)
    assert not {About.BRACKET_BY_GAMES, About.BRACKET_UNLIKE, About.LEVEL_MATCHES_OPEN} & {*said(report)}


def test_lines_of_the_games_are_told() -> None:
    lots = KnockoutOptions(bracket=BracketOrder.LOT)
    assert About.BRACKET_BY_GAMES in said(foreign(play_out(knockout(8, lots))))


def test_a_bracket_that_cannot_be_told_is_said_to_be_so() -> None:
    """3 and not 1 is free in round 1."""
    lines = [
        player(1, "1.0", "2 w 1", "3 b 0"),
        player(2, "0.0", "1 b 0"),
        player(3, "2.0", "0000 - U", "1 w 1"),
    ]
    assert About.BRACKET_UNLIKE in said(parse(file(KNOCK_OUT, *lines)))


@pytest.mark.parametrize("kind", ["092 Individual: Round-Robin", "092 Individual: Swiss-System"])
def test_other_formats_have_no_such_remark(kind: str) -> None:
    lines = [player(1, "0.5", "2 w ="), player(2, "0.5", "1 b =")]
    assert About.BRACKET_UNKNOWN not in said(parse(file(kind, *lines)))

"""A knock-out as a report file, out and in again: byes of the top seeds, matches as one line, places by the bracket."""

from pathlib import Path

import pytest

from domain import events as e
from domain.decisions.rounds.results import record_result
from domain.files.exporting import report_of
from domain.files.header import round_comments, rules_comment
from domain.files.importing import import_report
from domain.files.trf import Ladder, parse, write
from domain.files.trf import comments as comments_of_files
from domain.formats import rules_of
from domain.formats.brackets import Bracketed
from domain.formats.decided import WonBy
from domain.tournament import RoundState, Tournament, replay
from domain.words.games import GameKind, Result
from domain.words.options import BracketOrder, FurtherStep, KnockoutOptions, LevelRule
from domain.words.players import EntrantId
from domain.words.regulations import Format
from tests.desk.browsers import desk
from tests.desk.test_matches import AT, final_of_two_games
from tests.formats.knockouts import all_results, knockout, next_round, pairs, placed, play_out


def through_a_file(t: Tournament) -> Tournament:
    written = write(report_of(t), Ladder.TRF26, comments=[rules_comment(t), *round_comments(t)])
    return replay(import_report(parse(written.encode()), file_name="cup.trf", sha256=""))


def met(t: Tournament, round: int) -> set[frozenset[EntrantId]]:
    """The file does not number the boards."""
    return {frozenset(two) for two in pairs(t, round)}


def test_the_file_names_the_format_and_brings_every_pairing_back() -> None:
    t = play_out(knockout(6))
    back = through_a_file(t)
    assert back.regulations.format is Format.KNOCKOUT
    assert [met(back, round.number) for round in back.rounds] == [met(t, round.number) for round in t.rounds]
    assert [set(round.all_byes) for round in back.rounds] == [set(round.all_byes) for round in t.rounds]
    assert placed(back) == placed(t)


@pytest.mark.parametrize("format", [Format.KNOCKOUT, Format.DOUBLE_ELIMINATION])
def test_losers_are_knocked_out_and_have_not_withdrawn(format: Format) -> None:
    back = through_a_file(play_out(knockout(6, format=format)))
    assert [event for event in back.history if isinstance(event, e.PlayerWithdrawn | e.ByeGranted)] == []


LOTS_ALONE = KnockoutOptions(level=LevelRule.LOTS, bracket=BracketOrder.LOT, third_place=True)
ARMAGEDDON = KnockoutOptions(further=(FurtherStep(GameKind.ARMAGEDDON),), second_final=False, byes=False)
LOWER = KnockoutOptions(level=LevelRule.LOWER_RATING, further=())


def all_drawn(white: EntrantId, black: EntrantId) -> None:
    """Every match is level."""


def bracket(t: Tournament) -> set[tuple[int, frozenset[object], EntrantId | None, WonBy]]:
    """Each match: who was in it, who went on and by what."""
    rules = rules_of(t)
    assert isinstance(rules, Bracketed)
    tree = rules.tree(t)
    return {(node.match.number, frozenset(node.comers), node.decision.winner, node.decision.by) for node in tree}


@pytest.mark.parametrize("options", [LOTS_ALONE, ARMAGEDDON, LOWER])
@pytest.mark.parametrize("format", [Format.KNOCKOUT, Format.DOUBLE_ELIMINATION])
def test_a_bracket_of_level_matches_comes_back(format: Format, options: KnockoutOptions) -> None:
    t = play_out(knockout(8, options, format=format), all_drawn)
    back = through_a_file(t)
    assert (back.regulations.knockout, bracket(back), placed(back)) == (options, bracket(t), placed(t))


def test_the_next_round_is_paired_from_the_file_as_from_the_journal() -> None:
    t = all_results(next_round(knockout(8, LOTS_ALONE)), all_drawn)
    back = through_a_file(t)
    assert met(next_round(back), 2) == met(next_round(t), 2)


def test_a_round_with_a_level_match_is_still_open_after_the_file() -> None:
    t = next_round(knockout(4))
    for board in (1, 2):
        t = replay(record_result(t, 1, board, Result.DRAW, None), t)
    back = through_a_file(t)
    assert back.round(1).state is RoundState.PUBLISHED
    back = all_results(back)
    assert rules_of(back).undecided(back, 1) == ()


def test_lines_that_name_nobody_of_the_round_are_passed_over() -> None:
    t = all_results(next_round(knockout(4, LOTS_ALONE)), all_drawn)
    comments = [
        rules_comment(t),
        comments_of_files.level_match_line(1, 9, 1, "lots"),
        "### Lots @ Round 1: 1 1 2",
    ]
    written = write(report_of(t), Ladder.TRF26, comments=comments)
    back = replay(import_report(parse(written.encode()), file_name="cup.trf", sha256=""))
    assert (back.round(1).settled, back.lots) == ({}, ())


@pytest.mark.process
async def test_the_desk_says_what_the_file_cannot(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await final_of_two_games(anna)
        await anna.go(f"{AT}/exports")
        assert (
            "The single games of a match, further games and the seed of a lot stand in the journal alone." in anna.text
        )

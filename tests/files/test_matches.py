"""Rounds that are matches of two games in a report file: a column for each game, with the colours exchanged."""

from dataclasses import replace

import pytest

from domain import events as e
from domain.decisions.rounds.pairing import close_round, pair_round, publish_round
from domain.files.exporting import report_of
from domain.files.header import regulations_of, round_comments, rules_comment
from domain.files.importing import CannotImport, import_report
from domain.files.rechecking import rechecked
from domain.files.trf import Ladder, Report, parse, write
from domain.files.trf.matches import in_games, in_rounds, in_rounds_of
from domain.files.trf.problems import NotMatches
from domain.files.trf.report import Announced
from domain.tournament import Tournament, replay
from domain.tournament_cards.cards import pairing_task, table_cards
from domain.words.games import Bye, Code, Result
from domain.words.players import Player, PlayerId
from domain.words.regulations import Acceleration, Details, Regulations
from domain.words.rounds import RoundSpan
from tests.crosstable import drawn
from tests.files.lines import file, player
from web.wording.report_comments import comment_lines

BOTH = pytest.mark.parametrize("ladder", list(Ladder))
LAWS = Regulations(system="double-swiss-2026", rounds=4, match_games=2, order=("C07-SWISS",), ruleset="c07_2026")
WON, LOST, FORFEITED = Result.WHITE_WINS, Result.BLACK_WINS, Result.BLACK_WINS_BY_FORFEIT
ODD = ((WON, Result.DRAW), (FORFEITED, Result.WHITE_WINS_BY_FORFEIT), (FORFEITED, FORFEITED))
"""A match won, one that White forfeits altogether, and one of which each forfeits a game."""


def begun(laws: Regulations = LAWS, players: int = 7) -> Tournament:
    entered = [Player(PlayerId(n), f"Player {n}", 2500 - 10 * n) for n in range(1, players + 1)]
    return drawn(laws, Details("Matches", start="2026-11-21"), entered)


def published(t: Tournament) -> Tournament:
    t = replay(pair_round(t), t)
    return replay(publish_round(t, t.published + 1), t)


def played(t: Tournament) -> Tournament:
    """One more round."""
    t = published(t)
    round = t.published
    results = [ODD[(board.number + round) % len(ODD)] for board in t.round(round).boards]
    for board, games in zip(t.round(round).boards, results, strict=True):
        t = replay([e.ResultRecorded(round, board.number, r, game=n) for n, r in enumerate(games, 1)], t)
    return replay(close_round(t, round), t)


def three_rounds(laws: Regulations = LAWS) -> Tournament:
    """Somebody is away by leave in round 2, somebody else comes for round 2."""
    late = e.PlayerRegistered(Player(PlayerId(8), "Player 8", 2405), 2)
    t = replay([e.ByeGranted(PlayerId(3), 2, Bye.HALF), e.ByeGranted(PlayerId(4), 4, Bye.FULL)], played(begun(laws)))
    t = replay([late, e.PairsProhibited(((PlayerId(1), PlayerId(2)),), 0, rounds=(RoundSpan(3, 4),))], t)
    return played(played(t))


def sent(t: Tournament, ladder: Ladder = Ladder.TRF26) -> str:
    said = [rules_comment(t), *round_comments(t), *comment_lines(t)]
    return write(report_of(t), ladder, comments=said)


def read(text: str) -> Report:
    return parse(text.encode())


def taken(report: Report) -> Tournament:
    return replay(import_report(report, file_name="matches.trf", sha256="0" * 64))


@BOTH
@pytest.mark.parametrize("acceleration", list(Acceleration))
def test_a_tournament_of_matches_comes_back_whole(ladder: Ladder, acceleration: Acceleration) -> None:
    t = three_rounds(replace(LAWS, acceleration=acceleration))
    back = taken(read(sent(t, ladder)))
    assert back.regulations == t.regulations
    assert table_cards(back) == table_cards(t)
    assert pairing_task(back, 4) == pairing_task(t, 4)


@BOTH
def test_what_comes_back_is_written_as_before(ladder: Ladder) -> None:
    text = sent(three_rounds(), ladder)
    again = sent(taken(read(text)), ladder).splitlines()
    assert [line for line in again if "### Import" not in line] == text.splitlines()


def test_a_round_that_is_running_comes_back_open() -> None:
    t = published(three_rounds())
    t = replay([e.ResultRecorded(4, 1, WON, game=2)], t)
    back = taken(read(sent(t)))
    assert [game.result for game in back.round(4).matches[1]] == [None, WON]
    assert back.round(4).state is t.round(4).state


def test_rounds_that_come_in_are_paired_again() -> None:
    report = read(sent(three_rounds()))
    again = rechecked(report, regulations_of(report))
    assert (again.system, again.differences, again.impossible) == ("double-swiss-2026", (), False)


def test_each_game_has_a_column_and_the_bye_is_a_win_and_a_draw() -> None:
    lines = sent(played(begun())).splitlines()
    assert "142 8" in lines
    first, bye = (next(line for line in lines if line.startswith(f"001    {n}")) for n in (1, 7))
    assert (first[91:97], first[101:107]) == ("   4 w", "   4 b")
    assert (bye[80:84], bye[91:99], bye[101:109]) == (" 1.5", "0000 - U", "0000 - H")


def test_records_that_name_rounds_name_those_of_the_games() -> None:
    report = replace(
        report_of(three_rounds(replace(LAWS, acceleration=Acceleration.BAKU))),
        announced=(Announced(Code.HALF_BYE, 4, (4,)),),
    )
    games = in_games(report)
    assert [one.round for one in games.announced] == [7, 8]
    assert [(ban.first, ban.last) for ban in games.forbidden] == [(5, 8)]
    assert games.acceleration[1] == tuple(points for points in report.acceleration[1] for _ in range(2))
    assert in_rounds(games, 2) == report


def test_an_adjourned_second_game_was_a_draw_for_the_pairings_until_it_ended() -> None:
    t = published(begun())
    rest = [(b.number, n) for b in t.round(1).boards for n in (1, 2) if (b.number, n) != (1, 2)]
    t = replay([e.ResultRecorded(1, board, WON, game=n) for board, n in rest], t)
    t = replay([e.GameAdjourned(1, 1, 2)], t)
    t = published(replay(close_round(t, 1), t))
    t = replay([e.AdjournedGameFinished(1, 1, LOST, 2, 2)], t)
    report = read(sent(t))
    assert rechecked(report, t.regulations).differences == ()
    (game,) = (game for game in taken(report).round(1).games if len(game.versions) == 2)
    assert (game.number, [seen.result for seen in game.versions]) == (2, [Result.ADJOURNED, LOST])


def test_points_of_a_bye_that_are_not_the_usual_ones_stay_beside_the_results() -> None:
    columns = ("   2 w 1", "   2 b 1", "0000 - U", "0000 - U"), ("   1 b 0", "   1 w 0", "0000 - Z", "0000 - Z")
    lines = [player(n, points, *mine) for n, points, mine in zip((1, 2), ("4.0", "0.0"), columns, strict=True)]
    back = taken(read(file("192 FIDE_DOUBLESWISS", *lines, rounds=4).decode()))
    assert table_cards(back)[1].score == 8
    assert back.adjusted(PlayerId(1), 2) == 1


@pytest.mark.parametrize(
    "columns",
    [
        (("   2 w 1",), ("   1 b 0",)),
        (("   2 w 1", "   3 b 1"), ("   1 b 0", "0000 - U"), ("0000 - U", "   1 w 0")),
        (("   2 w 1", "   2 w 1"), ("   1 b 0", "   1 b 0")),
    ],
)
def test_columns_that_are_no_matches_are_refused(columns: tuple[tuple[str, ...], ...]) -> None:
    lines = [player(n, "", *mine) for n, mine in enumerate(columns, 1)]
    report = read(file("192 FIDE_DOUBLESWISS", *lines, rounds=2).decode())
    assert report.match_games == 1
    with pytest.raises(CannotImport):
        taken(report)
    with pytest.raises(NotMatches):
        in_rounds_of(report, 2)


def test_an_odd_number_of_columns_is_none_of_matches() -> None:
    lines = [player(1, "1.0", "   2 w 1", "   2 b 0"), player(2, "1.0", "   1 b 0", "   1 w 1")]
    assert read(file("192 FIDE_DOUBLESWISS", *lines, rounds=3).decode()).match_games == 1


def test_matches_of_a_file_are_single_games_for_another_system() -> None:
    report = read(sent(three_rounds()))
    assert in_rounds_of(report, 1).rounds_paired == 6
    assert in_rounds_of(in_rounds_of(report, 1), 2) == report

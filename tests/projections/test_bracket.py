"""The bracket as a tree: columns, how each match stands, pages of a screen."""

from domain.decisions.pairing_rounds import pair_round
from domain.decisions.results import record_result
from domain.formats.decided import WonBy
from domain.formats.tables.bracket import BracketPart
from domain.tournament import Tournament, replay
from domain.words.formats.knockout import KnockoutOptions
from domain.words.games import Result
from domain.words.regulations import Format
from projections.bracket import BracketView, bracket_pages, bracket_view
from projections.matches import matches_of_round, signature
from projections.snapshot import snapshot
from tests.crosstable import tournament
from tests.formats.knockouts import all_results, knockout, next_round, play_out


def viewed(t: Tournament) -> BracketView:
    view = bracket_view(snapshot(t))
    assert view is not None
    return view


def test_columns_halve_from_the_first_round_to_the_final() -> None:
    view = viewed(next_round(knockout(16)))
    assert [len(column.matches) for column in view.columns] == [8, 4, 2, 1]
    assert view.winner is None


def test_other_formats_have_none() -> None:
    assert bracket_view(snapshot(tournament("A 2000\nB 1900"))) is None


def test_a_match_tells_the_running_score_and_who_goes_on() -> None:
    t = next_round(knockout(4, games=2))
    t = replay(record_result(t, 1, 1, Result.WHITE_WINS, None), t)
    cell = viewed(t).columns[0].matches[0]
    assert ([side.points for side in cell.sides], cell.by, cell.playing) == ([2, 0], WonBy.OPEN, True)
    t = replay(record_result(t, 1, 1, Result.DRAW, None, game=2), t)
    cell = viewed(t).columns[0].matches[0]
    assert [(side.points, side.won, side.out) for side in cell.sides] == [(3, True, False), (1, False, True)]


def test_the_winners_stand_in_the_next_column_before_it_is_paired() -> None:
    t = all_results(next_round(knockout(4)))
    final = viewed(t).columns[1].matches[0]
    assert [side.person.number for side in final.sides if side.person] == [1, 2]
    assert (final.board, final.playing) == (0, False)


def test_a_draft_is_not_shown() -> None:
    t = all_results(next_round(knockout(4)))
    before = viewed(t)
    assert viewed(replay(pair_round(t), t)).columns == before.columns


def test_a_free_line_is_told_apart_from_one_that_is_not_known_yet() -> None:
    first, *_ = viewed(next_round(knockout(3))).columns[0].matches
    assert [(side.person is not None, side.free) for side in first.sides] == [(True, False), (False, True)]


def test_the_winner_is_known_at_the_end() -> None:
    winner = viewed(play_out(knockout(8))).winner
    assert winner is not None
    assert winner.number == 1


def test_a_screen_shows_sixteen_at_a_time_and_then_the_rounds_where_they_meet() -> None:
    pages = bracket_pages(viewed(next_round(knockout(64)))).pages
    assert [[len(column.matches) for column in page.columns] for page in pages] == [
        [8, 4, 2, 1],
        [8, 4, 2, 1],
        [8, 4, 2, 1],
        [8, 4, 2, 1],
        [4, 2, 1],
    ]


def test_the_third_place_stands_below_the_final() -> None:
    [page] = bracket_pages(viewed(next_round(knockout(8, KnockoutOptions(third_place=True))))).pages
    assert [cell.part for cell in page.columns[-1].matches] == [BracketPart.MAIN, BracketPart.THIRD]


def test_a_double_elimination_has_a_page_for_each_bracket_and_the_finals() -> None:
    view = viewed(next_round(knockout(8, format=Format.DOUBLE_ELIMINATION)))
    assert [page.part for page in bracket_pages(view).pages] == [
        BracketPart.MAIN,
        BracketPart.LOWER,
        BracketPart.FINAL,
    ]
    assert [part for part, _ in view.parts] == [
        BracketPart.MAIN,
        BracketPart.LOWER,
        BracketPart.FINAL,
        BracketPart.SECOND_FINAL,
    ]


def test_the_signature_of_matches_changes_with_every_result() -> None:
    t = next_round(knockout(4, games=2))
    before = signature(matches_of_round(snapshot(t), 1))
    t = replay(record_result(t, 1, 1, Result.DRAW, None), t)
    assert signature(matches_of_round(snapshot(t), 1)) != before

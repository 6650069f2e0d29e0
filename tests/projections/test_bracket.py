"""The bracket as a tree: columns, how each match stands, pages of a screen."""

import pytest

from domain.decisions.rounds.correcting import Choice, correct_result
from domain.decisions.rounds.matches import add_further_games
from domain.decisions.rounds.pairing import alter_boards, pair_round, publish_round
from domain.decisions.rounds.results import record_result
from domain.formats import rules_of
from domain.formats.brackets import Bracketed
from domain.formats.decided import WonBy
from domain.tournament import Tournament, replay
from domain.words.brackets import BracketPart
from domain.words.games import GameKind, Result
from domain.words.options import KnockoutOptions
from domain.words.players import EntrantId
from domain.words.regulations import Details, Format
from projections.moment.snapshot import snapshot
from projections.playoff.bracket import (
    BracketCell,
    BracketPages,
    BracketView,
    WayOn,
    WayState,
    WayTurn,
    bracket_pages,
    bracket_reasons,
    bracket_view,
    steps_to_title,
)
from projections.round.matches import matches_of_round, signature
from projections.round.reprojection import NamedSeating, PairingEffect, pairing_effects
from tests.crosstable import tournament
from tests.formats.knockouts import all_results, better, knockout, next_round, play_out, with_match


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


def on_screen(view: BracketView) -> BracketPages:
    return bracket_pages(view, Details("Cup"))


def test_the_winner_is_known_at_the_end() -> None:
    winner = viewed(play_out(knockout(8))).winner
    assert winner is not None
    assert winner.number == 1


# The lines


def cells_of(view: BracketView) -> list[BracketCell]:
    return [cell for column in view.columns for cell in column.matches]


def test_the_line_of_a_winner_begins_at_their_row_and_ends_at_their_place() -> None:
    first, second, final = cells_of(viewed(all_results(next_round(knockout(4)))))
    assert (first.start, first.way) == (0, WayOn(WayTurn.DOWN, 0, WayState.ON))
    assert (second.start, second.way) == (0, WayOn(WayTurn.UP, 1, WayState.ON))
    assert final.way is None


def test_a_line_is_open_until_somebody_has_won_and_ended_once_they_have_lost() -> None:
    t = next_round(knockout(8))
    assert {cell.way.state for cell in cells_of(viewed(t)) if cell.way} == {WayState.OPEN}
    t = all_results(next_round(all_results(t)))
    first = viewed(t).columns[0].matches
    assert [cell.way.state for cell in first if cell.way] == [WayState.ON, WayState.ENDED, WayState.ON, WayState.ENDED]


def test_only_the_lines_of_the_champion_are_left_at_the_end() -> None:
    view = viewed(play_out(knockout(8)))
    on = [cell for cell in cells_of(view) if cell.way and cell.way.state is WayState.ON]
    assert {cell.winner.person for cell in on if cell.winner} == {view.winner}
    assert len(on) == 2


def test_a_winner_of_the_lower_bracket_goes_straight_on_to_whoever_drops_in() -> None:
    view = viewed(next_round(knockout(8, format=Format.DOUBLE_ELIMINATION)))
    lower = [column for column in view.columns if column.part is BracketPart.LOWER]
    assert [{cell.way.turn for cell in column.matches if cell.way} for column in lower] == [
        {WayTurn.LEVEL},
        {WayTurn.DOWN, WayTurn.UP},
        {WayTurn.LEVEL},
        set(),
    ]


def test_a_match_of_the_lower_bracket_in_which_nobody_is_keeps_its_place() -> None:
    view = viewed(next_round(knockout(5, format=Format.DOUBLE_ELIMINATION)))
    lower = [column for column in view.columns if column.part is BracketPart.LOWER]
    assert [cell.empty for cell in lower[0].matches] == [False, True]
    assert [len(column.matches) for column in lower] == [2, 2, 1, 1]


def test_a_place_says_where_the_one_awaited_comes_from_and_who_plays_there() -> None:
    semi, *_, final = cells_of(viewed(next_round(knockout(8))))[4:]
    two = [[person.number for person in side.awaited.two] for side in semi.sides if side.awaited]
    sources = [(side.awaited.number, side.awaited.among) for side in final.sides if side.awaited]
    assert (two, sources) == ([[1, 8], [4, 5]], [(1, 2), (2, 2)])


def test_a_place_of_the_lower_bracket_awaits_a_loser_of_the_upper_one() -> None:
    view = viewed(next_round(knockout(8, format=Format.DOUBLE_ELIMINATION)))
    first = next(column for column in view.columns if column.part is BracketPart.LOWER).matches[0]
    assert [(side.awaited.loser, side.awaited.across) for side in first.sides if side.awaited] == [(True, True)] * 2


def test_a_column_says_how_many_of_its_matches_are_decided() -> None:
    view = viewed(all_results(next_round(knockout(6))))
    assert [column.decided for column in view.columns[:2]] == [(2, 2), (0, 2)]


def test_a_match_has_the_points_of_all_its_games() -> None:
    t = with_match(next_round(knockout(4)), 1, 1, lambda white, black: None)
    t = replay(add_further_games(t, 1, 1, "a seed"), t)
    first = cells_of(viewed(with_match(t, 1, 1, better)))[0]
    assert [(side.points, side.further, side.score) for side in first.sides] == [(1, 4, 5), (1, 0, 1)]


def test_a_match_of_further_games_says_of_what_kind_was_the_last() -> None:
    t = next_round(knockout(4))
    t = with_match(t, 1, 1, lambda white, black: None)
    t = replay(add_further_games(t, 1, 1, "a seed"), t)
    first = cells_of(viewed(t))[0]
    assert (first.by, first.last_game, first.games[0]) == (WonBy.OPEN, GameKind.RAPID, 1)
    first = cells_of(viewed(with_match(t, 1, 1, better)))[0]
    assert (first.by, first.last_game, first.games) == (WonBy.FURTHER_GAMES, GameKind.RAPID, (0, 0))


# Pages of a screen


def test_the_last_page_has_the_semi_finals_the_final_and_the_champion() -> None:
    *_, last = on_screen(viewed(play_out(knockout(16)))).pages
    assert last.last
    assert [len(column.matches) for column in last.columns] == [2, 1]


def test_there_is_no_last_page_before_somebody_is_in_a_semi_final() -> None:
    assert not any(page.last for page in on_screen(viewed(next_round(knockout(16)))).pages)


def test_a_cup_of_four_has_one_page() -> None:
    assert [page.last for page in on_screen(viewed(next_round(knockout(4)))).pages] == [True]


def test_the_head_of_a_wall_names_the_round_that_is_open() -> None:
    t, rounds = knockout(8), []
    for step in (next_round, all_results, play_out):
        t = step(t)
        rounds.append(on_screen(viewed(t)).now)
    assert [column.round for column in rounds if column] == [1, 2, 3]


def test_the_way_to_the_title_are_the_matches_that_the_champion_has_won() -> None:
    steps = steps_to_title(viewed(play_out(knockout(8))))
    assert [step.beaten.person.number for step in steps if step.beaten.person] == [8, 4, 2]


def test_a_screen_shows_sixteen_at_a_time_and_then_the_rounds_where_they_meet() -> None:
    pages = on_screen(viewed(next_round(knockout(64)))).pages
    assert [[len(column.matches) for column in page.columns] for page in pages] == [
        [8, 4, 2, 1],
        [8, 4, 2, 1],
        [8, 4, 2, 1],
        [8, 4, 2, 1],
        [4, 2, 1],
    ]


@pytest.mark.parametrize("format", [Format.KNOCKOUT, Format.DOUBLE_ELIMINATION])
@pytest.mark.parametrize("entrants", [5, 16, 64, 100])
def test_no_page_of_a_screen_has_more_than_fits_and_no_match_is_left_out(format: Format, entrants: int) -> None:
    view = viewed(next_round(knockout(entrants, format=format)))
    pages = on_screen(view).pages
    assert all(len(page.columns) <= 4 and len(page.columns[0].matches) <= 8 for page in pages)
    shown = {cell.number for page in pages for column in page.columns for cell in column.matches}
    assert shown == {cell.number for column in view.columns for cell in column.matches}


def test_the_lower_bracket_of_64_goes_on_from_page_to_page() -> None:
    pages = on_screen(viewed(next_round(knockout(64, format=Format.DOUBLE_ELIMINATION)))).pages
    lower = [[len(column.matches) for column in page.columns] for page in pages if page.part is BracketPart.LOWER]
    assert lower == [[8, 8, 4, 4], [8, 8, 4, 4], [8, 4, 4, 2], [2, 2, 1, 1]]


def test_the_third_place_stands_below_the_final() -> None:
    [page] = on_screen(viewed(next_round(knockout(8, KnockoutOptions(third_place=True))))).pages
    assert [cell.part for cell in page.columns[-1].matches] == [BracketPart.MAIN, BracketPart.THIRD]


def test_a_double_elimination_has_a_page_for_each_bracket_and_the_finals() -> None:
    view = viewed(next_round(knockout(8, format=Format.DOUBLE_ELIMINATION)))
    assert [page.part for page in on_screen(view).pages] == [
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


# Corrections seen beforehand


def corrected(t: Tournament, round: int, board: int, choice: Choice | None = None) -> list[PairingEffect]:
    """The rounds as they are and would have been, had Black won that board."""
    events = correct_result(t, round, board, Result.BLACK_WINS, "sheet", choice)
    return list(pairing_effects(snapshot(t), events, round))


def white_wins(white: EntrantId, black: EntrantId) -> EntrantId:
    return white


def named(seating: NamedSeating | None) -> list[tuple[EntrantId, EntrantId]]:
    assert seating is not None
    return [(white.id, black.id) for white, black in seating.boards]


def test_a_correction_shows_the_later_matches_that_would_have_other_players() -> None:
    t = next_round(all_results(next_round(knockout(8)), white_wins))
    lost = t.round(1).boards[0].black
    (second, third) = corrected(t, 1, 1)
    assert (second.round, second.published, len(second.boards)) == (2, True, 1)
    assert lost in {id for pair in named(second.then) for id in pair}
    assert named(second.now) == [(board.white, board.black) for board in t.round(2).boards]
    assert (third.round, third.now, third.then) == (3, None, None)


def test_a_round_that_is_taken_back_is_paired_again_by_the_bracket() -> None:
    t = next_round(all_results(next_round(knockout(8)), white_wins))
    (again,) = corrected(t, 1, 1, Choice.PAIR_AGAIN)
    assert (again.round, again.published, len(again.boards)) == (2, False, 1)
    assert named(again.now) == [(board.white, board.black) for board in t.round(2).boards]


def test_nothing_is_to_come_once_the_winner_is_known_either_way() -> None:
    t = play_out(knockout(4, format=Format.DOUBLE_ELIMINATION))
    assert t.published < t.regulations.rounds
    assert [effect.round for effect in corrected_first_game(t) if not effect.published] == []


def corrected_first_game(t: Tournament) -> list[PairingEffect]:
    """The loser of the first game turns out to have won it."""
    other = {Result.WHITE_WINS: Result.BLACK_WINS, Result.BLACK_WINS: Result.WHITE_WINS}
    result = t.round(1).game(1).result
    assert result is not None
    events = correct_result(t, 1, 1, other[result], "sheet")
    return list(pairing_effects(snapshot(t), events, 1))


def test_who_sits_at_a_board_of_the_bracket_instead_of_its_two_is_named() -> None:
    t = all_results(next_round(knockout(8)))
    t = replay(pair_round(t), t)
    (one, other), (third, fourth) = ((board.white, board.black) for board in t.round(2).boards)
    t = replay(alter_boards(t, 2, [(one, fourth), (third, other)], None, "by hand", override=True), t)
    t = replay(publish_round(t, 2), t)
    rules = rules_of(t)
    assert isinstance(rules, Bracketed)
    found = bracket_reasons(t, rules, snapshot(t).people, 2)
    seats = {frozenset(person.id for person in reason.seated) for reason in found if reason.seated}
    assert seats == {frozenset({one, fourth}), frozenset({third, other})}


def double_after(rounds: int, entrants: int) -> BracketPages:
    t = knockout(entrants, format=Format.DOUBLE_ELIMINATION)
    for _ in range(rounds):
        t = all_results(next_round(t))
    return on_screen(viewed(next_round(t)))


def kept_upright(view: BracketPages) -> list[list[int]] | None:
    """The rounds of both parts on the upright page."""
    return [[column.round for column in page.columns] for page in view.both.pages] if view.both else None


def test_both_parts_of_eight_stand_whole_on_one_upright_screen() -> None:
    eight = double_after(0, 8)
    assert eight.both is not None
    assert eight.both.whole
    assert [page.part for page in eight.both.pages] == [BracketPart.MAIN, BracketPart.LOWER]


def test_rounds_whose_losers_are_all_out_leave_the_upright_screen() -> None:
    assert [kept_upright(double_after(rounds, 16)) for rounds in (2, 3, 4)] == [
        None,
        [[2, 4, 6], [4, 5, 6, 7]],
        [[2, 4, 6], [5, 6, 7]],
    ]


def test_a_double_elimination_that_is_over_has_no_page_of_both_parts() -> None:
    over = on_screen(viewed(play_out(knockout(8, format=Format.DOUBLE_ELIMINATION))))
    assert over.winner is not None
    assert over.both is None

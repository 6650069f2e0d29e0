"""The crosstable of a table drawn beforehand, and what the other views say where several rounds are open."""

from dataclasses import replace
from datetime import UTC, datetime

from domain.decisions.players.attendance import withdraw
from domain.decisions.rounds.correcting import correct_result
from domain.decisions.rounds.pairing import close_round
from domain.decisions.rounds.results import decide_armageddon
from domain.tournament import Tournament, replay
from domain.words.games import Code, Colour, Result
from domain.words.options import RoundRobinOptions
from domain.words.players import player_id
from domain.words.regulations import Format, Regulations
from projections.moment.overview import overview
from projections.moment.snapshot import snapshot
from projections.round.pairings import Mark, NoGame, pairings
from projections.round.reprojection import pairing_effects
from projections.screens.playlist import Source, tournament_playlist
from projections.table.crosstable import MatchPoints, Meeting, meetings
from projections.table.crosstable import crosstable as crosstable_of
from projections.table.preview import effect
from projections.table.standings import standings
from tests.decisions.test_armageddon import decided, drawn
from tests.formats.tables import enter, entered, laws, play, published
from tests.team_events import MATCH, team_tournament
from web.api.tables import crosstable

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


def four() -> Tournament:
    """1 beats 4 in round 1; nothing else is played."""
    return enter(published(entered(4, laws())), 1, 4, Result.WHITE_WINS)


def games_of(t: Tournament, one: int, other: int) -> tuple[Meeting, ...]:
    view = meetings(snapshot(t), by_place=False)
    return view.rows[one - 1].cells[other - 1].games


def test_a_game_stands_in_both_lines_as_each_sees_it() -> None:
    [mine], [theirs] = games_of(four(), 1, 4), games_of(four(), 4, 1)
    assert (mine.round, mine.board, mine.colour, mine.code) == (1, 1, Colour.WHITE, Code.WIN)
    assert (theirs.round, theirs.board, theirs.colour, theirs.code) == (1, 1, Colour.BLACK, Code.LOSS)


def test_a_game_to_come_has_its_round_and_colour() -> None:
    [game] = games_of(four(), 3, 1)
    assert (game.round, game.colour, game.code, game.result) == (3, Colour.WHITE, Code.PENDING, None)


def test_nobody_meets_oneself_and_cycles_stand_side_by_side() -> None:
    t = published(entered(4, laws(RoundRobinOptions(cycles=2))))
    assert games_of(t, 2, 2) == ()
    assert [(game.round, game.colour) for game in games_of(t, 1, 4)] == [(1, Colour.WHITE), (4, Colour.BLACK)]


def test_columns_stand_in_the_order_of_the_lines() -> None:
    t = enter(four(), 3, 1, Result.WHITE_WINS)
    view = meetings(snapshot(enter(t, 4, 3, Result.BLACK_WINS)))
    assert [who.number for who in view.head.people] == [row.person.number for row in view.rows] == [3, 1, 4, 2]
    assert (view.head.games, view.head.open, view.head.round) == (6, 3, 1)


def test_rows_and_columns_are_called_by_their_lines_where_the_table_goes_by_place() -> None:
    t = enter(enter(four(), 3, 1, Result.WHITE_WINS), 4, 3, Result.BLACK_WINS)
    called = {by_place: meetings(snapshot(t), by_place=by_place) for by_place in (True, False)}
    assert [who.number for who in called[True].head.people] == [3, 1, 4, 2]
    for view in called.values():
        assert view.head.labels == tuple(row.label for row in view.rows) == (1, 2, 3, 4)


def test_annulled_games_are_shown_and_do_not_count() -> None:
    t = four()
    t = replay(withdraw(t, [player_id(4)]), t)
    [game] = games_of(t, 1, 4)
    assert (game.code, game.counts) == (Code.WIN, False)
    assert meetings(snapshot(t), by_place=False).rows[0].points == 0


def test_a_closed_round_is_marked_so_that_a_click_corrects() -> None:
    t = play(four())
    t = replay(close_round(t, 1), t)
    t = replay(correct_result(t, 1, 1, Result.DRAW, "typed wrongly"), t)
    [game] = games_of(t, 1, 4)
    assert (game.closed, game.mark, game.code) == (True, Mark.CORRECTED, Code.DRAW)


def test_its_json_names_opponents_by_number() -> None:
    twin = crosstable(meetings(snapshot(four()), by_place=False))
    assert (twin["columns"], twin["games"], twin["open"]) == ([1, 2, 3, 4], 6, 5)
    first = twin["rows"][0]["meetings"][2]  # type: ignore[index,call-overload]
    assert first == {
        "opponent": 4,
        "games": [{"round": 1, "board": 1, "colour": "w", "code": "1", "result": "1-0", "counts": True}],
    }


def test_who_rests_is_on_the_list_of_the_round() -> None:
    view = pairings(snapshot(published(entered(3, laws()))), 1)
    assert view is not None
    assert [(row.person.number, row.kind) for row in view.unpaired] == [(1, NoGame.REST)]


def test_nobody_floats_in_a_table() -> None:
    t = play(published(entered(4, laws())))
    view = pairings(snapshot(t), 3)
    assert view is not None
    assert {side.floated for row in view.boards for side in (row.white, row.black)} == {None}


def test_the_standings_speak_of_the_round_being_played() -> None:
    table = standings(snapshot(four()))
    assert (table.after, table.current, table.open) == (3, 1, 5)
    assert [row.playing for row in table.rows if row.person.number in (1, 2)] == [False, True]


def test_the_overview_counts_the_games_of_the_round_being_played() -> None:
    view = overview(four())
    assert (view.round, view.games, view.decided, view.rounds) == (1, 2, 1, 3)


def test_its_own_screen_shows_the_round_and_the_crosstable() -> None:
    playlist = tournament_playlist(Source("open", snapshot(four())), NOON)
    assert [panel.content.kind.value for panel in playlist.panels] == ["pairings", "crosstable"]


def test_a_correction_is_previewed_in_the_table_and_no_pairing_hangs_on_it() -> None:
    t = play(four())
    t = replay(close_round(t, 1), t)
    events = correct_result(t, 1, 1, Result.BLACK_WINS, "typed wrongly")
    changed = effect(snapshot(t), events)
    assert {change.person.number: change.points for change in changed.changes if change.person.number in (1, 4)} == {
        1: (6, 4),
        4: (0, 2),
    }
    assert list(pairing_effects(snapshot(t), events, 1)) == []


def test_a_crosstable_of_teams_has_the_points_of_the_boards_of_each_match() -> None:
    laws = Regulations(format=Format.ROUND_ROBIN, scoring=MATCH, ruleset="c07_2026", rounds=3)
    t = team_tournament(4, ["1-4 1=0+ 2-3 1111", "4-3 ???? 1-2 ?=??"], regulations=laws)
    rows = meetings(snapshot(t), by_place=False).rows
    met = [[tuple(cell.matches) for cell in row.cells] for row in rows]
    assert met[0] == [(), (MatchPoints(2, 1, True, True),), (), (MatchPoints(1, 5, False, True),)]
    assert met[2] == [(), (MatchPoints(1, 0, False, True),), (), (MatchPoints(2, None, True, True),)]
    assert [row.points for row in rows] == [4, 4, 0, 0]


def test_both_see_in_the_crosstable_who_won_the_armageddon() -> None:
    """After a draw; in their cells, on paper, and kept where nothing else changes."""
    before = snapshot(drawn())
    assert [row.cells[0].armageddon for row in crosstable_of(before).rows] == [None] * 4
    view = crosstable_of(snapshot(decided(drawn(), Result.WHITE_WINS), before))
    shown = {row.person.name: (row.cells[0].code, row.cells[0].armageddon) for row in view.rows}
    assert shown == {
        "Alice": (Code.DRAW, True),
        "Bob": (Code.WIN, None),
        "Carla": (Code.DRAW, False),
        "David": (Code.LOSS, None),
    }
    assert view.armageddon


def test_an_armageddon_stands_in_a_table_of_opponents_too() -> None:
    t = enter(published(entered(4, replace(laws(), armageddon=1))), 1, 4, Result.DRAW)
    t = replay(decide_armageddon(t, 1, 1, Result.DRAW), t)
    assert [games_of(t, *pair)[0].armageddon for pair in ((1, 4), (4, 1))] == [False, True]

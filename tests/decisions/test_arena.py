"""An arena: whoever is free is paired at once, until the time is over."""

from datetime import datetime, timedelta

import pytest

from domain import events as e
from domain import refusals as r
from domain.decisions.players.attendance import withdraw
from domain.decisions.players.registering import NewPlayer, register, register_many
from domain.decisions.rounds import arena
from domain.decisions.rounds.pairing import close_round, pair_round
from domain.decisions.rounds.results import record_result
from domain.decisions.setup.board_plan import plan_boards
from domain.decisions.setup.regulations import checked_regulations, outside
from domain.decisions.undoing import undo
from domain.formats.arena import games_in_play, waiting
from domain.tournament import Tournament, replay
from domain.tournament_cards.cards import table_cards
from domain.words.choices.boards import KeptBoard
from domain.words.games import Result
from domain.words.players import EntrantId
from domain.words.regulations import Entrants, Format, Regulations
from tests.crosstable import entered

ARENA = Regulations(format=Format.ARENA, order=("TPR",))
NOON = datetime.fromisoformat("2026-11-29T12:00")


def begun(players: int, minutes: int = 90) -> Tournament:
    t = entered(players, ARENA)
    return replay(arena.begin_arena(t, minutes, NOON), t)


def done(t: Tournament, events: list[e.Event], minute: int = 10) -> Tournament:
    """With what follows by itself, as the office has it."""
    return replay([*events, *arena.followed_in_arena(t, events, NOON + timedelta(minutes=minute))], t)


def ended(t: Tournament, table: int, result: Result = Result.WHITE_WINS, minute: int = 10) -> Tournament:
    ((round, game),) = [(n, one) for n, one in games_in_play(t) if one.board == table]
    return done(t, record_result(t, round, game.board, result, None), minute)


def tables(t: Tournament) -> dict[int, set[int]]:
    """By table who plays there."""
    return {game.board: {game.white, game.black} for _, game in games_in_play(t)}


def test_all_who_are_there_are_paired_when_it_begins() -> None:
    t = begun(7)
    assert tables(t) == {1: {1, 2}, 2: {3, 4}, 3: {5, 6}}
    assert waiting(t) == (7,)


def test_whoever_comes_free_plays_whoever_waits_and_not_the_same_again() -> None:
    t = ended(begun(6), 1)
    assert waiting(t) == (2, 1) or waiting(t) == (1, 2)
    t = ended(t, 2)
    assert sorted(tables(t)) == [1, 2, 3]
    assert {1, 2} not in tables(t).values()
    assert {3, 4} not in tables(t).values()


def test_near_scores_meet() -> None:
    t = begun(8)
    t = ended(ended(t, 1), 2)
    first, second = (game for n, game in games_in_play(t) if n == 2)
    scores = {number: card.score for number, card in table_cards(t).items()}
    assert scores[first.white] == scores[first.black]
    assert scores[second.white] == scores[second.black]


def test_a_game_is_in_the_first_round_behind_those_of_both() -> None:
    t = ended(ended(begun(6), 1), 2)
    t = ended(ended(t, 1), 2)
    for round in t.rounds:
        seated = [id for board in round.boards for id in (board.white, board.black)]
        assert len(seated) == len(set(seated))
    assert len(t.rounds) == 3


def test_no_table_has_two_games_at_once_and_none_is_beyond_those_there_are() -> None:
    t = begun(10)
    for at in (5, 3, 1, 1, 2, 4, 5, 1, 2, 3, 4, 5):
        if at in tables(t):
            t = ended(t, at, Result.DRAW)
        assert len(tables(t)) == len(list(games_in_play(t)))
        assert max(tables(t), default=0) <= 5


def test_colours_are_balanced() -> None:
    t = begun(12)
    for _ in range(5):
        for table in list(tables(t)):
            t = ended(t, table, Result.DRAW)
    for player in t.players:
        colours = [player == game.white for round in t.rounds for game in round.games if player in game.met[0]]
        assert abs(2 * sum(colours) - len(colours)) <= 2


def test_after_the_time_no_game_begins_and_those_in_play_count() -> None:
    t = ended(begun(4, minutes=30), 1, minute=31)
    assert t.arena.ended
    t = ended(t, 2, minute=40)
    assert tables(t) == {}
    assert len(t.rounds) == 1
    assert sum(card.score for card in table_cards(t).values()) == 4


def test_games_in_play_may_be_dropped_at_the_end() -> None:
    t = ended(begun(4), 1)
    t = replay(arena.end_arena(t, drop_open=True), t)
    assert tables(t) == {}
    assert [len(round.games) for round in t.rounds] == [1]


def test_whoever_pauses_is_not_paired_until_they_are_back() -> None:
    t = begun(5)
    t = done(t, arena.pause(t, [EntrantId(5)], paused=True))
    t = ended(t, 1)
    assert 5 not in waiting(t)
    t = done(t, arena.pause(t, [EntrantId(5)], paused=False))
    assert any(5 in pair for pair in tables(t).values())
    assert arena.pause(t, [EntrantId(5)], paused=False) == []


def test_whoever_leaves_is_not_paired_any_more_and_whoever_comes_late_is() -> None:
    t = begun(4)
    t = done(t, withdraw(t, [EntrantId(1)]))
    t = ended(ended(t, 1), 2)
    assert not any(1 in pair for pair in tables(t).values())
    t = done(t, register(t, NewPlayer("Late", rating=2000)))
    t = replay(arena.pair_waiting(t, NOON), t) if waiting(t) and len(waiting(t)) > 1 else t
    assert any(5 in pair for pair in tables(t).values())
    assert 5 in t.numbers


def test_a_game_is_taken_back_as_if_it_had_never_begun() -> None:
    t = begun(4)
    t = replay(arena.take_game_back(t, 1, 1), t)
    assert tables(t) == {2: {3, 4}}
    assert set(waiting(t)) == {1, 2}
    t = ended(t, 2)
    with pytest.raises(r.NoSuchBoard):
        arena.take_game_back(t, 1, 1)


def test_two_who_have_just_met_meet_again_where_the_arbiter_says_so() -> None:
    t = ended(begun(4), 1)
    assert len(waiting(t)) == 2
    t = replay(arena.pair_waiting(t, NOON), t)
    assert waiting(t) == ()


def test_three_players_need_no_word_for_it() -> None:
    t = ended(begun(3), 1)
    assert len(tables(t)) == 1


def test_whoever_has_played_most_plays_where_nobody_else_may_meet() -> None:
    t = begun(5)
    for table in (1, 1, 1, 1, 2):
        t = ended(t, table)
    assert 1 not in waiting(t)
    assert len(tables(t)) == 2


def test_a_result_undone_after_the_next_game_began_there_is_entered_in_its_round() -> None:
    t = ended(ended(begun(8), 1), 2)
    version = next(v for v, event in enumerate(t.history, 1) if isinstance(event, e.ResultRecorded))
    t = replay(undo(t, version), t)
    assert [game.board for _, game in games_in_play(t)].count(1) == 2
    with pytest.raises(r.GamesAtOneTable):
        arena.game_at_table(t, 1)
    t = done(t, record_result(t, 1, 1, Result.DRAW, None))
    assert arena.game_at_table(t, 1) == 2


def test_whoever_keeps_a_table_plays_there() -> None:
    t = entered(6, ARENA)
    replay(plan_boards(t, [KeptBoard(EntrantId(3), 2)], (1,), ()), t)
    replay(arena.begin_arena(t, 60, NOON), t)
    assert tables(t) == {2: {3, 4}, 3: {1, 2}, 4: {5, 6}}


def test_its_steps_are_refused_where_they_make_no_sense() -> None:
    swiss = entered(4, Regulations())
    with pytest.raises(r.NoArena):
        arena.begin_arena(swiss, 60, NOON)
    t = entered(4, ARENA)
    with pytest.raises(r.ArenaNotBegun):
        arena.pair_waiting(t, NOON)
    with pytest.raises(r.PairedAsTheyComeFree):
        pair_round(t)
    with pytest.raises(r.BadField):
        arena.begin_arena(t, 0, NOON)
    t = begun(4)
    with pytest.raises(r.NobodyWaits):
        arena.pair_waiting(t, NOON)
    with pytest.raises(r.ArenaIsOver):
        arena.pair_waiting(t, NOON + timedelta(minutes=90))


def test_a_round_that_was_closed_takes_no_game_any_more() -> None:
    t = ended(ended(begun(4), 1, minute=95), 2, minute=96)
    t = replay(close_round(t, 1), t)
    t = done(t, register_many(t, [NewPlayer("Late", rating=2100), NewPlayer("Later", rating=2050)]))
    t = replay(arena.begin_arena(t, 20, NOON + timedelta(minutes=100)), t)
    assert {round for round, _ in games_in_play(t)} == {2}


def test_teams_play_none() -> None:
    with pytest.raises(r.BadField) as refused:
        checked_regulations(Regulations(format=Format.ARENA, entrants=Entrants.TEAMS))
    assert refused.value.rule == "for-players"


def test_it_stands_outside_fide_mode() -> None:
    assert "format" in outside(Regulations(format=Format.ARENA, order=("TPR",)))


def test_another_end_lets_it_go_on() -> None:
    t = begun(4)
    t = replay(arena.end_arena(t), t)
    t = ended(ended(t, 1), 2)
    assert tables(t) == {}
    t = replay(arena.begin_arena(t, 20, NOON + timedelta(minutes=100)), t)
    assert len(tables(t)) == 2
    assert t.arena.ends == "2026-11-29T14:00"

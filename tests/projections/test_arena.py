"""An arena as pages show it: what one moment remembers of the one before is what a new look finds."""

from random import Random

from domain.decisions.rounds.results import record_result
from domain.formats.arena import games_in_play
from domain.ranking.tiebreaks import UNDEFINED
from domain.tournament import Tournament
from domain.words.games import Result
from projections.lists.followed import followed_games
from projections.moment.snapshot import Snapshot, snapshot
from projections.player.card import player_card
from projections.round.pairings import pairings
from projections.round.seats import seats
from projections.table.arena import arena_now, games_now
from projections.table.standings import standings
from tests.decisions.test_arena import begun, done


def shown(known: Snapshot) -> tuple[object, ...]:
    view = games_now(known)
    assert view is not None
    lists = view, seats(known, view), followed_games(known), standings(known), arena_now(known)
    rounds = [one for round in range(1, known.round + 1) if (one := pairings(known, round))]
    return *lists, *rounds, *(seats(known, one) for one in rounds)


def some_result(t: Tournament, lot: Random) -> Tournament:
    round, game = lot.choice(list(games_in_play(t)))
    result = lot.choice((Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS))
    return done(t, record_result(t, round, game.board, result, None))


def test_each_moment_is_what_a_new_look_finds() -> None:
    lot, t = Random(1), begun(11)
    known = snapshot(t)
    shown(known)
    for _ in range(30):
        t = some_result(t, lot)
        known = snapshot(t, known)
        assert shown(known) == shown(snapshot(t))


def test_the_page_of_whoever_waits_says_so() -> None:
    t = begun(5)
    cards = [player_card(snapshot(t), id) for id in t.players]
    waiting = {card.person.id for card in cards if card and card.waits}
    assert waiting == {one.person.id for one in arena_now(snapshot(t)).waiting}
    assert len(waiting) == 1


def performances(t: Tournament) -> dict[int, object]:
    return {row.person.id: row.values[0] for row in standings(snapshot(t)).rows}


def test_a_game_in_play_is_not_counted_as_lost_by_the_performance() -> None:
    t = begun(6)
    assert {*performances(t).values()} == {UNDEFINED}
    for board, result in ((1, Result.WHITE_WINS), (2, Result.DRAW)):
        t = done(t, record_result(t, 1, board, result, None))
    playing = {id for _, game in games_in_play(t) for id in (game.white, game.black)}
    assert {1, 2, 3, 4} <= playing
    assert performances(t) == {1: 1550, 2: 3200, 3: 2250, 4: 2300, 5: UNDEFINED, 6: UNDEFINED}

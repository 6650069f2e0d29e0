"""Play-offs played out by lot, beside the shares of their games and beside every way in which they can end."""

from collections import Counter, defaultdict
from dataclasses import replace
from random import Random

import pytest

from domain.decisions.players.attendance import withdraw
from domain.decisions.playoffs import draw_and_seat
from domain.decisions.rounds.results import record_result
from domain.formats.playoff.rules import position_of
from domain.ranking.game_chances import game_chances
from domain.tournament import Tournament, replay
from domain.words.games import Result
from domain.words.options import ArmageddonColours, PlayoffOptions
from domain.words.players import PairingNumber
from projections.chances.lots import EndsByLot
from projections.chances.needs import needs_of
from projections.chances.playing_out import play_out
from projections.chances.rest import rest_of_event
from projections.chances.tally import played_out
from projections.moment.chances_found import AimKind, NeedKind
from projections.player.card import player_card
from projections.player.chances import likely_winners
from tests.formats.test_playoff_journals import held
from tests.formats.test_playoff_of_teams import playoff_of, table, two_level
from tests.projections.chances_shown import found_of, with_chances
from tests.projections.small_ends import by_ratings_alone, every_ending
from web.wording.chess.chances import in_percent

ONE, TWO = PairingNumber(1), PairingNumber(2)
RATED = (2500, 2380, 2300)


def of_players(tied: int, options: PlayoffOptions = PlayoffOptions()) -> Tournament:  # noqa: B008
    t = held(tied, options)
    t.players = {
        id: replace(player, rating=rating)
        for (id, player), rating in zip(t.players.items(), RATED * tied, strict=False)
    }
    return t


def first_places(t: Tournament) -> dict[PairingNumber, float]:
    """By every way in which it can end."""
    found = defaultdict[PairingNumber, float](float)
    for probability, ending in every_ending(rest_of_event(t)):
        for number, (place, tied) in ending.places().items():
            assert tied == 1
            found[number] += probability * (place == 1)
    return found


def test_two_play_a_mini_match_and_then_armageddon() -> None:
    won, drawn, lost = one = game_chances(*RATED[:2])
    level = drawn * drawn + 2 * won * lost
    found = first_places(of_players(2))
    assert found[ONE] == pytest.approx(won * won + 2 * won * drawn + level * one.expected)
    assert sum(found.values()) == pytest.approx(1)


def test_a_game_that_is_won_counts() -> None:
    t = of_players(2)
    t = replay(draw_and_seat(t, "seed"), t)
    [game] = position_of(t).next.waiting
    white_wins = Result.WHITE_WINS if game.white == 1 else Result.BLACK_WINS
    t = replay(record_result(t, 1, game.board, white_wins, None), t)
    won, drawn, lost = one = game_chances(*RATED[:2])
    assert first_places(t)[ONE] == pytest.approx(won + drawn + lost * one.expected)


@pytest.mark.parametrize(
    ("tied", "options"),
    [
        (2, PlayoffOptions(armageddon_colours=ArmageddonColours.WINNER_CHOOSES)),
        (3, PlayoffOptions(late=True)),
    ],
)
def test_chances_are_those_of_all_ways(tied: int, options: PlayoffOptions) -> None:
    t = of_players(tied, options)
    exact, tally = first_places(t), played_out(rest_of_event(t), by_ratings_alone(1), 400)
    for number, share in exact.items():
        found = tally.best_to(number, 1)
        assert abs(found.chance - share) < 4 * found.error


@pytest.mark.parametrize("tied", range(2, 13))
def test_every_plan_comes_to_its_end(tied: int) -> None:
    ground = rest_of_event(of_players(tied))
    for seed in range(3):
        [ending] = play_out(ground, by_ratings_alone(seed), last_rounds=4)
        assert sorted(ending.places().values()) == [(place, 1) for place in range(1, tied + 1)]


def test_its_end_is_certain() -> None:
    t = of_players(2, PlayoffOptions(late=True))
    t = replay(draw_and_seat(t, "seed"), t)
    [game] = position_of(t).next.waiting
    t = replay(record_result(t, 1, game.board, Result.DRAW, None), t)
    ground = rest_of_event(t)
    kinds = Counter(needs[0].kind for needs in needs_of(ground).values())
    assert ground.over
    assert kinds == {NeedKind.CERTAIN: 1, NeedKind.OUT: 1}
    assert needs_of(ground)[PairingNumber(t.numbers.index(game.black) + 1)][0].kind is NeedKind.CERTAIN


def test_it_goes_on_between_its_steps() -> None:
    t = of_players(2)
    before, found = with_chances(t), found_of(t)
    assert (found.open_games, found.over) == (0, False)
    winners = likely_winners(before, 5)
    assert winners is not None
    assert len(winners.rows) == 2
    card = player_card(before, t.numbers[0])
    assert card is not None
    assert card.chances is not None
    assert [one.aim.kind for one in card.chances.aims] == [AimKind.FIRST]


def test_who_has_left_has_no_chance() -> None:
    t = of_players(3, PlayoffOptions(late=True))
    t = replay(draw_and_seat(t, "seed"), t)
    [game] = position_of(t).next.waiting
    t = replay(record_result(t, 1, game.board, Result.WHITE_WINS, None), t)
    t = replay(withdraw(t, [game.black]), t)
    known = found_of(t).entrants[game.black]
    assert in_percent(known.aims[0], known.needs[0]) == "0\u202f%"


def test_teams_play_theirs_at_the_boards() -> None:
    for t in (playoff_of(two_level()), playoff_of(table())):
        tally = played_out(rest_of_event(t), EndsByLot(Random(1).random), 60)
        found = [tally.best_to(PairingNumber(n), 1).chance for n in range(1, len(t.numbers) + 1)]
        assert sum(found) == pytest.approx(1, abs=0.05)
        assert min(found) > 0.05

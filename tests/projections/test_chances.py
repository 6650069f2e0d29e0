"""Chances by lot beside the enumeration of every ending, and needs beside all endings of small events."""

from collections import Counter, defaultdict
from datetime import UTC, datetime
from random import Random
from statistics import mean, stdev

import pytest

from domain.pairing import SYSTEMS
from domain.ranking.elo import expected
from domain.ranking.game_chances import GameChances, game_chances
from domain.words.games import Code
from domain.words.options import RoundRobinOptions
from domain.words.players import PairingNumber
from domain.words.regulations import Entrants, Format, Regulations
from projections.chances.form import as_played, drawn_by_lot
from projections.chances.lots import EndsByLot, ends_by_rating, ends_drawn, evenly
from projections.chances.playing_out import next_pairing, pairing_of_all_runs, play_out
from projections.chances.rest import NotPlayedOut, rest_of_event
from projections.chances.tally import ROUGH_ERROR, RUNS_OF_GOOD_FIGURES, Meetings, draw_on, estimate, played_out
from projections.chances.worked_out import next_round
from tests import crosstable
from tests.projections.small_ends import RESULTS, after, always, by_ratings_alone, every_ending, exact_chances

ENDS, AT_ONCE = 2_000, 100
WON, DRAWN, LOST = RESULTS
ROUND_ROBIN = Regulations(rounds=5, format=Format.ROUND_ROBIN, round_robin=RoundRobinOptions(one_by_one=True))


@pytest.mark.parametrize("difference", [0, 25, 91, 200, 400, 735])
@pytest.mark.parametrize("level", [1200, 2000, 2700])
def test_an_outcome_has_the_expected_score_of_the_table(difference: int, level: int) -> None:
    one = game_chances(level + difference, level)
    assert one.expected == pytest.approx(min(99, expected(difference)) / 100)
    assert sum(one) == pytest.approx(1)
    assert min(one) > 0
    assert game_chances(level, level + difference) == pytest.approx(one[::-1])


def test_strong_equals_draw_more_often_than_weak_ones() -> None:
    assert game_chances(1300, 1300).drawn == pytest.approx(0.2)
    assert game_chances(2400, 2400).drawn == pytest.approx(0.475)
    assert game_chances(2700, 2700).drawn == pytest.approx(0.6)
    assert game_chances(0, 0) == game_chances(1500, 1500)


@pytest.mark.parametrize(
    ("laws", "field"), [(Regulations(rounds=4), 8), (ROUND_ROBIN, 6)], ids=["paired by a system", "from a table"]
)
def test_chances_are_those_of_all_endings(laws: Regulations, field: int) -> None:
    ground = rest_of_event(after(laws.rounds - 1, 1, field, laws, 3))
    assert sum(share for share, _ in every_ending(ground)) == pytest.approx(1)
    exact = exact_chances(ground, 1)
    tally = played_out(ground, by_ratings_alone(1), 1_500)
    for number in ground.table:
        found = tally.best_to(number, 1)
        assert abs(found.chance - exact[number]) < 4 * found.error
    assert sum(tally.best_to(number, 1).chance for number in ground.table) == pytest.approx(1, abs=0.02)


def test_an_armageddon_of_a_round_before_is_played_too() -> None:
    games = "Alice 2600 =w3 ?w2\nBob 2500 +w4 ?b1\nCarla 2400 =b1 ?b4\nDavid 2300 -b2 ?w3"
    ground = rest_of_event(crosstable.tournament(games, regulations=Regulations(rounds=2, armageddon=1)))
    for _, ending in every_ending(ground):
        assert sum(card.lines[0].adjusted for card in ending.cards.values()) == 1


@pytest.mark.parametrize("open", [0, 1])
def test_an_armageddon_after_a_draw_is_played_too(open: int) -> None:
    """Those of drawn games that wait for it among them."""
    ground = rest_of_event(after(3, open, 6, Regulations(rounds=3, armageddon=1), 1))
    exact, tally = exact_chances(ground, 1), played_out(ground, by_ratings_alone(1), 1_500)
    assert any(not ground.table[pair.white].lines[2].code.open for _, pair in ground.open)
    for _, ending in every_ending(ground):
        last = [card.lines[2] for card in ending.cards.values()]
        assert sum(line.code is Code.DRAW for line in last) == 2 * sum(line.adjusted for line in last)
    for number in ground.table:
        found = tally.best_to(number, 1)
        assert abs(found.chance - exact[number]) <= 4 * found.error


def test_chances_with_so_many_points_are_those_of_the_endings_with_them() -> None:
    ground = rest_of_event(after(3, 2, 8, Regulations(rounds=4), 2))
    exact = defaultdict[tuple[PairingNumber, int], list[float]](lambda: [0.0, 0.0])
    for probability, ending in every_ending(ground):
        for number, (place, tied) in ending.places().items():
            sums = exact[number, ending.points[number] - ground.table[number].score]
            sums[0] += probability
            sums[1] += probability * (place == 1) / tied
    tally = played_out(ground, by_ratings_alone(1), 600)
    for number in ground.table:
        for one in tally.with_points(number, 0.05):
            whole, first = exact[number, one.points]
            assert abs(one.first.chance - first / whole) < 4 * one.first.error


def test_what_the_luck_explains_is_taken_out() -> None:
    dice = Random(2)
    luck = [dice.gauss(0, 1) for _ in range(400)]
    hits = [0.5 + 0.3 * one for one in luck]
    plain = estimate(hits, [(0.0, 0.0)] * 400)
    corrected = estimate(hits, [(one, 0.0) for one in luck])
    assert abs(plain.chance - 0.5) > 1e-3
    assert corrected.chance == pytest.approx(0.5)
    assert corrected.error < plain.error


def test_the_next_opponents_are_those_of_the_open_games() -> None:
    ground = rest_of_event(after(3, 1, 8, Regulations(rounds=5), 5))
    made = {next_pairing(ground, always(result)) for result in RESULTS}
    met = Meetings()
    draw_on(met, ground, EndsByLot(Random(4).random), range(300))
    coming = next_round(ground, 1, datetime.now(UTC), met)
    assert coming is not None
    ids = ground.ids
    possible = {frozenset((ids[pair.white - 1], ids[pair.black - 1])) for pairing in made for pair in pairing.pairs}
    found = {frozenset((id, one.opponent)) for id, ones in coming.opponents.items() for one in ones}
    assert len(made) > 1
    assert found == possible
    assert all(sum(one.share.chance for one in ones) == pytest.approx(1) for ones in coming.opponents.values())
    assert next_pairing(ground, ends_drawn) in made
    assert next_pairing(ground, ends_by_rating) in made


@pytest.mark.parametrize("name", [name for name, system in SYSTEMS.items() if system.entrants is not Entrants.TEAMS])
def test_every_system_of_players_is_played_out(name: str) -> None:
    laws = Regulations(rounds=4, system=name, match_games=SYSTEMS[name].games_of_match)
    ground = rest_of_event(
        after(2, 0, 12, laws, 1) if SYSTEMS[name].games_of_match == 1 else crosstable.entered(12, laws)
    )
    tally = played_out(ground, EndsByLot(Random(1).random), 3)
    assert tally.runs == 3
    assert sum(tally.best_to(number, 12).chance for number in ground.table) == pytest.approx(12)


def test_what_has_no_field_is_not_played_out() -> None:
    with pytest.raises(NotPlayedOut):
        rest_of_event(crosstable.entered(1, Regulations(format=Format.KNOCKOUT)))


def test_strengths_are_drawn_once_a_run_round_the_ratings() -> None:
    ground = rest_of_event(after(2, 0, 8, Regulations(rounds=4), 1))
    drawn = [drawn_by_lot(ground.form, Random(seed).random) for seed in range(2_000)]
    for number, (known,) in ground.form.items():
        more = [one.more[number][0] for one in drawn]
        assert mean(more) == pytest.approx(known.mean, abs=4 * known.deviation / len(more) ** 0.5)
        assert stdev(more) == pytest.approx(known.deviation, rel=0.1)
        assert mean(one.lots[number] for one in drawn) == pytest.approx(0, abs=4 / len(more) ** 0.5)


def test_the_luck_is_nought_on_average_with_strengths_drawn() -> None:
    ground, lot = rest_of_event(after(2, 1, 6, Regulations(rounds=3), 1)), EndsByLot(Random(1).random)
    endings = [ending for _ in range(2_000) for ending in play_out(ground, lot, last_rounds=1)]
    for number in ground.table:
        lucks = [ending.luck[number] for ending in endings]
        assert mean(lucks) == pytest.approx(0, abs=4 * stdev(lucks) / len(lucks) ** 0.5)
        apart = [luck**2 - ending.spread[number] for luck, ending in zip(lucks, endings, strict=True)]
        assert mean(apart) == pytest.approx(0, abs=4 * stdev(apart) / len(apart) ** 0.5)

        paired = [ending.luck[number] * ending.form[number] for ending in endings]
        assert mean(paired) == pytest.approx(0, abs=4 * stdev(paired) / len(paired) ** 0.5)


def test_last_rounds_of_a_run_share_out_what_a_game_can_come_to() -> None:
    chances, lot = GameChances(0.25, 0.5, 0.25), EndsByLot(Random(1).random)
    goes = [[[once(chances) for _ in range(3)] for once in evenly(lot, 4)] for _ in range(500)]
    for game in range(3):
        for four in goes:
            assert Counter(games[game] for games in four) == {WON: 1, DRAWN: 2, LOST: 1}
        for go in range(4):
            first = Counter(four[go][game] for four in goes)
            assert [first[WON], first[DRAWN], first[LOST]] == pytest.approx([125, 250, 125], abs=40)
    assert {len({four[0][0], four[0][1]}) for four in goes} == {1, 2}


def test_a_round_that_no_open_game_decides_about_is_paired_once() -> None:
    decided, open = (rest_of_event(after(3, left, 8, Regulations(rounds=5), 2)) for left in (0, 1))
    first = pairing_of_all_runs(decided)
    runs = [list(play_out(decided, EndsByLot(Random(3).random), last_rounds=2, first=one)) for one in (None, first)]
    assert first is not None
    assert [ending.cards for ending in runs[0]] == [ending.cards for ending in runs[1]]
    assert pairing_of_all_runs(open) is None


@pytest.mark.parametrize("laws", [Regulations(rounds=5), Regulations(rounds=5, system="mcmahon"), ROUND_ROBIN])
def test_places_are_those_of_the_rows(laws: Regulations) -> None:
    ground = rest_of_event(after(3, 2, 8, laws, 2))
    for ending in play_out(ground, EndsByLot(Random(3).random), last_rounds=4):
        assert ending.places() == {row.number: (row.place, row.tied_with) for row in ending.rows()}


def test_a_rough_chance_is_told_better_by_the_luck_of_rivals() -> None:
    ground = rest_of_event(after(2, 0, 10, Regulations(rounds=6), 3))
    most, few = (played_out(ground, EndsByLot(Random(5).random), RUNS_OF_GOOD_FIGURES - less) for less in (0, 1))
    rough = [number for number in ground.table if few.at(number, 1).error > ROUGH_ERROR]
    told = [most.at(one, 1).error / few.at(one, 1).error for one in rough]
    assert min(told) < 0.95
    assert max(told) < 1.02
    assert sum(most.at(number, 1).chance for number in ground.table) == pytest.approx(1, abs=0.05)


def test_white_has_more_chances_than_black_in_every_other_game() -> None:
    assert as_played((2000, 0, None, 1800), (10,), first=True) == (2045, 1510, None, 1810)
    assert as_played((2000, 0, None, 1800), (10, 20, 30, 40), first=False) == (2010, 1555, None, 1875)

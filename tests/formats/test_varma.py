"""Numbers by lot, freely or by the Varma tables."""

import json
from collections import defaultdict
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain import events as e
from domain.decisions.players.numbering import draw_numbers
from domain.decisions.players.registering import NewPlayer, correct_rating, register
from domain.decisions.rounds.pairing import pair_round
from domain.decisions.setup.announcing import amend_regulations
from domain.formats import rules_of
from domain.formats.tables.round_robin import berger_round, berger_rounds, varma_sets
from domain.refusals import BadField, FieldOutsideVarma, NumbersAreByRating, NumbersNotDrawn, TournamentHasStarted
from domain.tournament import Tournament, replay
from domain.words.options import FirstLot, NumbersBy, RoundRobinOptions
from domain.words.players import player_id
from domain.words.regulations import Entrants
from tests.formats.tables import entered, laws, published

CASES = Path(__file__).parent.parent / "cases"
PRINTED: dict[str, list[list[int]]] = json.loads((CASES / "varma_tables.json").read_text())["sets_ABCD"]
LOT, VARMA = laws(RoundRobinOptions(numbers=NumbersBy.LOT)), laws(RoundRobinOptions(numbers=NumbersBy.VARMA))


def last_three(entrants: int) -> set[frozenset[int]]:
    rounds = berger_rounds(entrants)
    return {frozenset(board) for round in range(rounds - 2, rounds + 1) for board in berger_round(entrants, round)}


@pytest.mark.parametrize("size", list(PRINTED))
def test_the_sets_are_as_printed(size: str) -> None:
    odd, even = map(int, size.split("-"))
    assert [list(one) for one in varma_sets(even)] == PRINTED[size]
    assert [list(one) for one in varma_sets(odd)] == [[n for n in one if n <= odd] for one in PRINTED[size]]


@pytest.mark.parametrize("entrants", range(9, 25))
def test_nobody_of_a_set_meets_another_in_the_last_three_rounds(entrants: int) -> None:
    """But for 6 and 12 of the table of 12: the annex itself."""
    met = {pair for one in varma_sets(entrants) for pair in map(frozenset, combinations(one, 2))} & last_three(entrants)
    assert met == ({frozenset((6, 12))} if entrants == 12 else set())


@settings(deadline=None)
@given(entrants=st.integers(9, 24), data=st.data(), seed=st.text("abc", max_size=4))
def test_players_of_a_federation_that_fits_a_set_stay_apart_at_the_end(
    entrants: int, data: st.DataObject, seed: str
) -> None:
    fits = max(map(len, varma_sets(entrants)))
    largest = data.draw(st.integers(2, fits))
    others = [f"F{chr(65 + n)}{chr(65 + n)}" for n in range(entrants - largest)]
    t = entered(entrants, VARMA, ["BUL"] * largest + others)
    t = replay(draw_numbers(t, seed), t)
    place = {id: number for number, id in enumerate(t.numbers, 1)}
    assert sorted(place.values()) == list(range(1, entrants + 1))
    together = {
        frozenset((place[player_id(a)], place[player_id(b)])) for a, b in combinations(range(1, largest + 1), 2)
    }
    assert not (together & last_three(entrants)) - {frozenset((6, 12))}


def test_a_federation_larger_than_every_set_is_drawn_all_the_same() -> None:
    t = entered(10, VARMA, ["BUL"] * 7)
    t = replay(draw_numbers(t, "seed"), t)
    assert sorted(t.numbers) == list(range(1, 11))


def test_several_federations_each_draw_from_one_set() -> None:
    t = entered(12, VARMA, ["BUL"] * 4 + ["GER"] * 3 + ["USA"] * 3 + ["ITA"] * 2)
    t = replay(draw_numbers(t, "seed"), t)
    drawn = defaultdict(set)
    for number, id in enumerate(t.numbers, 1):
        drawn[t.players[id].federation].add(number)
    assert all(any(numbers <= set(one) for one in varma_sets(12)) for numbers in drawn.values())


def test_the_same_seed_draws_the_same_whatever_the_order_of_entry() -> None:
    one = entered(9, LOT)
    other: Tournament = replay([one.history[0], *reversed(one.history[1:])])
    assert draw_numbers(one, "seed") == draw_numbers(other, "seed")
    assert draw_numbers(one, "seed") != draw_numbers(one, "other seed")


def test_the_lot_and_its_seed_stand_in_the_journal() -> None:
    [event] = draw_numbers(entered(9, VARMA), "seed")
    assert isinstance(event, e.PairingNumbersIssued)
    assert (event.drawn_by, event.seed) == (NumbersBy.VARMA, "seed")


def test_nothing_is_paired_before_the_lot() -> None:
    t = entered(4, LOT)
    assert rules_of(t).first_lot(t) is FirstLot.NUMBERS
    with pytest.raises(NumbersNotDrawn):
        pair_round(t)
    t = published(replay(draw_numbers(t, "seed"), t))
    assert (t.published, rules_of(t).first_lot(t)) == (3, FirstLot.NONE)


def test_a_newcomer_makes_a_new_draw_necessary() -> None:
    t = entered(4, LOT)
    t = replay(draw_numbers(t, "seed"), t)
    t = replay(register(t, NewPlayer("Zoe")), t)
    with pytest.raises(NumbersNotDrawn):
        pair_round(t)


def test_a_corrected_rating_moves_no_number_that_was_drawn() -> None:
    t = entered(4, LOT)
    t = replay(draw_numbers(t, "seed"), t)
    before = t.numbers
    assert replay(correct_rating(t, before[3], 2900, "typed wrongly"), t).numbers == before


def test_regulations_changed_to_ratings_number_by_ratings() -> None:
    t = entered(4, LOT)
    t = replay(draw_numbers(t, "seed 3"), t)
    assert published(replay(amend_regulations(t, laws()), t)).numbers == (1, 2, 3, 4)


@pytest.mark.parametrize("players", [8, 25])
def test_no_varma_table_is_printed_for_fewer_than_nine_or_more_than_24(players: int) -> None:
    t = entered(players, VARMA)
    with pytest.raises(FieldOutsideVarma) as refused:
        draw_numbers(t, "seed")
    assert (refused.value.entrants, refused.value.fewest, refused.value.most) == (players, 9, 24)
    with pytest.raises(FieldOutsideVarma):
        pair_round(t)


def test_numbers_by_rating_are_not_drawn() -> None:
    with pytest.raises(NumbersAreByRating):
        draw_numbers(entered(4, laws()), "seed")


def test_the_lot_is_over_once_round_one_is_published() -> None:
    t = entered(4, LOT)
    t = published(replay(draw_numbers(t, "seed"), t))
    with pytest.raises(TournamentHasStarted):
        draw_numbers(t, "seed")


def test_teams_draw_no_varma_lots() -> None:
    with pytest.raises(BadField):
        amend_regulations(entered(4, laws()), replace(VARMA, entrants=Entrants.TEAMS))

"""Single articles of the 1998 rules on rounds made for them."""

from dataclasses import replace
from typing import Any

import pytest

from domain.cards.card import Card, CardLine, Pair, PairingTask, RoundPairing
from domain.pairing import SYSTEMS, NoLegalPairing
from domain.words.articles import Article
from domain.words.games import Code, Colour, Scoring
from domain.words.rounds import Breach, Fault

W, B = Colour.WHITE, Colour.BLACK
PAIR = SYSTEMS["dutch-1998"].pair
CHECK = SYSTEMS["dutch-1998"].check


def first_round(players: int, lot: Colour = W, **changes: Any) -> PairingTask:
    return replace(PairingTask({n: Card(n) for n in range(1, players + 1)}, 1, 5, lot), **changes)


def broken(number: str, *players: int) -> Breach[int]:
    return Breach(Fault.RULE, players, Article("dutch-1998", number))


def met(opponent: int, colour: Colour, points: int = 1, code: Code = Code.DRAW, ahead: int = 0) -> CardLine:
    return CardLine(code, points, opponent, colour, ahead)


def test_f4_round_one_pairs_the_upper_half_with_the_lower() -> None:
    assert PAIR(first_round(6)).pairs == (Pair(1, 4), Pair(5, 2), Pair(3, 6))


def test_f4_the_last_of_an_odd_field_gets_the_bye() -> None:
    assert PAIR(first_round(7)).bye == 7


def test_e5_black_for_number_one_turns_every_board() -> None:
    assert PAIR(first_round(6, B)).pairs == (Pair(4, 1), Pair(2, 5), Pair(6, 3))


def test_nobody_present_means_no_boards() -> None:
    assert PAIR(PairingTask({1: Card(1, present=False)}, 1, 5)) == RoundPairing(())


def test_a_single_player_gets_the_bye() -> None:
    assert PAIR(first_round(1)) == RoundPairing((), 1)


def test_f5_who_is_absent_is_not_paired() -> None:
    cards = {n: Card(n, present=n != 2) for n in range(1, 6)}
    assert PAIR(PairingTask(cards, 1, 5)).pairs == (Pair(1, 4), Pair(3, 5))


def test_b1a_a_game_that_was_not_played_does_not_count() -> None:
    cards = {1: Card(1, lines=(met(2, W, 2, Code.FORFEIT_WIN),)), 2: Card(2, lines=(met(1, B, 0, Code.FORFEIT_LOSS),))}
    assert PAIR(PairingTask(cards, 2, 5)).pairs == (Pair(1, 2),)


def test_b1a_two_who_have_played_leave_nothing_legal() -> None:
    cards = {1: Card(1, lines=(met(2, W),)), 2: Card(2, lines=(met(1, B),))}
    with pytest.raises(NoLegalPairing) as refused:
        PAIR(PairingTask(cards, 2, 5))
    assert refused.value.conflict == (1,)


def test_b1a_it_is_enough_that_one_of_the_cards_shows_the_game() -> None:
    cards = {n: Card(n, lines=(CardLine(Code.HALF_BYE, 1),)) for n in (1, 2, 3)} | {4: Card(4, lines=(met(2, W),))}
    assert not {Pair(2, 4), Pair(4, 2)} & set(PAIR(PairingTask(cards, 2, 5)).pairs)
    assert CHECK(PairingTask(cards, 2, 5), [Pair(2, 4), Pair(1, 3)]) == (broken("B.1a", 2, 4),)


@pytest.mark.parametrize("code", [Code.PAIRING_BYE, Code.FULL_BYE, Code.FORFEIT_WIN])
def test_b1b_a_point_without_playing_bars_from_the_bye(code: Code) -> None:
    cards = {n: Card(n, lines=(CardLine(Code.HALF_BYE, 2),)) for n in (1, 2)}
    cards[3] = Card(3, lines=(CardLine(code, 2),))
    assert PAIR(PairingTask(cards, 2, 5)).bye == 2


def test_b1b_a_half_point_bye_does_not() -> None:
    cards = {n: Card(n, lines=(CardLine(Code.HALF_BYE, 1),)) for n in (1, 2, 3)}
    assert PAIR(PairingTask(cards, 2, 5)).bye == 3


def last_round(rounds: int) -> PairingTask:
    """Two leaders who both must have Black, two others who may not meet each other."""
    lines = tuple(met(90 + i, W, 2) for i in range(2))
    cards = {n: Card(n, lines=lines) for n in (1, 2)}
    other = (met(93, W, 0), met(94, B, 0))
    cards |= {n: Card(n, lines=other) for n in (3, 4)}
    return PairingTask(cards, 3, rounds)


def test_a7_in_the_last_round_two_with_more_than_half_may_break_b2() -> None:
    assert {frozenset((p.white, p.black)) for p in PAIR(last_round(3)).pairs} == {frozenset((1, 2)), frozenset((3, 4))}


def test_a7_half_the_points_are_counted_in_what_a_win_is_worth() -> None:
    """Three points for a win: 2 of 6 is less than half, although it is more than half of 2 games at 1 point."""
    task = replace(last_round(3), scoring=Scoring(win=6))
    assert frozenset((1, 2)) not in {frozenset((p.white, p.black)) for p in PAIR(task).pairs}


def test_b2_before_the_last_round_they_may_not() -> None:
    assert frozenset((1, 2)) not in {frozenset((p.white, p.black)) for p in PAIR(last_round(4)).pairs}


def test_b5_nobody_floats_down_twice_running() -> None:
    cards = {n: Card(n, lines=(met(90 + n, W if n % 2 else B, 2),)) for n in (1, 2, 3)}
    cards[3] = Card(3, lines=(met(93, W, 2, ahead=1),))
    cards[4] = Card(4, lines=(met(94, B, 0),))
    paired = PAIR(PairingTask(cards, 2, 5))
    assert frozenset((3, 4)) not in {frozenset((p.white, p.black)) for p in paired.pairs}


def test_q18_pairs_kept_apart_by_the_arbiter_do_not_meet() -> None:
    task = first_round(4, forbidden=frozenset({frozenset((1, 3))}))
    assert {frozenset((p.white, p.black)) for p in PAIR(task).pairs} == {frozenset((1, 4)), frozenset((2, 3))}


def test_c13_the_last_bracket_gets_somebody_it_can_play() -> None:
    """Number 5 has met 3 and 4 and had the bye: the bracket above is reopened until 1 or 2 comes down."""
    cards = {n: Card(n, lines=(CardLine(Code.HALF_BYE, 4),)) for n in (1, 2, 3, 4)}
    cards[5] = Card(5, lines=(CardLine(Code.PAIRING_BYE, 2),))
    cards[6] = Card(6, lines=(CardLine(Code.PAIRING_BYE, 2),))
    forbidden = frozenset(map(frozenset, ((3, 5), (4, 5), (5, 6), (3, 6), (4, 6))))
    paired = PAIR(PairingTask(cards, 2, 5, forbidden=forbidden))
    assert {frozenset((p.white, p.black)) for p in paired.pairs} >= {frozenset((3, 4))}


def test_f6_a_pairing_made_by_hand_names_every_breach() -> None:
    cards = {
        1: Card(1, lines=(met(2, W), met(9, W))),
        2: Card(2, lines=(met(1, B), met(8, B))),
        3: Card(3, lines=(CardLine(Code.PAIRING_BYE, 2), CardLine(Code.ZERO_BYE, 0))),
        4: Card(4, present=False),
        5: Card(5),
    }
    found = CHECK(PairingTask(cards, 3, 9), [Pair(1, 2)], 3)
    assert found == (
        Breach(Fault.NOT_SEATED, (5,), Article("dutch-1998", "A.5")),
        broken("B.1a", 1, 2),
        broken("B.2a", 1),
        broken("B.2b", 1),
        broken("B.2a", 2),
        broken("B.2b", 2),
        broken("B.1b", 3),
    )


def test_f6_a_legal_pairing_made_by_hand_has_no_breach() -> None:
    assert CHECK(first_round(3), [Pair(3, 1)], 2) == ()


def test_f6_who_is_absent_or_paired_twice_is_named() -> None:
    cards = {1: Card(1), 2: Card(2), 3: Card(3, present=False)}
    found = CHECK(PairingTask(cards, 1, 5), [Pair(1, 2), Pair(1, 3)])
    assert found == (
        Breach(Fault.SEATED_TWICE, (1,), Article("dutch-1998", "A.5")),
        Breach(Fault.AWAY, (3,), Article("dutch-1998", "F.5")),
    )

"""Pairing numbers changed by choice: exchanged between equals, made anew, and fixed from round 4 on (checklist)."""

import pytest

from domain import events as e
from domain.decisions.integrity import guarded
from domain.decisions.players.numbering import exchange_numbers, numbers_for, regenerate_numbers
from domain.decisions.players.registering import NewPlayer, register_many
from domain.refusals import (
    NeedsConfirmation,
    NotEqualInStrength,
    PairingNumbersFixed,
    TournamentIsClosed,
    UnknownPlayer,
)
from domain.tournament import Tournament, replay
from domain.words.players import EntrantId
from tests.crosstable import tournament
from tests.formats.tables import entered, laws, pairs, published
from web.wording.report_comments import comment_lines

A, B, C, D = (EntrantId(n) for n in (1, 2, 3, 4))


def played(rounds: int = 1) -> Tournament:
    """A and B are equal; so are C and D, but for a title."""
    games = {1: ("+w3", "=w4", "-b1", "=b2"), 2: ("=b2", "=w1", "+w4", "-b3")}
    lines = ("A 2400", "B 2400", "C 2300", "D IM 2300")
    text = "\n".join(
        f"{line} {' '.join(games[1 + round % 2][at] for round in range(rounds))}" for at, line in enumerate(lines)
    )
    return tournament(text, rounds=9, close_last=True)


def test_two_equals_exchange_their_numbers() -> None:
    state = played()
    replay(exchange_numbers(state, A, B, "asked for"), state)
    assert state.numbers == (B, A, C, D)


@pytest.mark.parametrize("pair", [(A, C), (C, D), (A, A)], ids=["ratings", "titles", "oneself"])
def test_nobody_else_does(pair: tuple[EntrantId, EntrantId]) -> None:
    with pytest.raises(NotEqualInStrength):
        exchange_numbers(played(), *pair)


def test_for_a_table_any_two_exchange_their_numbers_before_the_draw() -> None:
    state = entered(4, laws())
    replay(exchange_numbers(state, A, D, "as the organiser wants it"), state)
    assert pairs(published(state), 1) == [(D, A), (B, C)]
    with pytest.raises(PairingNumbersFixed):
        exchange_numbers(state, A, D)


def test_an_exchange_is_confirmed_also_before_the_start() -> None:
    state = tournament("A 2400\nB 2400", rounds=1)
    with pytest.raises(NeedsConfirmation) as gate:
        guarded(state, exchange_numbers(state, A, B), confirmed=0)
    assert (gate.value.level, gate.value.what) == (3, "PairingNumbersExchanged")
    assert comment_lines(replay(gate.value.events, state)) == []


def test_an_exchange_stands_in_the_report_file() -> None:
    state = played()
    replay(exchange_numbers(state, A, B, "asked for"), state)
    assert comment_lines(state)[-1] == "### TPN @ Round 1: numbers 1 and 2 exchanged; asked for"


def test_numbers_are_made_anew_by_the_ratings_and_equals_keep_their_order() -> None:
    state = played()
    replay(exchange_numbers(state, A, B), state)
    replay([e.PairingNumbersIssued((C, B, D, A), 1)], state)
    replay(regenerate_numbers(state), state)
    assert state.numbers == (B, A, D, C)


def test_new_numbers_after_the_start_are_confirmed() -> None:
    state = replay([e.PairingNumbersIssued((C, B, D, A), 1)], played())
    with pytest.raises(NeedsConfirmation) as gate:
        guarded(state, regenerate_numbers(state), confirmed=0)
    assert gate.value.level == 3


def test_numbers_that_follow_the_ratings_stay() -> None:
    state = replay([e.PairingNumbersIssued((A, B, D, C), 1)], played())
    assert regenerate_numbers(state) == []


def test_once_round_4_is_paired_no_number_is_changed_by_choice() -> None:
    assert exchange_numbers(played(3), A, B)
    with pytest.raises(PairingNumbersFixed):
        exchange_numbers(played(4), A, B)
    with pytest.raises(PairingNumbersFixed):
        regenerate_numbers(played(4))


def test_a_player_who_comes_after_round_4_has_the_number_of_their_strength() -> None:
    state = played(4)
    replay(register_many(state, [NewPlayer("Late", rating=2350)]), state)
    assert numbers_for(state, 5) == (A, B, EntrantId(5), C, D)


def test_only_players_of_an_open_event_have_numbers_to_exchange() -> None:
    with pytest.raises(UnknownPlayer):
        exchange_numbers(played(), A, EntrantId(99))
    with pytest.raises(TournamentIsClosed):
        regenerate_numbers(replay([e.TournamentClosed()], played()))

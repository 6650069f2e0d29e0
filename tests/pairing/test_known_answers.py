"""Whole events whose pairings under these rules are known from elsewhere (`tests/cases/README-pairing.md`)."""

import pytest

from domain.pairing import SYSTEMS
from tests.pairing.known import KNOWN_ROUNDS, REOPENED_ROUNDS, KnownRound

PAIR = SYSTEMS["dutch-1998"].pair


@pytest.mark.parametrize("known", [*KNOWN_ROUNDS, *REOPENED_ROUNDS], ids=str)
def test_opponents_colours_and_the_bye_are_the_known_ones(known: KnownRound) -> None:
    got = PAIR(known.task)
    assert (set(got.pairs), got.bye) == (set(known.answer.pairs), known.answer.bye)


@pytest.mark.parametrize("known", [k for k in KNOWN_ROUNDS if k.event.startswith("held")], ids=str)
def test_boards_come_in_the_order_of_f1(known: KnownRound) -> None:
    assert PAIR(known.task).pairs == known.answer.pairs

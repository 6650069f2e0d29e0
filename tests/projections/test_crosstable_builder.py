"""The builder of the tests says what it was told."""

import pytest

from domain.tournament import replay
from domain.tournament_cards.cards import table_cards
from domain.words.games import Code, Colour
from tests.crosstable import big_open, history, tournament

FOUR = """
    1. Alice GM 2500  +w4 =b2 U
    2. Bruno    2400  +b3 =w1 -w4
    3. Carla    2300  -w2 H   .
    4. David    2200  -b1 .   +b2
"""


def test_the_cards_repeat_the_written_tokens() -> None:
    cards = table_cards(tournament(FOUR))
    assert [line.code for line in cards[1].lines] == [Code.WIN, Code.DRAW, Code.PAIRING_BYE]
    assert [line.colour for line in cards[2].lines] == [Colour.BLACK, Colour.WHITE, Colour.WHITE]
    assert [line.opponent for line in cards[2].lines] == [3, 1, 4]


def test_byes_and_absences_are_told_apart() -> None:
    cards = table_cards(tournament(FOUR))
    assert [line.code for line in cards[3].lines] == [Code.LOSS, Code.HALF_BYE, Code.ZERO_BYE]
    assert [line.code for line in cards[4].lines] == [Code.LOSS, Code.ZERO_BYE, Code.WIN]


def test_a_readmitted_player_is_there_again() -> None:
    assert tournament(FOUR).present(4, 3)  # type: ignore[arg-type]


def test_names_titles_and_ratings_are_read() -> None:
    player = tournament(FOUR).players[1]  # type: ignore[index]
    assert (player.name, player.title, player.rating) == ("Alice", "GM", 2500)


def test_a_draft_is_not_published() -> None:
    state = tournament("A ?w2\nB ?b1", publish_last=False)
    assert (state.paired, state.published) == (1, 0)


def test_a_forfeit_knows_both_sides() -> None:
    cards = table_cards(tournament("A +f2\nB -f1"))
    assert (cards[1].lines[0].code, cards[2].lines[0].code) == (Code.FORFEIT_WIN, Code.FORFEIT_LOSS)


def test_halves_of_a_game_that_disagree_are_refused() -> None:
    with pytest.raises(ValueError, match="do not agree"):
        history("A +w2\nB +w1")


def test_a_big_open_gives_everybody_a_cell_each_round() -> None:
    state = replay(big_open(33, 5))
    assert {len(card.lines) for card in table_cards(state).values()} == {5}

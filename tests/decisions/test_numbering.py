"""Pairing numbers before the first round, and lots."""

from domain import events as e
from domain.decisions.players.numbering import draw_initial_colour, draw_lots
from domain.decisions.players.registering import NewPlayer, amend_player, correct_rating, register
from domain.tournament import replay
from domain.words.games import Colour
from domain.words.players import TITLES_1998, OrderOfEquals, Player, PlayerId, Title, initial_ranking
from tests.crosstable import announced, tournament
from tests.decisions.test_rounds import drafted, ready


def test_before_the_first_round_a_corrected_rating_goes_by_the_alphabet_too() -> None:
    """A.2 d): it stood behind all of its equals."""
    state = drafted(ready())
    names = {id: player.name for id, player in state.players.items()}
    first = min(names, key=names.__getitem__)
    last = state.numbers[-1]
    assert names[first] < names[last]
    rating = state.players[last].rating
    replay(correct_rating(state, first, rating, "typed wrongly"), state)
    assert state.numbers[-2:] == (first, last)


def test_before_the_first_round_a_new_title_moves_its_player() -> None:
    state = drafted(ready())
    last = state.numbers[-1]
    before = state.players[state.numbers[-2]]
    replay(amend_player(state, last, NewPlayer("Zorro", rating=before.rating, title=Title.GM)), state)
    assert state.numbers[-2:] == (last, before.id)


def test_a_repeated_draw_of_lots_gives_the_same_order_and_newcomers_find_their_place() -> None:
    """FIDE checklist, 206."""
    state = tournament("A ?w3\nB ?w4\nC ?b1\nD ?b2", rounds=5)
    replay(draw_lots(state, "first"), state)
    drawn = state.lots
    assert draw_lots(state, "another") == []
    replay(register(state, NewPlayer("Late")), state)
    (event,) = draw_lots(state, "another")
    assert isinstance(event, e.LotsDrawn)
    assert [player for player in event.order if player != 5] == list(drawn)


def test_a_title_of_later_years_counts_as_none() -> None:
    """FIDE Dutch 1998, A.2 c: CM and WIM did not exist as titles; of equal rating WFM stands before them."""
    players = [
        Player(PlayerId(1), "Adam", 2000, Title.CM),
        Player(PlayerId(2), "Berta", 2000, Title.WFM),
        Player(PlayerId(3), "Aaron", 2000, Title.NONE),
    ]
    assert initial_ranking(players, TITLES_1998) == (2, 3, 1)


def test_equals_may_stand_in_the_order_in_which_they_came() -> None:
    """FIDE checklist, 146."""
    came = [Player(PlayerId(1), "Zoe", 2000), Player(PlayerId(2), "Adam", 2000)]
    assert initial_ranking(came, TITLES_1998, OrderOfEquals.REGISTRATION) == (1, 2)
    assert initial_ranking(came, TITLES_1998, OrderOfEquals.ALPHABET) == (2, 1)


def test_the_lot_of_the_first_colour_is_fair_and_the_same_for_the_same_seed() -> None:
    t = announced()
    drawn = [draw_initial_colour(t, f"seed {n}") for n in range(1000)]
    whites = sum(event.colour is Colour.WHITE for (event,) in drawn if isinstance(event, e.InitialColourDrawn))
    assert 450 <= whites <= 550
    assert draw_initial_colour(t, "seed 7") == drawn[7]

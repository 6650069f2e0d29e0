"""Entries made by mistake, struck before round 1."""

import pytest

from domain import events as e
from domain.decisions.players.attendance import grant_bye
from domain.decisions.players.registering import NewPlayer, register
from domain.decisions.undoing import strike
from domain.refusals import CannotUndo, TournamentHasStarted, UnknownPlayer
from domain.tournament import Tournament, replay
from domain.words.games import Bye
from domain.words.players import EntrantId, player_id
from projections.moment.people import PeopleByNeed
from tests.crosstable import announced
from tests.crosstable import tournament as crosstable

ANNA, BORIS = player_id(1), player_id(2)


def with_two() -> Tournament:
    t = announced()
    for name in ("Anna", "Boris"):
        replay(register(t, NewPlayer(name)), t)
    return t


def test_a_struck_entry_is_in_no_list() -> None:
    t = with_two()
    replay(strike(t, [BORIS], "typed twice"), t)
    assert [*t.players] == [ANNA]


def test_the_history_still_knows_the_name_of_a_struck_entry() -> None:
    t = with_two()
    replay(strike(t, [BORIS]), t)
    assert PeopleByNeed(t)[BORIS].name == "Boris"


def test_all_that_was_entered_about_a_struck_player_goes_too() -> None:
    t = with_two()
    replay(grant_bye(t, BORIS, 2, Bye.HALF), t)
    replay(strike(t, [BORIS]), t)
    assert t.byes == {}


def test_the_number_of_a_struck_entry_is_not_given_again() -> None:
    t = with_two()
    replay(strike(t, [BORIS]), t)
    replay(register(t, NewPlayer("Clara")), t)
    assert [*t.players] == [ANNA, player_id(3)]


def test_several_entries_are_struck_in_one_step() -> None:
    t = with_two()
    replay(strike(t, [ANNA, BORIS, ANNA]), t)
    assert not t.players


def test_lots_that_were_drawn_stand_in_the_way() -> None:
    t = with_two()
    replay([e.LotsDrawn("seed", (ANNA, BORIS))], t)
    with pytest.raises(CannotUndo) as refused:
        strike(t, [BORIS])
    assert refused.value.dependents == (4,)


def test_nobody_is_struck_who_is_not_there() -> None:
    with pytest.raises(UnknownPlayer):
        strike(with_two(), [EntrantId(9)])


def test_once_round_1_is_published_players_withdraw() -> None:
    with pytest.raises(TournamentHasStarted):
        strike(crosstable("A 2000 =w2\nB 1900 =b1"), [ANNA])

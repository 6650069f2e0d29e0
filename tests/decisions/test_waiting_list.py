"""The waiting list: in order beyond the limit, moving up in the step that makes a place free."""

from collections.abc import Sequence

import pytest

from domain import events as e
from domain import refusals as r
from domain.decisions.integrity import guarded
from domain.decisions.players import attendance, self_help, waiting_list
from domain.decisions.players.conditions import set_conditions
from domain.decisions.players.registering import NewPlayer, first_free_id, register
from domain.decisions.rounds.pairing import pair_round, publish_round
from domain.decisions.undoing import strike, undo
from domain.tournament import Tournament, replay
from domain.words.choices.conditions import EntryConditions
from domain.words.choices.self_help import SelfHelp
from domain.words.players import EntrantId, Player, player_id
from domain.words.regulations import Regulations
from tests.crosstable import drawn

ADA, BO, CY, DI, EVA = map(EntrantId, range(1, 6))
NAMES = ("Ada", "Bo", "Cy", "Di", "Eva", "Fay")


def limits(most: int, *, late: bool = False) -> e.SelfRegistrationOpened:
    return e.SelfRegistrationOpened(most, waiting_list=True, moves_up_late=late)


def event(most: int, entered: int, *, late: bool = False) -> Tournament:
    """So many have been accepted, one after the other."""
    t = replay([limits(most, late=late)], drawn(Regulations(rounds=3)))
    for name in NAMES[:entered]:
        replay(waiting_list.enter_or_wait(t, [NewPlayer(name)]), t)
    return t


def step(t: Tournament, events: Sequence[e.Event]) -> list[e.Event]:
    """As every step of a tournament is written."""
    moved = waiting_list.moved_up(t, events)
    replay([*events, *moved], t)
    return moved


def place_for(id: EntrantId, name: str, from_round: int = 1) -> e.PlayerRegistered:
    return e.PlayerRegistered(Player(player_id(id), name), from_round, from_waiting=True)


def test_beyond_the_limit_entries_wait_in_order() -> None:
    t = event(2, 5)
    assert [*t.players] == [ADA, BO]
    assert [*t.waiting] == [CY, DI, EVA]
    assert first_free_id(t) == 6


def test_a_withdrawal_moves_the_first_up_in_the_same_step() -> None:
    t = event(2, 4)
    assert step(t, attendance.withdraw(t, [ADA])) == [place_for(CY, "Cy")]
    assert [*t.waiting] == [DI]
    assert t.joined[CY] == 1


def test_two_withdrawals_move_two_up_and_an_expulsion_one() -> None:
    t = event(2, 5)
    assert len(step(t, attendance.withdraw(t, [ADA, BO]))) == 2
    assert step(t, attendance.expel(t, CY, "no show")) == [place_for(EVA, "Eva")]
    assert t.waiting == {}


def test_a_higher_limit_moves_up_as_many_as_have_places() -> None:
    t = event(2, 5)
    assert [one.player.name for one in step(t, [limits(4)]) if isinstance(one, e.PlayerRegistered)] == ["Cy", "Di"]


def test_nobody_moves_up_after_the_start_unless_the_organiser_wants_it() -> None:
    for late in (False, True):
        t = event(2, 3, late=late)
        replay(pair_round(t), t)
        replay(publish_round(t, 1), t)
        moved = step(t, attendance.withdraw(t, [ADA]))
        assert moved == ([place_for(CY, "Cy", 2)] if late else [])


def test_with_the_form_shut_the_list_goes_on() -> None:
    t = replay([e.SelfRegistrationClosed()], event(2, 3))
    assert step(t, attendance.withdraw(t, [ADA])) == [place_for(CY, "Cy")]


def test_whoever_comes_after_somebody_who_waits_waits_behind_them() -> None:
    t = event(2, 3)
    replay([e.PlayerWithdrawn(ADA, 1)], t)
    replay(waiting_list.enter_or_wait(t, [NewPlayer("Zoe")]), t)
    assert [one.player.name for one in t.waiting.values()] == ["Cy", "Zoe"]


def test_a_struck_entry_makes_a_place_and_an_undone_one_puts_back() -> None:
    t = event(2, 3)
    assert step(t, strike(t, [ADA])) == [place_for(CY, "Cy")]
    version = next(v for v, one in enumerate(t.history, 1) if getattr(one, "from_waiting", False))
    assert step(t, undo(t, version)) == []
    assert [*t.waiting] == [CY]


def test_striking_somebody_who_had_waited_takes_them_off_the_list_too() -> None:
    t = event(2, 4)
    step(t, attendance.withdraw(t, [ADA]))
    step(t, strike(t, [CY]))
    assert CY not in t.waiting
    assert CY not in t.players
    assert DI in t.players


def test_the_desk_registers_out_of_turn_and_takes_off_the_list() -> None:
    t = event(2, 4)
    replay(waiting_list.register_from_list(t, DI), t)
    replay(waiting_list.take_off_list(t, CY, "asked to"), t)
    assert t.waiting == {}
    assert DI in t.players
    for gone in (waiting_list.register_from_list, waiting_list.take_off_list):
        with pytest.raises(r.NotWaiting):
            gone(t, CY)


def test_a_warning_is_confirmed_when_somebody_begins_to_wait_and_not_when_they_move_up() -> None:
    t = event(2, 2)
    replay(set_conditions(t, EntryConditions("U2000")), t)
    waits = waiting_list.enter_or_wait(t, [NewPlayer("Zoe", rating=2300)])
    with pytest.raises(r.NeedsConfirmation):
        guarded(t, waits, 0)
    replay(guarded(t, waits, 2), t)
    leaving = attendance.withdraw(t, [ADA])
    moved = waiting_list.moved_up(t, leaving)
    assert [one.player.name for one in moved if isinstance(one, e.PlayerRegistered)] == ["Zoe"]
    assert guarded(t, [*leaving, *moved], 0)


def test_nobody_waits_twice() -> None:
    with pytest.raises(r.WaitsAlready):
        waiting_list.enter_or_wait(event(2, 3), [NewPlayer("Cy")])


def test_whoever_left_comes_back_only_while_their_place_is_free() -> None:
    t = event(2, 3)
    replay(self_help.allow_self_help(t, SelfHelp(withdraw=True)), t)
    step(t, self_help.withdraw_oneself(t, ADA))
    assert not self_help.may_come_back(t, ADA)
    step(t, self_help.withdraw_oneself(t, BO))
    assert self_help.may_come_back(t, ADA)


def test_many_at_once_fill_the_places_and_then_the_list() -> None:
    t = event(3, 1)
    replay(waiting_list.enter_or_wait(t, [NewPlayer(name) for name in NAMES[1:]]), t)
    assert len(t.players) == 3
    assert [one.player.name for one in t.waiting.values()] == ["Di", "Eva", "Fay"]


def test_without_a_list_or_a_limit_everybody_is_registered_as_before() -> None:
    t = replay([e.SelfRegistrationOpened(1)], drawn(Regulations(rounds=3)))
    for name in NAMES:
        replay(waiting_list.enter_or_wait(t, [NewPlayer(name)]), t)
    assert (len(t.players), t.waiting) == (6, {})
    assert waiting_list.moved_up(t, register(t, NewPlayer("Zoe"))) == []

"""Whether the planned rounds can be paired at all, asked before the first."""

from dataclasses import replace

import pytest

from domain import events as e
from domain.decisions.integrity import guarded
from domain.decisions.rounds.pairing import pair_round
from domain.decisions.setup.planning import plan_cautions
from domain.decisions.setup.regulations import PORTAL_SWISS
from domain.pairing.planned_rounds import PlannedEntry, RoundsOutlook, rounds_outlook
from domain.refusals import NeedsConfirmation
from domain.tournament import Tournament, replay
from domain.words.cautions import RoundsNotCertain, RoundsOfPortal, TooManyRounds
from domain.words.games import Bye
from domain.words.players import EntrantId
from domain.words.regulations import Format, Regulations
from tests.crosstable import tournament


def entered(players: int, rounds: int, *more: e.Event, format: Format = Format.SWISS) -> Tournament:
    lines = "\n".join(f"P{n} {2400 - n}" for n in range(1, players + 1))
    return replay(more, tournament(lines, regulations=Regulations(rounds=rounds, format=format)))


@pytest.mark.parametrize(("players", "most"), [(2, 1), (3, 3), (6, 5), (7, 7), (20, 19)])
def test_everybody_can_be_met_once_and_the_bye_be_had_once(players: int, most: int) -> None:
    assert rounds_outlook(most, [PlannedEntry(most)] * players).possible
    assert not rounds_outlook(most + 1, [PlannedEntry(most + 1)] * players).possible


def test_more_rounds_than_opponents_are_said_before_the_first() -> None:
    assert list(plan_cautions(entered(6, 9))) == [TooManyRounds(6, 9, 5)]


def test_from_half_the_field_on_it_hangs_on_the_results() -> None:
    assert list(plan_cautions(entered(10, 7))) == [RoundsNotCertain(10, 7, 5)]


def test_enough_players_need_no_words() -> None:
    assert list(plan_cautions(entered(20, 9))) == []


def test_who_is_kept_apart_from_many_has_fewer_to_meet() -> None:
    banned = e.PairsProhibited((tuple(EntrantId(n) for n in (1, 2, 3, 4)),), 0)
    assert list(plan_cautions(entered(8, 5, banned))) == [TooManyRounds(8, 5, 4)]


def test_byes_that_are_granted_are_rounds_without_an_opponent() -> None:
    byes = [e.ByeGranted(EntrantId(n), n, Bye.ZERO) for n in range(1, 7)]
    assert not any(isinstance(one, TooManyRounds) for one in plan_cautions(entered(6, 6, *byes)))


def test_a_published_round_ends_the_question() -> None:
    state = entered(4, 9)
    replay(pair_round(state), state)
    replay([e.RoundPublished(1)], state)
    assert list(plan_cautions(state)) == []


@pytest.mark.parametrize(("players", "rounds", "fitting"), [(20, 9, 5), (16, 5, 4), (33, 5, 6)])
def test_the_portal_wants_the_rounds_of_a_knock_out(players: int, rounds: int, fitting: int) -> None:
    lines = "\n".join(f"P{n} {2400 - n}" for n in range(1, players + 1))
    for planned, said in ((rounds, [RoundsOfPortal(players, rounds, fitting)]), (fitting, [])):
        state = tournament(lines, regulations=replace(PORTAL_SWISS, rounds=planned))
        assert [one for one in plan_cautions(state) if isinstance(one, RoundsOfPortal)] == said


def test_one_who_is_left_of_three_plans_no_round() -> None:
    gone = [e.PlayerWithdrawn(EntrantId(n), 1) for n in (1, 2)]
    assert list(plan_cautions(entered(3, 9, *gone))) == []


def test_a_round_robin_is_no_matter_of_finding_opponents() -> None:
    assert list(plan_cautions(entered(4, 6, format=Format.ROUND_ROBIN))) == []


def test_the_first_round_of_an_impossible_plan_is_paired_when_that_is_acknowledged() -> None:
    state = entered(4, 9)
    events = pair_round(state)
    with pytest.raises(NeedsConfirmation) as gate:
        guarded(state, events, confirmed=0)
    assert (gate.value.level, gate.value.what, gate.value.cautions) == (2, "", (TooManyRounds(4, 9, 3),))
    assert guarded(state, events, confirmed=2) == events


@pytest.mark.parametrize(("players", "most", "safe"), [(2, 1, 1), (3, 3, 2), (7, 7, 4), (8, 7, 4), (20, 19, 10)])
def test_how_many_rounds_are_possible_and_how_many_certain(players: int, most: int, safe: int) -> None:
    assert rounds_outlook(1, [PlannedEntry(1)] * players) == RoundsOutlook(players, 1, most, safe, possible=True)

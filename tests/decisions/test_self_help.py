"""What players do by links of their own: each right apart, off by default, within the organiser's times and limits."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

import pytest

from domain import events as e
from domain import refusals as r
from domain.decisions.players import attendance, self_help
from domain.decisions.players.registering import NewPlayer, register_many
from domain.decisions.rounds.pairing import pair_round, publish_round
from domain.decisions.undoing import undo
from domain.tournament import Tournament, evolve, replay
from domain.words.choices.self_help import NO_SELF_HELP, ByeWay, SelfHelp
from domain.words.games import Bye
from domain.words.players import EntrantId
from domain.words.regulations import Details, Regulations
from tests.crosstable import drawn

ADA, BO, CY = map(EntrantId, (1, 2, 3))
MORNING, NOON, EVENING = (datetime.fromisoformat(f"2026-12-05T{hour}:00") for hour in ("08", "12", "18"))
EVERYTHING = SelfHelp(check_in=True, byes=ByeWay.ASK, withdraw=True, norms=True)


def event(rules: SelfHelp = NO_SELF_HELP, schedule: tuple[str, ...] = ()) -> Tournament:
    t = drawn(Regulations(rounds=5), details=Details("Open", schedule=schedule))
    replay(register_many(t, [NewPlayer(name) for name in ("Ada", "Bo", "Cy", "Di")]), t)
    return replay(self_help.allow_self_help(t, rules), t)


def with_round_one(t: Tournament) -> Tournament:
    replay(pair_round(t), t)
    return replay(publish_round(t, 1), t)


STEPS: tuple[Callable[[Tournament], list[e.Event]], ...] = (
    lambda t: self_help.check_oneself_in(t, ADA, NOON),
    lambda t: self_help.ask_for_bye(t, ADA, 2, Bye.HALF, NOON),
    lambda t: self_help.take_bye_back(t, ADA, 2, NOON),
    lambda t: self_help.withdraw_oneself(t, ADA),
    lambda t: self_help.come_back(t, ADA),
)


@pytest.mark.parametrize("step", STEPS)
def test_nothing_is_allowed_until_the_organiser_allows_it(step: Callable[[Tournament], list[e.Event]]) -> None:
    with pytest.raises(r.NotByOneself):
        step(event())


def test_players_check_in_within_the_time_before_the_start() -> None:
    rules = SelfHelp(check_in=True, check_in_opens=120, check_in_closes=10)
    t = event(rules, ("2026-12-05T13:00",))
    with pytest.raises(r.TooEarly) as early:
        self_help.check_oneself_in(t, ADA, MORNING)
    assert early.value.since == "2026-12-05T11:00:00"
    assert self_help.check_oneself_in(t, ADA, NOON) == [e.EntrantCheckedIn(ADA)]
    with pytest.raises(r.TooLate) as late:
        self_help.check_oneself_in(t, ADA, EVENING)
    assert late.value.until == "2026-12-05T12:50:00"


def test_without_a_schedule_check_in_lasts_until_the_round_is_paired() -> None:
    t = event(SelfHelp(check_in=True, check_in_opens=120, check_in_closes=10))
    assert self_help.check_oneself_in(t, BO, EVENING) == [e.EntrantCheckedIn(BO)]
    with pytest.raises(r.CheckInIsOver):
        self_help.check_oneself_in(with_round_one(t), BO, EVENING)


def test_somebody_left_out_of_a_round_checks_in_for_the_next() -> None:
    t = event(SelfHelp(check_in=True))
    replay([e.EntrantCheckedIn(ADA), e.EntrantCheckedIn(BO)], t)
    replay(attendance.leave_out_missing(t, {CY, EntrantId(4)}), t)
    with_round_one(t)
    assert self_help.check_in_round(t, CY) == 2
    assert self_help.check_oneself_in(t, CY, NOON) == [e.EntrantCheckedIn(CY)]


def test_a_bye_is_asked_for_and_an_arbiter_grants_or_declines_it() -> None:
    t = event(EVERYTHING)
    replay(self_help.ask_for_bye(t, ADA, 2, Bye.HALF, NOON), t)
    replay(self_help.ask_for_bye(t, BO, 3, Bye.ZERO, NOON), t)
    assert self_help.byes_to_decide(t) == ((2, ADA, Bye.HALF), (3, BO, Bye.ZERO))
    assert t.byes == {}
    assert self_help.ask_for_bye(t, ADA, 2, Bye.HALF, NOON) == []
    replay(self_help.grant_asked_bye(t, ADA, 2), t)
    replay(self_help.decline_bye(t, BO, 3, "too many already"), t)
    assert t.byes == {(2, ADA): Bye.HALF}
    assert t.byes_declined == {(3, BO): "too many already"}
    assert self_help.byes_to_decide(t) == ()
    with pytest.raises(r.NoByeAsked):
        self_help.grant_asked_bye(t, BO, 3)


def test_a_bye_is_granted_at_once_where_the_organiser_says_so() -> None:
    t = event(SelfHelp(byes=ByeWay.AT_ONCE))
    replay(self_help.ask_for_bye(t, ADA, 2, Bye.HALF, NOON), t)
    assert t.byes == {(2, ADA): Bye.HALF}
    replay(self_help.take_bye_back(t, ADA, 2, NOON), t)
    assert t.byes == {}


def test_byes_have_a_limit_that_those_from_the_desk_count_for() -> None:
    t = event(SelfHelp(byes=ByeWay.ASK, most_byes=2))
    replay([e.ByeGranted(ADA, 1, Bye.ZERO)], t)
    replay(self_help.ask_for_bye(t, ADA, 2, Bye.HALF, NOON), t)
    assert self_help.byes_left(t, ADA) == 0
    with pytest.raises(r.OwnByesUsedUp):
        self_help.ask_for_bye(t, ADA, 3, Bye.HALF, NOON)
    assert self_help.ask_for_bye(t, ADA, 2, Bye.ZERO, NOON) == [e.ByeRequested(ADA, 2, Bye.ZERO)]


def test_byes_are_asked_for_before_the_deadline_and_before_the_pairing() -> None:
    t = event(SelfHelp(byes=ByeWay.ASK, bye_closes=60), ("2026-12-05T10:00", "2026-12-05T15:00"))
    assert self_help.ask_for_bye(t, ADA, 2, Bye.HALF, NOON)
    with pytest.raises(r.TooLate):
        self_help.ask_for_bye(t, ADA, 2, Bye.HALF, EVENING)
    replay(pair_round(t), t)
    with pytest.raises(r.AlreadyPaired):
        self_help.ask_for_bye(t, ADA, 1, Bye.ZERO, MORNING)


@pytest.mark.parametrize("kind", [Bye.FULL])
def test_nobody_asks_for_a_full_point(kind: Bye) -> None:
    with pytest.raises(r.NotByOneself):
        self_help.ask_for_bye(event(EVERYTHING), ADA, 2, kind, NOON)


def test_whoever_is_barred_from_half_point_byes_asks_for_none() -> None:
    t = replay([e.HalfPointByesBarred(ADA)], event(EVERYTHING))
    with pytest.raises(r.BarredFromHalfPointByes):
        self_help.ask_for_bye(t, ADA, 2, Bye.HALF, NOON)


def test_players_withdraw_and_come_back_until_the_next_pairing() -> None:
    t = with_round_one(event(EVERYTHING))
    replay(self_help.withdraw_oneself(t, ADA), t)
    assert not t.away(ADA, 1)
    assert t.away(ADA, 2)
    assert self_help.may_come_back(t, ADA)
    replay(self_help.come_back(t, ADA), t)
    assert not t.away(ADA, 2)
    assert t.left_by_themselves == frozenset()


def test_after_the_next_pairing_and_after_an_arbiter_nobody_comes_back_by_themselves() -> None:
    t = event(EVERYTHING)
    replay([*self_help.withdraw_oneself(t, ADA), *attendance.withdraw(t, [BO])], t)
    with pytest.raises(r.NotByOneself):
        self_help.come_back(t, BO)
    replay(pair_round(t), t)
    with pytest.raises(r.NotByOneself):
        self_help.come_back(t, ADA)


def test_somebody_who_withdraws_while_a_draft_waits_plays_the_drafted_round() -> None:
    t = event(EVERYTHING)
    replay(pair_round(t), t)
    assert self_help.withdraw_oneself(t, ADA) == [e.PlayerWithdrawn(ADA, 2, by_oneself=True)]


def test_a_renewed_link_is_never_undone() -> None:
    t = event(EVERYTHING)
    replay(self_help.renew_link(t, ADA), t)
    assert t.renewed_links == {ADA: 1}
    with pytest.raises(r.CannotUndo):
        undo(t, t.version)


def test_the_same_again_is_no_news_and_an_undo_brings_the_request_back() -> None:
    t = event(EVERYTHING)
    assert self_help.allow_self_help(t, EVERYTHING) == []
    replay(self_help.ask_for_bye(t, ADA, 2, Bye.HALF, NOON), t)
    replay(self_help.grant_asked_bye(t, ADA, 2), t)
    evolve(t, e.EventUndone(t.version))
    assert self_help.byes_to_decide(t) == ((2, ADA, Bye.HALF),)


@pytest.mark.parametrize(
    "rules", [{"most_byes": 100}, {"check_in_opens": 10, "check_in_closes": 20}, {"bye_closes": -1}]
)
def test_limits_that_cannot_be_are_refused(rules: dict[str, int]) -> None:
    with pytest.raises(r.BadField):
        self_help.allow_self_help(event(), replace(NO_SELF_HELP, **rules))

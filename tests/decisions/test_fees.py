"""What each entrant owes, and money that comes or is given back."""

from dataclasses import replace

import pytest

from domain import events as e
from domain import refusals as r
from domain.decisions.players import fees
from domain.decisions.players.attendance import check_entrant_in, withdraw
from domain.decisions.players.registering import NewPlayer, register
from domain.decisions.players.waiting_list import register_from_list
from domain.decisions.undoing import CannotUndo, registration_of, undo
from domain.tournament import Tournament, replay
from domain.words.choices.fees import CategoryFee, EntryFees, FeeChange, FeeOfLeavers, PaymentWay
from domain.words.games import Colour
from domain.words.players import EntrantId, Player, PlayerId
from domain.words.regulations import Details, Regulations
from tests.crosstable import entered, published

ONE, TWO = EntrantId(1), EntrantId(2)
CASH, DAY = PaymentWay.CASH, "2026-11-29"
FEES = EntryFees(2500, (CategoryFee("U18", 1000), CategoryFee("U2000", 2000)))


def with_fees(wanted: EntryFees = FEES) -> Tournament:
    t = entered(4, Regulations(rounds=3))
    replay([e.DetailsAmended(Details("Open", start=DAY))], t)
    young = replace(t.players[PlayerId(ONE)], birth_year=2010, rating=1500)
    replay([e.PlayerDetailsAmended(young)], t)
    return replay(fees.set_fees(t, wanted), t)


def take(t: Tournament, id: EntrantId = TWO, cents: int | None = None) -> Tournament:
    return replay(fees.take_payment(t, id, cents, CASH, DAY, "Anna"), t)


def test_an_old_journal_has_no_fees_and_nobody_owes_anything() -> None:
    t = entered(4, Regulations(rounds=3))
    assert [fees.owed(t, id) for id in t.entrants] == [0, 0, 0, 0]


def test_the_first_category_that_has_the_player_counts_and_everybody_else_pays_the_fee() -> None:
    t = with_fees()
    assert [fees.due(t, id) for id in (ONE, TWO)] == [1000, 2500]


def test_a_fee_of_ones_own_counts_before_the_categories_and_needs_a_reason() -> None:
    t = with_fees()
    with pytest.raises(r.BadField) as refused:
        fees.set_own_fee(t, TWO, 0, " ")
    replay(fees.set_own_fee(t, TWO, 0, "plays first board"), t)
    assert (refused.value.field, fees.due(t, TWO)) == ("reason", 0)
    replay(fees.set_own_fee(t, TWO, None), t)
    assert fees.due(t, TWO) == 2500


def test_part_payments_add_up_and_no_more_is_taken_than_is_open() -> None:
    t = take(with_fees(), cents=1001)
    assert fees.owed(t, TWO) == 1499
    with pytest.raises(r.BadField):
        fees.take_payment(t, TWO, 1500, CASH, DAY, "Anna")
    assert fees.owed(take(t), TWO) == 0
    with pytest.raises(r.NothingOwed):
        fees.take_payment(t, TWO, None, CASH, DAY, "Boris")


def test_money_is_given_back_up_to_what_was_paid_with_a_receipt_of_its_own() -> None:
    t = take(with_fees())
    with pytest.raises(r.BadField):
        fees.refund(t, TWO, 2501, CASH, DAY, "Anna", "ill")
    replay(fees.refund(t, TWO, 500, CASH, DAY, "Anna", "came late"), t)
    assert (fees.paid(t, TWO), max(t.payments)) == (2000, 2)


def test_a_cancelled_payment_keeps_its_number_and_is_in_no_sum() -> None:
    t = take(with_fees())
    replay(fees.cancel_payment(t, 1, "another player"), t)
    take(t)
    assert (fees.paid(t, TWO), list(t.payments), fees.cancel_payment(t, 1, "again")) == (2500, [1, 2], [])


def test_a_payment_that_was_given_back_is_not_cancelled_alone() -> None:
    t = take(with_fees())
    replay(fees.refund(t, TWO, 500, CASH, DAY, "Anna", "came late"), t)
    with pytest.raises(r.GivenBackAlready):
        fees.cancel_payment(t, 1, "mistake")


def test_payments_are_never_undone_and_hold_the_entry() -> None:
    t = take(with_fees())
    with pytest.raises(CannotUndo) as payment:
        undo(t, t.version)
    with pytest.raises(CannotUndo) as entry:
        undo(t, registration_of(t, TWO), also=tuple(range(1, t.version + 1)))
    assert (payment.value.why, entry.value.why) == ("payment", "money")


def test_the_currency_stays_once_money_was_taken() -> None:
    t = take(with_fees())
    with pytest.raises(r.CurrencyIsFixed):
        fees.set_fees(t, replace(FEES, currency="BGN"))
    assert fees.set_fees(t, replace(FEES, cents=3000))


@pytest.mark.parametrize(
    ("leavers", "owed"), [(FeeOfLeavers.DUE, 1500), (FeeOfLeavers.KEPT, 0), (FeeOfLeavers.NOTHING, -1000)]
)
def test_whoever_leaves_before_their_first_game_owes_what_the_organiser_says(leavers: FeeOfLeavers, owed: int) -> None:
    t = take(with_fees(replace(FEES, leavers=leavers)), cents=1000)
    assert fees.owed(t, TWO) == 1500
    t = replay(withdraw(t, [PlayerId(TWO)]), t)
    assert (fees.owed(t, TWO), fees.owed(t, EntrantId(3))) == (owed, 2500)
    replay(fees.set_own_fee(t, TWO, 2000, "told too late"), t)
    assert fees.owed(t, TWO) == 1000


def test_a_sum_of_yen_is_a_whole_one() -> None:
    t = with_fees(EntryFees(3000_00, currency="jpy"))
    assert t.fees.cents == 3000_00
    for wrong in (
        lambda: fees.set_fees(t, EntryFees(3000_50, currency="JPY")),
        lambda: fees.set_fees(t, EntryFees(3000_00, (CategoryFee("U18", 50),), "JPY")),
        lambda: fees.set_own_fee(t, TWO, 10_50, "a guest"),
        lambda: fees.take_payment(t, TWO, 10_50, PaymentWay.CASH, "2026-11-22", "Anna"),
    ):
        with pytest.raises(r.BadField) as refused:
            wrong()
        assert refused.value.rule == "whole-money:JPY"


def test_whoever_has_played_and_leaves_owes_the_fee() -> None:
    t = with_fees(replace(FEES, leavers=FeeOfLeavers.NOTHING))
    replay([e.InitialColourDrawn(Colour.WHITE)], t)
    t = published(t)
    t = replay(withdraw(t, [PlayerId(TWO)]), t)
    assert fees.owed(t, TWO) == 2500


def test_nobody_checks_in_unpaid_only_where_the_organiser_says_so() -> None:
    assert check_entrant_in(with_fees(), TWO)
    t = with_fees(replace(FEES, before_check_in=True))
    with pytest.raises(r.FeeNotPaid):
        check_entrant_in(t, TWO)
    assert check_entrant_in(take(t), TWO)


@pytest.mark.parametrize(
    ("wanted", "field"),
    [
        (EntryFees(-1), "fee"),
        (EntryFees(100, (CategoryFee("Q9", 1),)), "fee_categories"),
        (EntryFees(100, (CategoryFee("board:1", 1),)), "fee_categories"),
        (EntryFees(100, (CategoryFee("", 1),)), "fee_categories"),
        (EntryFees(100, currency="EURO"), "currency"),
        (EntryFees(100, how_to_pay="x" * 501), "how_to_pay"),
    ],
)
def test_fees_that_cannot_be_are_refused_with_their_field(wanted: EntryFees, field: str) -> None:
    with pytest.raises(r.BadField) as refused:
        fees.set_fees(entered(4, Regulations(rounds=3)), wanted)
    assert refused.value.field == field


@pytest.mark.parametrize("day", ["", "29.11.2026"])
def test_a_payment_has_a_day(day: str) -> None:
    with pytest.raises(r.BadField):
        fees.take_payment(with_fees(), TWO, None, CASH, day, "Anna")


LATER = EntryFees(
    3000,
    (CategoryFee("U18", 1000),),
    changes=(
        FeeChange("2026-12-20", "", 5000),
        FeeChange("2026-12-02", "", 4000),
        FeeChange("2026-12-02", "U18", 1500),
    ),
)


def entering(t: Tournament, day: str, birth_year: int = 1980) -> tuple[Tournament, EntrantId]:
    events = register(t, NewPlayer(f"Late {day} {birth_year}", birth_year=birth_year))
    then = replay(fees.entries_dated(t, events, [day]), t.copy())
    return then, EntrantId(max(then.players))


@pytest.mark.parametrize(
    ("day", "birth_year", "owed"),
    [
        ("2026-12-01", 1980, 3000),
        ("2026-12-02", 1980, 4000),
        ("2026-12-19", 1980, 4000),
        ("2026-12-20", 1980, 5000),
        ("2026-12-01", 2012, 1000),
        ("2026-12-20", 2012, 1500),
    ],
)
def test_a_fee_is_that_of_the_day_of_entry(day: str, birth_year: int, owed: int) -> None:
    t, id = entering(with_fees(LATER), day, birth_year)
    assert fees.owed(t, id) == owed
    assert [fees.owed(t, one) for one in (ONE, TWO)] == [1000, 3000], "who was there before"


def test_a_fee_by_hand_counts_whatever_the_day() -> None:
    t, id = entering(with_fees(LATER), "2026-12-20")
    assert fees.due(replay(fees.set_own_fee(t, id, 3000, "by post"), t), id) == 3000


def test_days_are_noted_only_where_the_fee_goes_by_them_and_stay() -> None:
    t, entry = with_fees(), [e.PlayerRegistered(Player(PlayerId(9), "Late"))]
    assert fees.entries_dated(t, entry, ["2026-12-02"]) == entry
    [once] = fees.entries_dated(with_fees(LATER), entry, ["2026-12-01"])
    assert fees.entries_dated(with_fees(LATER), [once], ["2026-12-30"]) == [once]


def test_whoever_waited_for_a_place_pays_by_the_day_on_which_they_entered() -> None:
    t, waits = with_fees(LATER), e.EntryWaitlisted(Player(PlayerId(9), "Late"))
    t = replay(fees.entries_dated(t, [waits], ["2026-12-01"]), t)
    t = replay(fees.entries_dated(t, register_from_list(t, PlayerId(9)), ["2026-12-30"]), t)
    assert fees.due(t, EntrantId(9)) == 3000


def test_whoever_waited_since_before_fees_went_by_the_day_pays_the_first_fee() -> None:
    t = replay([e.EntryWaitlisted(Player(PlayerId(9), "Late"))], with_fees(LATER))
    moved = fees.entries_dated(t, register_from_list(t, PlayerId(9)), ["2026-12-30"])
    assert fees.due(replay(moved, t), EntrantId(9)) == 3000


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (FeeChange("2 December", "", 4000), "date"),
        (FeeChange("", "", 4000), "date"),
        (FeeChange("2026-12-02", "S65", 4000), "category-of-fees"),
        (FeeChange("2026-12-02", "", -1), "sum:0:100000"),
    ],
)
def test_a_change_that_cannot_be_is_refused(change: FeeChange, rule: str) -> None:
    with pytest.raises(r.BadField) as refused:
        with_fees(replace(LATER, changes=(change,)))
    assert (refused.value.field, refused.value.rule) == ("fee_changes", rule)


def test_two_changes_on_one_day_are_refused() -> None:
    with pytest.raises(r.BadField):
        with_fees(replace(LATER, changes=(FeeChange("2026-12-02", "", 1), FeeChange("2026-12-02", "", 2))))

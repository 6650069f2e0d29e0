"""Entry fees: what each entrant owes, and money that comes or is given back."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeGuard

from domain import events as e
from domain import refusals as r
from domain.decisions.players.numbering import contender
from domain.decisions.players.paying import checked_pay_page
from domain.decisions.players.registering import entrant
from domain.fields import bic, iban, iso_day, paragraphs, sum_of_money, text, written_amount
from domain.tournament import Tournament
from domain.words.choices.fees import (
    MAX_HOLDER_CHARS,
    MAX_HOW_TO_PAY_CHARS,
    MOST_FEE_CATEGORIES,
    MOST_FEE_CHANGES,
    CategoryFee,
    EntryFees,
    FeeChange,
    FeeOfLeavers,
    FeePayment,
    PaymentWay,
    Transfer,
)
from domain.words.choices.prizes import BadCategory, Category, category
from domain.words.players import EntrantId

MOST_CENTS = 100_000_00
MAX_FEE_REASON_CHARS = 200
MAX_PAYER_CHARS = 120


def set_fees(tournament: Tournament, wanted: EntryFees) -> list[e.Event]:
    """For all entrants, those who have entered too. Once money was taken the currency stays. Raises BadField."""
    currency = wanted.currency.strip().upper()
    if not (len(currency) == 3 and currency.isascii() and currency.isalpha()):
        raise r.BadField("currency", wanted.currency, "three-letters:EUR")
    if tournament.payments and currency != tournament.fees.currency:
        raise r.CurrencyIsFixed(tournament.fees.currency)
    if len(wanted.by_category) > MOST_FEE_CATEGORIES:
        raise r.BadField("fee_categories", str(len(wanted.by_category)), f"at-most:{MOST_FEE_CATEGORIES}")
    fees = replace(
        wanted,
        cents=sum_of_money("fee", wanted.cents, 0, MOST_CENTS, currency),
        by_category=tuple(_checked(one, currency) for one in wanted.by_category),
        currency=currency,
        how_to_pay=paragraphs("how_to_pay", wanted.how_to_pay, longest=MAX_HOW_TO_PAY_CHARS),
        iban=iban("iban", wanted.iban),
        bic=bic("bic", wanted.bic),
        holder=text("holder", wanted.holder, longest=MAX_HOLDER_CHARS, required=bool(wanted.iban.strip())),
        pay_page=checked_pay_page(wanted.pay_page),
    )
    fees = replace(fees, changes=_checked_changes(fees))
    return [] if fees == tournament.fees else [e.EntryFeesSet(fees)]


def _checked_changes(fees: EntryFees) -> tuple[FeeChange, ...]:
    """By day; each of a category that has a fee, and none twice."""
    known = ["", *(one.category for one in fees.by_category)]
    found: dict[tuple[str, str], FeeChange] = {}
    for day, who, cents in fees.changes:
        if who.strip() not in known:
            raise r.BadField("fee_changes", who, "category-of-fees")
        sum_of_money("fee_changes", cents, 0, MOST_CENTS, fees.currency)
        one = FeeChange(iso_day("fee_changes", day), who.strip(), cents)
        if not one.day:
            raise r.BadField("fee_changes", day, "date")
        if (one.day, one.category) in found:
            raise r.BadField("fee_changes", one.day, "change-twice")
        found[one.day, one.category] = one
    if len(found) > MOST_FEE_CHANGES:
        raise r.BadField("fee_changes", str(len(found)), f"at-most:{MOST_FEE_CHANGES}")
    return tuple(found[at] for at in sorted(found))


def written_change(one: FeeChange) -> str:
    """As it is typed: `U18; 2026-12-02; 15`."""
    return "; ".join(filter(None, (one.category, one.day, written_amount(one.cents))))


def entries_dated(tournament: Tournament, events: Sequence[e.Event], days: Iterable[str]) -> list[e.Event]:
    """The same, each entry with its day where the fee goes by it; who waited for a place keeps that of the list."""
    if not tournament.fees.changes:
        return [*events]
    coming = iter(days)
    return [replace(one, entered_on=next(coming)) if _is_undated(one) else one for one in events]


def _is_undated(event: e.Event) -> TypeGuard[e.PlayerRegistered | e.EntryWaitlisted | e.TeamRegistered]:
    match event:
        case e.PlayerRegistered(from_waiting=True):
            return False
        case e.PlayerRegistered() | e.EntryWaitlisted() | e.TeamRegistered():
            return not event.entered_on
        case _:
            return False


def _checked(one: CategoryFee, currency: str) -> CategoryFee:
    cents = sum_of_money("fee_categories", one.cents, 0, MOST_CENTS, currency)
    try:
        asked = category(one.category)
    except BadCategory as bad:
        raise r.BadField("fee_categories", bad.text, "category") from None
    if asked.board is not None or not asked.text:
        raise r.BadField("fee_categories", one.category, "category")
    return CategoryFee(asked.text, cents)


def set_own_fee(tournament: Tournament, id: EntrantId, cents: int | None, reason: str = "") -> list[e.Event]:
    """None = as the category says; another sum, or nothing, needs a reason."""
    entrant(tournament, id)
    if cents is None:
        return [e.OwnFeeSet(id, None)] if id in tournament.own_fees else []
    sum_of_money("own_fee", cents, 0, MOST_CENTS, tournament.fees.currency)
    why = text("reason", reason, longest=MAX_FEE_REASON_CHARS, required=True)
    event = e.OwnFeeSet(id, cents, why)
    before = tournament.own_fees.get(id)
    return [] if before and (before.cents, before.reason) == (cents, why) else [event]


def take_payment(
    tournament: Tournament, id: EntrantId, cents: int | None, way: PaymentWay, day: str, by: str, payer: str = ""
) -> list[e.Event]:
    """Take this sum, or all that is open; more than is open is refused, for the money of others is close by."""
    entrant(tournament, id)
    still = owed(tournament, id)
    if still <= 0:
        raise r.NothingOwed(id)
    sum = still if cents is None else sum_of_money("amount", cents, 1, still, tournament.fees.currency)
    return [_moved(tournament, id, sum, way, day, by, payer=text("payer", payer, longest=MAX_PAYER_CHARS))]


def take_transfers(tournament: Tournament, transfers: Sequence[Transfer], by: str) -> list[e.Event]:
    """All of them, with a receipt each; one that is more than is open refuses them all."""
    events: list[e.Event] = []
    for one in transfers:
        entrant(tournament, one.player)
        still = owed(tournament, one.player) - sum(
            seen.cents for seen in transfers[: len(events)] if seen.player == one.player
        )
        if still <= 0:
            raise r.NothingOwed(one.player)
        sum_of_money("amount", one.cents, 1, still, tournament.fees.currency)
        events.append(_moved(tournament, one.player, one.cents, PaymentWay.TRANSFER, one.day, by, after=len(events)))
    return events


def refund(
    tournament: Tournament, id: EntrantId, cents: int, way: PaymentWay, day: str, by: str, reason: str
) -> list[e.Event]:
    """No more than was paid."""
    entrant(tournament, id)
    had = paid(tournament, id)
    if had <= 0:
        raise r.NothingPaid(id)
    sum_of_money("amount", cents, 1, had, tournament.fees.currency)
    why = text("reason", reason, longest=MAX_FEE_REASON_CHARS, required=True)
    return [_moved(tournament, id, -cents, way, day, by, reason=why)]


def _moved(
    tournament: Tournament,
    id: EntrantId,
    cents: int,
    way: PaymentWay,
    day: str,
    by: str,
    payer: str = "",
    reason: str = "",
    after: int = 0,
) -> e.Event:
    """`after` are the payments of the same decision before it."""
    number, currency = max(tournament.payments, default=0) + after + 1, tournament.fees.currency
    when = iso_day("paid_on", day)
    if not when:
        raise r.BadField("paid_on", day, "required")
    return e.PaymentMade(id, FeePayment(number, cents, way, when, by, currency, payer, reason))


def cancel_payment(tournament: Tournament, number: int, reason: str) -> list[e.Event]:
    """It was entered by mistake. Twice changes nothing; nobody may be left with more given back than was paid."""
    if number not in tournament.payments:
        raise r.BadField("payment", str(number), "no-such-payment")
    if number in tournament.cancelled_payments:
        return []
    id, payment = tournament.payments[number]
    if paid(tournament, id) - payment.cents < 0:
        raise r.GivenBackAlready(id)
    return [e.PaymentCancelled(id, number, text("reason", reason, longest=MAX_FEE_REASON_CHARS, required=True))]


def fee_category(tournament: Tournament, id: EntrantId) -> CategoryFee:
    """The category by which the entrant pays; an empty one = none of them."""
    player, start = contender(tournament, id), tournament.details.end or tournament.details.start
    year = int(start[:4] or 0)
    fees = tournament.fees
    ours = (one for one in fees.by_category if category(one.category).admits(player, year))
    found = next(ours, CategoryFee("", fees.cents))
    return CategoryFee(found.category, fees.on(tournament.entered_on.get(id, ""), found))


def fee_categories(tournament: Tournament, day: str) -> Iterator[tuple[Category, int, tuple[FeeChange, ...]]]:
    """Of each category what those pay who enter on this day, and what is to come; everybody else at the end."""
    fees = tournament.fees
    for one in (*fees.by_category, CategoryFee("", fees.cents)):
        yield category(one.category), fees.on(day, one), fees.after(day, one)


def due(tournament: Tournament, id: EntrantId) -> int:
    """A fee of their own, else that of the category, or what is left of it for those who never played."""
    own = tournament.own_fees.get(id)
    fee, leavers = fee_category(tournament, id).cents if own is None else own.cents, tournament.fees.leavers
    if own is not None or leavers is FeeOfLeavers.DUE or not has_left(tournament, id) or _was_seated(tournament, id):
        return fee
    return 0 if leavers is FeeOfLeavers.NOTHING else min(fee, paid(tournament, id))


def has_left(tournament: Tournament, id: EntrantId) -> bool:
    return id in tournament.expelled or any(back is None for _, back in tournament.absences.get(id, ()))


def _was_seated(tournament: Tournament, id: EntrantId) -> bool:
    return any(id in round.seated for round in tournament.rounds[: tournament.published])


def paid(tournament: Tournament, id: EntrantId) -> int:
    return sum(payment.cents for payment in payments_of(tournament, id))


def payments_of(tournament: Tournament, id: EntrantId) -> Iterator[FeePayment]:
    """Those that count."""
    for player, payment in tournament.payments.values():
        if player == id and payment.number not in tournament.cancelled_payments:
            yield payment


def owed(tournament: Tournament, id: EntrantId) -> int:
    """What is still to pay; negative = too much was paid."""
    return due(tournament, id) - paid(tournament, id)


def refuse_unpaid(tournament: Tournament, id: EntrantId) -> None:
    """Where nobody checks in before the fee is paid. Raises FeeNotPaid."""
    if tournament.fees.before_check_in and owed(tournament, id) > 0:
        raise r.FeeNotPaid(tournament.entrants[id].name, owed(tournament, id), tournament.fees.currency)

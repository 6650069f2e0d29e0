"""Entry fees as JSON for programs. Money is in hundredths of the currency."""

from typing import TypedDict

from domain.words.choices.fees import PaymentWay
from projections.lists.fees import FeeList, FeeRow, PaymentRow
from web.api.people import PersonJson, person


class PaymentJson(TypedDict):
    """Below 0 it was given back."""

    receipt: int
    cents: int
    currency: str
    way: PaymentWay
    day: str
    payer: str
    taken_by: str
    cancelled: bool


class FeeJson(TypedDict):
    """`own` is a fee beside the categories; `reference` is that of transfers, empty where fees are not paid so."""

    entrant: PersonJson
    category: str
    own: bool
    due: int
    paid: int
    reference: str
    payments: list[PaymentJson]


class FeesJson(TypedDict):
    tournament: str
    position: int
    currency: str
    entrants: list[FeeJson]


def fees_json(tournament: str, position: int, view: FeeList) -> FeesJson:
    return {
        "tournament": tournament,
        "position": position,
        "currency": view.currency,
        "entrants": [_fee_json(row, view) for row in view.rows],
    }


def _fee_json(row: FeeRow, view: FeeList) -> FeeJson:
    return {
        "entrant": person(row.person),
        "category": row.category,
        "own": row.own is not None,
        "due": row.due,
        "paid": row.paid,
        "reference": row.reference,
        "payments": [_payment_json(one) for one in view.payments_of(row.person.id)],
    }


def _payment_json(row: PaymentRow) -> PaymentJson:
    payment = row.payment
    return {
        "receipt": payment.number,
        "cents": payment.cents,
        "currency": payment.currency,
        "way": payment.way,
        "day": payment.day,
        "payer": "" if row.person.anonymous else payment.payer,
        "taken_by": payment.taken_by,
        "cancelled": row.cancelled is not None,
    }

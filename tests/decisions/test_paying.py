"""Paying from afar: what is taken for an account and for a page, references, and transfers noted together."""

from dataclasses import replace

import pytest
from stdnum import iso11649

from domain.decisions.players import fees
from domain.decisions.players.paying import mark_of, pay_page, reference
from domain.refusals import BadField, NothingOwed
from domain.tournament import Tournament, replay
from domain.words.choices.fees import EntryFees, Transfer
from tests.decisions.test_fees import DAY, ONE, TWO, with_fees

ACCOUNT = EntryFees(2500, iban="BG80 BNBG 9661 1020 3456 78", holder="Chess club", mark="7K2Q")


def test_an_account_is_kept_without_blanks_and_refused_with_one_wrong_digit() -> None:
    assert with_fees(ACCOUNT).fees.iban == "BG80BNBG96611020345678"
    with pytest.raises(BadField) as refused:
        fees.set_fees(Tournament(), replace(ACCOUNT, iban="BG80 BNBG 9661 1020 3456 79"))
    assert (refused.value.field, refused.value.rule) == ("iban", "iban")


@pytest.mark.parametrize(
    ("field", "value", "rule"),
    [
        ("holder", "", "required"),
        ("bic", "BNBG", "bic"),
        ("pay_page", "http://example.org/{amount}", "https"),
        ("pay_page", "https://example.org/{cents}", "pay-page-places"),
        ("pay_page", "https://example.org/{amount:>99999999}", "pay-page-places"),
        ("pay_page", "https://example.org/{amount.real}", "pay-page-places"),
        ("pay_page", "javascript:alert(1)", "web-address"),
    ],
)
def test_what_cannot_be_is_refused(field: str, value: str, rule: str) -> None:
    with pytest.raises(BadField) as refused:
        fees.set_fees(Tournament(), replace(ACCOUNT, **{field: value}))
    assert (refused.value.field, refused.value.rule) == (field, rule)


def test_references_are_valid_and_differ_between_entrants_and_tournaments() -> None:
    t, other = with_fees(ACCOUNT), with_fees(replace(ACCOUNT, mark="7K2R"))
    said = [reference(one, id) for one in (t, other) for id in one.entrants]
    assert len(set(said)) == len(said) == 8
    assert all(map(iso11649.is_valid, said))
    assert said[0] == "RF407K2Q001"
    assert mark_of("open-2026") != mark_of("open-2027")


def test_nobody_has_a_reference_where_fees_are_paid_at_the_desk_alone() -> None:
    assert reference(with_fees(replace(ACCOUNT, iban="", holder="")), ONE) == ""


def test_the_page_of_a_service_gets_sum_currency_and_reference() -> None:
    rules = replace(ACCOUNT, pay_page="https://pay.example.org/{amount}{currency}?for={reference}")
    assert pay_page(rules, 2550, "RF18 1") == "https://pay.example.org/25.50EUR?for=RF18%201"


def test_transfers_are_noted_together_with_a_receipt_each_or_none_is() -> None:
    t = with_fees(ACCOUNT)
    t = replay(fees.take_transfers(t, [Transfer(ONE, 2500, DAY), Transfer(TWO, 1000, DAY)], "Anna"), t)
    assert [(number, id, one.cents, one.way.value) for number, (id, one) in t.payments.items()] == [
        (1, ONE, 2500, "transfer"),
        (2, TWO, 1000, "transfer"),
    ]
    with pytest.raises(NothingOwed):
        fees.take_transfers(t, [Transfer(TWO, 500, DAY), Transfer(ONE, 1, DAY)], "Anna")
    with pytest.raises(BadField):
        fees.take_transfers(t, [Transfer(TWO, 1000, DAY), Transfer(TWO, 1000, DAY)], "Anna")

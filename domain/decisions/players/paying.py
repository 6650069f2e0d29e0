"""Paying a fee from afar: the reference by which money is known, and a page of the organiser's where it is paid."""

from collections.abc import Mapping
from hashlib import sha256
from urllib.parse import quote

from domain import refusals as r
from domain.fields import web_address, written_amount
from domain.tournament import Tournament
from domain.words.choices.fees import EntryFees
from domain.words.players import EntrantId

MARK_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""None that looks like another one."""
MARK_CHARS = 4
PAY_PAGE_PLACES: Mapping[str, str] = {"amount": "25", "currency": "EUR", "reference": "RF18"}
"""With what stands there for example."""


def mark_of(tournament: str) -> str:
    """The letters for references of the tournament of this name: one in a million has the same."""
    digest = sha256(tournament.encode()).digest()
    return "".join(MARK_LETTERS[octet % len(MARK_LETTERS)] for octet in digest[:MARK_CHARS])


def reference(tournament: Tournament, id: EntrantId) -> str:
    """A creditor reference (ISO 11649), whose check digits show a slip of the pen; empty where fees are not paid so."""
    from stdnum.iso7064.mod_97_10 import calc_check_digits

    fees = tournament.fees
    if not (fees.paid_online and fees.mark):
        return ""
    body = f"{fees.mark}{id:03}"
    return f"RF{calc_check_digits(body + 'RF')}{body}"


def references(tournament: Tournament) -> dict[str, EntrantId]:
    return {reference(tournament, id): id for id in tournament.entrants} if tournament.fees.paid_online else {}


def checked_pay_page(typed: str) -> str:
    """The address as it is typed. Raises BadField for other places in braces, and for what is no https address."""
    address = typed.strip()
    if not address:
        return ""
    filled = _filled(address, PAY_PAGE_PLACES)
    if "{" in filled or "}" in filled:
        raise r.BadField("pay_page", address, "pay-page-places")
    if web_address("pay_page", filled).scheme != "https":
        raise r.BadField("pay_page", address, "https")
    return address


def pay_page(fees: EntryFees, cents: int, reference: str) -> str:
    """The organiser's page for this sum; empty = there is none."""
    return _filled(fees.pay_page, {"amount": written_amount(cents), "currency": fees.currency, "reference": reference})


def _filled(address: str, places: Mapping[str, str]) -> str:
    for name, said in places.items():
        address = address.replace(f"{{{name}}}", quote(said, safe=""))
    return address

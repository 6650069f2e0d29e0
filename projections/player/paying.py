"""What somebody who pays from afar needs: the sum, the account, the reference, and the organiser's page."""

from domain.decisions.players.fees import owed
from domain.decisions.players.paying import pay_page, reference
from domain.records import dataclass
from domain.tournament import Tournament
from domain.words.players import EntrantId


@dataclass(frozen=True, slots=True)
class PaymentAsked:
    cents: int
    currency: str
    reference: str
    iban: str
    """Empty = nothing is sent to an account."""
    bic: str
    holder: str
    page: str
    """Empty = the organiser has no page for it."""

    @property
    def has_code(self) -> bool:
        """Codes of transfers are of euros alone (EPC069-12)."""
        return bool(self.iban) and self.currency == "EUR"


def payment_asked(t: Tournament, id: EntrantId) -> PaymentAsked | None:
    """None: nothing is owed, or fees are not paid so."""
    still, fees = owed(t, id), t.fees
    if not fees.paid_online or still <= 0:
        return None
    said = reference(t, id)
    return PaymentAsked(still, fees.currency, said, fees.iban, fees.bic, fees.holder, pay_page(fees, still, said))

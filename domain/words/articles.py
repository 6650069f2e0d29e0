"""An article of a set of rules, always cited with its edition: B.2 of 1998 is not B.2 of Lim or Dubov."""

from collections.abc import Iterable
from enum import StrEnum

from domain.records import dataclass

FIRST_EDITION = "dutch-1998"
"""The edition meant by the articles that version 0.1 stored without one."""
FIDE_2009 = "FIDE-2009"
"""Articles 31 to 33, the tie-breaks and play-offs of FIDE until August 2023."""
C07 = "C.07"
"""Tie-breaks of FIDE since 2023; the ruleset of the regulations says of which year."""
PORTAL = "seed 003"


@dataclass(frozen=True, slots=True)
class Article:
    """One article of one edition."""

    edition: str
    """The name of a pairing system, `dutch-1998`, or of another text of rules."""
    number: str
    """As the document has it: `B.2a`, `C14`. Empty: the text as a whole, or one that numbers nothing."""

    @property
    def short(self) -> str:
        """The number; the text where that says nothing."""
        return self.number or self.edition

    @property
    def stored(self) -> str:
        """As a journal keeps it: `dutch-1998 B.2a`."""
        return f"{self.edition} {self.number}"


class SharedRule(StrEnum):
    """A rule that several editions have, each under an article of its own."""

    ORDER_OF_EQUALS = "order-of-equals"
    INITIAL_COLOUR = "initial-colour"
    NEVER_AGAIN = "never-again"
    """Nobody meets somebody twice."""
    ONE_BYE = "one-bye"
    PAIRING_STANDS = "pairing-stands"
    LATECOMER = "latecomer"
    CORRECTIONS = "corrections"
    """A choice of the regulations beside the system: the article is that of their policy."""
    ABSENCE = "absence"
    """Somebody who did not come and said nothing counts as withdrawn."""
    ADJOURNED = "adjourned"
    ADJOURNED_FOR_PAIRING_ONLY = "adjourned-for-pairing-only"
    """And nothing in the table of the day."""


def cited(stored: str) -> Article:
    """The article behind a stored text; one without an edition is of the first edition there was."""
    edition, _, number = stored.rpartition(" ")
    return Article(edition or FIRST_EDITION, number)


def cited_together(articles: Iterable[Article]) -> str:
    """`32.1.1; 7.5`: the numbers that one rule has in several texts; nothing of a text that nobody could look up."""
    return "; ".join(article.short for article in articles if article.edition != PORTAL)

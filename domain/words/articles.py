"""An article of a set of rules, always cited with its edition: B.2 of 1998 is not B.2 of Lim or Dubov."""

from dataclasses import dataclass

FIRST_EDITION = "dutch-1998"
"""The edition meant by the articles that version 0.1 stored without one."""


@dataclass(frozen=True, slots=True)
class Article:
    """One article of one edition."""

    edition: str
    """The name of a pairing system: `dutch-1998`."""
    number: str
    """As the document has it: `B.2a`, `C14`."""

    @property
    def stored(self) -> str:
        """As a journal keeps it: `dutch-1998 B.2a`."""
        return f"{self.edition} {self.number}"


def cited(stored: str) -> Article:
    """The article behind a stored text; one without an edition is of the first edition there was."""
    edition, _, number = stored.rpartition(" ")
    return Article(edition or FIRST_EDITION, number)

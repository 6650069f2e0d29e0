"""The kind of event in a report file: the records 192 (encoded) and 092 (free text), and its days."""

from datetime import date
from typing import Final

from domain.files.trf.report import Header
from domain.files.trf.values import iso_date
from domain.ranking.tiebreaks import Ruleset, default_ruleset
from domain.words.regulations import Format

RULES_IN_FORCE: Final = Ruleset.C07_2026

FORMAT_OF_TYPE: tuple[tuple[str, Format], ...] = (
    ("ROUNDROBIN", Format.ROUND_ROBIN),
    ("BERGER", Format.ROUND_ROBIN),
    ("SCHEVENINGEN", Format.SCHEVENINGEN),
    ("SCHILLER", Format.SCHEVENINGEN),
    ("KNOCKOUT", Format.KNOCKOUT),
    ("DUTCH", Format.SWISS),
    ("SWISS", Format.SWISS),
    ("DUBOV", Format.SWISS),
    ("BURSTEIN", Format.SWISS),
)
"""Parts of the codes of record 192 (TRF26) and what they mean; the first that is found counts."""

FORMATS_WITH_BRACKET = (Format.KNOCKOUT, Format.DOUBLE_ELIMINATION)

WRITTEN: tuple[tuple[str, Format], ...] = (
    ("roundrobin", Format.ROUND_ROBIN),
    ("allplayall", Format.ROUND_ROBIN),
    ("berger", Format.ROUND_ROBIN),
    ("rundenturnier", Format.ROUND_ROBIN),
    ("кругов", Format.ROUND_ROBIN),
    ("кръгов", Format.ROUND_ROBIN),
    ("knockout", Format.KNOCKOUT),
    ("doubleelimination", Format.DOUBLE_ELIMINATION),
    ("schevening", Format.SCHEVENINGEN),
    ("schiller", Format.SCHEVENINGEN),
)
"""Parts of the words people write into record 092, letters only."""


def declared_format(header: Header) -> Format | None:
    """The format that the file names; None = it names none that is known here.

    Never guessed from names or numbers of games: a part of a round robin looks like a Swiss.
    """
    code, words = _letters(header.encoded_type).upper(), _letters(header.type).casefold()
    found = [format for part, format in FORMAT_OF_TYPE if part in code]
    found += [format for part, format in WRITTEN if part in words]
    return found[0] if found else None


def last_day(header: Header) -> date | None:
    """The day the event ended: its last day (052), else its last round (132), else its first day (042)."""
    for text in (header.end, *reversed(header.round_dates), header.start):
        if day := iso_date(text):
            return date.fromisoformat(day)
    return None


def first_day(header: Header) -> date | None:
    """The day the event began: its first day (042), else its first round (132), else its last day (052)."""
    for text in (header.start, *header.round_dates, header.end):
        if day := iso_date(text):
            return date.fromisoformat(day)
    return None


def ruleset_on(last: date | None) -> Ruleset | None:
    """The rule for unplayed rounds in an event that ended then; None = either of two rules may be in force."""
    return default_ruleset(last) if last else RULES_IN_FORCE


def _letters(text: str) -> str:
    return "".join(letter for letter in text if letter.isalpha())

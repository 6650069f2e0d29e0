"""What kind of event a report file says it is: the records 192 (encoded) and 092 (free text)."""

from domain.files.trf.report import Header
from domain.words.regulations import Format

ENCODED: tuple[tuple[str, Format], ...] = (
    ("ROUNDROBIN", Format.ROUND_ROBIN),
    ("BERGER", Format.ROUND_ROBIN),
    ("SCHEVENINGEN", Format.SCHEVENINGEN),
    ("SCHILLER", Format.SCHEVENINGEN),
    ("DUTCH", Format.SWISS),
    ("SWISS", Format.SWISS),
    ("DUBOV", Format.SWISS),
    ("BURSTEIN", Format.SWISS),
)
"""Parts of the codes of record 192 (TRF26) and what they mean; the first that is found counts."""

WRITTEN: tuple[tuple[str, Format], ...] = (
    ("roundrobin", Format.ROUND_ROBIN),
    ("allplayall", Format.ROUND_ROBIN),
    ("berger", Format.ROUND_ROBIN),
    ("rundenturnier", Format.ROUND_ROBIN),
    ("кругов", Format.ROUND_ROBIN),
    ("кръгов", Format.ROUND_ROBIN),
    ("schevening", Format.SCHEVENINGEN),
    ("schiller", Format.SCHEVENINGEN),
)
"""Parts of the words people write into record 092, letters only."""


def declared_format(header: Header) -> Format | None:
    """The format that the file names; None = it names none that is known here.

    Never guessed from names or numbers of games: a part of a round robin looks like a Swiss.
    """
    code, words = _letters(header.encoded_type).upper(), _letters(header.type).casefold()
    found = [format for part, format in ENCODED if part in code]
    found += [format for part, format in WRITTEN if part in words]
    return found[0] if found else None


def _letters(text: str) -> str:
    return "".join(letter for letter in text if letter.isalpha())

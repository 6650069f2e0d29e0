"""Checks of a field of a form, a list or a report file. They raise BadField."""

import ipaddress
import unicodedata
from datetime import date
from typing import TYPE_CHECKING

from domain.refusals import BadField
from domain.words.choices.currencies import smallest_sum
from domain.words.federations import FEDERATIONS, codes_meant, fide_code

if TYPE_CHECKING:
    from yarl import URL

LONGEST_EMAIL_CHARS = 254
LONGEST_WEB_ADDRESS_CHARS = 500
LONGEST_IBAN_TYPED_CHARS = 60


def text(field: str, value: str, longest: int, required: bool = False) -> str:
    clean = " ".join(unicodedata.normalize("NFC", value).split())
    if required and not clean:
        raise BadField(field, value, "required")
    return _printable(field, clean, longest)


def paragraphs(field: str, value: str, longest: int) -> str:
    """Text of several lines, with its empty lines and indents. A tab counts as four spaces."""
    lines = unicodedata.normalize("NFC", value).expandtabs(4).splitlines()
    clean = "\n".join(line.rstrip() for line in lines).strip("\n")
    for line in clean.split("\n"):
        _printable(field, line, longest)
    if len(clean) > longest:
        raise BadField(field, f"{clean[:40]}…", f"longest:{longest}")
    return clean


def _printable(field: str, clean: str, longest: int) -> str:
    if len(clean) > longest:
        raise BadField(field, clean, f"longest:{longest}")
    if any(
        unicodedata.category(c) in ("Cc", "Cs", "Co") or c in "\u202a\u202b\u202d\u202e\u2066\u2067\u2068"
        for c in clean
    ):
        raise BadField(field, clean, "printable")
    return clean


def whole_number(field: str, value: int, least: int, most: int) -> int:
    """From `least` to `most`, both included."""
    if not least <= value <= most:
        raise BadField(field, str(value), f"whole:{least}:{most}")
    return value


def written_amount(cents: int) -> str:
    """`25` or `9.50`, as an amount of money is typed."""
    return f"{cents // 100}.{cents % 100:02}" if cents % 100 else str(cents // 100)


def sum_of_money(field: str, cents: int, least: int, most: int, currency: str) -> int:
    """From `least` to `most` hundredths, both included; the refusal names amounts as they are typed."""
    if cents % smallest_sum(currency):
        raise BadField(field, written_amount(cents), f"whole-money:{currency}")
    if not least <= cents <= most:
        raise BadField(field, written_amount(cents), f"sum:{written_amount(least)}:{written_amount(most)}")
    return cents


def federation(value: str) -> str:
    code = value.strip().upper()
    if code and not (len(code) == 3 and code.isascii() and code.isalpha()):
        raise BadField("federation", value, "three-letters:BUL")
    return code


def known_federation(code: str, was: str = "") -> str:
    """FIDE's code of a federation that somebody types; one that stays as it was may be any code. Raises BadField."""
    written = fide_code(code.strip().upper())
    if written and written != was and written not in FEDERATIONS:
        raise BadField("federation", code, ":".join(("no-federation", *codes_meant(code))))
    return written


def iso_day(field: str, value: str) -> str:
    """An ISO date, or nothing."""
    try:
        return date.fromisoformat(value.strip()).isoformat() if value.strip() else ""
    except ValueError:
        raise BadField(field, value, "date") from None


def email(field: str, value: str) -> str:
    """One address that mail can be sent to, or nothing: no list, no name beside it, ASCII alone, which every mail
    server takes.
    """
    from email_validator import EmailNotValidError, validate_email

    typed = text(field, value, longest=LONGEST_EMAIL_CHARS)
    if not typed:
        return ""
    try:
        found = validate_email(typed, allow_smtputf8=False, check_deliverability=False)
    except EmailNotValidError:
        raise BadField(field, typed, "email") from None
    return found.ascii_email or found.normalized


def web_address(field: str, value: str, longest: int = LONGEST_WEB_ADDRESS_CHARS) -> "URL":
    """An http or https address of a server that can be looked up, without a user or a password."""
    from yarl import URL

    typed = text(field, value, longest, required=True)
    try:
        url = URL(typed)
        host, port = url.raw_host or "", url.explicit_port
    except ValueError:  # of which a UnicodeError is one
        raise BadField(field, typed, "web-address") from None
    whole = url.scheme in ("http", "https") and host and url.user is None and url.password is None and port != 0
    if not whole or " " in typed or "\\" in typed:
        raise BadField(field, typed, "web-address")
    if not _can_be_looked_up(host):
        raise BadField(field, typed, "host-name")
    return url


def iban(field: str, value: str) -> str:
    """An account number (ISO 13616) without its blanks, or nothing. Its check digits and its length must be right."""
    from stdnum.exceptions import ValidationError
    from stdnum.iban import validate

    typed = text(field, value, longest=LONGEST_IBAN_TYPED_CHARS)
    try:
        return validate(typed, check_country=False) if typed else ""
    except ValidationError:
        raise BadField(field, typed, "iban") from None


def bic(field: str, value: str) -> str:
    """The code of a bank (ISO 9362), or nothing."""
    from stdnum.bic import validate
    from stdnum.exceptions import ValidationError

    typed = text(field, value, longest=LONGEST_IBAN_TYPED_CHARS)
    try:
        return validate(typed) if typed else ""
    except ValidationError:
        raise BadField(field, typed, "bic") from None


def _can_be_looked_up(host: str) -> bool:
    """An IP address, or a name whose parts the name service knows: none of them empty or longer than 63 letters."""
    import idna

    try:
        ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        pass
    else:
        return True
    name = host.removesuffix(".").replace("_", "-x-")
    try:
        idna.encode(name, uts46=True)
    except (idna.IDNAError, UnicodeError):
        return False
    return bool(name) and not name.rpartition(".")[2].isdigit()

"""Every sentence for people, in every language. This file: which language, and how it writes.

A `Language` is passed wherever words are made; nothing here is global. English is the source;
other languages are gettext catalogues under `web/locale`, and a sentence that a catalogue does
not have yet is said in English. `web/wording/catalogues.py` makes and checks them.
"""

import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import date, datetime, tzinfo
from fractions import Fraction
from functools import cache
from gettext import NullTranslations
from hashlib import sha256
from importlib.util import cache_from_source
from io import BytesIO
from pathlib import Path
from threading import get_ident
from typing import Any, TypeVar

from babel import Locale
from babel.dates import format_date, format_datetime, format_interval, format_time
from babel.lists import format_list
from babel.numbers import format_currency, format_decimal, get_currency_precision
from babel.support import Translations

from domain.records import dataclass

LOCALES = Path(__file__).parent.parent / "locale"
OWN_NAMES = {"en": "English", "bg": "Български", "ru": "Русский"}
"""The languages, and how each calls itself, which every page says without reading what is known about all."""
LANGUAGES = tuple(OWN_NAMES)
LOCALE = {"en": "en_GB"}


def N_(text: str) -> str:
    """The sentence as it stands, marked for extraction: a table keeps it, and `gettext` says it later."""
    return text


def NN_(one: str, many: str) -> tuple[str, str]:
    """As `N_`, for a sentence with a plural: what `ngettext` is asked for later."""
    return one, many


@dataclass(frozen=True, slots=True)
class Language:
    code: str
    locale: Locale
    catalogue: NullTranslations

    @property
    def name(self) -> str:
        return OWN_NAMES.get(self.code, self.code)

    @property
    def spoken(self) -> str:
        """The code of the language that its words are in: English as long as it has no catalogue."""
        return "en" if type(self.catalogue) is NullTranslations else self.code

    @property
    def direction(self) -> str:
        """`ltr` or `rtl`: which way its words run."""
        return str(self.locale.text_direction) if self.spoken == self.code else "ltr"

    def gettext(self, text: str, /, **values: object) -> str:
        """`text` in this language, `{name}` filled in."""
        said = self.catalogue.gettext(text)
        return said.format_map(values) if values else said

    def pgettext(self, context: str, text: str, /, **values: object) -> str:
        """As `gettext`, where one English word has several translations."""
        said = self.catalogue.pgettext(context, text)
        return said.format_map(values) if values else said

    def ngettext(self, one: str, many: str, n: int, /, **values: object) -> str:
        """The form for `n`; `{n}` is filled in."""
        return self.catalogue.ngettext(one, many, n).format_map({"n": self.number(n), **values})

    def listing(self, parts: list[str]) -> str:
        return ", ".join(parts)

    @property
    def _of_its_words(self) -> Locale:
        """The locale of `and` and `or` in a list: English as long as the words are."""
        return self.locale if self.spoken == self.code else Locale("en")

    def alternatives(self, parts: list[str]) -> str:
        """`3 or 4`, `3, 4 or 5`."""
        return format_list(parts, style="or", locale=self._of_its_words)

    def all_of(self, parts: list[str]) -> str:
        """`3 and 4`, `3, 4 and 5`."""
        return format_list(parts, style="standard", locale=self._of_its_words)

    def number(self, value: int) -> str:
        return format_decimal(value, locale=self.locale)

    def decimal(self, value: Fraction, places: int = 2) -> str:
        scaled = value * 10**places
        whole = (2 * abs(scaled.numerator) + scaled.denominator) // (2 * scaled.denominator)
        digits = str(whole).rjust(places + 1, "0")
        sign = "−" if value < 0 and whole else ""
        if not places:
            return sign + digits
        point = self.locale.number_symbols["latn"]["decimal"]
        return f"{sign}{digits[:-places]}{point}{digits[-places:]}"

    def signed(self, value: Fraction, places: int = 1) -> str:
        text = self.decimal(value, places)
        return f"+{text}" if value > 0 else text

    def points(self, half_points: int) -> str:
        """Half-points as arbiters write them: 7 is `3½`, 1 is `½`."""
        whole, half = divmod(abs(half_points), 2)
        sign = "−" if half_points < 0 else ""
        return sign + (f"{whole or ''}½" if half else str(whole))

    def counted(self, half_points: int) -> int:
        """The number whose plural these half-points take where a noun follows.

        English and Bulgarian have `½ point` and `1½ points`; languages with a form for a few (Russian) use that one
        for every fraction: `½ очка`, `1½ очка`.
        """
        whole, half = divmod(abs(half_points), 2)
        if not half:
            return whole
        return 2 if whole or "few" in self._of_its_words.plural_form.tags else 1

    def signed_points(self, half_points: int) -> str:
        return ("+" if half_points > 0 else "") + self.points(half_points)

    def money(self, cents: int, currency: str) -> str:
        """Whole sums without decimals; others with as many as the currency has in ISO 4217, two or more."""
        decimals = "0" * max(2, get_currency_precision(currency))
        pattern = f"#,##0.{decimals}\u00a0¤" if cents % 100 else "#,##0\u00a0¤"
        return format_currency(cents / 100, currency, format=pattern, locale=self.locale, currency_digits=False)

    def day(self, iso: str) -> str:
        """An ISO date in words; what is not a date is said as it stands."""
        try:
            return format_date(date.fromisoformat(iso[:10]), "long", locale=self.locale)
        except ValueError:
            return iso

    def days(self, first: str, last: str) -> str:
        """From one ISO date to another, nothing said twice."""
        try:
            start, end = date.fromisoformat(first[:10]), date.fromisoformat(last[:10])
        except ValueError:
            return self.day(first)
        return format_interval(start, end, "yMMMMd", locale=self.locale)

    def moment(self, when: datetime, zone: tzinfo | None = None) -> str:
        """Date and time; `zone` is where the reader should imagine the clock to hang."""
        return format_datetime(when.astimezone(zone) if zone else when, "d MMM y, HH:mm", locale=self.locale)

    def clock(self, when: datetime) -> str:
        return format_time(when, "short", locale=self.locale)

    def local_time(self, iso: str, days: str = "EEE d MMM") -> str:
        """A local date and time as the schedule has it, e.g. `2026-11-21T15:00`."""
        try:
            when = datetime.fromisoformat(iso)
        except ValueError:
            return iso
        if len(iso) <= len("2026-11-21"):
            return self.day(iso)
        return f"{format_date(when, days, locale=self.locale)}, {format_time(when, 'short', locale=self.locale)}"

    def dated_time(self, iso: str) -> str:
        """As `local_time`, with the year: for what stands there for years."""
        return self.local_time(iso, "d MMM y")


Key = TypeVar("Key")


def said_by(table: Mapping[Key, str]) -> Callable[[Key, Language], str]:
    """A function that says the sentence of a table, or nothing where that is empty."""
    return lambda key, words: words.gettext(table[key]) if table[key] else ""


def said_or_kept(table: Mapping[Any, str]) -> Callable[[str, Language], str]:
    """As `said_by`, but a key that the table does not have is its own word."""
    return lambda key, words: words.gettext(table[key]) if key in table else key


def known(code: str) -> str:
    """A code out of `LANGUAGES`; anything else is English."""
    return code if code in LANGUAGES else LANGUAGES[0]


def language(code: str) -> Language:
    """The language of a code out of `LANGUAGES`; anything else is English."""
    return _language(known(code))


def spoken(code: str) -> str:
    return language(code).spoken


@cache
def _language(code: str) -> Language:
    return Language(
        code, Locale.parse(LOCALE.get(code, code)), translations(place_of(code), folder_of_compiled() / f"{code}.mo")
    )


def place_of(code: str) -> Path:
    return LOCALES / code / "LC_MESSAGES" / "messages.po"


def translations(path: Path, kept: Path | None = None) -> NullTranslations:
    """The saved translations as `gettext` uses them; where there is no file everything is said in English.

    `kept`: a file that holds them ready from one start to the next, as long as they stay the same.
    """
    if not path.exists():
        return NullTranslations()
    source = path.read_bytes()
    digest = sha256(source).digest()
    with suppress(OSError):
        if kept and (ready := kept.read_bytes()).startswith(digest):
            return Translations(BytesIO(ready[len(digest) :]))
    from babel.messages.mofile import write_mo  # English needs neither
    from babel.messages.pofile import read_po

    compiled = BytesIO()
    write_mo(compiled, read_po(BytesIO(source)))
    if kept and not sys.dont_write_bytecode:
        keep_compiled(kept, digest + compiled.getvalue())
    compiled.seek(0)
    return Translations(compiled)


def folder_of_compiled() -> Path:
    """Templates and catalogues, in the folder of Python's compiled files that stands beside the packages.

    Inside of one they would stay when `pip` removes the program, and Python takes what stays for a package.
    """
    return Path(cache_from_source(str(Path(__file__).parents[2] / "tablo.py"))).parent / "tablo"


def keep_compiled(file: Path, content: bytes) -> None:
    """Another process reads the file of before or the whole new one. A folder that takes none never stops a page."""
    fresh = file.with_suffix(f".{os.getpid()}-{get_ident()}")
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_bytes(content)
        fresh.replace(file)

"""The language in which somebody is answered."""

from functools import lru_cache

from babel import Locale, negotiate_locale
from babel.core import UnknownLocaleError

from web.wording import LANGUAGES


def negotiate(wanted: str | None, accept: str) -> str:
    """The code to answer in: an explicit wish, else the browser's `Accept-Language`, else English."""
    if wanted in LANGUAGES:
        return wanted
    return _accepted(accept[:500])


@lru_cache(maxsize=512)
def _accepted(accept: str) -> str:
    """A hall's phones have few such headers, and to read one takes as long as a page that is at hand."""
    return negotiate_locale(_preferred(accept), LANGUAGES, sep="-") or LANGUAGES[0]


def _preferred(accept: str) -> list[str]:
    """Language tags of an `Accept-Language` header, best first; what cannot be read is left out."""
    weighted: list[tuple[float, str]] = []
    for item in accept.split(","):
        tag, _, quality = item.partition(";q=")
        try:
            weighted.append((-float(quality or 1), str(Locale.parse(tag.strip(), sep="-"))))
        except (ValueError, UnknownLocaleError, TypeError):
            continue
    return [tag.replace("_", "-") for _, tag in sorted(weighted, key=lambda pair: pair[0])]

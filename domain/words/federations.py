"""The federations of FIDE: the codes that rating lists have, and what other bodies write instead.

The codes and English names are those of FIDE's rating list of June 2026, as two public programs have them (Sharly Chess
`sharly_chess_config.py` at b28ab10c8, lichess `Federation.scala` at 20623346); they agree on 204 of 208. The codes of
ISO 3166-1 were found for each by its name. England, Scotland and Wales have the codes of ISO 3166-2.
"""

from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from importlib.resources import files

from domain.records import dataclass

MOST_CODES_OFFERED = 4
LEAST_LIKENESS = 0.6
"""Two of three letters in the same order."""


@dataclass(frozen=True, slots=True)
class KnownFederation:
    code: str
    """FIDE's three letters."""
    name: str
    """In English, as FIDE writes it."""
    country: str
    """ISO 3166-1, two letters, England, Scotland and Wales as GB-ENG; empty = no country."""
    iso: str
    """ISO 3166-1, three letters, where they are not FIDE's; else empty."""


def _read(table: str) -> Mapping[str, KnownFederation]:
    rows = (row.split(" ", 3) for row in table.splitlines())
    plain = ((code, name, country.strip("-"), iso.strip("-")) for code, country, iso, name in rows)
    return {code: KnownFederation(code, name, country, iso) for code, name, country, iso in plain}


FEDERATIONS: Mapping[str, KnownFederation] = _read(files("domain.words").joinpath("federations.txt").read_text("utf-8"))
"""By FIDE's code. A row of the file is that code, two letters of ISO, its three where they differ, and the name.

FID is no federation: its players play under the flag of FIDE. NON is nobody's. AHO, the Netherlands Antilles, was
dissolved in 2010, and its code is still in the lists.
"""

OTHER_CODES: Mapping[str, str] = {
    "WAL": "WLS",
    "FRO": "FAI",
    "GGY": "GCI",
    "GUE": "GCI",
    "JEY": "JCI",
    "JER": "JCI",
    "IMN": "IOM",
    "MON": "MNC",
    "SIN": "SGP",
    "LIB": "LBN",
    "ROM": "ROU",
    "TRI": "TTO",
    "KVX": "KOS",
}
"""Codes that other bodies and older lists have for a federation, none of which is a code of FIDE for another one."""


def fide_code(code: str) -> str:
    """FIDE's code for a federation that is written in another way; any other code as it is."""
    return OTHER_CODES.get(code, code)


def federation_of(code: str) -> KnownFederation | None:
    return FEDERATIONS.get(fide_code(code))


def has_flag(code: str) -> bool:
    known = federation_of(code)
    return known is not None and bool(known.country)


def unknown_federations(codes: Iterable[str]) -> tuple[str, ...]:
    """Those that FIDE has not, each once."""
    return tuple(dict.fromkeys(code for code in codes if code and federation_of(code) is None))


def codes_meant(written: str) -> tuple[str, ...]:
    """The codes of FIDE that somebody who wrote this may mean, the likeliest first.

    A code of ISO or a country's name in English means one; else they are those with two of the three letters.
    """
    plain = " ".join(written.split()).casefold()
    if plain.upper() in OTHER_CODES:
        return (fide_code(plain.upper()),)
    exact = (one.code for one in FEDERATIONS.values() if plain in _other_words(one))
    if found := tuple(exact):
        return found
    likeness = {code: SequenceMatcher(None, plain.upper(), code).ratio() for code in FEDERATIONS}
    alike = [code for code, ratio in likeness.items() if ratio > LEAST_LIKENESS]
    first = plain[:1].upper()
    return tuple(sorted(alike, key=lambda code: (-likeness[code], code[:1] != first, code)))[:MOST_CODES_OFFERED]


def _other_words(one: KnownFederation) -> tuple[str, ...]:
    return tuple(word.casefold() for word in (one.iso, one.country, one.name) if word)

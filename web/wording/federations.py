"""Names of federations. Those of countries are the language's own (CLDR), the others are ours."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from domain.words.federations import FEDERATIONS, codes_meant, federation_of, unknown_federations
from web.wording import N_, Language

OWN_NAMES_OF_FEDERATIONS: Mapping[str, str] = {
    "AHO": N_("Netherlands Antilles"),
    "ENG": N_("England"),
    "FID": N_("FIDE (plays for no federation)"),
    "HKG": N_("Hong Kong, China"),
    "MAC": N_("Macau, China"),
    "NON": N_("no federation"),
    "PLE": N_("Palestine"),
    "SCO": N_("Scotland"),
    "TPE": N_("Chinese Taipei"),
    "WLS": N_("Wales"),
}
"""Those that are no country of ISO 3166-1, or that FIDE calls otherwise than CLDR."""


def federation_name(code: str, words: Language) -> str:
    """The whole name of a federation; empty for a code that FIDE has not."""
    known = federation_of(code)
    if known is None:
        return ""
    if known.code in OWN_NAMES_OF_FEDERATIONS:
        return words.gettext(OWN_NAMES_OF_FEDERATIONS[known.code])
    return str(words.locale.territories.get(known.country, known.name)) if words.spoken != "en" else known.name


def federation_choices(words: Language) -> list[tuple[str, str]]:
    """Code and name of each federation, in the order of the codes."""
    return [(code, federation_name(code, words)) for code in FEDERATIONS]


def codes_offered(codes: Iterable[str], words: Language) -> str:
    return words.alternatives([f"{code} ({federation_name(code, words)})" for code in codes])


def no_federation(field: str, written: str, codes: Sequence[str], words: Language) -> str:
    if not codes:
        return words.gettext(
            N_("{field}: FIDE has no federation “{value}”. Choose one of the list."), field=field, value=written
        )
    pattern = N_("{field}: FIDE has no federation “{value}”. Is it {codes}?")
    return words.gettext(pattern, field=field, value=written, codes=codes_offered(codes, words))


class FromFederation(Protocol):
    @property
    def federation(self) -> str: ...


def federations_kept(people: Iterable[FromFederation], words: Language) -> list[str]:
    """A sentence for each code in a list that FIDE has not."""
    return [_kept(code, words) for code in unknown_federations(one.federation.upper() for one in people)]


def _kept(code: str, words: Language) -> str:
    if codes := codes_meant(code):
        pattern = N_("FIDE has no federation “{value}”: it is kept as written. Perhaps it is {codes}.")
        return words.gettext(pattern, value=code, codes=codes_offered(codes, words))
    return words.gettext(N_("FIDE has no federation “{value}”: it is kept as written."), value=code)

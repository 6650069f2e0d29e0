"""Currencies that are not divided into hundredths, in which all sums are kept: whole ones where there is no coin."""

_FRANCS = ("BIF", "DJF", "GNF", "KMF", "RWF", "XAF", "XOF", "XPF")
_OTHERS = ("CLP", "HUF", "ISK", "JPY", "KRW", "PYG", "UGX", "UYI", "VND", "VUV")
WITHOUT_DECIMALS = frozenset((*_FRANCS, *_OTHERS))
"""Those with no digits in ISO 4217; and HUF, whose two are in no coin and on no price since 1999."""

WITH_THOUSANDTHS = frozenset(("BHD", "JOD", "KWD", "LYD", "OMR", "TND"))
"""Sums are written with three decimals."""


def smallest_sum(currency: str) -> int:
    """In hundredths."""
    return 100 if currency in WITHOUT_DECIMALS else 1

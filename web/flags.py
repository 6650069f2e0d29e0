"""Flags of the federations, from the set of `tests/web/take_flags.py`: a file for each, under FIDE's code."""

from domain.words.federations import fide_code, has_flag
from web.plain import STATIC, static_url

FLAGS = STATIC / "flags"


def flag_file(code: str) -> str:
    return f"{fide_code(code).lower()}.svg"


def flag_url(code: str) -> str:
    """The address of a federation's flag; empty for one that has none."""
    if not has_flag(code):
        return ""
    return static_url(f"flags/{flag_file(code)}")

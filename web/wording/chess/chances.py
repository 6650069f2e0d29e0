"""Chances in figures."""

from fractions import Fraction

from projections.moment.chances_found import Aim, AimKind, Need, NeedKind, Share
from web.wording import N_, Language

EXPECTED_SCORES = "B.02, 8.1.2"
"""The article of FIDE's table of expected scores."""
NARROW_SPACE = "\u202f"


def in_percent(share: Share, need: Need | None = None) -> str:
    """`41 %`. Nothing is said to be impossible or certain that is a chance: `< 1 %`, `> 99 %`.

    What `need` says of the same aim is no chance: `0 %`, `100 %`.
    """
    if need is not None and need.kind in (NeedKind.OUT, NeedKind.CERTAIN):
        return f"{100 * need.certain}{NARROW_SPACE}%"
    if share.chance < 0.005:
        return f"<{NARROW_SPACE}1{NARROW_SPACE}%"
    if share.chance >= 0.995:
        return f">{NARROW_SPACE}99{NARROW_SPACE}%"
    return f"{round(100 * share.chance)}{NARROW_SPACE}%"


def error_in_percent(share: Share, language: Language) -> str:
    """`±0.3`: in points of per cent."""
    return "±" + language.decimal(Fraction(round(1000 * share.error), 10), 1)


AIM_NAMES = {
    AimKind.FIRST: N_("First place"),
    AimKind.FIRST_THREE: N_("First three"),
    AimKind.PRIZE: N_("A prize"),
    AimKind.QUALIFY: N_("Qualifying"),
}


def aim_name(aim: Aim, language: Language) -> str:
    return language.gettext(AIM_NAMES[aim.kind])

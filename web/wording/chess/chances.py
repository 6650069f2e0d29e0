"""Chances in figures."""

from projections.moment.chances_found import Share

EXPECTED_SCORES = "B.02, 8.1.2"
"""The article of FIDE's table of expected scores."""
NARROW_SPACE = "\u202f"


def in_percent(share: Share) -> str:
    """`41 %`. Nothing is said to be impossible or certain that is a chance: `< 1 %`, `> 99 %`."""
    if share.chance < 0.005:
        return f"<{NARROW_SPACE}1{NARROW_SPACE}%"
    if share.chance >= 0.995:
        return f">{NARROW_SPACE}99{NARROW_SPACE}%"
    return f"{round(100 * share.chance)}{NARROW_SPACE}%"

"""A clock that was typed in minutes where seconds are counted."""

import pytest

from web.wording.chess.clocks import meant_in_minutes


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("90+30", "5400+30"),
        ("3+2", "180+2"),
        ("15+10", "900+10"),
        ("60+1", ""),
        ("180+2", ""),
        ("5400+30", ""),
        ("40/5400+30:1800+30", ""),
        ("", ""),
    ],
)
def test_what_was_meant_in_minutes_is_said_in_seconds(typed: str, meant: str) -> None:
    assert meant_in_minutes(typed) == meant

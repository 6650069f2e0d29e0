"""Scheveningen tables: every player of team A meets every player of team B once.

Those of 2 to 6 and of 8 boards are the printed ones. Nothing is printed for 7, 9 and 10: the tables of 7 and 9 let
the second team move on by one player a round, that of 10 is put together from the one of 5; colours were searched for
that differ by one at most for each player, and repeat seldom.
"""

from collections.abc import Mapping

from domain.formats.tables.round_robin import BoardsByNumber

FEWEST_IN_A_TEAM, MOST_IN_A_TEAM = 2, 10

_TABLES: Mapping[int, tuple[str, ...]] = {
    2: ("A1-B1 A2-B2", "B2-A1 B1-A2"),
    3: ("A1-B1 A2-B2 B3-A3", "B2-A1 A2-B3 B1-A3", "A1-B3 B1-A2 A3-B2"),
    4: ("A1-B1 A2-B2 B3-A3 B4-A4", "B2-A1 B1-A2 A3-B4 A4-B3", "A1-B3 A2-B4 B1-A3 B2-A4", "B4-A1 B3-A2 A3-B2 A4-B1"),
    5: (
        "A1-B1 A2-B2 A3-B3 B4-A4 B5-A5",
        "B2-A1 B3-A2 A3-B4 A4-B5 B1-A5",
        "A1-B3 A2-B4 B5-A3 B1-A4 A5-B2",
        "B4-A1 A2-B5 A3-B1 B2-A4 B3-A5",
        "A1-B5 B1-A2 B2-A3 A4-B3 A5-B4",
    ),
    6: (
        "A1-B1 B2-A2 B3-A3 A4-B4 B5-A5 A6-B6",
        "B2-A1 A2-B3 A3-B5 B6-A4 A5-B4 B1-A6",
        "A1-B3 B5-A2 B1-A3 A4-B2 A5-B6 B4-A6",
        "B4-A1 B6-A2 A3-B2 A4-B1 B3-A5 A6-B5",
        "A1-B5 A2-B4 A3-B6 B3-A4 B1-A5 B2-A6",
        "B6-A1 A2-B1 B4-A3 B5-A4 A5-B2 A6-B3",
    ),
    7: (
        "A1-B1 B2-A2 B3-A3 B4-A4 A5-B5 A6-B6 A7-B7",
        "A1-B2 A2-B3 A3-B4 B5-A4 B6-A5 B7-A6 B1-A7",
        "B3-A1 B4-A2 A3-B5 A4-B6 A5-B7 A6-B1 B2-A7",
        "A1-B4 A2-B5 B6-A3 B7-A4 B1-A5 A6-B2 A7-B3",
        "B5-A1 A2-B6 A3-B7 A4-B1 B2-A5 B3-A6 B4-A7",
        "B6-A1 B7-A2 B1-A3 A4-B2 A5-B3 A6-B4 A7-B5",
        "A1-B7 A2-B1 A3-B2 B3-A4 B4-A5 B5-A6 B6-A7",
    ),
    8: (
        "A1-B1 A2-B2 A3-B3 A4-B4 B5-A5 B6-A6 B7-A7 B8-A8",
        "B2-A1 B3-A2 B4-A3 B1-A4 A5-B6 A6-B7 A7-B8 A8-B5",
        "A1-B3 A2-B4 A3-B1 A4-B2 B7-A5 B8-A6 B5-A7 B6-A8",
        "B4-A1 B1-A2 B2-A3 B3-A4 A5-B8 A6-B5 A7-B6 A8-B7",
        "A1-B5 A2-B6 A3-B7 A4-B8 B1-A5 B2-A6 B3-A7 B4-A8",
        "B6-A1 B7-A2 B8-A3 B5-A4 A5-B2 A6-B3 A7-B4 A8-B1",
        "A1-B7 A2-B8 A3-B5 A4-B6 B3-A5 B4-A6 B1-A7 B2-A8",
        "B8-A1 B5-A2 B6-A3 B7-A4 A5-B4 A6-B1 A7-B2 A8-B3",
    ),
    9: (
        "B1-A1 B2-A2 B3-A3 B4-A4 B5-A5 A6-B6 A7-B7 A8-B8 A9-B9",
        "A1-B2 A2-B3 A3-B4 A4-B5 A5-B6 B7-A6 B8-A7 B9-A8 B1-A9",
        "B3-A1 B4-A2 B5-A3 B6-A4 A5-B7 A6-B8 A7-B9 A8-B1 A9-B2",
        "A1-B4 A2-B5 A3-B6 B7-A4 B8-A5 B9-A6 B1-A7 B2-A8 A9-B3",
        "B5-A1 B6-A2 B7-A3 A4-B8 A5-B9 A6-B1 A7-B2 A8-B3 B4-A9",
        "A1-B6 A2-B7 A3-B8 B9-A4 B1-A5 B2-A6 B3-A7 B4-A8 A9-B5",
        "B7-A1 B8-A2 B9-A3 A4-B1 A5-B2 A6-B3 A7-B4 A8-B5 B6-A9",
        "A1-B8 A2-B9 A3-B1 B2-A4 B3-A5 B4-A6 B5-A7 B6-A8 A9-B7",
        "B9-A1 B1-A2 B2-A3 A4-B3 A5-B4 A6-B5 A7-B6 A8-B7 B8-A9",
    ),
    10: (
        "B2-A1 B3-A2 A3-B4 A4-B5 B1-A5 A6-B8 A7-B9 B10-A8 B6-A9 A10-B7",
        "A1-B1 A2-B2 A3-B3 B4-A4 B5-A5 B7-A6 B8-A7 A8-B9 A9-B10 B6-A10",
        "A1-B5 B1-A2 B2-A3 A4-B3 A5-B4 A6-B6 A7-B7 A8-B8 B9-A9 B10-A10",
        "B4-A1 A2-B5 A3-B1 B2-A4 B3-A5 A6-B10 B6-A7 B7-A8 A9-B8 A10-B9",
        "A1-B3 A2-B4 B5-A3 B1-A4 A5-B2 B9-A6 A7-B10 A8-B6 B7-A9 B8-A10",
        "A1-B9 B10-A2 B6-A3 A4-B7 A5-B8 B3-A6 B4-A7 A8-B5 A9-B1 B2-A10",
        "B10-A1 A2-B6 A3-B7 B8-A4 B9-A5 A6-B4 B5-A7 B1-A8 A9-B2 A10-B3",
        "B6-A1 B7-A2 B8-A3 A4-B9 A5-B10 B5-A6 A7-B1 A8-B2 B3-A9 B4-A10",
        "A1-B7 A2-B8 B9-A3 B10-A4 A5-B6 B1-A6 B2-A7 B3-A8 A9-B4 A10-B5",
        "B8-A1 B9-A2 A3-B10 A4-B6 B7-A5 A6-B2 A7-B3 B4-A8 B5-A9 A10-B1",
    ),
}


def scheveningen_round(boards: int, round: int) -> BoardsByNumber:
    """White and black of each board: 1 to `boards` are team A, those after it team B."""
    pairs = (pair.split("-") for pair in _TABLES[boards][round - 1].split())
    return tuple((_number(white, boards), _number(black, boards)) for white, black in pairs)


def _number(place: str, boards: int) -> int:
    """`A1` is 1, `B1` the number after the last of team A."""
    return int(place[1:]) + (boards if place[0] == "B" else 0)

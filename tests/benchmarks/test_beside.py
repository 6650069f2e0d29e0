"""Figures of two versions beside each other: what is read from the output of a benchmark, and what is worse."""

import pytest

from tests.benchmarks.beside import FIGURES, Figure, is_worse, least, values

BY_NAME = {figure.name: figure for figure in FIGURES}


@pytest.mark.parametrize(
    ("name", "output", "found"),
    [
        (
            "a result: views",
            "600 players, round 3; CPU ms\n  standings      3.84    (5.29)   120\n  400 cards     33.67",
            [("600 players: standings", "3.84"), ("600 players: 400 cards", "33.67")],
        ),
        (
            "feed: tablo bench live",
            "  tablo        9.93 us of CPU a delivery\n  the desk has its answer       p50 3.5 ms, p99 15.4 ms",
            [
                ("tablo", "9.93"),
                ("the desk: the desk has its answer", "3.5"),
                ("the desk: p99", "15.4"),
            ],
        ),
        (
            "pages: 200 tournaments",
            "ready after 6.62 s (1.81 of processor), 81 MB\nafter the lists 115 MB",
            [("ready", "1.81"), ("after the lists", "115")],
        ),
        (
            "journal: beside its driver",
            "SQLite: one client\n  journal.append     1055 us  =  0.74 x the rate of raw, 128.4 us of processor",
            [("SQLite: journal.append", "128.4")],
        ),
        ("pairing: teams", "type-a, match-points: 10 7 8 ms", [("type-a, match-points", "8")]),
    ],
)
def test_numbers_are_found_in_what_a_benchmark_says(name: str, output: str, found: list[tuple[str, str]]) -> None:
    assert list(values(BY_NAME[name], output)) == found


@pytest.mark.parametrize(
    ("ours", "other", "worse"),
    [
        ("106", "100", True),
        ("105", "100", False),
        ("0.3", "0.2", False),
        ("0.30", "0.20", True),
        ("9", "10", False),
        ("0.05", "0.04", False),
    ],
)
def test_a_figure_is_worse_by_a_twentieth_and_by_more_than_its_last_digit(ours: str, other: str, worse: bool) -> None:
    assert is_worse(ours, other) is worse


def test_the_least_of_all_turns_counts() -> None:
    assert least([{"a": "10", "b": "2"}, {"a": "9.5"}, {}]) == {"a": "9.5", "b": "2"}


def test_each_figure_has_a_name_of_its_own() -> None:
    assert len(BY_NAME) == len(FIGURES)
    assert all(isinstance(figure, Figure) and figure.words for figure in FIGURES)

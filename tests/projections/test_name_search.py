"""People are found by any part of their name, in any alphabet and any order."""

import pytest

from projections.lists.name_search import find, sounds
from projections.moment.snapshot import Snapshot, snapshot
from tests.crosstable import tournament

OPEN = """
    Щербаков,Иван 2500 ?w3
    Çelik,Ayşe    2400 ?b4
    Щерев,Ъгъл    2300 ?b1
    Müller,Özlem  2200 ?w2
    Øyvind,Þór    2100 H
"""


def here() -> Snapshot:
    return snapshot(tournament(OPEN.replace(",", "_")))


def names(wanted: str) -> list[str]:
    return [row.person.name.partition("_")[0] for row in find(here(), wanted).rows]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("Shcherbakov", "Щербаков"),
        ("scherbakow ivan", "Щербаков"),
        ("ИВАН щерб", "Щербаков"),
        ("celik", "Çelik"),
        ("ayse cel", "Çelik"),
        ("Shterev", "Щерев"),
        ("agal", "Щерев"),
        ("mueller", "Müller"),
        ("ozlem", "Müller"),
        ("oyv", "Øyvind"),
        ("thor", "Øyvind"),
        ("2", "Çelik"),
    ],
)
def test_a_name_is_found_however_it_is_typed(wanted: str, found: str) -> None:
    assert names(wanted) == [found]


@pytest.mark.parametrize("wanted", ["", "  ", "—", "nobody", "celik ivan", "22"])
def test_nothing_and_strangers_find_nobody(wanted: str) -> None:
    assert names(wanted) == []


def test_names_that_begin_so_stand_before_those_with_it_inside() -> None:
    state = tournament("Bogdan 2400 ?w2\nDanov 2300 ?b1")

    assert [row.person.name for row in find(snapshot(state), "dan").rows] == ["Danov", "Bogdan"]


def test_who_was_found_has_their_seat_place_and_points() -> None:
    [row] = find(here(), "celik").rows

    assert (row.seat and row.seat.spot, row.seat and row.seat.white, row.place, row.points) == ("2", False, 5, 0)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Карякин", "Karjakin"),
        ("Цветков", "Cvetkov"),
        ("Христов", "Khristov"),
        ("Łukasz", "lukasz"),
        ("Юлия", "Julija"),
    ],
)
def test_spellings_of_one_name_sound_alike(one: str, other: str) -> None:
    assert sounds(one) == sounds(other)

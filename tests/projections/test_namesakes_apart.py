"""Namesakes on walls that shorten names."""

import pytest

from domain.words.players import EntrantId, PairingNumber
from projections.moment.people import Person
from projections.round.seats import namesakes_apart


def briefly(*names: str) -> list[str]:
    """The shortest name of each; the whole one where nothing needs to be said."""
    people = [Person(EntrantId(n), PairingNumber(n), name) for n, name in enumerate(names, 1)]
    known = namesakes_apart(people)
    return [known[one.id].brief if one.id in known else one.name for one in people]


@pytest.mark.parametrize(
    ("names", "brief"),
    [
        (("Petrov, Ivan", "Ivanov, Ivan"), ["Petrov, Ivan", "Ivanov, Ivan"]),
        (("Petrov, Anna", "Petrov, Ivan"), ["Petrov, A.", "Petrov, I."]),
        (("Petrov, Ivan", "Petrov, Iliya", "PETROV, Anna"), ["Petrov, Iv.", "Petrov, Il.", "PETROV, A."]),
        (("Petrov, Ivan", "Petrov, Ivana"), ["Petrov, Ivan", "Petrov, Ivana"]),
        (("Petrov, Ivan", "Petrov, Ivo Marin"), ["Petrov, I.", "Petrov, I. M."]),
        (("Lee, Anna-Maria", "Lee, Anna-Mia"), ["Lee, Anna-Ma.", "Lee, Anna-Mi."]),
        (("عبد, محمد", "عبد, محمود"), ["عبد, محمد", "عبد, محمود"]),
        (("Şen, İpek", "Şen, I\u0307lker"), ["Şen, İp.", "Şen, İl."]),
        (("Plovdiv", "Plovdiv B"), ["Plovdiv", "Plovdiv B"]),
    ],
)
def test_a_name_keeps_as_much_of_the_first_names_as_tells_it_apart(names: tuple[str, ...], brief: list[str]) -> None:
    assert briefly(*names) == brief


@pytest.mark.parametrize(
    ("others", "by"),
    [
        ({"federation": "GER", "rating": 2100}, "federation"),
        ({"federation": "BUL", "rating": 2100}, "rating"),
        ({"federation": "BUL", "rating": 2000, "club": "Oslo"}, "club"),
        ({"federation": "BUL", "rating": 2000}, "number"),
    ],
)
def test_of_one_name_the_first_field_that_differs_is_told(others: dict[str, object], by: str) -> None:
    one = Person(EntrantId(1), PairingNumber(1), "Petrov, Ivan", federation="BUL", rating=2000, club="Sofia")
    other = Person(EntrantId(2), PairingNumber(2), "petrov, ivan", **others)  # type: ignore[arg-type]
    assert {(apart.by, apart.alone) for apart in namesakes_apart([one, other]).values()} == {(by, True)}


def test_nobody_is_told_apart_from_somebody_anonymous() -> None:
    hidden = [Person(EntrantId(n), PairingNumber(n), "", anonymous=True) for n in (1, 2)]
    assert namesakes_apart([*hidden, Person(EntrantId(3), PairingNumber(3), "Petrov, Ivan")]) == {}

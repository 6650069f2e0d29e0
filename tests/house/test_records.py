"""Our dataclasses are those of the library, written later."""

import copy
import dataclasses
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, field, fields, replace
from typing import Any, ClassVar

import pytest

from domain.records import lazy_dataclass

Make = Callable[..., Callable[[type], type]]
BOTH = pytest.mark.parametrize("make", [lazy_dataclass, dataclasses.dataclass], ids=["ours", "the library's"])
"""Each claim holds for the library too: it is what ours is measured by."""


@lazy_dataclass(frozen=True, slots=True)
class Pawn:
    """For pickle, which needs a name."""

    file: str
    rank: int = 2


def piece(make: Make, **options: bool) -> Any:
    @make(**options)
    class Piece:
        colours: ClassVar = 2
        name: str
        square: str = "e4"
        moves: list[str] = field(default_factory=list)
        taken: bool = field(default=False, kw_only=True)
        line: int = field(default=7, compare=False, repr=False)

    return Piece


@BOTH
def test_values_are_given_by_place_and_by_name(make: Make) -> None:
    one = piece(make)("king", "e1", taken=True)
    assert (one.name, one.square, one.moves, one.taken, one.line) == ("king", "e1", [], True, 7)


@BOTH
@pytest.mark.parametrize("given", [(), ("king", "e1", [], 7, True)], ids=["too few", "too many"])
def test_another_number_of_values_is_an_error(make: Make, given: tuple[object, ...]) -> None:
    with pytest.raises(TypeError, match="__init__"):
        piece(make)(*given)


@BOTH
def test_each_has_a_list_of_its_own(make: Make) -> None:
    kind = piece(make)
    kind("king").moves.append("e2")
    assert kind("king").moves == []


@BOTH
def test_it_shows_its_fields(make: Make) -> None:
    assert repr(piece(make)("king")).endswith("Piece(name='king', square='e4', moves=[], taken=False)")


@BOTH
def test_equal_are_those_of_one_class_with_equal_fields(make: Make) -> None:
    kind, other = piece(make), piece(make)
    assert kind("king", line=1) == kind("king", line=2)
    assert kind("king") != kind("queen")
    assert kind("king") != other("king")


@BOTH
def test_a_class_without_equality_knows_itself_alone(make: Make) -> None:
    kind = piece(make, eq=False)
    one = kind("king")
    assert one == one
    assert one != kind("king")
    assert {one}


@BOTH
def test_only_what_is_frozen_can_be_a_key(make: Make) -> None:
    @make(frozen=True)
    class Square:
        file: str
        line: int = field(default=0, compare=False)

    assert {Square("e", 1), Square("e", 2)} == {Square("e")}
    with pytest.raises(TypeError, match="unhashable"):
        hash(piece(make)("king"))


@BOTH
@pytest.mark.parametrize("slots", [True, False])
def test_what_is_frozen_stays(make: Make, slots: bool) -> None:
    one = piece(make, frozen=True, slots=slots)("king")
    with pytest.raises(FrozenInstanceError, match="name"):
        one.name = "queen"
    with pytest.raises(FrozenInstanceError, match="name"):
        del one.name
    assert one.name == "king"


@BOTH
def test_order_is_that_of_the_fields(make: Make) -> None:
    kind = piece(make, order=True)
    one, other = kind("a"), kind("b")
    assert (one < other, one <= other, one > other, one >= other) == (True, True, False, False)


@BOTH
def test_a_method_of_the_class_stays(make: Make) -> None:
    @make(frozen=True)
    class Loud:
        name: str

        def __repr__(self) -> str:
            return self.name.upper()

        def __hash__(self) -> int:
            return 42

    assert (repr(Loud("x")), hash(Loud("x"))) == ("X", 42)


@BOTH
def test_what_follows_the_values_is_called(make: Make) -> None:
    @make(slots=True)
    class Doubled:
        number: int
        twice: int = field(init=False)
        fixed: int = field(default=5, init=False)
        own: list[int] = field(default_factory=list, init=False)

        def __post_init__(self) -> None:
            self.twice = 2 * self.number

    assert (Doubled(4).twice, Doubled(4).fixed, Doubled(4).own) == (8, 5, [])


@BOTH
def test_a_class_below_has_the_fields_of_both(make: Make) -> None:
    @make(frozen=True, slots=True)
    class Above:
        a: int

    @make(frozen=True, slots=True)
    class Below(Above):
        b: int = 3

    assert [one.name for one in fields(Below)] == ["a", "b"]
    assert replace(Below(1), a=2) == Below(2, 3)
    assert Above(1) != Below(1)


def test_a_copy_and_a_pickle_are_equal() -> None:
    one = Pawn("e")
    assert copy.deepcopy(one) == pickle.loads(pickle.dumps(one)) == one


def test_a_method_is_written_when_it_is_first_asked_for() -> None:
    kind = piece(lazy_dataclass)
    assert not callable(vars(kind)["__init__"])
    kind("king")
    assert callable(vars(kind)["__init__"])
    assert not callable(vars(kind)["__eq__"])

"""Lines are made again only where their cells are other objects."""

from collections.abc import Callable

from domain.ranking.order import MadeLines, unlike

FIRST, SECOND, OTHER = object(), object(), object()


def counted(made: list[object]) -> MadeLines[tuple[object, ...]]:
    """The lines of two columns, noting in `made` each that is made."""
    nothing: MadeLines[tuple[object, ...]] = MadeLines()
    return nothing.renewed(noting(made), [FIRST, SECOND], ["a", "b"])


def noting(made: list[object]) -> Callable[..., tuple[object, ...]]:
    def make(*cells: object) -> tuple[object, ...]:
        made.append(cells)
        return cells

    return make


def test_a_line_is_made_again_where_one_cell_is_another_object() -> None:
    made: list[object] = []
    before = counted(made)
    after = before.renewed(noting(made), [FIRST, OTHER], ["a", "b"])
    assert made == [(FIRST, "a"), (SECOND, "b"), (OTHER, "b")]
    assert after.lines == ((FIRST, "a"), (OTHER, "b"))
    assert after.lines[0] is before.lines[0]


def test_the_lines_before_stay_as_they_are() -> None:
    before = counted([])
    before.renewed(noting([]), [FIRST, OTHER], ["a", "b"])
    assert before.lines == ((FIRST, "a"), (SECOND, "b"))


def test_more_lines_or_another_column_make_all_again() -> None:
    made: list[object] = []
    before = counted([])
    before.renewed(noting(made), [FIRST, SECOND, OTHER], ["a", "b", "c"])
    before.renewed(noting(made), [FIRST, SECOND])
    assert len(made) == 5


def test_an_equal_line_is_given_again_if_that_is_asked_for() -> None:
    nothing: MadeLines[tuple[object, ...]] = MadeLines()
    before, equal = nothing.renewed(noting([]), [(1, 2)]), tuple(range(1, 3))
    assert before.renewed(noting([]), [equal], equals=True).lines[0] is before.lines[0]


def test_others_among_many_are_found_wherever_they_stand() -> None:
    before = [object() for _ in range(100)]
    now = [object() if at in (0, 23, 24, 99) else cell for at, cell in enumerate(before)]
    assert list(unlike(now, before)) == [0, 23, 24, 99]


def test_the_lines_that_were_made_again_are_told() -> None:
    before = counted([])
    assert before.again is None
    after = before.renewed(noting([]), [FIRST, OTHER], ["a", "b"])
    assert after.again == {1}
    assert not after.renewed(noting([]), [FIRST, OTHER], ["a", "b"]).again

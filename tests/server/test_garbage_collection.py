"""Garbage that only the collector finds goes in a quiet moment after a change."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from server.http.process import MOST_YOUNG_OBJECTS, sweeping
from server.supervisor import Supervisor
from tests.live.loopback import eventually


class Knot:
    """Refers to itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def without_the_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


async def test_after_a_change_the_garbage_goes() -> None:
    changes = 0
    async with Supervisor().keeping({"garbage": sweeping(lambda: changes, quiet=0.001)}):
        gone = weakref.ref(Knot())
        changes += 1
        await eventually(lambda: gone() is None)


async def test_while_things_change_nobody_looks() -> None:
    changes = iter(range(10**9))
    asked = 0

    def changing() -> int:
        nonlocal asked
        asked += 1
        return next(changes)

    async with Supervisor().keeping({"garbage": sweeping(changing, quiet=0.001)}):
        left = weakref.ref(Knot())
        await eventually(lambda: asked > 5)
        assert left() is not None


async def test_while_things_change_much_garbage_goes_all_the_same() -> None:
    changes = iter(range(10**9))
    async with Supervisor().keeping({"garbage": sweeping(lambda: next(changes), quiet=0.001)}):
        gone = weakref.ref(Knot())
        made: list[list[int]] = [[] for _ in range(MOST_YOUNG_OBJECTS)]
        await eventually(lambda: gone() is None)
        assert made


async def test_an_idle_hall_is_not_swept_again_and_again() -> None:
    changes, asked = 0, 0

    def counted() -> int:
        nonlocal asked
        asked += 1
        return changes

    async with Supervisor().keeping({"garbage": sweeping(counted, quiet=0.001)}):
        left = weakref.ref(Knot())
        await eventually(lambda: asked > 5)
        assert left() is not None

"""A slow process is waited for; a silent one hangs, and those who wait for it are told."""

import asyncio
from collections.abc import Iterator

import pytest

from server.cluster import forwarding
from server.cluster.forwarding import PROBES, Hangs, Patience, ProbedStream

SLOW = ("http://web1:8080", "open")
OTHER = ("http://web2:8080", "open")


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forwarding, "SLOW_ANSWER_SECONDS", 0.01)


class Health:
    """Answers of the processes; after these, they go on with the last answer. `asked` is set when all was asked for."""

    def __init__(self, *answers: bool) -> None:
        self.answers: Iterator[bool] = iter(answers)
        self.last = answers[-1]
        self.whom: list[ProbedStream] = []
        self.asked = asyncio.Event()

    async def __call__(self, whom: ProbedStream, _seconds: float) -> bool:
        self.whom.append(whom)
        answer = next(self.answers, None)
        if answer is None:
            self.asked.set()
        return self.last if answer is None else answer


async def test_who_is_slow_and_gives_signs_of_life_is_waited_for() -> None:
    health = Health(True, True)
    patience = Patience(health)
    async with patience.waiting_for(SLOW):
        await health.asked.wait()
    await patience.close()


async def test_one_answer_is_enough() -> None:
    health = Health(*[False] * (PROBES - 1), True)
    patience = Patience(health)
    async with patience.waiting_for(SLOW):
        await health.asked.wait()
    await patience.close()


async def test_everybody_who_waits_for_a_process_that_says_nothing_is_told() -> None:
    patience = Patience(Health(False))

    async def wait(asked: ProbedStream) -> None:
        async with patience.waiting_for(asked):
            await asyncio.Event().wait()

    ends = await asyncio.gather(*(wait(SLOW) for _ in range(3)), return_exceptions=True)
    await patience.close()
    assert [type(end) for end in ends] == [Hangs] * 3


async def test_who_is_quick_is_asked_nothing() -> None:
    health = Health(True)
    patience = Patience(health)
    async with patience.waiting_for(SLOW):
        async with patience.waiting_for(OTHER):
            pass
        await health.asked.wait()
    await patience.close()
    assert set(health.whom) == {SLOW}


async def test_a_time_limit_within_is_none_of_its_business() -> None:
    patience = Patience(Health(True))
    with pytest.raises(TimeoutError):
        async with patience.waiting_for(SLOW):
            raise TimeoutError
    await patience.close()

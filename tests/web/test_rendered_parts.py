"""The memory of printed rows: printed once, forgotten when nobody asks."""

import asyncio

from server.live.topics import forget_in_turn
from server.supervisor import Supervisor
from web.rendering import RenderedParts, environment
from web.wording import LANGUAGES, language


def test_what_somebody_asks_for_now_and_then_is_remembered() -> None:
    memory = RenderedParts()
    memory.keep("row", 1, "printed")
    for _ in range(3):
        memory.grow_older()
        assert memory.find("row", 1) == "printed"


def test_what_nobody_asks_for_is_forgotten_at_the_second_time() -> None:
    memory = RenderedParts()
    memory.keep("row", 1, "printed")
    memory.grow_older()
    memory.grow_older()
    assert (memory.find("row", 1), len(memory)) == (None, 0)


def test_another_value_is_not_what_was_printed() -> None:
    memory = RenderedParts()
    memory.keep("row", 1, "printed")
    assert memory.find("row", 2) is None


def test_it_never_holds_more_than_it_may() -> None:
    memory = RenderedParts(most=100)
    for place in range(1000):
        memory.keep(place, place, "printed")
    assert 50 <= len(memory) <= 100
    assert memory.find(999, 999) == "printed"


async def test_a_running_server_forgets_by_itself() -> None:
    memory, twice = RenderedParts(), asyncio.Event()
    memory.keep("row", 1, "printed")

    def grow_older() -> None:
        memory.grow_older()
        if not len(memory):
            twice.set()

    async with Supervisor().keeping({"rows": lambda: forget_in_turn(grow_older, seconds=0.001)}):
        await asyncio.wait_for(twice.wait(), 10)
    assert memory.find("row", 1) is None


def test_a_made_up_language_has_no_templates_and_words_of_its_own() -> None:
    codes = ("xx", "zz", "en-GB", "../en")
    assert {id(environment(code)) for code in codes} == {id(environment(LANGUAGES[0]))}
    assert {id(language(code)) for code in codes} == {id(language(LANGUAGES[0]))}


def test_the_rows_of_a_tournament_that_left_memory_are_forgotten() -> None:
    memory = RenderedParts()
    memory.keep(("en", "standings", "row", "p1", "open"), 1, "<tr>")
    memory.keep(("en", "standings", "row", "p1", "cup"), 1, "<tr>")
    memory.grow_older()
    memory.keep(("en", "standings", "row", "p2", "open"), 1, "<tr>")
    memory.forget({"open"})
    assert len(memory) == 1
    assert memory.find(("en", "standings", "row", "p1", "cup"), 1) == "<tr>"

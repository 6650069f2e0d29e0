"""The page of the day: the day as a line, and many results in one line."""

import re
from pathlib import Path

from tests.desk.browsers import Browser, desk, with_round_one


def day_on(somebody: Browser) -> str:
    """The words of the line."""
    found = re.search(r'(?s)<section class="card" id="day">(.*?)</section>', somebody.page.text)
    return " ".join(re.sub(r"<[^>]+>", " ", found[1]).split()) if found else ""


async def test_the_day_is_a_line_up_to_the_next_start(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await anna.go("/desk/t/open/settings")
        day = {"start_day_2": "2099-12-04", "start_time_2": "16:00"}
        await anna.send("/desk/t/open/details", start_day_1="2099-12-04", start_time_1="10:00", **day)
        await anna.go("/desk/t/open")
    assert re.fullmatch(
        r"The day \d\d:\d\d Round 1 published now 4 results are missing 10:00 4 December 2099 Round 1 begins "
        r"then Pair round 2 16:00 4 December 2099 Round 2 begins",
        day_on(anna),
    )


async def test_results_typed_one_after_the_other_are_one_line(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        at = "/desk/t/open/rounds/1"
        for board in "123":
            await anna.go(at)
            await anna.send(f"{at}/results", board=board, result="1-0", seen="")
        await anna.go("/desk/t/open")
        assert "Round 1: 3 results. Boards 1 to 3. Anna," in anna.text
        await anna.go(at)
        await anna.send(f"{at}/results", board="4", result="1-0", seen="")
        await anna.go("/desk/t/open")
    assert "All results are in" in day_on(anna)

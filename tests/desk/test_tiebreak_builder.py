"""The tie-breaks of a form explained while somebody builds their list."""

from pathlib import Path

from domain.ranking.tiebreak_lists import MOST_TIEBREAKS
from tests.desk.browsers import desk


async def test_a_list_that_is_too_long_is_refused_in_one_sentence(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        longest = await anna.go("/desk/tie-breaks?order=" + "+".join(["BH"] * MOST_TIEBREAKS))
        too_long = await anna.go("/desk/tie-breaks?order=" + "+".join(["BH"] * 3500))
    assert (longest.status_code, len(longest.json()["list"])) == (200, MOST_TIEBREAKS)
    assert too_long.status_code == 422
    assert "20" in too_long.json()["sentence"]
    assert "3500" in too_long.json()["sentence"]

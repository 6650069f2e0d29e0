"""Two short floods of a real server; `python -m tests.live.floods` has the long ones and their figures."""

from tests.live.floods import flood

RUNS = ["no question", "resume after every result", "nobody", "one language", "made-up languages"]


def test_both_floods_and_their_controls_run_to_the_end() -> None:
    said: list[str] = []
    flood(seconds=1, count=5, results=1, say=said.append, players=60)
    assert [line.partition(":")[0].strip() for line in said if line.startswith("   ") and "limit" not in line] == RUNS

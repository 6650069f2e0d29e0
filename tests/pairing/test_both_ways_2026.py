"""Events of the command `tests.pairing.both_ways_2026` come back from their files as they were paired.

Every run looks at a sample of the first 5,000 seeds, another one each time, and prints what it looks at. All of them:

    python -m tests.pairing.both_ways_2026 --count 5000 --seed ci [--bbp PATH]
"""

import os
from pathlib import Path
from random import Random, SystemRandom

import pytest

from domain.files.trf import parse
from tests.pairing.both_ways_2026 import progress
from tests.pairing.both_ways_2026.__main__ import looked_at
from tests.pairing.both_ways_2026.events import checked_by_us, ours
from tests.tiers import tries

SEEDS = 5000
SAMPLE = tries(40, "EVENTS_BOTH_WAYS")
RUN = os.environ.get("PYTEST_XDIST_TESTRUNUID")
"""The name that the processes of one run share: they have to collect the same tests."""
DRAWN = os.environ.get("PAIRING_SEED") or RUN or str(SystemRandom().randrange(10**9))


@pytest.mark.parametrize("number", Random(DRAWN).sample(range(1, SEEDS + 1), SAMPLE))
def test_our_engine_pairs_our_own_file_the_same(number: int) -> None:
    print(f"PAIRING_SEED={DRAWN}")
    assert [found for found in looked_at(f"ci-{number}", None) if found.differences] == []


def test_a_changed_file_is_found_out() -> None:
    """Numbers 1 and 2 of a first round change places."""
    file = ours("ci-1").file
    assert parse(file.encode()).rounds_paired
    assert checked_by_us(file) == []
    other = {" w ": " b ", " b ": " w "}
    turned = "\n".join(_first_colour(line, other) for line in file.splitlines()) + "\n"
    assert checked_by_us(turned.replace("XXC white1", "XXC black1")) != checked_by_us(file)


def _first_colour(line: str, other: dict[str, str]) -> str:
    """The line of a player with the other colour in round 1."""
    return line[:95] + other.get(line[95:98], line[95:98]) + line[98:] if line.startswith("001") else line


def test_a_run_that_was_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    kept = tmp_path / "progress.json"
    state = progress.Progress("one", done=7)
    state.of("ours checked by us").add(rounds=9, different=True)
    progress.write(kept, state)
    assert progress.read(kept, "one") == state
    assert progress.read(kept, "two") == progress.Progress("two")
    assert "7 seeds done; ours checked by us: 1 events, 9 rounds, 1 events differ" in state.summary()

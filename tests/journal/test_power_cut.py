"""Only synced writes survive a power cut, and everything acknowledged is among them.

Twelve cuts each way; `python -m tests.journal.power_cut` makes 120.
"""

import random

import pytest

from tests.journal.power_cut import Disk, Step, after_cut, record

CUTS = 12


@pytest.fixture(scope="module")
def taken(tmp_path_factory: pytest.TempPathFactory) -> list[Step]:
    """Enough results for the write-ahead log to be carried into the file on the way."""
    return record(tmp_path_factory.mktemp("power"), 250)


def test_the_recording_is_complete(taken: list[Step]) -> None:
    acknowledged, stored, sound = after_cut(taken, len(taken), 1.0, 0)
    assert (len(acknowledged), stored, sound) == (250, acknowledged, True)
    assert {step.path for step in taken if step.kind == "sync"} >= {"tablo.sqlite", "tablo.sqlite-wal"}


@pytest.mark.parametrize("kept", [0.0, 0.5])
def test_a_power_cut_loses_nothing_that_was_acknowledged(taken: list[Step], kept: float) -> None:
    dice = random.Random(17)
    for seed in range(CUTS):
        acknowledged, stored, sound = after_cut(taken, dice.randrange(len(taken)), kept, seed)
        assert sound
        assert acknowledged <= stored


def test_the_simulation_would_notice_a_missing_sync(taken: list[Step]) -> None:
    """Without the syncs the same recording loses acknowledged results: the simulation can fail."""
    forgetful = [step for step in taken if step.kind != "sync"]
    acknowledged, stored, _ = after_cut(forgetful, len(forgetful), 0.0, 0)
    assert len(acknowledged - stored) == 250


def test_a_cached_write_is_gone_until_it_is_synced() -> None:
    disk = Disk()
    disk.take(Step("write", "f", 0, b"one"))
    disk.take(Step("sync", "f"))
    disk.take(Step("write", "f", 3, b"two"))
    assert disk.cut(0.0, random.Random(0)) == {"f": b"one"}
    disk.take(Step("sync", "f"))
    assert disk.cut(0.0, random.Random(0)) == {"f": b"onetwo"}

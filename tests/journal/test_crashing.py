"""kill -9, again and again: nothing that was acknowledged is lost, doubled or moved.

Three rounds each, or as many as `TABLO_CRASH_ROUNDS` says; `tests/benchmarks/README.md` has the figures of fifty.
"""

from os import environ
from pathlib import Path

import pytest

from tests.journal.crashing import Figures, crash
from tests.journal.postgres import Cluster

ROUNDS = int(environ.get("TABLO_CRASH_ROUNDS", "3"))


def unharmed(figures: Figures) -> bool:
    return figures.sound and not (figures.lost or figures.doubled or figures.gaps or figures.moved)


@pytest.mark.parametrize("store", ["sqlite", "postgres"])
async def test_a_killed_process_loses_nothing(store: str, tmp_path: Path, cluster: Cluster) -> None:
    url = str(tmp_path / "tablo.sqlite") if store == "sqlite" else cluster.database()
    figures = await crash(url, ROUNDS)
    assert unharmed(figures), str(figures)
    assert len(figures.acknowledged) > 5 * ROUNDS


async def test_a_killed_database_server_loses_nothing(cluster: Cluster) -> None:
    figures = await crash(cluster.database(), ROUNDS, cluster.crash)
    assert unharmed(figures), str(figures)


def test_the_check_would_notice_a_loss(tmp_path: Path) -> None:
    figures = Figures({"never stored": 1})
    figures.check(str(tmp_path / "empty.sqlite"))
    assert not unharmed(figures)

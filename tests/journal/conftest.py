"""Every promise is kept by every kind of store: tests that ask for `journal` run on each."""

from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from server.journal import Journal, open_journal
from tests.journal.postgres import Cluster


@pytest.fixture
def memory_folder() -> Iterator[Path]:
    """In memory where there is such a thing: what is tested here is not the disk."""
    shm = Path("/dev/shm")
    with TemporaryDirectory(prefix="tablo-", dir=shm if shm.is_dir() else None) as folder:
        yield Path(folder)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.database)])
def url(request: pytest.FixtureRequest) -> str:
    if request.param == "sqlite":
        folder: Path = request.getfixturevalue("memory_folder")
        return str(folder / "tablo.sqlite")
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.database()


@pytest.fixture
def reopen(url: str) -> Iterator[Callable[[], Journal]]:
    opened: list[Journal] = []

    def once_more() -> Journal:
        opened.append(open_journal(url))
        return opened[-1]

    yield once_more
    for journal in opened:
        journal.close()


@pytest.fixture
def journal(reopen: Callable[[], Journal]) -> Journal:
    return reopen()

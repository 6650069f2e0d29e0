"""A PostgreSQL of our own for the tests that need one."""

from collections.abc import Iterator

import pytest

from tests.journal.postgres import Cluster


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    server = Cluster()
    yield server.database()
    server.close()

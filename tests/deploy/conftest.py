"""A database of PostgreSQL for the tests that need one."""

from collections.abc import Iterator

import pytest

from tests.journal.postgres import Cluster


@pytest.fixture(scope="module")
def database(postgres_server: Cluster) -> Iterator[str]:
    yield postgres_server.database()
    postgres_server.clean()

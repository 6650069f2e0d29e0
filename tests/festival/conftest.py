"""A PostgreSQL server for series that several machines keep."""

from tests.journal.conftest import cluster, postgres_server

__all__ = ["cluster", "postgres_server"]

"""Offices run on every kind of journal: the stores are those of the journal's own tests."""

from tests.journal.conftest import cluster, journal, memory_folder, postgres_server, reopen, url

__all__ = ["cluster", "journal", "memory_folder", "postgres_server", "reopen", "url"]

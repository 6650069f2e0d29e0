"""Offices run on every kind of journal: the stores are those of the journal's own tests."""

from tests.journal.conftest import journal, memory_folder, reopen, url

__all__ = ["journal", "memory_folder", "reopen", "url"]

"""Tournaments that a process owns: taken when it decides for them, and at no other time."""

from pathlib import Path

from server.cluster.forwarding import Owning
from server.journal import open_journal


async def test_a_question_who_owns_a_tournament_takes_nothing(tmp_path: Path) -> None:
    taken: list[str] = []
    journal = open_journal(str(tmp_path / "tablo.sqlite"))
    owning = Owning(journal, "http://here", taken.append)
    async with owning.running():
        assert not await owning.owned("open")
        assert taken == []
        assert await owning.mine("open")
        assert await owning.owned("open")
    assert taken == ["open"]
    assert not await owning.owned("open")
    journal.close()

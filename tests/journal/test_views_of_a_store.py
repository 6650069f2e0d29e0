"""A tournament read back from a store is looked at as the one that was played: every view, to the last field."""

from datetime import UTC, datetime
from itertools import count

import pytest

from domain.tournament import Tournament, replay
from server.journal import Journal
from tests.projections.whole import CASES, STORIES, as_text

AT = datetime(2027, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize("story", STORIES)
def test_every_field_of_every_view_is_the_same_when_the_journal_was_read_from_a_store(
    journal: Journal, story: str
) -> None:
    streams = (f"moment-{n}" for n in count(1))

    def read_back(t: Tournament) -> Tournament:
        stream = next(streams)
        journal.append(stream, 0, "Anna", f"{stream}-command", t.history, AT)
        return replay([entry.event for entry in journal.read(stream)])

    assert as_text(story, read_back).splitlines() == (CASES / f"{story}.txt").read_text("utf-8").splitlines()

"""The journal against a dictionary that does the same in memory: random commands, repetitions, restarts."""

import tempfile
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.events import Event, PlayerRegistered, ResultRecorded
from domain.words.games import Result
from domain.words.players import Player, PlayerId
from server.journal import (
    AlreadyDone,
    Append,
    AppendOutcome,
    CommandIdReused,
    Head,
    Journal,
    StaleVersion,
    open_journal,
)
from tests.tiers import tries

MEMORY = Path("/dev/shm")
START = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)

names = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
events = st.builds(
    ResultRecorded, st.integers(1, 15), st.integers(1, 2**40), st.sampled_from(Result), names
) | st.builds(lambda name: PlayerRegistered(Player(PlayerId(1), name)), names)
requests = st.builds(
    Append,
    stream=st.sampled_from(["open", "cup", "hall"]),
    after=st.none() | st.integers(0, 6),
    by=names,
    command_id=st.sampled_from([f"c{n}" for n in range(12)]),
    events=st.lists(events, max_size=3),
    at=st.integers(-100, 100).map(lambda minutes: START + timedelta(minutes=minutes)),
    digest=st.sampled_from(["a", "b"]),
)
batches = st.lists(st.lists(requests, min_size=1, max_size=4), max_size=8)


@dataclass
class Model:
    """A journal without a disk."""

    streams: dict[str, list[tuple[Event, str]]] = field(default_factory=dict)
    claims: dict[str, tuple[str, str, int, int]] = field(default_factory=dict)

    def append(self, asked: Append) -> tuple[str, int, int]:
        entries = self.streams.get(asked.stream, [])
        claim = self.claims.get(asked.command_id)
        if claim is not None:
            same = claim[:2] == (asked.stream, asked.digest)
            return ("done" if same else "reused"), claim[2], claim[3]
        if asked.after not in (None, len(entries)):
            return "stale", asked.after or 0, len(entries)
        if not asked.events:
            return "nothing", 0, 0
        first = len(entries) + 1
        self.streams[asked.stream] = entries + [(event, asked.by) for event in asked.events]
        last = len(self.streams[asked.stream])
        self.claims[asked.command_id] = (asked.stream, asked.digest, first, last)
        return "stored", first, last


def told(outcome: AppendOutcome) -> tuple[str, int, int]:
    match outcome:
        case StaleVersion():
            return "stale", outcome.expected, outcome.actual
        case CommandIdReused():
            return "reused", outcome.first, outcome.last
        case AlreadyDone():
            return "done", outcome.entries[0].version, outcome.entries[-1].version
        case []:
            return "nothing", 0, 0
        case entries:
            return "stored", entries[0].version, entries[-1].version


@settings(max_examples=tries(60), deadline=None)
@given(batches, st.booleans())
def test_a_journal_does_what_a_dictionary_would(history: list[list[Append]], restart: bool) -> None:
    model = Model()
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        journal = open_journal(f"{folder}/t.sqlite")
        for batch in history:
            assert [told(outcome) for outcome in journal.append_many(batch)] == [model.append(one) for one in batch]
            if restart:
                journal.close()
                journal = open_journal(f"{folder}/t.sqlite")
        check(journal, model)
        journal.close()


def check(journal: Journal, model: Model) -> None:
    assert {info.stream: info.version for info in journal.streams()} == {
        stream: len(entries) for stream, entries in model.streams.items()
    }
    for stream, expected in model.streams.items():
        entries = list(journal.read(stream))
        assert [(entry.event, entry.by) for entry in entries] == expected
        assert [entry.recorded_at for entry in entries] == sorted(entry.recorded_at for entry in entries)
        assert journal.verify(stream) == Head(len(entries), entries[-1].hash)

"""Journals of every released version are read for ever. `tests/journals/` has them; their files never change."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.tournament import replay
from projections.moment.snapshot import snapshot
from server.journal import open_journal
from server.journal.codec import Codec, row_claims
from server.journal.jsonl import import_lines
from web.public.pages import PAGES, PageQuery

FOLDER = Path(__file__).parent.parent / "journals"
GOLDEN = sorted(FOLDER.glob("*.jsonl"))


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines()


def ids(path: Path) -> str:
    return path.stem


def still_says(today: object, then: object) -> bool:
    """Everything said then is said today; fields that came later are today's business."""
    if isinstance(then, dict) and isinstance(today, dict):
        return all(key in today and still_says(today[key], value) for key, value in then.items())
    if isinstance(then, list) and isinstance(today, list):
        return len(then) == len(today) and all(map(still_says, today, then))
    return today == then


def test_there_are_golden_journals() -> None:
    assert {path.stem.partition("-")[2] for path in GOLDEN} == {"demo", "every-event"}


@pytest.mark.parametrize("path", GOLDEN, ids=ids)
def test_an_old_journal_is_sound_and_understood(path: Path, tmp_path: Path) -> None:
    journal = open_journal(str(tmp_path / "t.sqlite"))
    for done in import_lines(journal, lambda: lines_of(path), path.name):
        assert journal.verify(done.stream) == done.head
    journal.close()


@pytest.mark.parametrize("path", GOLDEN, ids=ids)
def test_no_old_fact_means_anything_else_today(path: Path) -> None:
    """An old row says in today's shape what it said when it was written."""
    codec = Codec()
    for line in lines_of(path):
        row = row_claims(line)
        entry = codec.read(row.name, line, row.stream, row.version)
        today = msgspec.json.decode(msgspec.json.encode(entry.event))
        assert still_says(today, msgspec.json.decode(line)["event"]), row


@pytest.mark.parametrize("path", [path for path in GOLDEN if path.stem.endswith("demo")], ids=ids)
def test_an_old_tournament_replays(path: Path, tmp_path: Path) -> None:
    journal = open_journal(str(tmp_path / "t.sqlite"))
    import_lines(journal, lambda: lines_of(path), path.name)
    tournament = replay(entry.event for entry in journal.read("demo"))
    journal.close()
    assert len(tournament.players) == 14
    assert len(tournament.rounds) == 4


VIEWS: dict[str, Any] = msgspec.json.decode((FOLDER / "0.1-demo.views.json").read_bytes())
"""The public pages of the demo as version 0.1 gave them as JSON, by page and query."""


@pytest.mark.parametrize("asked", VIEWS)
def test_public_pages_of_an_old_journal_say_what_they_said(asked: str, tmp_path: Path) -> None:
    journal, path = open_journal(str(tmp_path / "t.sqlite")), FOLDER / "0.1-demo.jsonl"
    import_lines(journal, lambda: lines_of(path), path.name)
    events = [entry.event for entry in journal.read("demo")]
    journal.close()
    page, _, query = asked.partition("?")
    name, _, number = query.partition("=")
    wanted = PageQuery(**{name: int(number)}) if name else PageQuery()  # type: ignore[arg-type]
    today = PAGES[page].json(snapshot(replay(events)), wanted)
    assert still_says(msgspec.to_builtins(today), VIEWS[asked])

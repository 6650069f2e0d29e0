"""Makes the golden journals of a release: run when a version is released; from then on the files never change.

    python -m tests.journals.make 0.1

`<version>-demo.jsonl` is the example of `tests/held.py`; `<version>-every-event.jsonl` has each event, every field
filled.
"""

import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from domain.events import EVENTS
from domain.screens.events import SCREEN_EVENTS
from domain.words.streams import SCREENS
from server.journal import open_journal
from server.journal.jsonl import export
from tests.held import with_held_example

HERE = Path(__file__).parent
AT = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)


def sample(kind: Any) -> Any:
    """A value of a field's type that is nobody's default."""
    while hasattr(kind, "__supertype__"):
        kind = kind.__supertype__
    if get_origin(kind) in (Union, UnionType):
        return sample(next(part for part in get_args(kind) if part is not type(None)))
    if get_origin(kind) is tuple:
        inner = [part for part in get_args(kind) if part is not Ellipsis]
        return tuple(sample(part) for part in inner)
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        return kind(**{field.name: sample(hints[field.name]) for field in fields(kind)})
    if issubclass(kind, Enum):
        return list(kind)[-1]
    return {bool: True, int: 7, str: "Ünïcødé “text”"}[kind]


def every_event(path: str) -> Iterator[bytes]:
    journal = open_journal(path)
    for stream, classes in (("every-event", EVENTS), (SCREENS, SCREEN_EVENTS)):
        for number, cls in enumerate(classes.values()):
            journal.append(stream, number, "Арбитър", f"{stream}-{number}", [sample(cls)], AT, "0123456789abcdef")
    yield from export(journal, ["every-event", SCREENS])
    journal.close()


def demo(path: str) -> Iterator[bytes]:
    with_held_example(path, "demo")
    journal = open_journal(path)
    yield from export(journal, ["demo"])
    journal.close()


def main(arguments: Sequence[str]) -> None:
    for name, make in (("demo", demo), ("every-event", every_event)):
        with tempfile.TemporaryDirectory() as folder, (HERE / f"{arguments[0]}-{name}.jsonl").open("xb") as out:
            out.writelines(line + b"\n" for line in make(f"{folder}/t.sqlite"))


if __name__ == "__main__":
    main(sys.argv[1:])

"""A key of JSON or a column of CSV stays and keeps its type: other people's programs read them."""

import json
from pathlib import Path
from typing import Any

from tests.api.contract import RECORDED, contract
from tests.api.house import house


def missing(before: Any, now: Any, where: str = "") -> list[str]:
    """All that was recorded and is gone, or is something else."""
    if isinstance(before, dict) and isinstance(now, dict):
        gone = [f"{where}/{key}" for key in before if key not in now]
        return gone + [one for key in before if key in now for one in missing(before[key], now[key], f"{where}/{key}")]
    if isinstance(before, list) and isinstance(now, list):
        return [f"{where}/{word}" for word in before if word not in now]
    return [] if before == now else [f"{where}: {before} is {now}"]


def order_of_columns(columns: list[str], now: list[str]) -> bool:
    """The columns of before stand in the same order; others may stand between them."""
    return [name for name in now if name in columns] == columns


async def test_nothing_that_was_recorded_is_taken_away_or_changed(tmp_path: Path) -> None:
    before = json.loads(RECORDED.read_text())
    async with house(tmp_path) as (_, program):
        now = await contract(program.client)
    assert missing(before, now) == []
    assert all(order_of_columns(list(before["csv"][name]), list(now["csv"][name])) for name in before["csv"])


async def test_everything_that_is_given_is_recorded(tmp_path: Path) -> None:
    async with house(tmp_path) as (_, program):
        now = await contract(program.client)
    assert missing(now, json.loads(RECORDED.read_text())) == [], "python -m tests.api.contract records what was added"


def test_a_key_that_is_gone_or_of_another_type_is_found() -> None:
    before = {"json": {"Board": {"board": {"type": "integer"}, "mark": {"type": "Mark"}}}, "words": {"Mark": ["x"]}}
    now = {"json": {"Board": {"board": {"type": "string"}, "more": {}}}, "words": {"Mark": ["y"]}}
    assert missing(before, now) == [
        "/json/Board/mark",
        "/json/Board/board/type: integer is string",
        "/words/Mark/x",
    ]

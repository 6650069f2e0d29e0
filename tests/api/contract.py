"""The recorded keys and types of every public JSON answer, the queries of addresses, and the columns of every CSV.

Record again after something was added: `python -m tests.api.contract`. Nothing may be taken away or changed.
"""

import asyncio
import csv
import io
import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx

from tests.api.house import house

RECORDED = Path(__file__).parent / "contract.json"
CSVS = {
    "standings": "/t/open/standings.csv",
    "crosstable": "/t/open/crosstable.csv",
    "crosstable of everybody": "/t/club/crosstable.csv",
    "boards": "/t/league/boards.csv",
    "players": "/t/open/players.csv",
    "pairings": "/t/open/pairings/1.csv",
}


async def contract(client: httpx.AsyncClient) -> dict[str, Any]:
    """Each shape with its keys and their types; each address with its query; each file with its columns."""
    document = (await client.get("/api/openapi.json")).json()
    schemas = document["components"]["schemas"]
    shapes = {name: _keys(schema) for name, schema in schemas.items() if "properties" in schema}
    words = {name: sorted(schema["enum"], key=str) for name, schema in schemas.items() if "enum" in schema}
    queries = {path: _query(one["get"]) for path, one in sorted(document["paths"].items()) if "get" in one}
    files = {name: await _columns(client, path) for name, path in CSVS.items()}
    return {"json": shapes, "words": words, "queries": queries, "csv": files}


def _query(operation: dict[str, Any]) -> dict[str, str]:
    return {one["name"]: _type(one["schema"]) for one in operation["parameters"] if one["in"] == "query"}


def _keys(schema: dict[str, Any]) -> dict[str, Any]:
    must = set(schema.get("required", ()))
    return {key: {"type": _type(one), "always": key in must} for key, one in sorted(schema["properties"].items())}


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "anyOf" in schema and "type" not in schema:
        return " or ".join(sorted(_type(one) for one in schema["anyOf"]))
    if schema.get("type") == "array":
        return f"list of {_type(schema['items'])}"
    return str(schema.get("type") or sorted(schema.get("enum", ())))


async def _columns(client: httpx.AsyncClient, path: str) -> dict[str, str]:
    heads, *rows = csv.reader(io.StringIO((await client.get(path)).text.removeprefix("\ufeff")))
    return {head: _kind([row[at] for row in rows]) for at, head in enumerate(heads)}


def _kind(cells: list[str]) -> str:
    filled = [cell for cell in cells if cell]
    return "empty" if not filled else "number" if all(_number(cell) for cell in filled) else "text"


def _number(cell: str) -> bool:
    return cell.replace(".", "", 1).isdigit()


async def recorded_now() -> dict[str, Any]:
    with TemporaryDirectory() as folder:
        async with house(Path(folder)) as (_, program):
            return await contract(program.client)


if __name__ == "__main__":
    RECORDED.write_text(json.dumps(asyncio.run(recorded_now()), indent=1, ensure_ascii=False) + "\n")

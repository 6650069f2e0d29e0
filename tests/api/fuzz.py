"""Random requests against a real server, held against its OpenAPI document: `python -m tests.api.fuzz --seconds 60`.

Every kind of tournament is there and in play; a key of each scope asks in turn. What the document does not say, and any
5xx, is printed and makes the exit code 1. The journal is a new one in a folder of its own.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anyio
import httpx

from server.routes.api import bearer
from tests.api import house
from tests.api.test_for_programs import Arbiter, running
from tests.desk.browsers import PASSWORD

SCOPES = ("everything", "results", "pairings", "players", "drafts", "boards")
REFUSED = [400, 401, 403, 404, 409, 412, 413, 422, 429]
"""Statuses by which a command may be refused, whether its body is as the document says or not."""
CONFIG = f"""
[checks.positive_data_acceptance]
expected-statuses = {[200, *REFUSED]}
[checks.negative_data_rejection]
expected-statuses = {[405, *REFUSED]}
[checks.missing_required_header]
expected-statuses = [400, 401, 403, 422]
"""
KNOWN: dict[str, list[str]] = {"slug": ["open", "club", "league", "cup", "decider", "demo"], "festival": ["days"]}
SMALL = {"round": 9, "board": 12, "player": 40, "version": 400, "entry": 3, "petition": 3, "number": 3}
"""Numbers of the address are mostly of what is there, and none above is."""
TEAMS = [*range(9001, 9005), 9009]


def narrowed(document: dict[str, Any]) -> dict[str, Any]:
    """The document, with the addresses of what is here."""
    for methods in document["paths"].values():
        for operation in methods.values():
            for one in operation["parameters"]:
                if one.get("in") == "path" and one["name"] in KNOWN:
                    one["schema"] = {**one["schema"], "enum": KNOWN[one["name"]]}
                elif one.get("in") == "path" and one["name"] in SMALL:
                    one["schema"] = {**one["schema"], "maximum": SMALL[one["name"]]}
                elif one.get("in") == "path" and one["name"] == "team":
                    one["schema"] = {**one["schema"], "enum": TEAMS}
    return document


def with_keys(address: str) -> Iterator[tuple[str, str]]:
    """A key of each scope, and a festival with a section."""
    with httpx.Client(base_url=address, follow_redirects=True, timeout=60) as client:
        arbiter = Arbiter(client)
        arbiter.send("/desk/login", "/desk/login", name="Anna", password=PASSWORD)
        arbiter.send("/desk/festivals", "/desk/festivals", name="Days", city="Sofia")
        arbiter.send("/desk/festivals/days", "/desk/festivals/days/add", tournament="open", title="A")
        for scope in SCOPES:
            made = arbiter.send("/desk/keys", "/desk/keys", name=scope, scopes=scope)
            yield scope, made.partition('id="made">')[2].partition("<")[0]


@contextmanager
def in_play() -> Iterator[tuple[str, Path]]:
    """A server in which every kind of tournament is held, and a folder."""
    bearer.KEY_REQUESTS_A_MINUTE = 10**9
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder, "data")
        data.mkdir()
        anyio.run(house.hold, data)
        with running(data) as address:
            yield address, Path(folder)


def asked(address: str, folder: Path, key: str, seconds: int, seed: int) -> int:
    """The exit code of one run with one key."""
    document, config = folder / "openapi.json", folder / "schemathesis.toml"
    document.write_text(json.dumps(narrowed(httpx.get(f"{address}/api/openapi.json").json())))
    config.write_text(CONFIG)
    line = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(config), "run", str(document)]
    line += ["--url", address, "--checks", "all", "--seed", str(seed), "--max-time", str(seconds)]
    line += ["-H", f"Authorization: Bearer {key}", "--continue-on-failure", "--warnings", "off", "--no-color"]
    line += ["--exclude-checks", "ignored_auth,use_after_free,ensure_resource_availability"]
    return subprocess.run(line, check=False, cwd=folder).returncode


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.api.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=int, default=60, help="of all keys together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scope", choices=SCOPES, help="this one alone")
    wanted = parser.parse_args()
    with in_play() as (address, folder):
        keys = {scope: key for scope, key in with_keys(address) if wanted.scope in (None, scope)}
        share = max(1, wanted.seconds // len(keys))
        codes = [asked(address, folder, key, share, wanted.seed) for key in keys.values()]
    return max(codes)


if __name__ == "__main__":
    sys.exit(main())

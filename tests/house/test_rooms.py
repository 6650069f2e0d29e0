"""Rooms keep their promises: handlers apart, commands in the file of their name, editions behind their contract."""

import ast
import tomllib
from pathlib import Path

from domain.pairing import SYSTEMS
from server.cli import MODULES

ROOT = Path(__file__).parents[2]
TABLES = (
    "server/addresses.py",
    "server/face_addresses.py",
    "server/file_addresses.py",
    "server/people_addresses.py",
    "server/player_addresses.py",
)
"""The tables of addresses."""
NO_HANDLERS = {"server.routes.desk.guards", "server.routes.errors", "server.routes.following"}
"""Modules that tables of addresses use besides handlers."""
TWO_WORDS_OR_RESERVED = {"import": "import_export", "export": "import_export", "rating-list": "rating_list"}
"""`import` cannot be the name of a module, and a hyphen cannot stand in one."""


def modules_of_routes() -> set[str]:
    """The modules below `server/routes` that the tables of addresses name."""
    known = {".".join(path.relative_to(ROOT).with_suffix("").parts) for path in (ROOT / "server/routes").rglob("*.py")}
    imports = [
        node
        for table in TABLES
        for node in ast.walk(ast.parse((ROOT / table).read_text()))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("server.routes")
    ]
    named = {f"{node.module}.{alias.name}" for node in imports for alias in node.names}
    return (named & known) | {node.module or "" for node in imports if node.module in known}


def test_every_handler_is_kept_apart_from_the_others() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    [kept_apart] = [one["modules"] for one in contracts if one["name"] == "Handlers do not import handlers"]
    assert modules_of_routes() - NO_HANDLERS == set(kept_apart)


def test_every_command_is_in_the_file_of_its_name() -> None:
    assert {word: path.rpartition(".")[2] for word, path in MODULES.items()} == {
        word: TWO_WORDS_OR_RESERVED.get(word, word) for word in MODULES
    }


def names_compared(tree: ast.Module) -> set[str]:
    """The strings that a module compares something with, by an operator or by `match`."""
    compared = [node for node in ast.walk(tree) if isinstance(node, ast.Compare | ast.MatchValue)]
    within = [part for node in compared for part in ast.walk(node)]
    return {part.value for part in within if isinstance(part, ast.Constant) and isinstance(part.value, str)}


def test_nothing_depends_on_the_name_of_a_system() -> None:
    """All that depends on an edition is its own (`domain/pairing/system.py`)."""
    found = {
        str(path.relative_to(ROOT)): names
        for package in ("domain", "projections", "web", "server")
        for path in sorted((ROOT / package).rglob("*.py"))
        if (names := names_compared(ast.parse(path.read_text())) & set(SYSTEMS))
    }
    assert found == {}

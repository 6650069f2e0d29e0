"""Rooms keep their promises: handlers apart, commands in the file of their name, editions behind their contract."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from grimp import build_graph

from domain.pairing import SYSTEMS
from domain.words.regulations import Format
from server.cli import COMMANDS

ROOT = Path(__file__).parents[2]
OTHER_NAMES = {
    "import": "import_export",
    "export": "import_export",
    "rating-list": "rating_list",
    "cluster-keys": "cluster_keys",
    "restore": "backup",
}
"""`import` cannot be the name of a module, a hyphen cannot stand in one, and a copy goes both ways in one file."""


def files_of_handlers() -> set[str]:
    """The modules below `server/routes` that end with their `routes`."""
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in (ROOT / "server/routes").rglob("*.py")
        if re.search(r"^routes: ", path.read_text(), re.MULTILINE)
    }


@pytest.mark.process
def test_handlers_do_not_import_handlers() -> None:
    """Neither directly nor through others: what two of them need lives below them."""
    graph, handlers = build_graph("server"), files_of_handlers()
    assert len(handlers) > 30
    found = {one: others for one in sorted(handlers) if (others := graph.find_upstream_modules(one) & handlers)}
    assert found == {}


def test_every_command_is_in_the_file_of_its_name() -> None:
    modules = {word: place.partition(":")[0] for word, (place, _) in COMMANDS.items()}
    assert {word: module.rpartition(".")[2] for word, module in modules.items()} == {
        word: OTHER_NAMES.get(word, word) for word in COMMANDS
    }


def compared(tree: ast.Module) -> Iterator[ast.AST]:
    """The parts of every comparison in a module, by an operator or by `match`; the members of a table are no parts."""
    for node in ast.walk(tree):
        match node:
            case ast.Compare(left=left, comparators=others):
                yield from (left, *others)
                yield from (
                    one for part in others if isinstance(part, ast.Tuple | ast.List | ast.Set) for one in part.elts
                )
            case ast.MatchValue(value=value):
                yield value


def strings_compared(path: Path) -> set[str]:
    """The strings that a module compares something with, those behind its constants too."""
    module = None
    found = set()
    for part in compared(ast.parse(path.read_text())):
        match part:
            case ast.Constant(value=str(text)):
                found.add(text)
            case ast.Name(id=name) if name.isupper():
                module = module or import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
                if isinstance(value := getattr(module, name, None), str):
                    found.add(value)
    return found


@pytest.mark.process
def test_editions_of_pairing_systems_know_nothing_of_each_other() -> None:
    """Only the table of systems and the words of an edition import it; what several need is in `swiss`."""
    graph = build_graph("domain")
    editions = {type(system).__module__ for system in SYSTEMS.values()}
    assert len(editions) == len(SYSTEMS)
    found = [
        (importer, module)
        for edition in sorted(editions)
        for module in (edition, *graph.find_descendants(edition))
        for importer in graph.find_modules_that_directly_import(module)
        if importer != "domain.pairing" and not f"{importer}.".startswith(f"{edition}.")
    ]
    assert found == []


@pytest.mark.process
def test_nothing_depends_on_the_name_of_a_system() -> None:
    """All that depends on an edition is its own (`domain/pairing/system.py`)."""
    found = {
        str(path.relative_to(ROOT)): names
        for package in ("domain", "projections", "web", "server")
        for path in sorted((ROOT / package).rglob("*.py"))
        if (names := strings_compared(path) & set(SYSTEMS))
    }
    assert found == {}


def test_no_template_asks_for_a_system_or_a_format_by_its_name() -> None:
    """They ask for what it does: `paired_by_system`, `with_bracket`."""
    names = "|".join(map(re.escape, (*SYSTEMS, *Format)))
    asked = re.compile(rf"""\b(?:format|system)\s*(?:[=!]=|(?:not\s+)?in\b)\s*[^%}}]*["'](?:{names})["']""")
    templates = sorted((ROOT / "web/templates").rglob("*"))
    found = [path.name for path in templates if path.is_file() and asked.search(path.read_text())]
    assert found == []


def test_no_template_compares_a_role() -> None:
    """A role says itself what it may do: `arbitrates`, `writes`."""
    compared_role = re.compile(r"steward\.role\s*(?:[=!]=|(?:not\s+)?in\b)")
    found = [path.name for path in (ROOT / "web/templates").rglob("*.html") if compared_role.search(path.read_text())]
    assert found == []


def test_no_decision_asks_which_format_it_is() -> None:
    """A format says itself what comes next (`domain/formats/contract.py`)."""
    found = [
        path.name
        for path in sorted((ROOT / "domain/decisions").rglob("*.py"))
        for part in compared(ast.parse(path.read_text()))
        if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name) and part.value.id == "Format"
    ]
    assert found == []

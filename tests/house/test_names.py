"""One word, one thing: a public name belongs to one module, but for families that share names on purpose."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("domain", "projections", "web", "server")


class Family(NamedTuple):
    """Modules that may share public names, at most one of each `member`."""

    reason: str
    members: str
    """A pattern for the paths; its group names the member."""
    names: frozenset[str] = frozenset()
    """The only names that may be shared; empty = all."""
    functions_only: bool = False
    """Names of classes and constants are shared for another reason, or not at all."""

    def explains(self, name: str, paths: list[str]) -> bool:
        found = [re.fullmatch(self.members, path) for path in paths]
        members = [match.group(1) for match in found if match]
        if (self.names and name not in self.names) or (self.functions_only and not name.islower()):
            return False
        return len(members) == len(paths) == len(set(members))


FAMILIES = (
    Family(
        "every edition answers the same contract and reads the rules in types of its own",
        r"domain/pairing/(\w+)/(?:\w+/)?\w+\.py",
    ),
    Family("every edition is told in words of the same kinds", r"web/wording/pairing/(\w+)\.py"),
    Family(
        "a handler of the desk carries out the decision of its name",
        r"(domain|server/routes)/.+\.py",
        functions_only=True,
    ),
    Family("the JSON of a view has the view's name", r"(projections|web/api)/\w+\.py"),
    Family("both stores keep the same journal", r"server/journal/(sqlite|postgres)/\w+\.py"),
    Family(
        "every command of the command line adds its options and runs",
        r"(server/cli/.+|web/wording/catalogues)\.py",
        frozenset({"add", "run", "run_import", "run_export", "main"}),
    ),
    Family("every module logs under its own name", r"(.+)\.py", frozenset({"log"})),
    Family("type variables of one letter say nothing by themselves", r"(.+)\.py", frozenset({"S", "E", "T"})),
)


def public_names(tree: ast.Module) -> Iterator[str]:
    """The classes, functions, constants and type aliases that a module defines for others."""
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case ast.Assign(targets=targets):
                for target in targets:
                    for named in target.elts if isinstance(target, ast.Tuple) else [target]:
                        if isinstance(named, ast.Name):
                            yield named.id


def defined() -> Mapping[str, list[str]]:
    """Public name -> the paths of the modules that define it."""
    where: dict[str, list[str]] = defaultdict(list)
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            for name in set(public_names(ast.parse(path.read_text()))):
                if not name.startswith("_"):
                    where[name].append(str(path.relative_to(ROOT)))
    return where


SHARED = {name: paths for name, paths in defined().items() if len(paths) > 1}


def test_no_public_name_means_two_things() -> None:
    unexplained = {
        name: paths for name, paths in SHARED.items() if not any(family.explains(name, paths) for family in FAMILIES)
    }
    assert unexplained == {}


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.reason)
def test_every_family_still_shares_a_name(family: Family) -> None:
    used = {name for name, paths in SHARED.items() if family.explains(name, paths)}
    assert used
    assert family.names <= used

"""One word, one thing: a public name belongs to one module, but for those listed here as the same on purpose."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("domain", "projections", "web", "server")


class Family(NamedTuple):
    """Modules that share these names on purpose, at most one of each `member`."""

    reason: str
    members: str
    """A pattern for the paths; its group names the member."""
    names: frozenset[str]

    def explains(self, name: str, paths: list[str]) -> bool:
        found = [re.fullmatch(self.members, path) for path in paths]
        members = [match.group(1) for match in found if match]
        return name in self.names and len(members) == len(paths) == len(set(members))


def names(text: str) -> frozenset[str]:
    return frozenset(text.split())


EDITIONS = r"domain/pairing/(swiss/\w+|\w+(?=/))(?:/\w+)?\.py"
DESK = Family(
    "a handler of the desk carries out the decision of its name",
    r"(domain|server/routes)/.+\.py",
    names(
        """
        add_picture add_players add_section amend_festival amend_player choose_language close_tournament invite
        name_screen pair_round register set_series show_festival_face show_lineups
        """
    ),
)
FAMILIES = (
    Family("each file of handlers ends with its routes", r"server/routes/(.+)\.py", names("routes")),
    Family(
        "every edition answers the same contract",
        EDITIONS,
        names("EDITION NAME VERSION article explain pair why_not"),
    ),
    Family(
        "every edition has its table of criteria, by the article's terms",
        EDITIONS,
        names(
            """
            COUNTED_CRITERIA CountedCriterion FORBIDDING KEPT_BY_HAND Scale c7_scores pairs_bits pairs_next_bits
            scale
            """
        ),
    ),
    Family(
        "every edition reads its field, its brackets and its colours by the article's terms",
        EDITIONS,
        names(
            """
            ALLOCATION Bracket Competitor Drawing Found Layout allocate boards_made bye_order coloured
            coloured_board competitors drawn everybody float_of laid_out score_groups upfloaters
            """
        ),
    ),
    Family(
        "every edition searches first at the bounds of its own criteria, then by their weights",
        EDITIONS,
        names("Bounds FEW_BELOW best bounds straight"),
    ),
    Family(
        "every edition gives its account in facts of the same kinds, with its own articles",
        EDITIONS,
        names(
            """
            BoardMade ByeGiven PairingBracket Reason WhyNot not_met unsatisfied
            """
        ),
    ),
    Family(
        "every edition is told in words of the same kinds",
        r"web/wording/pairing/(\w+)\.py",
        names("BOARD BYES HEADINGS WORDS"),
    ),
    DESK,
    Family(
        "the JSON of a view has the view's name",
        r"(projections|web/api)/(?:\w+/)?\w+\.py",
        names(
            """
            board_tables compare crosstable festival_prizes followed live_boards match_page overview pairings
            player_card standings team_page
            """
        ),
    ),
    Family(
        "both stores keep the same journal",
        r"server/journal/(sqlite|postgres)/\w+\.py",
        names("HEADS ROWS connect"),
    ),
    Family(
        "every command of the command line adds its options and runs",
        r"(server/cli/.+|web/wording/catalogues)\.py",
        names("add main run run_export run_import"),
    ),
    Family("every module logs under its own name", r"(.+)\.py", names("log")),
    Family("type variables of one letter say nothing by themselves", r"(.+)\.py", names("S E T")),
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


def used_names(tree: ast.Module) -> set[str]:
    """Names that the module imports, or takes from a module or an object."""
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names}
    return imported | {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}


def defined() -> Mapping[str, list[str]]:
    """Public name -> the paths of the modules that define it."""
    where: dict[str, list[str]] = defaultdict(list)
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            for name in set(public_names(ast.parse(path.read_text()))):
                if not name.startswith("_"):
                    where[name].append(str(path.relative_to(ROOT)))
    return where


@cache
def shared() -> Mapping[str, list[str]]:
    """The names that several modules define."""
    return {name: paths for name, paths in defined().items() if len(paths) > 1}


def test_no_public_name_means_two_things() -> None:
    unexplained = {
        name: paths for name, paths in shared().items() if not any(family.explains(name, paths) for family in FAMILIES)
    }
    assert unexplained == {}


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.reason)
def test_every_name_of_a_family_is_still_shared(family: Family) -> None:
    assert {name for name, paths in shared().items() if family.explains(name, paths)} == family.names


def test_a_handler_uses_the_decision_of_its_name() -> None:
    unused = [
        (name, path)
        for name in sorted(DESK.names)
        for path in shared()[name]
        if path.startswith("server/routes/") and name not in used_names(ast.parse((ROOT / path).read_text()))
    ]
    assert unused == []

"""Options of the regulations in our comment line: what no record has a place for.

Record 192 says some of those of teams again, for a Swiss of C.04.6 alone.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import TypeVar

from domain.decisions.setup.regulations import MOST_CYCLES
from domain.files.trf.comments import YES, one_of, yes_or_no
from domain.words.choices.prizes import BoardMerit
from domain.words.games import GameKind
from domain.words.options import FurtherStep, KnockoutOptions, RoundRobinOptions
from domain.words.teams import TeamOptions

SaidOptions = TypeVar("SaidOptions", KnockoutOptions, RoundRobinOptions, TeamOptions)

OF_A_BRACKET = tuple(name for name in KnockoutOptions.__slots__ if name != "tree")
"""The tree has a line of its own."""
OF_A_TABLE = RoundRobinOptions.__slots__
"""The names of the teams of a match stand nowhere."""
OF_TEAMS = (
    *("primary", "preferences", "primary_alone", "strength", "board_order"),
    *("most_reserves", "lineup_minutes", "open_lineups", "boards_by", "least_board_games"),
)
CALLED = {"numbers": "numbers_by"}
"""Fields with another name in the line."""
BOARDS_RULE = "team_boards"
OPTION_NUMBERS = {
    "cycles": range(1, MOST_CYCLES + 1),
    BOARDS_RULE: range(1000),
    "most_reserves": range(1000),
    "lineup_minutes": range(100_000),
    "least_board_games": range(100),
}
MAY_BE_NONE = frozenset({"most_reserves", "lineup_minutes", "least_board_games"})
USUAL = {"boards_by": BoardMerit.PERFORMANCE, "least_board_games": None}
"""Written where they are otherwise."""
NONE = "none"
STEP_FORM = re.compile(r"(rapid|blitz|armageddon)\.([1-9])")


def options_written(options: object, names: Sequence[str]) -> dict[str, str]:
    said = ((name, getattr(options, name)) for name in names)
    return {
        CALLED.get(name, name): _written(value) for name, value in said if name not in USUAL or value != USUAL[name]
    }


def options_said(said: Mapping[str, str], otherwise: SaidOptions, names: Sequence[str]) -> SaidOptions:
    """The options that the line names; the others, and what cannot be, as they were."""
    at = {name: said[CALLED.get(name, name)] for name in names if CALLED.get(name, name) in said}
    read = {name: _read(name, text, getattr(otherwise, name)) for name, text in at.items()}
    return replace(otherwise, **read)  # type: ignore[arg-type]


def number_said(name: str, text: str) -> int | None:
    known = text.isascii() and text.isdigit() and len(text) < 6 and int(text) in OPTION_NUMBERS[name]
    return int(text) if known else None


def _written(value: object) -> str:
    match value:
        case bool():
            return yes_or_no(value)
        case tuple():
            return "_".join(f"{step.kind}.{step.games}" for step in value) or NONE
        case _:
            return NONE if value is None else str(value)


def _read(name: str, text: str, otherwise: object) -> object:
    match otherwise:
        case bool():
            return text == YES
        case StrEnum():
            return one_of(type(otherwise), text, otherwise)
        case tuple():
            found = (STEP_FORM.fullmatch(part) for part in text.split("_"))
            return tuple(FurtherStep(GameKind(step[1]), int(step[2])) for step in found if step)
    if text == NONE and name in MAY_BE_NONE:
        return None
    number = number_said(name, text)
    return otherwise if number is None else number

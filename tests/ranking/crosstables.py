"""Crosstables of `tests/cases/tiebreaks.json` as cards."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

from domain.cards.card import Card, CardLine
from domain.ranking.tiebreaks import UNDEFINED, Reference, TeamCard, TeamLine, Value
from domain.words.games import Code, Colour, Scoring

CASES = json.loads((Path(__file__).parent.parent / "cases" / "tiebreaks.json").read_text())
BY_ID: dict[str, dict[str, Any]] = {case["id"]: case for case in CASES["cases"]}

_COLOURS = {"w": Colour.WHITE, "b": Colour.BLACK, "x": None}
_PLAYED = {"+": Code.WIN, "=": Code.DRAW, "-": Code.LOSS}
_MATCH = {
    "FW": Code.FORFEIT_WIN,
    "FL": Code.FORFEIT_LOSS,
    "PAB": Code.PAIRING_BYE,
    "HPB": Code.HALF_BYE,
    "ZPB": Code.ZERO_BYE,
}


def line(token: str, scoring: Scoring | None = None) -> CardLine:
    """`+w5` = a win with White against 5, `-f5` = a forfeit loss, `U F H Z` = byes."""
    worth = scoring or Scoring()
    if token in "UFHZ?":
        return CardLine(Code(token), worth.points(Code(token)))
    opponent = int(token[2:])
    if token[1] == "f":
        code = Code(token[0])
        return CardLine(code, worth.points(code), opponent)
    code = _PLAYED[token[0]]
    return CardLine(code, worth.points(code), opponent, _COLOURS[token[1]])


def cards_of(rows: dict[int, list[str]], ratings: dict[int, int] | None = None) -> dict[int, Card]:
    """Pairing number to card."""
    known = ratings or {}
    return {n: Card(n, rating=known.get(n, 0), lines=tuple(line(t) for t in row)) for n, row in rows.items()}


def individual(name: str) -> dict[int, Card]:
    """The cards of a case with players."""
    case = BY_ID[name]
    rows = {int(n): row for n, row in case["results"].items()}
    return cards_of(rows, {int(n): rating for n, rating in case.get("ratings", {}).items()})


def team_cards(name: str, boards: dict[tuple[int, int], tuple[int, ...]] | None = None) -> dict[int, TeamCard]:
    """The cards of a case with teams; `boards` by team and opponent, in half-points."""
    known = boards or {}
    scoring = BY_ID[name]["scoring"]
    cards = {}
    for number, row in BY_ID[name]["results"].items():
        lines = tuple(_team_line(int(number), entry, scoring, known) for entry in row)
        cards[int(number)] = TeamCard(int(number), lines=lines)
    return cards


def _team_line(
    number: int, entry: dict[str, Any], scoring: dict[str, Any], boards: dict[tuple[int, int], tuple[int, ...]]
) -> TeamLine:
    kind, halves, opponent = entry["kind"], int(2 * entry["gp"]), entry["opp"]
    if kind != "P":
        return TeamLine(_MATCH[kind], 2 * scoring[kind]["mp"], halves, opponent)
    code = Code.WIN if halves > 4 else Code.DRAW if halves == 4 else Code.LOSS
    points = {Code.WIN: 4, Code.DRAW: 2, Code.LOSS: 0}[code]
    return TeamLine(code, points, halves, opponent, boards.get((number, opponent), ()))


def exact(value: float | None) -> Value:
    """A number of the file; halves and quarters are exact in binary."""
    if value is None:
        return UNDEFINED
    number = Fraction(value)
    return number.numerator if number.denominator == 1 else number


__all__ = ["BY_ID", "CASES", "Reference", "cards_of", "exact", "individual", "line", "team_cards"]

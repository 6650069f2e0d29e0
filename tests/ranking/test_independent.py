"""Against another program: `tests/cases/tiebreakserver.json`, whose provenance stands in the file.

Deliberate differences:

* Which voluntary unplayed round a Sonneborn-Berger cut takes when dummies differ. The other
  program takes the one with the lowest dummy, Tablo by default the one that contributes least
  (so do FIDE's exercises); `LowestVoluntary.SCORE` is the other reading, used here.
* EDEBT and EDEBB. That version of the other program puts the higher board count first, the
  exercises print the lower one first (exercise 46: 3 1/2 before 6 1/2), and so does Tablo.
"""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from domain.ranking.order import rank
from domain.ranking.tiebreaks import (
    UNDEFINED,
    Context,
    LowestVoluntary,
    Ruleset,
    TeamCard,
    TeamLine,
    Value,
    parse_list,
    parse_tiebreak,
    values,
)
from domain.ranking.tiebreaks.team_results import board_count
from domain.words.games import Code
from tests.ranking.crosstables import cards_of

_FILE = Path(__file__).parent.parent / "cases" / "tiebreakserver.json"
_EVENTS: dict[str, dict[str, Any]] = {event["id"]: event for event in json.loads(_FILE.read_text())["events"]}
_OTHERWISE = ("MP, EDEBT", "MP, EDEBB")
_RULESETS = [Ruleset.C07_2024, Ruleset.C07_2026]


def _cards(event: dict[str, Any]) -> Any:
    if event["format"] == "team_swiss":
        return {
            int(n): TeamCard(int(n), lines=tuple(_team_line(*x) for x in row)) for n, row in event["results"].items()
        }
    rows = {n: row.split() for n, row in enumerate(event["results"], 1)}
    return cards_of(rows, dict(enumerate(event["ratings"], 1)))


def _team_line(code: str, opponent: int, match: int, game: int, boards: str) -> TeamLine:
    return TeamLine(Code(code), match, game, opponent or None, tuple(map(int, boards)))


def _context(event: dict[str, Any], ruleset: Ruleset) -> Context:
    predetermined = event["format"] == "round_robin"
    return Context(ruleset, rounds=event["rounds"], predetermined=predetermined, lowest_voluntary=LowestVoluntary.SCORE)


def _text(tiebreak: str, value: Value) -> str | None:
    """As the file has it."""
    if value is UNDEFINED:
        return None
    assert isinstance(value, int | Fraction)
    rounded = tiebreak in ("AOB", "SSSC")
    return str(Fraction((value * 200 + 1) // 2, 100) if rounded else Fraction(value))


@pytest.mark.parametrize("ruleset", _RULESETS)
@pytest.mark.parametrize("name", list(_EVENTS))
def test_values_are_those_of_another_program(name: str, ruleset: Ruleset) -> None:
    event = _EVENTS[name]
    cards, context = _cards(event), _context(event, ruleset)
    found = {
        tiebreak: [
            _text(tiebreak, value) for _, value in sorted(values(cards, parse_tiebreak(tiebreak), context).items())
        ]
        for tiebreak in event["values"][ruleset]
    }
    assert found == event["values"][ruleset]


@pytest.mark.parametrize("ruleset", _RULESETS)
@pytest.mark.parametrize("name", list(_EVENTS))
def test_places_are_those_of_another_program(name: str, ruleset: Ruleset) -> None:
    event = _EVENTS[name]
    cards, context = _cards(event), _context(event, ruleset)
    known = {order: places for order, places in event["places"][ruleset].items() if order not in _OTHERWISE}
    tables = {order: sorted(rank(cards, parse_list(order), context), key=lambda row: row.number) for order in known}
    assert {order: [row.place for row in table] for order, table in tables.items()} == known


@pytest.mark.parametrize(("order", "ahead"), [("MP, EDEBT", 6), ("MP, EDEBB", 6)])
def test_the_lower_board_count_is_ahead(order: str, ahead: int) -> None:
    """Teams 6 and 13 drew; 6 made its points on the higher boards."""
    event = _EVENTS["team_swiss_50x14"]
    cards = _cards(event)
    boards = {n: next(x.boards for x in cards[n].lines if x.opponent == 19 - n) for n in (6, 13)}
    table = [row.number for row in rank(cards, parse_list(order), _context(event, Ruleset.C07_2024))]
    assert board_count(boards[6]) < board_count(boards[13])
    assert table.index(ahead) < table.index(13)


def test_the_two_readings_of_16_5_differ() -> None:
    """Player 5: a lost forfeit that contributes nothing under a dummy of 3 1/2, a half-point bye under one of 3."""
    event = _EVENTS["swiss_173"]
    found = [
        values(_cards(event), parse_tiebreak("SB/C1"), Context(Ruleset.C07_2026, rounds=6, lowest_voluntary=choice))[5]
        for choice in (LowestVoluntary.CONTRIBUTION, LowestVoluntary.SCORE)
    ]
    assert found == [Fraction(10), Fraction(17, 2)]

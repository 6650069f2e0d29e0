"""Random events of teams, byes and forfeits among them, ranked as FIDE's own server ranks them.

`tests/cases/README-teams.md` says how its answers were taken, and where it goes another way than the articles.
"""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from domain.ranking.order import rank
from domain.ranking.tiebreaks import UNDEFINED, Field, Value, parse_list, parse_tiebreak, values
from domain.words.regulations import Regulations
from projections.moment.snapshot import snapshot
from projections.table.standings import field
from tests.team_events import MATCH, team_tournament

EVENTS = json.loads((Path(__file__).parents[1] / "cases" / "team_tiebreaks_gacrux.json").read_text())
HUNDREDTHS = ("SSSC", "SSSC/K2", "AOB")
"""Printed with two decimals."""


def played(event: dict[str, Any]) -> Field:
    laws = Regulations(scoring=MATCH, rounds=len(event["rounds"]), ruleset=event["ruleset"])
    t = team_tournament(event["teams"], event["rounds"], boards=event["boards"], regulations=laws)
    return field(snapshot(t), t.published)


def shown(text: str, value: Value) -> Fraction | None:
    if value is UNDEFINED:
        return None
    exact = Fraction(value)
    return Fraction((exact * 200 + 1) // 2, 100) if text in HUNDREDTHS else exact


@pytest.mark.parametrize("event", EVENTS)
def test_every_value_is_that_of_the_server(event: dict[str, Any]) -> None:
    teams = played(event)
    for text, expected in event["values"].items():
        found = values(teams, parse_tiebreak(text), teams.context)
        theirs = [None if value is None else Fraction(value) for value in expected]
        assert [shown(text, found[n]) for n in sorted(found)] == theirs, text


@pytest.mark.parametrize("event", EVENTS)
def test_every_place_is_that_of_the_server(event: dict[str, Any]) -> None:
    teams = played(event)
    for text, places in event["places"].items():
        rows = rank(teams, parse_list(text.replace(" ", ",")), teams.context)
        assert [row.place for row in sorted(rows, key=lambda row: row.number)] == places, text
